#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/wire/ops.h"

namespace tflite::dsp {

// A panel holds a word - a quad of the depth - of every window of a strip of
// output rows, row after row. Quads are the channels of pixels (1x1), or taps:
// images of up to 4 channels are copied with their border, 4 bytes a pixel. The
// taps of a column of the filter whose rows are stride_height apart share a
// panel, which then has more rows; they begin at different rows of it.
struct FewChannelsPlan {
  bool used;
  bool taps;      // else 1x1
  Window window;  // stride, padding and so on of the strip
  StripPlan strip;
  int32_t quads;
  int32_t out_quads;  // of 4 output channels
  int32_t out_rows;   // of a strip
  int32_t panels, panel_rows;
  int32_t panel_pixels;  // a multiple of 128
};

constexpr int32_t kFewChannels = 32;
constexpr int32_t kPanelBytes = 128 * 1024;

// Scratch memory, in this order, in bytes.
struct FewChannelsTables {
  uint64_t weights, offsets, constants, blocks, sums, panel, copy;
  uint64_t Bytes() const {
    return weights + offsets + constants + blocks + sums + panel + copy +
           4 * 128;
  }
};
inline FewChannelsTables PlaceFewChannels(const FewChannelsPlan& plan) {
  FewChannelsTables t;
  t.weights = uint64_t{128} * plan.quads;
  t.offsets = RoundUp(plan.quads * 4, 128) + 128;
  t.constants = kFewChannels * 4 * 128;
  t.blocks = 8 * 4 * 128 + 128 * kFewChannels + 128;
  t.sums = 4 * 128;
  t.panel = static_cast<uint64_t>(plan.panels) * plan.panel_pixels * 4 + 256;
  t.copy = plan.taps ? plan.strip.CopyBytes() : 0;
  return t;
}

inline bool HasFewTaps(const Window& w) {
  constexpr int32_t kMost = 64;
  return w.filter_height <= kMost && w.filter_width <= kMost &&
         w.stride_height <= kMost && w.dilation_height <= kMost &&
         w.out_width <= kMost * kMost;
}

inline FewChannelsPlan PlanFewChannels(const Conv2dParams& p) {
  FewChannelsPlan plan = {};
  const Window& w = p.window;
  if (p.groups != 1 || w.out_channels > kFewChannels || !IsModest(w) ||
      !HasFewTaps(w)) {
    return plan;
  }
  // The sums of INT8 activations, which are used with 128 added, are not made.
  if (p.is_signed != 0 && p.weights_zero_point != 128) return plan;
  const bool one = w.filter_height * w.filter_width == 1 &&
                   w.stride_height * w.stride_width == 1 && w.pad_top == 0 &&
                   w.pad_left == 0 && w.out_height == w.in_height &&
                   w.out_width == w.in_width;
  plan.taps = w.in_channels <= 4 && w.stride_width <= 2;
  if (!plan.taps && !(one && (w.in_channels == 16 || w.in_channels == 32) &&
                      w.out_channels <= 24)) {
    return plan;
  }
  plan.window = w;
  plan.quads = plan.taps ? w.filter_height * w.filter_width : w.in_channels / 4;
  plan.out_quads = (w.out_channels + 3) / 4;
  plan.panels =
      plan.taps ? w.stride_height * w.filter_width : w.in_channels / 4;
  int32_t rows = kPanelBytes / (plan.panels * 4) / w.out_width;
  rows = rows < 1 ? 1 : rows > w.out_height ? w.out_height : rows;
  if (plan.taps) {
    plan.strip = PlanCopiedStrip(w);
    if (!plan.strip.fits) return plan;
    if (plan.strip.out_rows < rows) rows = plan.strip.out_rows;
  }
  plan.out_rows = rows;
  plan.panel_rows = rows + (plan.taps ? (w.filter_height - 1) *
                                            w.dilation_height / w.stride_height
                                      : 0);
  plan.panel_pixels = RoundUp(plan.panel_rows * w.out_width, 128) + 128;
  plan.used = PlaceFewChannels(plan).Bytes() <= kMostScratchBytes;
  return plan;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PLAN_H_
