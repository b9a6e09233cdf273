#include <algorithm>

#include "kernels/gemm/gemm.h"
#include "kernels/gemm/tasks.h"

namespace tflite {
namespace {

struct Job {
  const GemmPlan& plan;
  const GemmLeft& left;
  const GemmMatrix& right;
  const GemmFloatResult& result;
};

// The runs of a tile's rows, as the kernels want them.
struct Runs {
  const float* const* rows;
  int64_t taps, depth, pitch;
};

// Runs of the tile [row, row + m). Windows in place have theirs in `memory`,
// laid there by GemmRunPointers; otherwise `rows` is filled.
Runs TileRuns(const Job& job, const GemmTask& task, const uint8_t* memory,
              int64_t row, int m, const float** rows) {
  const int64_t k = job.right.k();
  const int64_t in_block = row - task.row_begin;
  if (job.left.window != nullptr && !job.plan.gather) {
    return {reinterpret_cast<const float* const*>(memory) + in_block,
            job.left.window->runs(), job.left.window->run_elements(),
            task.row_end - task.row_begin};
  }
  const bool gathered = job.plan.gather;
  const float* first =
      gathered ? reinterpret_cast<const float*>(memory) + in_block * k
               : static_cast<const float*>(job.left.data) +
                     row * job.left.row_stride;
  const int64_t stride = gathered ? k : job.left.row_stride;
  for (int i = 0; i < m; ++i) rows[i] = first + i * stride;
  return {rows, 1, k, m};
}

void RunTask(const Job& job, const GemmTask& task, uint8_t* memory) {
  const GemmIsa& isa = job.right.isa();
  const int64_t mr = isa.float_mr, nr = isa.float_nr;
  const GemmRowLayout& layout = job.result.layout;
  if (job.plan.gather) {
    GemmGatherFloats(job.left, task.row_begin, task.row_end,
                     reinterpret_cast<float*>(memory), job.right.k() * 4);
  } else if (job.left.window != nullptr) {
    GemmRunPointers(job.left, task.row_begin, task.row_end,
                    reinterpret_cast<const float**>(memory),
                    task.row_end - task.row_begin,
                    reinterpret_cast<float*>(memory + job.plan.copies_offset));
  }
  for (int64_t p = task.panel_begin; p < task.panel_end; ++p) {
    ForEachTile(task.row_begin, task.row_end, mr, [&](int64_t row, int m) {
      const float* rows[kGemmMaxRows];
      float* out[kGemmMaxRows];
      const Runs runs = TileRuns(job, task, memory, row, m, rows);
      float* first = job.result.data + p * nr;
      if (row + m <= layout.width) {
        first += row * layout.row_stride;
        for (int i = 0; i < m; ++i) out[i] = first + i * layout.row_stride;
      } else {
        for (int i = 0; i < m; ++i) out[i] = first + layout.Offset(row + i);
      }
      GemmFloatTile tile;
      tile.m = m;
      tile.n = static_cast<int>(std::min(nr, job.right.n() - p * nr));
      tile.taps = runs.taps;
      tile.depth = runs.depth;
      tile.rows = runs.rows;
      tile.row_pitch = runs.pitch;
      tile.rhs = job.right.float_panel(p);
      tile.bias =
          job.result.bias == nullptr ? nullptr : job.result.bias + p * nr;
      tile.min = job.result.min;
      tile.max = job.result.max;
      tile.out = out;
      isa.float_tile(tile);
    });
  }
}

}  // namespace

void GemmFloats(const GemmPlan& plan, const GemmLeft& left,
                const GemmMatrix& right, const GemmFloatResult& result,
                void* scratch, ThreadPool& threads) {
  const Job job{plan, left, right, result};
  ForEachGemmTask(plan, right, scratch, threads,
                  [&](const GemmTask& task, uint8_t* memory) {
                    RunTask(job, task, memory);
                  });
}

}  // namespace tflite
