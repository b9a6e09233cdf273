// The tools' flags of the XNNPACK delegate.
#include <algorithm>

#include "delegates/xnnpack/xnnpack_device.h"
#include "delegates/xnnpack/xnnpack_options.h"
#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kForceFp16[] = "xnnpack_force_fp16";
constexpr char kWeightCache[] = "xnnpack_weight_cache_file_path";
constexpr char kRuntimeFlags[] = "xnnpack_runtime_flags";

}  // namespace

class XnnpackDelegateProvider : public SwitchedProvider {
 public:
  XnnpackDelegateProvider()
      : SwitchedProvider("XNNPACK", "use_xnnpack",
                         "Apply the XNNPACK delegate. Given either way, no "
                         "delegate is applied by default.",
                         "Use xnnpack") {
    AddFlag<bool>(kForceFp16, false,
                  "Compute floats in half precision in XNNPACK.", kForceFp16);
    AddFlag<std::string>(kWeightCache, "",
                         "File for packed weights, where the installed XNNPACK "
                         "can use one.",
                         kWeightCache);
    AddFlag<int32_t>(kRuntimeFlags, 0,
                     "Flags that XNNPACK creates runtimes with.",
                     kRuntimeFlags);
  }

 private:
  base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const final {
    xnnpack::XnnpackOptions options;
    options.nodes = SimpleDelegateParams(params);
    options.c.runtime_flags =
        static_cast<uint32_t>(params.Get<int32_t>(kRuntimeFlags));
    if (params.HasParam("num_threads")) {
      options.c.num_threads = std::max(0, params.Get<int32_t>("num_threads"));
    }
    if (params.Get<bool>(kForceFp16)) {
      options.c.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16;
    }
    if (!params.Get<std::string>(kWeightCache).empty()) {
      TFLITE_LOG(WARN) << "--xnnpack_weight_cache_file_path: the installed "
                          "XNNPACK packs weights in memory only.";
    }
    TFLL_RETURN_IF_ERROR(xnnpack::InitializeXnnpack());
    return TfLiteDelegatePtr(xnnpack::CreateXnnpackDelegate(options),
                             TfLiteXNNPackDelegateDelete);
  }

  base::Status FindDevice(const ToolParams& params) const final {
    // Whether it starts depends on the machine alone.
    const base::Status status = xnnpack::InitializeXnnpack();
    return status.ok() ? status : base::Unavailable(status.message());
  }
};

REGISTER_DELEGATE_PROVIDER(XnnpackDelegateProvider);

}  // namespace tools
}  // namespace tflite
