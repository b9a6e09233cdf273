#include "delegates/gpu/program/buffer_handles.h"

#include <atomic>

namespace tflite::gpu {

TfLiteBufferHandle NewBufferHandle() {
  static std::atomic<TfLiteBufferHandle> next{1};
  return next++;
}

TfLiteBufferHandle HandleOfDelegate(const TfLiteTensor& tensor,
                                    const TfLiteDelegate* delegate) {
  return tensor.delegate != nullptr && tensor.delegate == delegate
             ? tensor.buffer_handle
             : kTfLiteNullBufferHandle;
}

}  // namespace tflite::gpu
