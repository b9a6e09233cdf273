// The DSP delegate's flags of the command-line tools.
#include "delegates/dsp/dsp_delegate.h"
#include "delegates/dsp/dsp_device.h"
#include "delegates/dsp/dsp_options.h"
#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kLibraryPath[] = "hexagon_lib_path";
constexpr char kProfiling[] = "hexagon_profiling";
constexpr char kBackend[] = "hexagon_backend";
constexpr char kThreads[] = "hexagon_num_threads";

}  // namespace

class HexagonDelegateProvider : public SwitchedProvider {
 public:
  HexagonDelegateProvider()
      : SwitchedProvider("Hexagon", "use_hexagon",
                         "Apply the Hexagon delegate.", "Use Hexagon") {
    AddFlag<std::string>(kLibraryPath, "/data/local/tmp",
                         "Folder of the libraries that a DSP needs.",
                         "Hexagon lib path");
    AddFlag<bool>(kProfiling, false,
                  "Measure each node, where operators are profiled.",
                  "Hexagon profiling");
    AddFlag<std::string>(kBackend, "",
                         "device for a DSP, qemu for Hexagon code under "
                         "qemu-hexagon, native for a process of the host; the "
                         "first of them that is there if not given.",
                         "Hexagon backend");
    AddFlag<int32_t>(kThreads, 0,
                     "Threads that a large step is divided among; 0 for as "
                     "many as usually gain.",
                     "Hexagon threads");
  }

 private:
  base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const final {
    TFLL_ASSIGN_OR_RETURN(const dsp::DspOptions options, OptionsOf(params));
    TFLL_ASSIGN_OR_RETURN(TfLiteDelegate * delegate,
                          dsp::CreateDspDelegate(options));
    return TfLiteDelegatePtr(delegate, TfLiteHexagonDelegateDelete);
  }

  base::Status FindDevice(const ToolParams& params) const final {
    TFLL_ASSIGN_OR_RETURN(const dsp::DspOptions options, OptionsOf(params));
    return dsp::ChooseTransport(options).status();
  }

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
