#include "kernels/gemm/winograd/winograd.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "kernels/gemm/tasks.h"

namespace tflite::kernels {
namespace {

// A block's transformed input should leave room in the second-level cache for
// the sums and a panel.
constexpr int64_t kBlockBytes = 512 * 1024;
// Fewer tiles than this would not pay for reading the transformed filters.
constexpr int64_t kLeastTiles = 32;
// Tiles of a task, for threads; tasks for each.
constexpr int64_t kLeastBlockTiles = 24, kTasksPerThread = 4;
constexpr int kMaxSlots = 64;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

uint64_t Aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

int64_t Tiles(const ConvWindow& w, int64_t edge) {
  return w.batch * CeilDiv(w.out_height, edge) * CeilDiv(w.out_width, edge);
}

// A filter's line of three at each position of an axis: the values of a
// polynomial at the points of winograd_transforms.h, over what the transforms
// there leave out.
constexpr double kLine2[4][3] = {
    {1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
constexpr double kThird = 1.0 / 3, kSqrt2 = 1.4142135623730951;
constexpr double kLine4[6][3] = {{1, 0, 0},
                                 {-2 * kThird, -kSqrt2* kThird, -kThird},
                                 {-2 * kThird, kSqrt2* kThird, -kThird},
                                 {kThird / 2, kSqrt2* kThird / 2, kThird},
                                 {kThird / 2, -kSqrt2* kThird / 2, kThird},
                                 {0, 0, 1}};

const double (*LinesOf(int edge))[3] { return edge == 2 ? kLine2 : kLine4; }

// One output channel, [3, 3, channels]: position p's filter goes to
// out + p * pitch.
void TransformFilter(const float* filter, int64_t channels, int edge,
                     float* out, int64_t pitch) {
  const double(*lines)[3] = LinesOf(edge);
  constexpr int64_t kRun = 16;
  static_assert(kRun == kWinogradLanes, "channels are whole runs");
  for (int64_t c = 0; c < channels; c += kRun) {
    for (int i = 0; i < edge + 2; ++i) {
      double line[3][kRun];
      for (int x = 0; x < 3; ++x) {
        const float* at = filter + x * channels + c;
        for (int64_t l = 0; l < kRun; ++l) {
          line[x][l] = lines[i][0] * at[l] +
                       lines[i][1] * at[3 * channels + l] +
                       lines[i][2] * at[6 * channels + l];
        }
      }
      for (int j = 0; j < edge + 2; ++j) {
        float* to = out + (i * (edge + 2) + j) * pitch + c;
        for (int64_t l = 0; l < kRun; ++l) {
          to[l] = static_cast<float>(lines[j][0] * line[0][l] +
                                     lines[j][1] * line[1][l] +
                                     lines[j][2] * line[2][l]);
        }
      }
    }
  }
}

}  // namespace

// Tiles [begin, end) and panels [panel_begin, panel_end).
struct WinogradConv::Task {
  int64_t begin, end;
  int64_t panel_begin, panel_end;
  float* input;  // [position, tile, channel]
  float* sums;   // [position, tile, column of a panel]

  int64_t tiles() const { return end - begin; }
};

int WinogradConv::EdgeFor(const ConvWindow& w) {
  const bool fits =
      w.filter_height == 3 && w.filter_width == 3 && w.stride_height == 1 &&
      w.stride_width == 1 && w.dilation_height == 1 && w.dilation_width == 1 &&
      w.in_channels >= 32 && w.in_channels % kWinogradLanes == 0 &&
      w.out_channels >= 32 && w.out_channels % kGemmMaxColumns == 0;
  if (!fits) return 0;
  // Rounding errors of shallow sums would show in large tiles. Products weigh
  // the same in both; edges of the image cost large tiles more.
  const int64_t small = Tiles(w, 2), large = Tiles(w, 4);
  if (w.in_channels >= 64 && large >= kLeastTiles && large * 36 < small * 16) {
    return 4;
  }
  return small >= kLeastTiles ? 2 : 0;
}

WinogradConv::WinogradConv(int edge, int64_t in_channels, int64_t out_channels,
                           const GemmIsa& isa)
    : edge_(edge),
      out_channels_(out_channels),
      filters_(GemmType::kFloat, int64_t{edge + 2} * (edge + 2) * out_channels,
               in_channels, isa) {}

void WinogradConv::PackPanel(const float* filters, int64_t panel, float* room) {
  const int64_t k = in_channels(), nr = filters_.panel_columns();
  for (int64_t j = 0; j < nr; ++j) {
    TransformFilter(filters + (panel * nr + j) * 9 * k, k, edge_, room + j * k,
                    nr * k);
  }
  for (int64_t p = 0; p < positions(); ++p) {
    filters_.PackPanel({room + p * nr * k, k, 1}, panel * positions() + p);
  }
}

Status WinogradConv::SetFilters(const float* filters, ThreadPool* threads) {
  const Status short_of_memory =
      Internal("not enough memory for the transformed filters of ",
               in_channels(), " to ", out_channels_, " channels");
  // Held by packed_ when all are packed.
  GemmBuffer packed;
  packed_ = nullptr;
  size_t bytes = 0;
  if (!filters_.CheckedBytes(&bytes) || !packed.Allocate(bytes)) {
    return short_of_memory;
  }
  filters_.SetMemory(packed.data());
  filters_.ClearPadding();
  const auto room_size = static_cast<size_t>(
      positions() * filters_.panel_columns() * in_channels());
  std::atomic<bool> failed(false);
  const auto pack = [&](int64_t begin, int64_t end) {
    const std::unique_ptr<float[]> room(new (std::nothrow) float[room_size]);
    if (room == nullptr) {
      failed = true;
      return;
    }
    for (int64_t p = begin; p < end; ++p) PackPanel(filters, p, room.get());
  };
  if (threads == nullptr) {
    pack(0, panels());
  } else {
    threads->ParallelFor(panels(), 1, pack);
  }
  if (failed) return short_of_memory;
  packed_ = ShareBuffer(std::move(packed));
  filters_.SetMemory(packed_->data());
  return OkStatus();
}

WinogradPlan WinogradConv::Plan(const ConvWindow& window, int threads) const {
  threads = std::max(1, threads);
  const int64_t mr = filters_.isa().float_mr;
  const int64_t tiles = std::max<int64_t>(1, Tiles(window, edge_));
  const int64_t tile_bytes = positions() * in_channels() * 4;
  WinogradPlan plan;
  plan.window = window;
  const int64_t most = std::max(mr, kBlockBytes / tile_bytes / mr * mr);
  int64_t blocks = CeilDiv(tiles, most);
  if (threads > 1) {
    // As many blocks for one thread as for another.
    const int64_t each = std::clamp<int64_t>(
        tiles / (threads * kLeastBlockTiles), 1, kTasksPerThread);
    blocks = CeilDiv(std::max(blocks, threads * each), threads) * threads;
  }
  plan.block_tiles = CeilDiv(tiles, blocks);
  plan.block_panels = panels();
  blocks = CeilDiv(tiles, plan.block_tiles);
  if (threads > 1 && blocks < threads) {
    // The threads share the columns, too; each transforms its input.
    plan.block_panels = CeilDiv(panels(), CeilDiv(2 * threads, blocks));
  }
  plan.slots = std::min(threads, kMaxSlots);
  plan.sums_offset =
      Aligned(static_cast<uint64_t>(plan.block_tiles * tile_bytes));
  plan.slot_bytes = Aligned(
      plan.sums_offset + static_cast<uint64_t>(positions() * plan.block_tiles *
                                               filters_.panel_columns() * 4));
  return plan;
}

void WinogradConv::TransformInput(const Args& args, const Task& task) const {
  const ConvWindow& w = args.plan->window;
  const int64_t in = edge_ + 2, channels = in_channels();
  const int64_t across = CeilDiv(w.out_width, edge_);
  const int64_t down = CeilDiv(w.out_height, edge_);
  const float* pixels[kWinogradMostPositions];
  WinogradInput input;
  input.edge = edge_;
  input.channels = channels;
  input.pixels = pixels;
  input.pitch = task.tiles() * channels;
  for (int64_t t = task.begin; t < task.end; ++t) {
    const int64_t top = t / across % down * edge_ - w.pad_top;
    const int64_t left = t % across * edge_ - w.pad_left;
    const float* image =
        args.in + t / (across * down) * w.in_height * w.in_width * channels;
    for (int64_t i = 0; i < in; ++i) {
      const bool line = top + i >= 0 && top + i < w.in_height;
      const int64_t first = (top + i) * w.in_width + left;
      for (int64_t j = 0; j < in; ++j) {
        const bool inside = line && left + j >= 0 && left + j < w.in_width;
        pixels[i * in + j] =
            inside ? image + (first + j) * channels : args.zeros;
      }
    }
    input.out = task.input + (t - task.begin) * channels;
    filters_.isa().winograd_input(input);
  }
}

void WinogradConv::MultiplyRows(const Task& task, int64_t panel) const {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const int64_t k = in_channels(), nr = filters_.panel_columns();
  GemmFloatRows rows;
  rows.rows = rows.block_rows = task.tiles();
  rows.n = rows.out_stride = nr;
  rows.taps = 1;
  rows.depth = rows.left_stride = k;
  rows.panel_step = 0;  // there is one
  rows.bias = nullptr;
  rows.min = -kInfinity;
  rows.max = kInfinity;
  for (int64_t p = 0; p < positions(); ++p) {
    rows.left = task.input + p * task.tiles() * k;
    rows.rhs = filters_.float_panel(panel * positions() + p);
    rows.out = task.sums + p * task.tiles() * nr;
    filters_.isa().float_rows(rows);
  }
}

void WinogradConv::Multiply(const Task& task, int64_t panel) const {
  if (filters_.isa().float_rows != nullptr) return MultiplyRows(task, panel);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const int64_t k = in_channels(), nr = filters_.panel_columns();
  const float* rows[kGemmMaxRows];
  float* out[kGemmMaxRows];
  GemmFloatTile tile;
  tile.n = static_cast<int>(nr);
  tile.taps = 1;
  tile.depth = k;
  tile.rows = rows;
  tile.bias = nullptr;
  tile.min = -kInfinity;
  tile.max = kInfinity;
  tile.out = out;
  for (int64_t p = 0; p < positions(); ++p) {
    const float* input = task.input + p * task.tiles() * k;
    float* sums = task.sums + p * task.tiles() * nr;
    tile.rhs = filters_.float_panel(panel * positions() + p);
    ForEachTile(0, task.tiles(), filters_.isa().float_mr,
                [&](int64_t row, int m) {
                  for (int i = 0; i < m; ++i) {
                    rows[i] = input + (row + i) * k;
                    out[i] = sums + (row + i) * nr;
                  }
                  tile.m = m;
                  tile.row_pitch = m;
                  filters_.isa().float_tile(tile);
                });
  }
}

void WinogradConv::TransformOutput(const Args& args, const Task& task,
                                   int64_t panel) const {
  const ConvWindow& w = args.plan->window;
  const int64_t nr = filters_.panel_columns();
  const int64_t across = CeilDiv(w.out_width, edge_);
  const int64_t down = CeilDiv(w.out_height, edge_);
  float* pixels[kWinogradMostEdge * kWinogradMostEdge];
  WinogradOutput output;
  output.edge = edge_;
  output.n = nr;
  output.pitch = task.tiles() * nr;
  output.bias = args.bias + panel * nr;
  output.min = args.min;
  output.max = args.max;
  output.pixels = pixels;
  for (int64_t t = task.begin; t < task.end; ++t) {
    const int64_t top = t / across % down * edge_;
    const int64_t left = t % across * edge_;
    const int64_t image = t / (across * down) * w.out_height;
    for (int64_t i = 0; i < edge_; ++i) {
      for (int64_t j = 0; j < edge_; ++j) {
        const bool inside = top + i < w.out_height && left + j < w.out_width;
        const int64_t at = (image + top + i) * w.out_width + left + j;
        pixels[i * edge_ + j] =
            inside ? args.out + at * out_channels_ + panel * nr : nullptr;
      }
    }
    output.sums = task.sums + (t - task.begin) * nr;
    filters_.isa().winograd_output(output);
  }
}

void WinogradConv::Run(const Args& args, ThreadPool& threads) const {
  const WinogradPlan& plan = *args.plan;
  const int64_t tiles = Tiles(plan.window, edge_);
  const int64_t blocks = CeilDiv(tiles, plan.block_tiles);
  const int64_t runs = CeilDiv(panels(), plan.block_panels);
  GemmSlots slots(plan.slots, plan.slot_bytes, args.scratch);
  threads.ParallelFor(blocks * runs, 1, [&](int64_t begin, int64_t end) {
    const GemmSlot slot(&slots);
    uint8_t* const memory = slot.memory();
    for (int64_t i = begin; i < end; ++i) {
      Task task;
      task.begin = i / runs * plan.block_tiles;
      task.end = std::min(tiles, task.begin + plan.block_tiles);
      task.panel_begin = i % runs * plan.block_panels;
      task.panel_end = std::min(panels(), task.panel_begin + plan.block_panels);
      task.input = reinterpret_cast<float*>(memory);
      task.sums = reinterpret_cast<float*>(memory + plan.sums_offset);
      TransformInput(args, task);
      for (int64_t p = task.panel_begin; p < task.panel_end; ++p) {
        Multiply(task, p);
        TransformOutput(args, task, p);
      }
    }
  });
}

}  // namespace tflite::kernels
