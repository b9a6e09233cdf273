// The tools' flags of the XNNPACK delegate.
#include <algorithm>

#include "delegates/xnnpack/xnnpack_device.h"
#include "delegates/xnnpack/xnnpack_options.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {
class XnnpackDelegateProvider : public DelegateProvider {
 public:
  XnnpackDelegateProvider() {
    default_params_.AddParam("use_xnnpack", ToolParam::Create<bool>(false));
    default_params_.AddParam("xnnpack_force_fp16",
                             ToolParam::Create<bool>(false));
    default_params_.AddParam("xnnpack_weight_cache_file_path",
                             ToolParam::Create<std::string>(""));
    default_params_.AddParam("xnnpack_runtime_flags",
                             ToolParam::Create<int32_t>(0));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<bool>("use_xnnpack", params,
                         "Apply the XNNPACK delegate. Given either way, no "
                         "delegate is applied by default."),
        CreateFlag<bool>("xnnpack_force_fp16", params,
                         "Compute floats in half precision in XNNPACK."),
        CreateFlag<std::string>("xnnpack_weight_cache_file_path", params,
                                "File for packed weights, where the installed "
                                "XNNPACK can use one."),
        CreateFlag<int32_t>("xnnpack_runtime_flags", params,
                            "Flags that XNNPACK creates runtimes with."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, bool, "use_xnnpack", "Use xnnpack", verbose);
    LOG_TOOL_PARAM(params, bool, "xnnpack_force_fp16", "xnnpack_force_fp16",
                   verbose);
    LOG_TOOL_PARAM(params, std::string, "xnnpack_weight_cache_file_path",
                   "xnnpack_weight_cache_file_path", verbose);
    LOG_TOOL_PARAM(params, int32_t, "xnnpack_runtime_flags",
                   "xnnpack_runtime_flags", verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (!params.Get<bool>("use_xnnpack")) return CreateNullDelegate();
    xnnpack::XnnpackOptions options;
    options.nodes = SimpleDelegateParams(params);
    options.c.runtime_flags =
        static_cast<uint32_t>(params.Get<int32_t>("xnnpack_runtime_flags"));
    if (params.HasParam("num_threads")) {
      options.c.num_threads = std::max(0, params.Get<int32_t>("num_threads"));
    }
    if (params.Get<bool>("xnnpack_force_fp16")) {
      options.c.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16;
    }
    if (!params.Get<std::string>("xnnpack_weight_cache_file_path").empty()) {
      TFLITE_LOG(WARN) << "--xnnpack_weight_cache_file_path: the installed "
                          "XNNPACK packs weights in memory only.";
    }
    const base::Status library = xnnpack::InitializeXnnpack();
    if (!library.ok()) {
      TFLITE_LOG(ERROR) << library.message();
      return CreateUnavailableDelegate();
    }
    return TfLiteDelegatePtr(xnnpack::CreateXnnpackDelegate(options),
                             TfLiteXNNPackDelegateDelete);
  }

  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final {
    return {CreateTfLiteDelegate(params),
            params.GetPosition<bool>("use_xnnpack")};
  }

  std::string MissingDevice(const ToolParams& params) const final {
    if (!params.Get<bool>("use_xnnpack")) return "";
    // Depends on the machine alone: its libraries and its processor.
    return std::string(xnnpack::InitializeXnnpack().message());
  }

  std::string GetName() const final { return "XNNPACK"; }
};

REGISTER_DELEGATE_PROVIDER(XnnpackDelegateProvider);

}  // namespace tools
}  // namespace tflite
