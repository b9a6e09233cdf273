#include "kernels/gemm/tasks.h"

#include <thread>

namespace tflite::kernels {
namespace {

// The slot that this thread used last.
thread_local int last = 0;

}  // namespace

int GemmSlots::Take() {
  if (count_ == 0) return -1;
  if (last >= count_) last = 0;
  while (Slot(last)->exchange(true, std::memory_order_acquire)) {
    if (++last < count_) continue;
    last = 0;
    std::this_thread::yield();
  }
  return last;
}

}  // namespace tflite::kernels
