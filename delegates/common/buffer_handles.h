#ifndef DELEGATES_COMMON_BUFFER_HANDLES_H_
#define DELEGATES_COMMON_BUFFER_HANDLES_H_

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// A number that no other buffer of the process has, of any delegate: a handle
// given to the wrong one is not taken for another buffer.
TfLiteBufferHandle NewBufferHandle();

// The handle of the delegate's buffer behind the tensor;
// kTfLiteNullBufferHandle where the value is in the host's memory or another
// delegate's.
TfLiteBufferHandle HandleOfDelegate(const TfLiteTensor& tensor,
                                    const TfLiteDelegate* delegate);

// Buffers that an application has made known to a delegate, which tensors then
// refer to (Interpreter::SetBufferHandle). Thread-safe. They are the
// application's to remove: one may stand behind tensors of several interpreters
// and be put behind others in turn, so that a tensor's end is not theirs.
template <typename Buffer>
class BufferHandles {
 public:
  TfLiteBufferHandle Add(std::shared_ptr<Buffer> buffer) {
    const TfLiteBufferHandle handle = NewBufferHandle();
    std::lock_guard<std::mutex> lock(mutex_);
    buffers_.emplace(handle, std::move(buffer));
    return handle;
  }

  // Null where there is none.
  std::shared_ptr<Buffer> Find(TfLiteBufferHandle handle) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto at = buffers_.find(handle);
    return at == buffers_.end() ? nullptr : at->second;
  }

  // False where there is none. Who has found it keeps it.
  bool Remove(TfLiteBufferHandle handle) {
    std::lock_guard<std::mutex> lock(mutex_);
    return buffers_.erase(handle) > 0;
  }

 private:
  mutable std::mutex mutex_;
  std::map<TfLiteBufferHandle, std::shared_ptr<Buffer>> buffers_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_BUFFER_HANDLES_H_
