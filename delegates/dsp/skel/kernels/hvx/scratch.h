#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_SCRATCH_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_SCRATCH_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise_plan.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise_taps/depthwise_taps_plan.h"
#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_plan.h"
#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/wire/ops.h"

// How much scratch memory the vector kernels need (wire/scratch.h). Host and
// DSP compute the same. 0: the scalar kernel runs.
namespace tflite::dsp {

constexpr uint32_t kFinishGroupBytes = 8 * 128;

// A fully connected layer as a 1x1 convolution. Its rows become the pixels of
// an image with one row.
inline Conv2dParams AsConvolution(const FullyConnectedParams& p) {
  Conv2dParams c = {};
  c.input = p.input;
  c.weights = p.weights;
  c.output = p.output;
  c.finish = p.finish;
  c.window.batch = c.window.in_height = c.window.out_height = 1;
  c.window.in_width = c.window.out_width = p.rows;
  c.window.in_channels = p.depth;
  c.window.out_channels = p.units;
  c.window.filter_height = c.window.filter_width = 1;
  c.window.stride_height = c.window.stride_width = 1;
  c.window.dilation_height = c.window.dilation_width = 1;
  c.groups = 1;
  c.is_signed = p.is_signed;
  c.input_zero_point = p.input_zero_point;
  c.weights_zero_point = p.weights_zero_point;
  return c;
}

// Entries in a row of pixel sums: the columns that windows read, those before
// them that align the row, and those behind them that whole vectors need.
constexpr int32_t PixelSumsPitch(const StripPlan& plan, const Window& w) {
  int32_t entries = (w.out_width - 1) * w.stride_width +
                    (w.filter_width - 1) * w.dilation_width + 1;
  if (plan.copy) {
    entries += Quotient(plan.left, plan.pixel_bytes);
    const int32_t row = Quotient(plan.row_bytes, plan.pixel_bytes);
    entries = entries > row ? entries : row;
  }
  return RoundUpTo(entries, 32) + 64;
}

// The parts of conv_2d's scratch memory, in bytes, in this order.
struct DenseTables {
  uint64_t finish, spill, pieces, windows, pixel_sums, copy;

  uint64_t few;  // few_channels.h, which needs only this and `finish`

  uint64_t Bytes() const {
    const uint64_t many =
        spill + pieces + 2 * windows + pixel_sums + copy + 2 * 128;
    return finish + (few > many ? few : many);
  }
};

// How a conv_2d runs.
struct DensePlan {
  StripPlan strip;
  FewChannelsPlan few;
  DenseTables tables;
  uint64_t scratch_bytes;  // 0: the scalar kernel runs; the rest is not set
};
inline DensePlan PlanDense(const Conv2dParams& p) {
  DensePlan plan;
  plan.scratch_bytes = 0;
  plan.strip = PlanStrip(p.window, p.groups);
  if (!plan.strip.fits) return plan;
  plan.few.used = false;
  if (MayHaveFewChannels(p)) plan.few = PlanFewChannels(p);
  DenseTables& t = plan.tables;
  t.finish =
      static_cast<uint64_t>(p.finish.channels / kLanes) * kFinishGroupBytes;
  t.spill = 64 * 128;
  t.pieces = RoundUp(plan.strip.piece_count * 4, 128);
  t.windows = RoundUp((plan.strip.out_rows * p.window.out_width + 64) * 4, 128);
  t.pixel_sums = static_cast<uint64_t>(plan.strip.in_rows) *
                 PixelSumsPitch(plan.strip, p.window) * 4;
  t.copy = plan.strip.CopyBytes();
  t.few = plan.few.used ? PlaceFewChannels(plan.few).Bytes() : 0;
  if (t.Bytes() <= kMostScratchBytes) plan.scratch_bytes = t.Bytes();
  return plan;
}

struct DepthwiseScratch {
  DepthwisePlan plan;
  DepthwiseTables tables;  // set if the vector kernel runs
  bool has_taps;           // `taps` is set and is tried first
  DepthwiseTapsPlan taps;
  uint64_t bytes;  // 0: the scalar kernel runs
};
inline DepthwiseScratch PlanDepthwiseScratch(const DepthwiseConv2dParams& p) {
  DepthwiseScratch scratch;
  scratch.plan = PlanDepthwise(p.window);
  scratch.has_taps = false;
  scratch.bytes = 0;
  // (weight - zero point) has to be a sum of two INT8, which 255 is not.
  if ((p.multiplier & (p.multiplier - 1)) != 0 || p.weights_zero_point < -127 ||
      p.weights_zero_point > 127) {
    return scratch;
  }
  if (!scratch.plan.fits) return scratch;
  scratch.tables = PlaceDepthwise(scratch.plan, p.window);
  if (p.multiplier > 1) {
    scratch.tables.image = DepthwiseImageBytes(p.window);
  }
  const uint64_t bytes = scratch.tables.Bytes();
  if (bytes > kMostScratchBytes) return scratch;
  scratch.bytes = bytes;
  if (p.multiplier != 1 || !MayUseDepthwiseTaps(scratch.plan, p.window)) {
    return scratch;
  }
  scratch.taps = PlanDepthwiseTaps(scratch.plan, p.window);
  if (!scratch.taps.used) return scratch;
  const uint64_t taps = PlaceDepthwiseTaps(scratch.taps).Bytes();
  scratch.has_taps = taps <= kMostScratchBytes;
  if (scratch.has_taps && taps > bytes) scratch.bytes = taps;
  return scratch;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_SCRATCH_H_
