#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/conv_2d.h"

namespace tflite::dsp::bench {
namespace {

int32_t RandomByte(Random& random, bool is_signed) {
  return is_signed ? random.In(-128, 127) : random.In(0, 255);
}

// Random weights, padding with the zero point, as the host packs them.
Piece MakeWeights(Arena& arena, Random& random, const DenseLayout& layout,
                  int32_t groups, int32_t group_out, int32_t zero_point) {
  const int32_t padded = groups * RoundUp(group_out, kLanes);
  const Piece piece = arena.Take(static_cast<uint32_t>(layout.Bytes(padded)));
  auto* weights = arena.At<uint8_t>(piece);
  memset(weights, zero_point, piece.bytes);
  for (int32_t o = 0; o < groups * group_out; ++o) {
    const int32_t channel =
        PaddedChannel(o / group_out, o % group_out, group_out);
    for (int32_t t = 0; t < layout.taps; ++t) {
      for (int32_t c = 0; c < layout.channels; ++c) {
        weights[layout.At(channel, t, c)] = static_cast<uint8_t>(random.Next());
      }
    }
  }
  return piece;
}

// The spread of sums of so many products.
template <typename Case>
int32_t Magnitude(const Case& c, int32_t products) {
  return c.is_small ? kSmallSums : products * 60 + 500;
}

// Tiles that cover `pixels`, the widest first; `widths` ends with 1.
int64_t Tiles(int32_t pixels, const int32_t* widths) {
  int64_t tiles = 0;
  for (; pixels > 0; ++widths) {
    tiles += pixels / *widths;
    pixels %= *widths;
  }
  return tiles;
}

// As hvx/dense_run_hvx.cc splits `pixels`: each tile loads all weights of its
// groups once.
int64_t TileWeightBytes(int32_t pixels, int32_t channels, int64_t block_bytes) {
  static constexpr int32_t kWidths[4][6] = {
      {12, 6, 4, 2, 1}, {10, 8, 6, 4, 2, 1}, {6, 4, 2, 1}, {6, 5, 4, 3, 2, 1}};
  const int32_t groups = RoundUp(channels, kLanes) / kLanes;
  const int32_t whole =
      channels % (4 * kLanes) == 0 ? groups / 4 : (groups - 1) / 4;
  const int32_t rest = groups - 4 * whole;
  int64_t bytes = 4 * whole * Tiles(pixels, kWidths[3]) * block_bytes;
  if (rest > 0) bytes += rest * Tiles(pixels, kWidths[rest - 1]) * block_bytes;
  return bytes;
}

}  // namespace

DenseCase RandomDenseCase(Random& random) {
  static constexpr int32_t kIn[] = {1,  2,  3,  4,  5,  8,   12,  16,  17, 24,
                                    32, 36, 40, 64, 96, 100, 128, 130, 136};
  static constexpr int32_t kOut[] = {1,   3,   8,   16,  17,  24,  31,  32,
                                     33,  40,  64,  72,  96,  100, 120, 128,
                                     130, 144, 160, 192, 200, 224, 256};
  DenseCase c;
  c.groups = random.OneIn(6) ? random.In(2, 3) : 1;
  const int32_t in = kIn[random.In(0, 18)] * c.groups;
  const int32_t out = kOut[random.In(0, 22)] * c.groups;
  c.window = RandomWindow(random, in, out, 5);
  c.is_signed = !random.OneIn(3);
  c.is_quick = !random.OneIn(3);
  c.weights_zero_point = c.is_signed ? 128 : random.In(0, 255);
  return c;
}

CaseResult RunConv2d(Arena& arena, Random& random, const DenseCase& c,
                     bool compare) {
  arena.Reset();
  const Window& w = c.window;
  const int32_t group_in = w.in_channels / c.groups;
  const int32_t group_out = w.out_channels / c.groups;
  const DenseLayout layout = {w.filter_height * w.filter_width, group_in};
  Conv2dParams p = {};
  p.window = w;
  p.groups = c.groups;
  p.is_signed = c.is_signed;
  p.input_zero_point = RandomByte(random, c.is_signed);
  p.weights_zero_point = c.weights_zero_point;
  p.finish =
      MakeFinish(arena, random, c.groups, group_out, c.is_signed, c.is_quick,
                 Magnitude(c, layout.taps * group_in), c.is_extreme);
  p.input = arena.Take(w.batch * w.in_height * w.in_width * w.in_channels);
  p.output = arena.Take(static_cast<uint32_t>(Outputs(w)));
  arena.Fill(p.input, random);
  if (c.is_small) arena.Fill(p.input, p.input_zero_point);
  p.weights = MakeWeights(arena, random, layout, c.groups, group_out,
                          c.weights_zero_point);
  return RunKernel<Conv2dParams>(arena, p, Conv2dHvx, Conv2dScalar, compare);
}

int64_t Conv2dBound(const DenseCase& c) {
  const Window& w = c.window;
  const int64_t products = Outputs(w) * (w.in_channels / c.groups) *
                           w.filter_height * w.filter_width;
  return products / 256 + Outputs(w) / 16;
}

int64_t Conv2dWeightBytes(const DenseCase& c) {
  Conv2dParams p = {};
  p.window = c.window;
  p.groups = c.groups;
  const Window& w = c.window;
  const FewChannelsPlan few = PlanFewChannels(p);
  if (few.used) {
    // Scalars, for 128 pixels at a time.
    const int64_t blocks =
        RoundUp(w.out_height * w.out_width, 128) / 128 * w.batch;
    return blocks * few.quads * few.out_quads * 16;
  }
  const DenseLayout layout = {w.filter_height * w.filter_width,
                              w.in_channels / c.groups};
  const StripPlan plan = PlanStrip(w, c.groups);
  int64_t bytes = 0;
  for (int32_t y = 0; y < w.out_height; y += plan.out_rows) {
    const int32_t left = w.out_height - y;
    const int32_t rows = left < plan.out_rows ? left : plan.out_rows;
    bytes += TileWeightBytes(rows * w.out_width, w.out_channels / c.groups,
                             layout.BlockBytes());
  }
  return bytes * c.groups * w.batch;
}

RowsCase RandomRowsCase(Random& random) {
  RowsCase c;
  c.rows = random.OneIn(2) ? 1 : random.In(2, 20);
  c.depth = random.In(1, 300);
  c.units = random.In(1, 300);
  c.is_signed = !random.OneIn(3);
  c.is_quick = !random.OneIn(3);
  c.weights_zero_point = c.is_signed ? 128 : random.In(0, 255);
  return c;
}

CaseResult RunFullyConnected(Arena& arena, Random& random, const RowsCase& c,
                             bool compare) {
  arena.Reset();
  FullyConnectedParams p = {};
  p.rows = c.rows;
  p.depth = c.depth;
  p.units = c.units;
  p.is_signed = c.is_signed;
  p.input_zero_point = RandomByte(random, c.is_signed);
  p.weights_zero_point = c.weights_zero_point;
  p.finish = MakeFinish(arena, random, 1, c.units, c.is_signed, c.is_quick,
                        Magnitude(c, c.depth), c.is_extreme);
  if (c.slow_channel >= 0) {
    int32_t* planes = arena.At<int32_t>(p.finish.planes);
    planes[p.finish.pitch + c.slow_channel] = 1 << 30;
    planes[2 * p.finish.pitch + c.slow_channel] = -31;
  }
  p.input = arena.Take(c.rows * c.depth);
  p.output = arena.Take(c.rows * c.units);
  arena.Fill(p.input, random);
  if (c.is_small) arena.Fill(p.input, p.input_zero_point);
  p.weights = MakeWeights(arena, random, {1, c.depth}, 1, c.units,
                          c.weights_zero_point);
  return RunKernel<FullyConnectedParams>(arena, p, FullyConnectedHvx,
                                         FullyConnectedScalar, compare);
}

int64_t FullyConnectedBound(const RowsCase& c) {
  const int64_t outputs = int64_t{c.rows} * c.units;
  return outputs * c.depth / (c.rows == 1 ? 128 : 256) + outputs / 16;
}

int64_t FullyConnectedWeightBytes(const RowsCase& c) {
  return TileWeightBytes(c.rows, c.units, DenseLayout{1, c.depth}.BlockBytes());
}

}  // namespace tflite::dsp::bench
