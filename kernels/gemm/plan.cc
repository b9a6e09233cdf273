#include <algorithm>

#include "kernels/gemm/gemm.h"

namespace tflite::kernels {
namespace {

// A block's rows should stay in the second-level cache while all panels are
// multiplied.
constexpr int64_t kBlockBytes = 192 * 1024;
constexpr int64_t kMaxBlockRows = 256;
// Float windows of shorter runs are copied: pointers to them would cost more.
constexpr int64_t kMinRun = 8;
// So are those of one pixel, if multiplied by many columns: rows side by side
// take fewer instructions.
constexpr int64_t kManyColumns = 64;
// Tasks per thread, to balance unequal progress.
constexpr int64_t kTasksPerThread = 4;
// Blocks of fewer rows are cut into low tiles.
constexpr int64_t kMinBlockRows = 48;
// Threads share the columns where these are as many for each row: rows that
// another thread wrote take longer to read than weights.
constexpr int64_t kColumnsPerRow = 4;
constexpr int kMaxSlots = 64;
// Bytes of a group, and those that are copied in about the time that it takes
// to multiply a group by a vector of columns.
constexpr int64_t kGroupBytes = 4, kCopiedBytes = 16;
// Deep products of floats: how much of the depth is multiplied at a time, and
// the depth and number of rows from which on that pays. A block has
// kDeepBlockBytes of rows, which stay in the second-level cache.
constexpr int64_t kBlockDepth = 1024;
constexpr int64_t kMinDeep = 2048, kMinDeepRows = 32;
constexpr int64_t kDeepBlockBytes = 448 * 1024;

uint64_t Aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

int64_t RowBytes(const GemmMatrix& right) {
  return right.type() == GemmType::kFloat ? right.k() * 4 : right.groups() * 4;
}

// What a block reads of the left side for each of its rows: windows that are
// not copied share pixels with their neighbours.
int64_t ReadBytes(const GemmMatrix& right, const GemmWindow* window,
                  bool gather) {
  if (gather || window == nullptr) return RowBytes(right);
  const ConvWindow& g = window->geometry;
  const int64_t step = int64_t{g.stride_height} * g.stride_width;
  return std::min(window->taps(), step) * window->channels * 4;
}

int64_t RoundUp(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }

// Blocks should have about this many rows, and never more than a quarter more:
// all weights are read again for the last block, which had better not be low.
struct BlockHeight {
  int64_t about, mr;

  int64_t Most() const { return RoundUp(about + about / 4, mr); }
  // Of each block but the last one, for m rows.
  int64_t Of(int64_t m) const {
    const int64_t blocks = CeilDiv(m, Most());
    if (blocks <= 1) return std::max(mr, m);
    return RoundUp(CeilDiv(m, blocks), mr);
  }
};

// The panels of a task, where threads share those of `blocks` blocks of rows:
// in as many tasks as possible, unless fewer save the thread with the most work
// more than a tenth.
int64_t PanelsOfTask(int64_t panels, int64_t blocks, int64_t threads) {
  int64_t best = panels, least = 0;
  for (int64_t each = kTasksPerThread; each > 0; --each) {
    const int64_t count = CeilDiv(panels, CeilDiv(threads * each, blocks));
    const int64_t tasks = CeilDiv(panels, count) * blocks;
    const int64_t work = CeilDiv(tasks, threads) * count;
    if (each == kTasksPerThread || work * 10 < least * 9) {
      best = count;
      least = work;
    }
  }
  return best;
}

// The memory of a slot for blocks of as many rows.
void SetSlotBytes(const GemmMatrix& right, const GemmWindow* window,
                  int64_t rows, GemmPlan* plan) {
  const int64_t row_bytes = std::max<int64_t>(1, RowBytes(right));
  int64_t bytes = 0;
  if (plan->gather) {
    bytes = rows * row_bytes;
  } else if (window != nullptr) {
    plan->copies_offset = Aligned(rows * window->runs() * sizeof(void*));
    bytes = static_cast<int64_t>(plan->copies_offset) +
            window->MostCutRows(rows) * row_bytes;
  }
  // Room for each row's sum.
  if (right.type() != GemmType::kFloat) bytes += rows * 4;
  plan->slot_bytes = Aligned(bytes);
}

}  // namespace

int64_t GemmRunOf(const GemmWindow& window, int64_t n, const GemmIsa& isa) {
  const int64_t run = window.run_elements(), lines = window.runs();
  if (!isa.pads_runs || !window.has_whole_lines() || lines < 2 ||
      run % kGroupBytes == 0) {
    return 0;
  }
  // What the padding adds to multiply must be less than what is not copied.
  const int64_t more =
      lines * CeilDiv(run, kGroupBytes) - CeilDiv(lines * run, kGroupBytes);
  const bool pays =
      more * CeilDiv(n, isa.int_vector) <= lines * CeilDiv(run, kCopiedBytes);
  return pays ? run : 0;
}

GemmPlan PlanGemm(const GemmMatrix& right, int64_t m, const GemmWindow* window,
                  int threads) {
  const bool is_float = right.type() == GemmType::kFloat;
  const int64_t mr = is_float ? right.isa().float_mr : right.isa().int_mr;
  GemmPlan plan;
  plan.m = m;
  plan.gather =
      !is_float || (window != nullptr &&
                    (window->run_elements() < kMinRun ||
                     (window->taps() == 1 && right.n() >= kManyColumns)));
  threads = std::max(1, threads);
  const int64_t read_bytes =
      std::max<int64_t>(1, ReadBytes(right, window, plan.gather));
  int64_t rows = std::min(kMaxBlockRows, kBlockBytes / read_bytes);
  if (is_float && window == nullptr && right.k() >= kMinDeep &&
      m >= kMinDeepRows) {
    plan.block_depth = kBlockDepth;
    rows = std::min(kMaxBlockRows, kDeepBlockBytes / (kBlockDepth * 4));
  }
  const BlockHeight height{std::max(mr, rows / mr * mr), mr};
  plan.block_rows = height.Of(m);
  // Threads share the columns, not few rows: each would read all weights.
  const bool few = m < threads * kMinBlockRows &&
                   right.n() >= kColumnsPerRow * m &&
                   right.num_panels() >= threads * 2;
  if (threads > 1 && !(few && m <= plan.block_rows)) {
    // As many blocks for one thread as for another.
    const int64_t each =
        std::clamp<int64_t>(m / (threads * kMinBlockRows), 1, kTasksPerThread);
    int64_t blocks = std::max(threads * each, CeilDiv(m, plan.block_rows));
    blocks = CeilDiv(blocks, threads) * threads;
    plan.block_rows = std::max(mr, CeilDiv(m, blocks));
  }
  const int64_t panels = std::max<int64_t>(1, right.num_panels());
  plan.block_panels = panels;
  const int64_t blocks = CeilDiv(m, plan.block_rows);
  // Each run repeats what a task does with its rows before it multiplies.
  const bool whole =
      blocks >= threads && !few && (plan.gather || window != nullptr);
  if (threads > 1 && blocks < threads * 2 && !whole) {
    // Few rows: the threads share the columns, too.
    plan.block_panels =
        PanelsOfTask(panels, std::max<int64_t>(1, blocks), threads);
  }
  plan.slots = std::min(threads, kMaxSlots);
  // Callers rely on memory for m rows being enough for fewer rows, whose blocks
  // may be higher.
  SetSlotBytes(right, window, std::max(mr, std::min(m, height.Most())), &plan);
  return plan;
}

}  // namespace tflite::kernels
