#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_CONV_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_CONV_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/wire/ops.h"

// The scratch memory of transpose_conv_hvx.cc.
//
// The image is copied with columns of the zero point on both sides, so that
// taps outside of the image add nothing. Output columns that are equal modulo
// the stride (a phase) use the same taps, and adjacent ones of them use
// adjacent input pixels.
namespace tflite::dsp {

constexpr int32_t kTransposeConvPixels = 8;  // of a tile

// A tap of one phase.
struct TransposeConvTap {
  int32_t weights;  // bytes from the start of a block
  int32_t pixel;    // in the copied image, of the first output
  int32_t index;    // fy * filter_width + fx
};

struct TransposeConvPlan {
  bool fits;
  int32_t pitch;  // bytes of a pixel: channels padded to 8 with 0
  int32_t left;   // columns before the image
  int32_t width;  // columns with those before and after
  // Parts of the scratch memory, in this order.
  uint64_t finish, tap_sums, taps, image, pixel_sums;

  uint64_t Bytes() const {
    return finish + tap_sums + taps + image + pixel_sums;
  }
};

inline TransposeConvPlan PlaceTransposeConv(const TransposeConvParams& p) {
  constexpr int64_t kMostPadding = 1 << 12;
  TransposeConvPlan plan = {};
  const Window& w = p.window;
  const int64_t least = p.is_signed != 0 ? -128 : 0;
  const int64_t before = int64_t{w.filter_width} - 1 - w.pad_left;
  const int64_t last =
      (int64_t{w.out_width} - 1 + w.pad_left) / w.stride_width + 1;
  const int64_t left =
      before > 0 ? (before + w.stride_width - 1) / w.stride_width : 0;
  if (w.pad_left < -kMostPadding || w.pad_left > kMostPadding ||
      left > kMostPadding || last - w.in_width > kMostPadding ||
      p.finish.min < least || p.finish.max > least + 255) {
    return plan;
  }
  const uint64_t blocks = static_cast<uint64_t>(p.finish.channels / kLanes);
  const uint64_t taps = static_cast<uint64_t>(w.filter_height) * w.filter_width;
  plan.pitch = RoundUp(w.in_channels, 8);
  plan.left = static_cast<int32_t>(left);
  plan.width = static_cast<int32_t>(
      left + (last > w.in_width ? last : w.in_width) + kTransposeConvPixels);
  const auto aligned = [](uint64_t bytes) { return (bytes + 127) / 128 * 128; };
  const uint64_t pixels = static_cast<uint64_t>(w.in_height) * plan.width;
  plan.finish = blocks * 8 * 128;
  plan.tap_sums = blocks * taps * 128;
  plan.taps = aligned(taps * sizeof(TransposeConvTap));
  plan.image = aligned(pixels * plan.pitch) + 128;
  plan.pixel_sums = aligned(pixels * sizeof(int32_t)) + 128;
  plan.fits = plan.Bytes() <= kMostScratchBytes;
  return plan;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_CONV_PLAN_H_
