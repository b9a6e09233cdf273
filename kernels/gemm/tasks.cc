#include "kernels/gemm/tasks.h"

#include <thread>

namespace tflite::kernels {
namespace {

// The slot that this thread used last.
thread_local int last = 0;

}  // namespace

uint8_t* GemmSlots::Take(int* slot) {
  if (count_ == 0) {
    *slot = -1;
    return nullptr;
  }
  if (last >= count_) last = 0;
  while (Slot(last)->exchange(true, std::memory_order_acquire)) {
    if (++last < count_) continue;
    last = 0;
    std::this_thread::yield();
  }
  *slot = last;
  return static_cast<uint8_t*>(scratch_) + static_cast<size_t>(last) * bytes_;
}

}  // namespace tflite::kernels
