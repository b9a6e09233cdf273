#include "delegates/xnnpack/xnnpack_device.h"

#include <algorithm>

namespace tflite::xnnpack {

const char* StatusName(xnn_status status) {
  switch (status) {
    case xnn_status_success:
      return "success";
    case xnn_status_uninitialized:
      return "the library is not initialized";
    case xnn_status_invalid_parameter:
      return "invalid parameter";
    case xnn_status_invalid_state:
      return "invalid state";
    case xnn_status_unsupported_parameter:
      return "unsupported parameter";
    case xnn_status_unsupported_hardware:
      return "unsupported hardware";
    case xnn_status_out_of_memory:
      return "out of memory";
    default:
      return "unknown status";
  }
}

Status InitializeXnnpack() {
  TFLL_RETURN_IF_ERROR(LoadXnnpack());
  // Never deinitialized, because other delegates may be created later.
  static const xnn_status status = xnn_initialize(nullptr);
  if (status == xnn_status_success) return OkStatus();
  return Internal("XNNPACK does not start: ", StatusName(status));
}

XnnThreads::Pool XnnThreads::Get(int threads) {
  threads = std::min(threads, kMost);
  if (threads <= 1) return nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  Pool pool = pool_.lock();
  if (pool == nullptr || threads_ != threads) {
    pool = Pool(pthreadpool_create(threads), pthreadpool_destroy);
    pool_ = pool;
    threads_ = threads;
  }
  return pool;
}

}  // namespace tflite::xnnpack
