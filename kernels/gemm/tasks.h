#ifndef KERNELS_GEMM_TASKS_H_
#define KERNELS_GEMM_TASKS_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>

#include "kernels/gemm/gemm.h"

namespace tflite::kernels {

// Scratch memory in `count` slots, at most 64, for as many tasks as were
// planned to run at once. In a larger pool tasks wait here for their turn. A
// thread first tries the slot that it had last, so that memory stays with a
// thread. A GemmSlot takes one.
class GemmSlots {
 public:
  GemmSlots(int count, size_t bytes, void* scratch)
      : count_(bytes == 0 ? 0 : count), bytes_(bytes), scratch_(scratch) {
    for (int i = 0; i < count_; ++i) new (rooms_ + i) std::atomic<bool>(false);
  }
  GemmSlots(const GemmSlots&) = delete;
  GemmSlots& operator=(const GemmSlots&) = delete;

 private:
  friend class GemmSlot;

  // The number of a free slot, or -1 where there are none.
  int Take();
  void Return(int slot) {
    if (slot >= 0) Slot(slot)->store(false, std::memory_order_release);
  }
  // Each in a cache line of its own; only `count_` of them are made.
  static constexpr int kMaxCount = 64, kLine = 64;
  struct alignas(kLine) Room {
    unsigned char bytes[kLine];
  };
  std::atomic<bool>* Slot(int i) {
    return std::launder(reinterpret_cast<std::atomic<bool>*>(rooms_ + i));
  }

  const int count_;
  const size_t bytes_;
  void* const scratch_;
  Room rooms_[kMaxCount];
};

// A slot from here to the end of the scope, however that is left: another task
// may wait for it.
class GemmSlot {
 public:
  explicit GemmSlot(GemmSlots* slots) : slots_(slots), number_(slots->Take()) {}
  ~GemmSlot() { slots_->Return(number_); }
  GemmSlot(const GemmSlot&) = delete;
  GemmSlot& operator=(const GemmSlot&) = delete;

  // -1 without memory.
  int number() const { return number_; }
  // Null without memory.
  uint8_t* memory() const {
    return number_ < 0 ? nullptr
                       : static_cast<uint8_t*>(slots_->scratch_) +
                             static_cast<size_t>(number_) * slots_->bytes_;
  }

 private:
  GemmSlots* const slots_;
  const int number_;
};

// A block of rows times a run of panels.
struct GemmTask {
  int64_t row_begin, row_end;
  int64_t panel_begin, panel_end;
};

// Calls body(task, scratch of plan.slot_bytes) for every task of the product,
// from the pool's threads; for a single one, from this thread.
template <typename Body>
void ForEachGemmTask(const GemmPlan& plan, const GemmMatrix& right,
                     void* scratch, ThreadPool& threads, const Body& body) {
  const int64_t panels = right.num_panels();
  if (plan.m == 0 || panels == 0) return;
  if (plan.m <= plan.block_rows && panels <= plan.block_panels) {
    // What it takes to share tasks would be a part of small products' time.
    body(GemmTask{0, plan.m, 0, panels}, static_cast<uint8_t*>(scratch));
    return;
  }
  const int64_t runs = (panels + plan.block_panels - 1) / plan.block_panels;
  const int64_t blocks = (plan.m + plan.block_rows - 1) / plan.block_rows;
  // Handing work to a running thread costs about a microsecond; a share should
  // take several times that. The cost of a result itself is counted in
  // products, too, and fewer than kFewRows take as long as these: reading the
  // weights does.
  constexpr int64_t kFewRows = 6;
  const bool is_float = right.type() == GemmType::kFloat;
  const int64_t rows = std::max(kFewRows, std::min(plan.m, plan.block_rows));
  const int64_t grain =
      LeastItems(is_float ? 300000 : 1000000,
                 {rows, plan.block_panels, right.panel_columns(),
                  right.k() + (is_float ? 16 : 64)});
  GemmSlots slots(plan.slots, plan.slot_bytes, scratch);
  const auto run = [&](int64_t begin, int64_t end) {
    const GemmSlot slot(&slots);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = i / runs * plan.block_rows;
      const int64_t panel = i % runs * plan.block_panels;
      body(GemmTask{row, std::min(plan.m, row + plan.block_rows), panel,
                    std::min(panels, panel + plan.block_panels)},
           slot.memory());
    }
  };
  // A copy would take memory.
  threads.ParallelFor(blocks * runs, grain, std::cref(run));
}

// Calls body(first row, rows) for tiles of nearly equal heights up to `max`: a
// last tile of a row or two would take as long as a full one. There is at least
// one row.
template <typename Body>
void ForEachTile(int64_t begin, int64_t end, int64_t max, const Body& body) {
  const int64_t tiles = (end - begin + max - 1) / max;
  const int64_t least = (end - begin) / tiles;
  int64_t taller = (end - begin) % tiles;  // that have one row more
  for (int64_t row = begin; row < end; --taller) {
    const int64_t rows = least + (taller > 0 ? 1 : 0);
    body(row, static_cast<int>(rows));
    row += rows;
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_TASKS_H_
