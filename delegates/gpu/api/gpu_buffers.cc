#include "delegates/gpu/api/gpu_buffers.h"

#include "delegates/gpu/api/gpu_parts.h"

namespace tflite::gpu {
namespace {

Status Unregister(TfLiteDelegate* delegate, TfLiteBufferHandle handle) {
  TFLL_ASSIGN_OR_RETURN(const GpuDelegateParts parts,
                        PartsOfGpuDelegate(delegate));
  if (parts.buffers->Remove(handle)) return OkStatus();
  return Invalid("buffer handle ", handle, " is not one of the delegate's");
}

}  // namespace
}  // namespace tflite::gpu

TfLiteStatus TfLiteGpuDelegateV2UnregisterBuffer(TfLiteDelegate* delegate,
                                                 TfLiteBufferHandle handle) {
  return tflite::gpu::LoggedGpuStatus(
      tflite::gpu::Unregister(delegate, handle));
}
