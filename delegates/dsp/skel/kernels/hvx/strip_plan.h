#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/wire/ops.h"

// The input of a convolution as windows that the inner loop can read: every
// pixel's window is the same `pieces` away from its first byte, each piece
// whole words at a multiple of 4. Where the image itself is not that - it needs
// a border, or its channels are no multiple of 4 - a strip of some output rows
// is copied into scratch memory with its border, channels padded to 4.
namespace tflite::dsp {

// How a convolution (or one group of it) reads. Shared by the host, which asks
// for the size of the scratch memory, and the kernel.
struct StripPlan {
  bool copy;            // the image has to be copied
  int32_t channels;     // of the group
  int32_t pixel_bytes;  // from pixel to pixel: of the image or of the copy
  int32_t row_bytes;    // the same for rows
  int32_t left;         // copy: bytes before the first column inside
  int32_t out_rows;     // output rows of a strip
  int32_t in_rows;      // rows of the copy
  int32_t piece_count, piece_quads;  // of a window
  bool merged;  // a piece is a row of the window, not a tap

  uint32_t CopyBytes() const {
    return copy ? static_cast<uint32_t>(in_rows) * row_bytes + 256 : 0;
  }
};

constexpr int32_t kStripAlign = 128;
constexpr int32_t kStripBytes = 192 * 1024;
constexpr int32_t kStripPixels = 4096;

constexpr int32_t RoundUpTo(int32_t x, int32_t to) {
  return (x + to - 1) / to * to;
}

inline StripPlan PlanStrip(const Window& w, int32_t groups,
                           bool always_copy = false) {
  StripPlan plan = {};
  plan.channels = groups == 1 ? w.in_channels : w.in_channels / groups;
  const int32_t extent_height = (w.filter_height - 1) * w.dilation_height + 1;
  const int32_t extent_width = (w.filter_width - 1) * w.dilation_width + 1;
  const int32_t last_row =
      (w.out_height - 1) * w.stride_height - w.pad_top + extent_height;
  const int32_t last_column =
      (w.out_width - 1) * w.stride_width - w.pad_left + extent_width;
  plan.copy = always_copy || plan.channels % 4 != 0 || w.in_channels % 4 != 0 ||
              w.pad_top > 0 || w.pad_left > 0 || last_row > w.in_height ||
              last_column > w.in_width;
  const int32_t channels = RoundUpTo(plan.channels, 4);
  plan.pixel_bytes = plan.copy ? channels : w.in_channels;
  plan.left = RoundUpTo(w.pad_left * channels, kStripAlign);
  const int32_t columns = last_column > w.in_width ? last_column : w.in_width;
  plan.row_bytes =
      plan.copy
          ? plan.left + RoundUpTo(columns * channels, kStripAlign) + kStripAlign
          : w.in_width * w.in_channels;
  // Strips only where the whole is too much: the DSP divides in software.
  int32_t rows = w.out_height;
  if (rows * w.out_width > kStripPixels) rows = kStripPixels / w.out_width;
  const int32_t all_rows = (w.out_height - 1) * w.stride_height + extent_height;
  if (plan.copy && all_rows * plan.row_bytes > kStripBytes) {
    const int32_t room =
        (kStripBytes / plan.row_bytes - extent_height) / w.stride_height + 1;
    if (room < rows) rows = room;
  }
  if (rows < 1) rows = 1;
  plan.out_rows = rows;
  plan.in_rows = (rows - 1) * w.stride_height + extent_height;
  plan.merged = w.dilation_width == 1 && plan.pixel_bytes == channels;
  plan.piece_count =
      plan.merged ? w.filter_height : w.filter_height * w.filter_width;
  plan.piece_quads = channels / 4 * (plan.merged ? w.filter_width : 1);
  return plan;
}

inline StripPlan PlanCopiedStrip(const Window& w) {
  return PlanStrip(w, 1, true);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_PLAN_H_
