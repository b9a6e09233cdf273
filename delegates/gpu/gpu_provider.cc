// The tools' flags of the GPU delegate.
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kHalf[] = "gpu_precision_loss_allowed";
constexpr char kQuantized[] = "gpu_experimental_enable_quant";
constexpr char kBackend[] = "gpu_backend";
constexpr char kStaging[] = "gpu_force_staging";
constexpr char kHardware[] = "gpu_assume_hardware";

}  // namespace

class GpuDelegateProvider : public SwitchedProvider {
 public:
  GpuDelegateProvider()
      : SwitchedProvider("GPU", "use_gpu", "Apply the GPU delegate.",
                         "Use gpu") {
    AddFlag<bool>(kHalf, false, "Keep floats at half precision on the device.",
                  "Allow lower precision in gpu");
    AddFlag<bool>(kQuantized, true, "Take INT8 and UINT8 tensors.",
                  "Enable running quant models in gpu");
    AddFlag<bool>("gpu_inference_for_sustained_speed", false,
                  "Accepted; without an effect.",
                  "Prefer maximizing the throughput in gpu");
    AddFlag<std::string>(kBackend, "",
                         "cl for OpenCL, vk for Vulkan; what there is if not "
                         "given.",
                         "GPU backend");
    AddFlag<bool>(kStaging, false,
                  "Copy inputs and outputs as if the device's memory were not "
                  "the host's.",
                  "GPU forced staging");
    AddFlag<bool>(kHardware, false, "Choose kernels as for a GPU on hardware.",
                  "GPU assumed hardware");
  }

 private:
  base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const final {
    TFLL_ASSIGN_OR_RETURN(const gpu::GpuOptions options, OptionsOf(params));
    TFLL_ASSIGN_OR_RETURN(TfLiteDelegate * delegate,
                          gpu::CreateGpuDelegate(options));
    return TfLiteDelegatePtr(delegate, TfLiteGpuDelegateV2Delete);
  }

  base::Status FindDevice(const ToolParams& params) const final {
    TFLL_ASSIGN_OR_RETURN(const gpu::GpuOptions options, OptionsOf(params));
    return gpu::AcquireGpuDevice(options).status();
  }

  static base::StatusOr<gpu::GpuOptions> OptionsOf(const ToolParams& params) {
    gpu::GpuOptions options;
    options.nodes = SimpleDelegateParams(params);
    TFLL_ASSIGN_OR_RETURN(
        options.backend,
        gpu::ParseGpuBackend(params.Get<std::string>(kBackend)));
    options.precision_loss_allowed = params.Get<bool>(kHalf);
    options.take_quantized = params.Get<bool>(kQuantized);
    options.force_staging = params.Get<bool>(kStaging);
    options.assume_hardware = params.Get<bool>(kHardware);
    if (params.HasParam("delegate_serialize_dir")) {
      options.program_dir = params.Get<std::string>("delegate_serialize_dir");
      options.program_token =
          params.Get<std::string>("delegate_serialize_token");
    }
    return options;
  }
};

REGISTER_DELEGATE_PROVIDER(GpuDelegateProvider);

}  // namespace tools
}  // namespace tflite
