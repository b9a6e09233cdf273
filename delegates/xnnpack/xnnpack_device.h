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

// "out of memory" and the like.
const char* StatusName(xnn_status status);

// Opens and initializes the library; the first call does. The error says why
// XNNPACK cannot be used here. From any thread.
Status InitializeXnnpack();

// The threads of a delegate: one pool for all its partitions, whose runs take
// turns on it. A pool is made for each number of threads in use. From any
// thread.
class XnnThreads {
 public:
  // At most this many, whatever is asked for.
  static constexpr int kMost = 64;

  // As many as asked for, or as the host recommends where that is not positive.
  static int Number(int asked, const TfLiteContext& host) {
    return std::clamp(asked > 0 ? asked : host.recommended_num_threads, 1,
                      kMost);
  }

  // Threads count the calling one; the pointer is null for one thread.
  using Pool = std::shared_ptr<pthreadpool>;
  Pool Get(int threads);

 private:
  std::mutex mutex_;
  std::weak_ptr<pthreadpool> pool_;  // the one made last
  int threads_ = 0;
};

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_XNNPACK_DEVICE_H_
