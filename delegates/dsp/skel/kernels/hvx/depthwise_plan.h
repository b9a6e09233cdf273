#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/wire/ops.h"

namespace tflite::dsp {

// How a depthwise convolution runs: one strip of output rows and one chunk of
// 128 channels at a time. With a depth multiplier, it runs on a copy of the
// image in which each channel is repeated that many times.
//
// A quad is a vector of 32 channels by 4 columns of a row, the 4 bytes of a
// channel side by side. One instruction (vrmpy) multiplies it by 4 taps of a
// filter row and adds the 4 products of each channel. Quad i of a filter row
// reads columns that are 4i further to the right.
//   paired (stride 1): the quad of columns 2j .. 2j+3 is used for the outputs
//     2j and 2j+1; for the second one the filter is moved by one tap.
//   shared (stride 2): the quad of columns 2j .. 2j+3 is used for output j.
//   Otherwise each output has quads of its own.
//
// The direct form (depthwise_tile.h) makes quads in registers and stores each
// output in its place. With stride 1 and a filter of 3 rows of one quad, three
// output rows use the same quads: they are written to memory once (`stored`),
// as [4 groups][in_rows][row_quads] vectors.
struct DepthwisePlan {
  bool fits;  // false: the scalar kernel runs, and the other members are 0
  bool shared, paired;
  bool stored;
  int32_t filter_quads;  // of a row of the filter
  int32_t groups;        // of 32 channels
  int32_t chunks;        // of 4 groups
  int32_t row_quads;     // of a row of the input, if stored
  int32_t blocks;        // of 4 output columns
  int32_t columns;       // read for an output row, with padding; even
  int32_t out_rows;      // of a strip
  int32_t in_rows;       // input rows that a strip reads
  int32_t half_rows;     // HasPixels: output rows computed in two passes

  // Stride 2 and a filter of 3 rows of one quad: depthwise_pixels_hvx.cc
  // computes two pixels at a time, in one pass over the even channels of a
  // chunk and one over the odd channels.
  bool HasPixels(const Window& w) const {
    return shared && w.filter_height == 3 && filter_quads == 1 &&
           w.out_width > 1;
  }
  int32_t GroupQuads() const { return in_rows * row_quads; }
  // The filter of a chunk is [2 halves][filter_height][filter_quads][moves][4
  // groups] vectors. (weight - zero point) is the sum of both halves, as it may
  // not fit INT8. Move 1 is the filter moved by one tap.
  int32_t Moves() const { return paired ? 2 : 1; }
  int32_t HalfVectors(const Window& w) const {
    return 4 * Moves() * filter_quads * w.filter_height;
  }
  int32_t ChunkVectors(const Window& w) const { return 2 * HalfVectors(w); }
};

constexpr int32_t kDepthwiseStripBytes = 512 * 1024;
constexpr int32_t kDepthwiseHalves = 512;

inline DepthwisePlan PlanDepthwise(const Window& w) {
  DepthwisePlan plan = {};
  if (!IsModest(w) || w.out_width > 1 << 14) return plan;
  plan.paired = w.dilation_width == 1 && w.stride_width == 1;
  plan.shared = w.dilation_width == 1 && w.stride_width == 2;
  plan.filter_quads = (w.filter_width + (plan.paired ? 1 : 0) + 3) / 4;
  plan.groups = (w.out_channels + kLanes - 1) / kLanes;
  plan.chunks = (plan.groups + 3) / 4;
  plan.blocks = (w.out_width + 3) / 4;
  plan.stored = plan.paired && w.stride_height == 1 && w.filter_height == 3 &&
                plan.filter_quads == 1;
  if (plan.stored) plan.row_quads = plan.blocks * 2;
  // The last quads of a block of 4 outputs may read two columns more.
  plan.columns = RoundUp((plan.blocks * 4 - 1) * w.stride_width +
                             (4 * plan.filter_quads - 1) * w.dilation_width + 3,
                         2);
  const int32_t extent = (w.filter_height - 1) * w.dilation_height + 1;
  const int64_t row_bytes =
      plan.stored ? int64_t{4 * 128} * plan.row_quads : 4 * plan.columns;
  // Divides only if it has to: division is slow on the DSP.
  int32_t rows = w.out_height;
  if (((rows - 1) * int64_t{w.stride_height} + extent) * row_bytes >
      kDepthwiseStripBytes) {
    rows = (kDepthwiseStripBytes / static_cast<int32_t>(row_bytes) - extent) /
               w.stride_height +
           1;
    if (rows < 1) rows = 1;
  }
  plan.out_rows = rows;
  if (plan.HasPixels(w)) {
    // A division would be slow: the width is rounded up to a power of two.
    plan.half_rows = kDepthwiseHalves >> (32 - __builtin_clz(w.out_width - 1));
    if (plan.half_rows < 1) plan.half_rows = 1;
  }
  plan.in_rows = (rows - 1) * w.stride_height + extent;
  plan.fits =
      plan.in_rows * row_bytes <= static_cast<int64_t>(kMostScratchBytes);
  return plan;
}

// The copy of the image for a depth multiplier, with the bytes behind it that
// whole vectors read and write.
inline uint64_t DepthwiseImageBytes(const Window& w) {
  return (static_cast<uint64_t>(w.in_height) * w.in_width * w.out_channels +
          127) /
             128 * 128 +
         4 * 128;
}

// The parts of the scratch memory, in bytes, in this order.
struct DepthwiseTables {
  uint64_t finish, filter, zero, columns, spill, quads, sums, halves;
  uint64_t image;  // DepthwiseImageBytes; 0 without a depth multiplier
  uint64_t Bytes() const {
    return finish + filter + zero + columns + spill + quads + sums + halves +
           image + 8 * 128;
  }
};
inline DepthwiseTables PlaceDepthwise(const DepthwisePlan& plan,
                                      const Window& w) {
  const auto chunks = static_cast<uint64_t>(plan.chunks);
  DepthwiseTables t;
  t.image = 0;
  t.finish = 4 * chunks * 8 * 128;
  t.filter = chunks * plan.ChunkVectors(w) * 128;
  t.zero = (chunks + 1) * 128;
  t.columns = RoundUp(plan.in_rows * plan.columns * 4, 128) + 256;
  t.spill = (16 + 4 * static_cast<uint64_t>(plan.blocks)) * 128;
  t.quads = uint64_t{4 * 128} * plan.GroupQuads();
  t.sums = plan.stored ? uint64_t{4 * 128} * plan.out_rows * plan.blocks : 0;
  t.halves = uint64_t{128} * plan.half_rows * RoundUp(w.out_width, 2) + 2 * 128;
  return t;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_
