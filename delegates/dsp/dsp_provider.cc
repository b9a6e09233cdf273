// The DSP delegate's flags of the command-line tools.
#include "delegates/dsp/dsp_delegate.h"
#include "delegates/dsp/dsp_device.h"
#include "delegates/dsp/dsp_options.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kUse[] = "use_hexagon";
constexpr char kLibraryPath[] = "hexagon_lib_path";
constexpr char kProfiling[] = "hexagon_profiling";
constexpr char kBackend[] = "hexagon_backend";
constexpr char kThreads[] = "hexagon_num_threads";

}  // namespace

class HexagonDelegateProvider : public DelegateProvider {
 public:
  HexagonDelegateProvider() {
    default_params_.AddParam(kUse, ToolParam::Create<bool>(false));
    default_params_.AddParam(kLibraryPath,
                             ToolParam::Create<std::string>("/data/local/tmp"));
    default_params_.AddParam(kProfiling, ToolParam::Create<bool>(false));
    default_params_.AddParam(kBackend, ToolParam::Create<std::string>(""));
    default_params_.AddParam(kThreads, ToolParam::Create<int32_t>(0));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<bool>(kUse, params, "Apply the Hexagon delegate."),
        CreateFlag<std::string>(kLibraryPath, params,
                                "Folder of the libraries that a DSP needs."),
        CreateFlag<bool>(kProfiling, params,
                         "Measure each node, where operators are profiled."),
        CreateFlag<std::string>(kBackend, params,
                                "device for a DSP, qemu for Hexagon code under "
                                "qemu-hexagon, native for a process of the "
                                "host; the first of them that is there if not "
                                "given."),
        CreateFlag<int32_t>(kThreads, params,
                            "Threads that a large step is divided among; 0 for "
                            "as many as usually gain."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, bool, kUse, "Use Hexagon", verbose);
    LOG_TOOL_PARAM(params, std::string, kLibraryPath, "Hexagon lib path",
                   verbose);
    LOG_TOOL_PARAM(params, bool, kProfiling, "Hexagon profiling", verbose);
    LOG_TOOL_PARAM(params, std::string, kBackend, "Hexagon backend", verbose);
    LOG_TOOL_PARAM(params, int32_t, kThreads, "Hexagon threads", verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (!params.Get<bool>(kUse)) return CreateNullDelegate();
    const auto options = OptionsOf(params);
    const auto delegate =
        options.ok() ? dsp::CreateDspDelegate(*options)
                     : base::StatusOr<TfLiteDelegate*>(options.status());
    if (!delegate.ok()) {
      TFLITE_LOG(ERROR) << "Hexagon delegate: " << delegate.status().message();
      return CreateUnavailableDelegate();
    }
    return TfLiteDelegatePtr(*delegate, TfLiteHexagonDelegateDelete);
  }

  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final {
    return {CreateTfLiteDelegate(params), params.GetPosition<bool>(kUse)};
  }

  std::string MissingDevice(const ToolParams& params) const final {
    if (!params.Get<bool>(kUse)) return "";
    const auto options = OptionsOf(params);
    if (!options.ok()) return "";
    const base::Status status = dsp::ChooseTransport(*options).status();
    return base::IsUnavailable(status) ? std::string(status.message()) : "";
  }

  std::string GetName() const final { return "Hexagon"; }

 private:
  static base::StatusOr<dsp::DspOptions> OptionsOf(const ToolParams& params) {
    dsp::DspOptions options;
    options.nodes = SimpleDelegateParams(params);
    TFLL_ASSIGN_OR_RETURN(
        options.backend,
        dsp::ParseDspBackend(params.Get<std::string>(kBackend)));
    options.library_folder = params.Get<std::string>(kLibraryPath);
    options.profile = params.Get<bool>(kProfiling);
    options.num_threads = params.Get<int32_t>(kThreads);
    return options;
  }
};

REGISTER_DELEGATE_PROVIDER(HexagonDelegateProvider);

}  // namespace tools
}  // namespace tflite
