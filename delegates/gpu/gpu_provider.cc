// The tools' flags of the GPU delegate.
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {

class GpuDelegateProvider : public DelegateProvider {
 public:
  GpuDelegateProvider() {
    default_params_.AddParam("use_gpu", ToolParam::Create<bool>(false));
    default_params_.AddParam("gpu_precision_loss_allowed",
                             ToolParam::Create<bool>(false));
    default_params_.AddParam("gpu_experimental_enable_quant",
                             ToolParam::Create<bool>(true));
    default_params_.AddParam("gpu_inference_for_sustained_speed",
                             ToolParam::Create<bool>(false));
    default_params_.AddParam("gpu_backend", ToolParam::Create<std::string>(""));
    for (const char* flag : {"gpu_force_staging", "gpu_assume_hardware"}) {
      default_params_.AddParam(flag, ToolParam::Create<bool>(false));
    }
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<bool>("use_gpu", params, "Apply the GPU delegate."),
        CreateFlag<bool>("gpu_precision_loss_allowed", params,
                         "Keep floats at half precision on the device."),
        CreateFlag<bool>("gpu_experimental_enable_quant", params,
                         "Take INT8 and UINT8 tensors."),
        CreateFlag<bool>("gpu_inference_for_sustained_speed", params,
                         "Accepted; without an effect."),
        CreateFlag<std::string>("gpu_backend", params,
                                "cl for OpenCL, vk for Vulkan; what there is "
                                "if not given."),
        CreateFlag<bool>("gpu_force_staging", params,
                         "Copy inputs and outputs as if the device's memory "
                         "were not the host's."),
        CreateFlag<bool>("gpu_assume_hardware", params,
                         "Choose kernels as for a GPU on hardware."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, bool, "use_gpu", "Use gpu", verbose);
    LOG_TOOL_PARAM(params, bool, "gpu_precision_loss_allowed",
                   "Allow lower precision in gpu", verbose);
    LOG_TOOL_PARAM(params, bool, "gpu_experimental_enable_quant",
                   "Enable running quant models in gpu", verbose);
    LOG_TOOL_PARAM(params, bool, "gpu_inference_for_sustained_speed",
                   "Prefer maximizing the throughput in gpu", verbose);
    LOG_TOOL_PARAM(params, std::string, "gpu_backend", "GPU backend", verbose);
    LOG_TOOL_PARAM(params, bool, "gpu_force_staging", "GPU forced staging",
                   verbose);
    LOG_TOOL_PARAM(params, bool, "gpu_assume_hardware", "GPU assumed hardware",
                   verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (!params.Get<bool>("use_gpu")) return CreateNullDelegate();
    auto options = OptionsOf(params);
    auto delegate = options.ok()
                        ? gpu::CreateGpuDelegate(*options)
                        : base::StatusOr<TfLiteDelegate*>(options.status());
    if (!delegate.ok()) {
      TFLITE_LOG(ERROR) << "GPU delegate: " << delegate.status().message();
      return CreateUnavailableDelegate();
    }
    return TfLiteDelegatePtr(*delegate, TfLiteGpuDelegateV2Delete);
  }

  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final {
    return {CreateTfLiteDelegate(params), params.GetPosition<bool>("use_gpu")};
  }

  std::string MissingDevice(const ToolParams& params) const final {
    if (!params.Get<bool>("use_gpu")) return "";
    const auto options = OptionsOf(params);
    if (!options.ok()) return "";
    const base::Status status = gpu::AcquireGpuDevice(*options).status();
    return base::IsUnavailable(status) ? std::string(status.message()) : "";
  }

  std::string GetName() const final { return "GPU"; }

 private:
  static base::StatusOr<gpu::GpuOptions> OptionsOf(const ToolParams& params) {
    gpu::GpuOptions options;
    options.nodes = SimpleDelegateParams(params);
    TFLL_ASSIGN_OR_RETURN(
        options.backend,
        gpu::ParseGpuBackend(params.Get<std::string>("gpu_backend")));
    options.precision_loss_allowed =
        params.Get<bool>("gpu_precision_loss_allowed");
    options.take_quantized = params.Get<bool>("gpu_experimental_enable_quant");
    options.force_staging = params.Get<bool>("gpu_force_staging");
    options.assume_hardware = params.Get<bool>("gpu_assume_hardware");
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
