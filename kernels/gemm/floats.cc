#include <algorithm>
#include <limits>

#include "kernels/gemm/gemm.h"
#include "kernels/gemm/tasks.h"
#include "kernels/gemm/tiles/window_lines.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kPanelBytes = 32 * 1024;
// Of rows and their results that are in the first-level cache beside panels.
constexpr int64_t kRowBytes = 24 * 1024;

struct Job {
  const GemmPlan& plan;
  const GemmLeft& left;
  const GemmMatrix& right;
  const GemmFloatResult& result;
};

// Pointers to the runs of a tile's rows, as GemmFloatTile needs them.
struct Runs {
  const float* const* rows;
  int64_t taps, depth, pitch;
};

// For the tile [row, row + m). For windows that are not copied, GemmRunPointers
// has written the pointers to `memory`; otherwise this function fills `rows`.
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
  for (int i = 0; i < m; ++i, first += stride) rows[i] = first;
  return {rows, 1, k, m};
}

// What the tiles of a panel share.
void SetPanel(const Job& job, int64_t p, GemmFloatTile* tile) {
  const int64_t nr = job.right.panel_columns();
  tile->n = static_cast<int>(std::min(nr, job.right.n() - p * nr));
  tile->rhs = job.right.float_panel(p);
  tile->bias = job.result.bias == nullptr ? nullptr : job.result.bias + p * nr;
}

// Rows [row, row + m) times the panels [begin, end).
void RunTiles(const Job& job, const GemmTask& task, const uint8_t* memory,
              int64_t row, int m, int64_t begin, int64_t end,
              GemmFloatTile* tile) {
  const int64_t nr = job.right.panel_columns();
  const GemmRowLayout& layout = job.result.layout;
  const float* rows[kGemmMaxRows];
  float* out[kGemmMaxRows];
  const Runs runs = TileRuns(job, task, memory, row, m, rows);
  float* first = job.result.data + begin * nr;
  if (row + m <= layout.width) {
    const int64_t stride = layout.row_stride;
    first += row * stride;
    for (int i = 0; i < m; ++i, first += stride) out[i] = first;
  } else {
    for (int i = 0; i < m; ++i) out[i] = first + layout.Offset(row + i);
  }
  tile->m = m;
  tile->taps = runs.taps;
  tile->depth = runs.depth;
  tile->rows = runs.rows;
  tile->row_pitch = runs.pitch;
  tile->out = out;
  const auto kernel = job.right.isa().float_tile;
  SetPanel(job, begin, tile);
  kernel(*tile);
  for (int64_t p = begin + 1; p < end; ++p) {
    SetPanel(job, p, tile);
    for (int i = 0; i < m; ++i) out[i] += nr;
    kernel(*tile);
  }
}

// Adds the products of rows [row, row + m) and panel p over a part of the
// depth, [from, from + depth).
void RunDeepTile(const Job& job, int64_t row, int m, int64_t p, int64_t from,
                 int64_t depth) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const int64_t nr = job.right.panel_columns();
  const bool last = from + depth == job.right.k();
  const float* rows[kGemmMaxRows];
  float* out[kGemmMaxRows];
  for (int i = 0; i < m; ++i) {
    rows[i] = static_cast<const float*>(job.left.data) +
              (row + i) * job.left.row_stride + from;
    out[i] = job.result.data + job.result.layout.Offset(row + i) + p * nr;
  }
  GemmFloatTile tile;
  tile.m = m;
  SetPanel(job, p, &tile);
  tile.rhs += from * nr;
  tile.taps = 1;
  tile.depth = depth;
  tile.rows = rows;
  tile.row_pitch = m;
  tile.min = last ? job.result.min : -kInfinity;
  tile.max = last ? job.result.max : kInfinity;
  tile.out = out;
  tile.adds = from > 0;
  job.right.isa().float_tile(tile);
}

// Whether float_rows computes the task's rows. They must be in one line.
bool HasRows(const Job& job, const GemmTask& task) {
  const int64_t columns =
      std::min(job.right.n(), task.panel_end * job.right.panel_columns()) -
      task.panel_begin * job.right.panel_columns();
  return job.right.isa().float_rows != nullptr &&
         columns > job.right.isa().float_narrow &&
         task.row_end <= job.result.layout.width;
}

// Rows that lie side by side, times the task's panels up to `panel_end`.
GemmFloatRows RowsOf(const Job& job, const GemmTask& task, int64_t panel_end) {
  const int64_t k = job.right.k(), nr = job.right.panel_columns();
  const int64_t column = task.panel_begin * nr;
  const GemmFloatResult& result = job.result;
  GemmFloatRows rows;
  rows.rows = rows.block_rows = task.row_end - task.row_begin;
  rows.n = std::min(job.right.n(), panel_end * nr) - column;
  rows.taps = 1;
  rows.depth = k;
  rows.left_stride = job.left.row_stride;
  rows.left = static_cast<const float*>(job.left.data) +
              task.row_begin * rows.left_stride;
  rows.rhs = job.right.float_panel(task.panel_begin);
  rows.panel_step = nr * k;
  rows.bias = result.bias == nullptr ? nullptr : result.bias + column;
  rows.min = result.min;
  rows.max = result.max;
  rows.out = result.data + task.row_begin * result.layout.row_stride + column;
  rows.out_stride = result.layout.row_stride;
  return rows;
}

// RunDeepTile for all rows of the task and whole panels up to `panel_end`, by
// float_rows.
void RunDeepPanels(const Job& job, const GemmTask& task, int64_t panel_end,
                   int64_t from, int64_t depth) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  GemmFloatRows rows = RowsOf(job, task, panel_end);
  rows.depth = depth;
  rows.left += from;
  rows.rhs += from * job.right.panel_columns();
  rows.adds = from > 0;
  if (from + depth < job.right.k()) {
    rows.min = -kInfinity;
    rows.max = kInfinity;
  }
  job.right.isa().float_rows(rows);
}

// Computes the task's rows, block_depth of the depth at a time. The sums have
// the same bits as those of RunRows.
void RunDeepRows(const Job& job, const GemmTask& task) {
  const int64_t k = job.right.k(), nr = job.right.panel_columns();
  const int mr = job.right.isa().float_mr;
  // A panel that is not full is computed over the whole depth at once.
  const int64_t full = std::min(task.panel_end, job.right.n() / nr);
  const bool by_rows = HasRows(job, task) && full > task.panel_begin;
  for (int64_t from = 0; from < k; from += job.plan.block_depth) {
    const int64_t depth = std::min(job.plan.block_depth, k - from);
    if (by_rows) {
      RunDeepPanels(job, task, full, from, depth);
      continue;
    }
    for (int64_t p = task.panel_begin; p < full; ++p) {
      ForEachTile(task.row_begin, task.row_end, mr, [&](int64_t row, int m) {
        RunDeepTile(job, row, m, p, from, depth);
      });
    }
  }
  for (int64_t p = std::max(full, task.panel_begin); p < task.panel_end; ++p) {
    ForEachTile(task.row_begin, task.row_end, mr,
                [&](int64_t row, int m) { RunDeepTile(job, row, m, p, 0, k); });
  }
}

// The rows between two changes of panels: few where all panels fit the
// first-level cache, so that results are written in order; otherwise all.
int64_t BlockRows(const GemmFloatRows& rows, int64_t panels) {
  constexpr int64_t kFewest = 28;  // two tiles
  if (panels * rows.panel_step * 4 > kPanelBytes) return rows.rows;
  const int64_t row_bytes = (rows.taps * rows.depth + rows.n) * 4;
  return std::max(kFewest, kRowBytes / row_bytes);
}

// Computes the task's rows with float_rows.
void RunAllRows(const Job& job, const GemmTask& task, const uint8_t* memory) {
  GemmFloatRows rows = RowsOf(job, task, task.panel_end);
  if (job.plan.gather) {
    rows.left = reinterpret_cast<const float*>(memory);
    rows.left_stride = rows.depth;
  } else if (job.left.window != nullptr) {
    rows.runs = reinterpret_cast<const float* const*>(memory);
    rows.run_pitch = rows.rows;
    rows.taps = job.left.window->runs();
    // Without runs there is no memory for pointers to them.
    rows.depth = rows.taps == 0 ? 0 : job.left.window->run_elements();
  }
  rows.block_rows = BlockRows(rows, task.panel_end - task.panel_begin);
  job.right.isa().float_rows(rows);
}

// Computes the task's rows with float_rows or float_tile.
void RunRows(const Job& job, const GemmTask& task, uint8_t* memory) {
  if (job.plan.gather) {
    GemmGatherFloats(job.left, task.row_begin, task.row_end,
                     reinterpret_cast<float*>(memory), job.right.k() * 4);
  } else if (job.left.window != nullptr) {
    GemmRunPointers(job.left, task.row_begin, task.row_end,
                    reinterpret_cast<const float**>(memory),
                    task.row_end - task.row_begin,
                    reinterpret_cast<float*>(memory + job.plan.copies_offset));
  } else if (job.plan.block_depth != 0) {
    return RunDeepRows(job, task);
  }
  if (HasRows(job, task)) return RunAllRows(job, task, memory);
  // If the panels fit the first-level cache, the outer loop is over tiles of
  // rows, so that results are written in order. Otherwise it is over panels.
  const int64_t panels = task.panel_end - task.panel_begin;
  const int64_t bytes = panels * job.right.panel_columns() * job.right.k() * 4;
  const int64_t step = bytes <= kPanelBytes ? panels : 1;
  GemmFloatTile tile;
  tile.min = job.result.min;
  tile.max = job.result.max;
  for (int64_t p = task.panel_begin; p < task.panel_end; p += step) {
    ForEachTile(task.row_begin, task.row_end, job.right.isa().float_mr,
                [&](int64_t row, int m) {
                  RunTiles(job, task, memory, row, m, p, p + step, &tile);
                });
  }
}

bool HasLines(const Job& job) {
  const GemmIsa& isa = job.right.isa();
  const GemmWindow* window = job.left.window;
  const int64_t width = job.result.layout.width;
  const int most =
      isa.float_line_columns > 0 ? isa.float_line_columns : isa.float_narrow;
  return isa.float_line != nullptr && window != nullptr &&
         window->has_whole_lines() && window->runs() == kGemmLineRuns &&
         window->run_elements() == kGemmLineRun &&
         (width >= job.plan.m || width == window->geometry.out_width) &&
         job.right.n() <= most;
}

// Computes the task's rows with float_line, except those that an edge cuts.
// Windows of such runs are not copied.
void RunLines(const Job& job, const GemmTask& task, uint8_t* memory) {
  const GemmWindow& window = *job.left.window;
  const ConvWindow& g = window.geometry;
  const GemmFloatResult& result = job.result;
  GemmFloatLine line;
  line.n = static_cast<int>(job.right.n());
  line.pixel_step = g.stride_width * window.pixel_stride;
  line.rhs = job.right.float_panel(0);
  line.bias = result.bias;
  line.min = result.min;
  line.max = result.max;
  line.out_step = result.layout.row_stride;
  const int64_t line_step =
      int64_t{g.dilation_height} * g.in_width * window.pixel_stride;
  for (int64_t row = task.row_begin; row < task.row_end; row += line.pixels) {
    line.pixels = GemmInnerRows(job.left, row, task.row_end, &line.in[0]);
    if (line.in[0] == nullptr) {
      RunRows(job, {row, row + line.pixels, 0, 1}, memory);
      continue;
    }
    line.in[1] = line.in[0] + line_step;
    line.in[2] = line.in[1] + line_step;
    line.out = result.data + result.layout.Offset(row);
    job.right.isa().float_line(line);
  }
}

void RunStored(const Job& job, const GemmTask& task, uint8_t* memory) {
  if (HasLines(job)) {
    RunLines(job, task, memory);
  } else {
    RunRows(job, task, memory);
  }
}

void RunTask(const Job& job, const GemmTask& task, uint8_t* memory) {
  if (job.left.window == nullptr || job.plan.gather) {
    return RunStored(job, task, memory);
  }
  const auto room = job.plan.slot_bytes - job.plan.copies_offset;
  GemmPaddedLines lines;
  const bool copied =
      lines.Copy(job.left, task.row_begin, task.row_end,
                 reinterpret_cast<float*>(memory + job.plan.copies_offset),
                 static_cast<int64_t>(room));
  copied
      ? RunStored({job.plan, lines.left(), job.right, job.result}, task, memory)
      : RunStored(job, task, memory);
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

}  // namespace tflite::kernels
