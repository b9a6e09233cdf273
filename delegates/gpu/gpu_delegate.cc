#include "delegates/gpu/gpu_delegate.h"

#include <memory>
#include <optional>
#include <utility>

#include "delegates/common/partition_kernel.h"
#include "delegates/common/static_tensors.h"
#include "delegates/gpu/gpu_device.h"
#include "delegates/gpu/gpu_lowering.h"
#include "delegates/gpu/gpu_options.h"
#include "delegates/gpu/gpu_program.h"

namespace tflite {
namespace {

constexpr char kName[] = "TfLiteGpuDelegateV2";

class GpuDelegate : public PlannedDelegate {
 public:
  GpuDelegate(const GpuOptions& options, std::shared_ptr<GpuDevice> device)
      : options_(options), device_(std::move(device)) {
    caps_.device = device_->caps();
    caps_.take_quantized = options.take_quantized;
    if (options.assume_hardware) caps_.device.software = false;
  }

  TfLiteStatus Initialize(TfLiteContext* context) override {
    const Status status = statics_.Note(context);
    if (status.ok()) return kTfLiteOk;
    context->ReportError(context, "%s: %s", kName,
                         std::string(status.message()).c_str());
    return kTfLiteDelegateError;
  }

  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    return GpuLowering().Check(context, GraphNode(*registration, node),
                               CapsFor(context));
  }

  const char* Name() const override { return kName; }

  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    // What was known of the graph when the host made the kernel.
    std::optional<GpuPlanCaps> caps;
    return std::make_unique<PartitionKernel>(
        kName,
        [this, caps](TfLiteContext* context,
                     const DelegatedPartition& partition) mutable
        -> StatusOr<std::unique_ptr<PartitionProgram>> {
          if (!caps.has_value()) caps = CapsFor(context);
          GpuBuilder builder(context, partition, *caps);
          TFLL_RETURN_IF_ERROR(
              EmitPartition(GpuLowering(), context, partition, *caps, builder));
          return GpuProgram::Create(device_, builder.Take());
        });
  }

  SimpleDelegateInterface::Options DelegateOptions() const override {
    return options_.nodes;
  }

 private:
  GpuPlanCaps CapsFor(TfLiteContext* context) const {
    GpuPlanCaps caps = caps_;
    caps.statics = statics_.Of(context);
    return caps;
  }

  const GpuOptions options_;
  const std::shared_ptr<GpuDevice> device_;
  GpuPlanCaps caps_;
  GraphStatics statics_;
};

StatusOr<GpuOptions> ToOptions(const TfLiteGpuDelegateOptionsV2& c) {
  GpuOptions options;
  const int64_t flags = c.experimental_flags;
  if (flags & TFLITE_GPU_EXPERIMENTAL_FLAGS_GL_ONLY) {
    return ParseGpuBackend("gl").status();
  }
  if (flags & TFLITE_GPU_EXPERIMENTAL_FLAGS_CL_ONLY) {
    options.backend = GpuBackendChoice::kOpenCl;
  }
  options.nodes.max_delegated_partitions = c.max_delegated_partitions;
  options.precision_loss_allowed = c.is_precision_loss_allowed != 0;
  options.take_quantized = flags & TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT;
  if (c.serialization_dir != nullptr) options.program_dir = c.serialization_dir;
  if (c.model_token != nullptr) options.program_token = c.model_token;
  return options;
}

}  // namespace

StatusOr<GpuBackendChoice> ParseGpuBackend(const std::string& name) {
  if (name.empty()) return GpuBackendChoice::kAny;
  if (name == "cl") return GpuBackendChoice::kOpenCl;
  if (name == "vk") return GpuBackendChoice::kVulkan;
  if (name == "gl") {
    return Invalid("the GPU delegate has no OpenGL back-end; choose cl or vk");
  }
  return Invalid("GPU back-end '", name, "' is not one of cl, vk");
}

StatusOr<TfLiteDelegate*> CreateGpuDelegate(const GpuOptions& options) {
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<GpuDevice> device,
                        AcquireGpuDevice(options));
  return CreateGpuDelegate(options, std::move(device));
}

TfLiteDelegate* CreateGpuDelegate(const GpuOptions& options,
                                  std::shared_ptr<GpuDevice> device) {
  return TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<GpuDelegate>(options, std::move(device)));
}

}  // namespace tflite

TfLiteGpuDelegateOptionsV2 TfLiteGpuDelegateOptionsV2Default() {
  TfLiteGpuDelegateOptionsV2 options{};
  options.inference_priority1 = TFLITE_GPU_INFERENCE_PRIORITY_MAX_PRECISION;
  options.experimental_flags = TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT;
  options.max_delegated_partitions = 1;
  return options;
}

TfLiteDelegate* TfLiteGpuDelegateV2Create(
    const TfLiteGpuDelegateOptionsV2* options) {
  const auto all = tflite::ToOptions(
      options != nullptr ? *options : TfLiteGpuDelegateOptionsV2Default());
  if (!all.ok()) return nullptr;
  const auto delegate = tflite::CreateGpuDelegate(*all);
  return delegate.ok() ? *delegate : nullptr;
}

void TfLiteGpuDelegateV2Delete(TfLiteDelegate* delegate) {
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}
