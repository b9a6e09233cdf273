#ifndef DELEGATES_GPU_PROGRAM_BUFFER_HANDLES_H_
#define DELEGATES_GPU_PROGRAM_BUFFER_HANDLES_H_

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::gpu {

// Returns a handle that is unique in the process, across all delegates: a
// handle passed to the wrong delegate is never mistaken for another buffer.
// Thread-safe.
TfLiteBufferHandle NewBufferHandle();

// The handle of the delegate's buffer that holds the tensor's value;
// kTfLiteNullBufferHandle if the value is in host memory or in a buffer of
// another delegate.
TfLiteBufferHandle HandleOfDelegate(const TfLiteTensor& tensor,
                                    const TfLiteDelegate* delegate);

// Buffers that an application has registered with a delegate, for use by
// tensors (Interpreter::SetBufferHandle). Thread-safe. The application removes
// them: a buffer may be used by tensors of several interpreters in turn, so it
// is not removed together with a tensor.
template <typename Buffer>
class BufferHandles {
 public:
  TfLiteBufferHandle Add(std::shared_ptr<Buffer> buffer) {
    const TfLiteBufferHandle handle = NewBufferHandle();
    std::lock_guard<std::mutex> lock(mutex_);
    buffers_.emplace(handle, std::move(buffer));
    return handle;
  }

  // Null if there is none.
  std::shared_ptr<Buffer> Find(TfLiteBufferHandle handle) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto at = buffers_.find(handle);
    return at == buffers_.end() ? nullptr : at->second;
  }

  // False if there is none. Pointers that Find has returned stay valid.
  bool Remove(TfLiteBufferHandle handle) {
    std::lock_guard<std::mutex> lock(mutex_);
    return buffers_.erase(handle) > 0;
  }

 private:
  mutable std::mutex mutex_;
  std::map<TfLiteBufferHandle, std::shared_ptr<Buffer>> buffers_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_PROGRAM_BUFFER_HANDLES_H_
