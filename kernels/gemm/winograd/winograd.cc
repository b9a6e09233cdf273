#include "kernels/gemm/winograd/winograd.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "kernels/gemm/tasks.h"

namespace tflite::kernels {
namespace {

// Fewer tiles than this would not pay for reading the transformed filters.
constexpr int64_t kLeastTiles = 32;

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

float* Input(const WinogradTask& task) {
  return reinterpret_cast<float*>(task.input);
}

float* Sums(const WinogradTask& task) {
  return reinterpret_cast<float*>(task.sums);
}

}  // namespace

int WinogradConv::EdgeFor(const ConvWindow& w) {
  const bool fits = IsWinogradWindow(w) && w.in_channels >= 32 &&
                    w.in_channels % kWinogradLanes == 0 &&
                    w.out_channels >= 32 &&
                    w.out_channels % kGemmMaxColumns == 0;
  if (!fits) return 0;
  // Rounding errors of shallow sums would show in large tiles. Products weigh
  // the same in both; edges of the image cost large tiles more.
  const int64_t small = WinogradTiles(w, 2), large = WinogradTiles(w, 4);
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
  // Held by packed_ when all are packed.
  GemmBuffer packed;
  packed_ = nullptr;
  size_t bytes = 0;
  if (!filters_.CheckedBytes(&bytes) || !packed.Allocate(bytes)) {
    return NoMemoryForWinograd(in_channels(), out_channels_);
  }
  filters_.SetMemory(packed.data());
  filters_.ClearPadding();
  const auto room = static_cast<size_t>(positions() * filters_.panel_columns() *
                                        in_channels());
  if (!PackWinogradPanels<float>(panels(), room, threads,
                                 [&](int64_t panel, float* memory) {
                                   PackPanel(filters, panel, memory);
                                 })) {
    return NoMemoryForWinograd(in_channels(), out_channels_);
  }
  packed_ = ShareBuffer(std::move(packed));
  filters_.SetMemory(packed_->data());
  return OkStatus();
}

WinogradPlan WinogradConv::Plan(const ConvWindow& window, int threads) const {
  return WinogradPlan({edge_, in_channels(), panels(), filters_.panel_columns(),
                       /*value_bytes=*/4, filters_.isa().float_mr},
                      window, threads);
}

void WinogradConv::TransformInput(const Args& args,
                                  const WinogradTask& task) const {
  const float* pixels[kWinogradMostPositions];
  WinogradInput input;
  input.edge = edge_;
  input.channels = in_channels();
  input.pixels = pixels;
  input.pitch = task.tiles() * in_channels();
  input.out = Input(task);
  for (int64_t t = task.begin; t < task.end; ++t) {
    WinogradPixels(*args.plan, t, args.in, args.zeros, pixels);
    filters_.isa().winograd_input(input);
    input.out += in_channels();
  }
}

void WinogradConv::MultiplyRows(const WinogradTask& task, int64_t panel) const {
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
    rows.left = Input(task) + p * task.tiles() * k;
    rows.rhs = filters_.float_panel(panel * positions() + p);
    rows.out = Sums(task) + p * task.tiles() * nr;
    filters_.isa().float_rows(rows);
  }
}

void WinogradConv::Multiply(const WinogradTask& task, int64_t panel) const {
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
    const float* input = Input(task) + p * task.tiles() * k;
    float* sums = Sums(task) + p * task.tiles() * nr;
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

void WinogradConv::TransformOutput(const Args& args, const WinogradTask& task,
                                   int64_t panel) const {
  const int64_t nr = filters_.panel_columns();
  float* pixels[kWinogradMostEdge * kWinogradMostEdge];
  WinogradOutput output;
  output.edge = edge_;
  output.n = nr;
  output.pitch = task.tiles() * nr;
  output.bias = args.bias + panel * nr;
  output.min = args.min;
  output.max = args.max;
  output.pixels = pixels;
  output.sums = Sums(task);
  for (int64_t t = task.begin; t < task.end; ++t) {
    WinogradResults<float>(*args.plan, t, panel * nr, args.out, nullptr,
                           pixels);
    filters_.isa().winograd_output(output);
    output.sums += nr;
  }
}

void WinogradConv::Run(const Args& args, ThreadPool& threads) const {
  ForEachWinogradTask(
      *args.plan, args.scratch, threads, [&](const WinogradTask& task) {
        TransformInput(args, task);
        for (int64_t p = task.panel_begin; p < task.panel_end; ++p) {
          Multiply(task, p);
          TransformOutput(args, task, p);
        }
      });
}

}  // namespace tflite::kernels
