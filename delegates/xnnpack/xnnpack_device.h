#ifndef DELEGATES_XNNPACK_XNNPACK_DEVICE_H_
#define DELEGATES_XNNPACK_XNNPACK_DEVICE_H_

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "delegates/xnnpack/xnnpack_functions.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::xnnpack {

using namespace delegates;

// A description such as "out of memory".
const char* StatusName(xnn_status status);

// Opens and initializes the library in the first call. The error states why
// XNNPACK cannot be used. Thread-safe.
Status InitializeXnnpack();

// The threads of a delegate: a pool for each number of threads in use, shared
// in turn by all partitions of the delegate. Thread-safe.
class XnnThreads {
 public:
  // Upper limit of the number of threads.
  static constexpr int kMost = 64;

  // The number of threads to use: `asked`, or the host's recommendation if it
  // is not positive.
  static int Number(int asked, const TfLiteContext& host) {
    return std::clamp(asked > 0 ? asked : host.recommended_num_threads, 1,
                      kMost);
  }

  // `threads` includes the calling thread. Null for one thread.
  using Pool = std::shared_ptr<pthreadpool>;
  Pool Get(int threads);

 private:
  std::mutex mutex_;
  std::weak_ptr<pthreadpool> pool_;  // the last one created
  int threads_ = 0;
};

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_DEVICE_H_
