#include "delegates/gpu/api/gpu_delegate.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "delegates/common/lowered_delegate.h"
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/api/gpu_parts.h"
#include "delegates/gpu/lowering/gpu_lowering.h"
#include "delegates/gpu/program/gpu_compile.h"
#include "delegates/gpu/program/gpu_program.h"
#include "delegates/gpu/program/reviewed_graphs.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::gpu {
namespace {

constexpr char kName[] = "TfLiteGpuDelegateV2";

GpuPlanCaps ToPlanCaps(const GpuOptions& options, const GpuDevice& device) {
  GpuPlanCaps caps;
  caps.device = device.caps();
  caps.take_quantized = options.take_quantized;
  if (options.assume_hardware) caps.device.software = false;
  caps.half = options.precision_loss_allowed && caps.device.fp16_storage;
  if (options.precision_loss_allowed && !caps.half) {
    Log(LogLevel::kInfo, "%s: %s has no memory of 16 bits; full precision",
        kName, caps.device.name.c_str());
  }
  return caps;
}

StatusOr<GpuGraph> GraphOf(TfLiteContext* context,
                           const DelegatedPartition& partition,
                           const GpuPlanCaps& caps) {
  GpuBuilder builder(context, partition, caps);
  TFLL_RETURN_IF_ERROR(
      EmitPartition(GpuLowering(), context, partition, caps, builder));
  return builder.Take();
}

// Stands for a partition of a lost device, so that graphs are prepared and the
// CPU takes over when they run.
class LostProgram final : public PartitionProgram {
 public:
  Status Run(TfLiteContext*) override {
    return Internal("the device was lost earlier");
  }
};

class GpuDelegate final : public LoweredDelegate<GpuPlanCaps, GpuBuilder> {
 public:
  GpuDelegate(const GpuOptions& options, GpuDelegateParts parts)
      : LoweredDelegate(kName, options.nodes, GpuLowering(),
                        ToPlanCaps(options, *parts.device)),
        parts_(std::move(parts)) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const GpuPlanCaps& caps) override {
    if (parts_.device->is_lost()) {
      return std::unique_ptr<PartitionProgram>(new LostProgram);
    }
    TFLL_ASSIGN_OR_RETURN(SettledGpuGraph graph,
                          Settled(context, partition, caps));
    return GpuProgram::Create(
        {parts_.device, parts_.buffers, partition.delegate}, context,
        std::move(graph));
  }

  const PartitionPolicy* GetPartitionPolicy() const override { return this; }

  TfLiteStatus CopyFromBufferHandle(TfLiteContext* context,
                                    TfLiteBufferHandle handle,
                                    TfLiteTensor* tensor) override {
    return Report(context, CopyBuffer(handle, *tensor, /*to_host=*/true));
  }
  TfLiteStatus CopyToBufferHandle(TfLiteContext* context,
                                  TfLiteBufferHandle handle,
                                  const TfLiteTensor* tensor) override {
    return Report(context, CopyBuffer(handle, *tensor, /*to_host=*/false));
  }
  // Applications own handles: see gpu_buffers.h.
  void FreeBufferHandle(TfLiteContext*, TfLiteBufferHandle* handle) override {
    *handle = kTfLiteNullBufferHandle;
  }

 private:
  // Leaves nodes to the CPU if they exceed the device's limits or the driver
  // has miscompiled their kernels. Any other error occurs again when the
  // partition is compiled, and is reported then.
  Status ReviewPartition(TfLiteContext* context,
                         const DelegatedPartition& partition,
                         const GpuPlanCaps& caps,
                         PartitionReview* review) const override {
    StatusOr<SettledGpuGraph> settled = Settled(context, partition, caps);
    if (!settled.ok()) return OkStatus();
    for (const GpuCall& call : settled->graph.calls) {
      const Status fits =
          CheckGpuLimits(settled->graph, call, parts_.device->caps());
      if (!fits.ok()) {
        review->Refuse(call.nodes[0], std::string(fits.message()));
      }
    }
    if (!review->refused().empty()) return OkStatus();
    const auto wrong = WrongGpuKernels(*parts_.device, &*settled);
    for (const GpuCall& call : settled->graph.calls) {
      const auto at = wrong.find(call.spec);
      if (at == wrong.end()) continue;
      // Nodes that were fused into this call may have correct kernels of their
      // own.
      review->Refuse(call.nodes[0], at->second);
    }
    if (wrong.empty()) reviewed_.Keep(context, partition, *std::move(settled));
    return OkStatus();
  }

  void FinishReviews(TfLiteContext* context) const override {
    reviewed_.Drop(context);
  }

  StatusOr<SettledGpuGraph> Settled(TfLiteContext* context,
                                    const DelegatedPartition& partition,
                                    const GpuPlanCaps& caps) const {
    // Not emitted again if it has been reviewed.
    if (auto kept = reviewed_.Take(context, partition)) return *std::move(kept);
    TFLL_ASSIGN_OR_RETURN(GpuGraph graph, GraphOf(context, partition, caps));
    return SettleGpuKernels(*parts_.device, std::move(graph));
  }

  Status CopyBuffer(TfLiteBufferHandle handle, const TfLiteTensor& tensor,
                    bool to_host) const {
    const auto buffer = parts_.buffers->Find(handle);
    if (buffer == nullptr) {
      return Invalid("buffer handle ", handle, " is not one of the delegate's");
    }
    const GpuBinding& part = buffer->part;
    if (tensor.bytes > part.bytes || tensor.data.data == nullptr) {
      return Invalid("tensor '", tensor.name == nullptr ? "" : tensor.name,
                     "' of ", tensor.bytes, " bytes has no memory, or more ",
                     "than the ", part.bytes, " of buffer handle ", handle);
    }
    return to_host ? parts_.device->Read(*part.buffer, part.offset,
                                         tensor.bytes, tensor.data.data)
                   : parts_.device->Write(*part.buffer, part.offset,
                                          tensor.bytes, tensor.data.data);
  }

  const GpuDelegateParts parts_;
  mutable ReviewedGraphs reviewed_;
};

// The parts of all existing delegates. Never destroyed: delegates may be
// static.
struct Delegates {
  std::mutex mutex;
  std::map<const TfLiteDelegate*, GpuDelegateParts> parts;
};

Delegates& AllDelegates() {
  static auto* const kDelegates = new Delegates;
  return *kDelegates;
}

}  // namespace

StatusOr<GpuDelegateParts> PartsOfGpuDelegate(const TfLiteDelegate* delegate) {
  Delegates& all = AllDelegates();
  std::lock_guard<std::mutex> lock(all.mutex);
  const auto at = all.parts.find(delegate);
  if (at == all.parts.end()) return Invalid("it is no GPU delegate");
  return at->second;
}

StatusOr<GpuOptions> ToGpuOptions(const TfLiteGpuDelegateOptionsV2* given) {
  const TfLiteGpuDelegateOptionsV2 c =
      given != nullptr ? *given : TfLiteGpuDelegateOptionsV2Default();
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

TfLiteStatus LoggedGpuStatus(const Status& status) {
  if (status.ok()) return kTfLiteOk;
  Log(LogLevel::kError, "%s: %s", kName, std::string(status.message()).c_str());
  return kTfLiteError;
}

TfLiteDelegate* LoggedGpuDelegate(const StatusOr<TfLiteDelegate*>& delegate) {
  return LoggedGpuStatus(delegate.status()) == kTfLiteOk ? *delegate : nullptr;
}

StatusOr<TfLiteDelegate*> CreateGpuDelegate(const GpuOptions& options) {
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<GpuDevice> device,
                        AcquireGpuDevice(options));
  const GpuCaps& caps = device->caps();
  Log(LogLevel::kInfo, "GPU: %s on '%s' (%s)%s", GpuBackendName(caps.backend),
      caps.name.c_str(), caps.driver.c_str(),
      caps.software ? ", which computes on the host's processor" : "");
  return CreateGpuDelegate(options, std::move(device));
}

TfLiteDelegate* CreateGpuDelegate(const GpuOptions& options,
                                  std::shared_ptr<GpuDevice> device) {
  const GpuDelegateParts parts = {std::move(device),
                                  std::make_shared<GpuBuffers>()};
  TfLiteDelegate* delegate = TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<GpuDelegate>(options, parts));
  Delegates& all = AllDelegates();
  std::lock_guard<std::mutex> lock(all.mutex);
  all.parts.emplace(delegate, parts);
  return delegate;
}

}  // namespace tflite::gpu

TfLiteGpuDelegateOptionsV2 TfLiteGpuDelegateOptionsV2Default() {
  TfLiteGpuDelegateOptionsV2 options{};
  options.inference_priority1 = TFLITE_GPU_INFERENCE_PRIORITY_MAX_PRECISION;
  options.experimental_flags = TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT;
  options.max_delegated_partitions = 1;
  return options;
}

TfLiteDelegate* TfLiteGpuDelegateV2Create(
    const TfLiteGpuDelegateOptionsV2* options) {
  const auto all = tflite::gpu::ToGpuOptions(options);
  return tflite::gpu::LoggedGpuDelegate(
      all.ok() ? tflite::gpu::CreateGpuDelegate(*all)
               : tflite::base::StatusOr<TfLiteDelegate*>(all.status()));
}

void TfLiteGpuDelegateV2Delete(TfLiteDelegate* delegate) {
  {
    tflite::gpu::Delegates& all = tflite::gpu::AllDelegates();
    std::lock_guard<std::mutex> lock(all.mutex);
    all.parts.erase(delegate);
  }
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}
