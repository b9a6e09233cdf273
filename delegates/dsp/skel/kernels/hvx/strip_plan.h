#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/wire/ops.h"

// How the inner loop of a convolution (dense_tile.h) reads its input: the
// window of each output pixel is an address and a list of offsets (`pieces`),
// which is the same for all pixels. A piece is contiguous, and its address and
// size are multiples of 4. If the image needs padding, or its channels are not
// a multiple of 4, the input rows of a strip (some output rows) are copied into
// scratch memory, with padding and with channels padded to a multiple of 4.
namespace tflite::dsp {

// The scalar kernel runs what needs more scratch memory than this.
constexpr uint64_t kMostScratchBytes = 16u << 20;

// True if the coordinates that plans compute fit 32 bits.
inline bool IsModest(const Window& w) {
  const auto is_modest = [](int64_t in, int64_t out, int64_t stride,
                            int64_t filter, int64_t dilation, int64_t pad) {
    constexpr int64_t kMost = 1 << 20;
    return in <= kMost && out * stride <= kMost && pad <= kMost &&
           filter * dilation <= kMost / 64;
  };
  return is_modest(w.in_height, w.out_height, w.stride_height, w.filter_height,
                   w.dilation_height, w.pad_top) &&
         is_modest(w.in_width, w.out_width, w.stride_width, w.filter_width,
                   w.dilation_width, w.pad_left);
}

// For a convolution, or one group of it. Computed by the host, which has to
// know the size of the scratch memory, and by the kernel.
struct StripPlan {
  bool fits;            // false: the scalar kernel runs; all else is 0
  bool copy;            // the image has to be copied
  int32_t channels;     // of the group
  int32_t pixel_bytes;  // from pixel to pixel, in the image or the copy
  int32_t row_bytes;    // from row to row, in the image or the copy
  int32_t left;         // of the copy: bytes of padding before a row
  int32_t out_rows;     // output rows of a strip
  int32_t in_rows;      // rows of the copy
  int32_t piece_count, piece_quads;  // of a window; a quad is 4 bytes
  bool merged;  // a piece is a row of the window, else a tap

  uint64_t CopyBytes() const {
    return copy ? static_cast<uint64_t>(in_rows) * row_bytes + 256 : 0;
  }
};

constexpr int32_t kStripAlign = 128;
constexpr int32_t kStripBytes = 192 * 1024;
constexpr int32_t kStripPixels = 4096;

constexpr int32_t RoundUpTo(int32_t x, int32_t to) {
  return (x + to - 1) / to * to;
}

// x / by for x >= 0. Avoids a division, which is slow on the DSP.
constexpr int32_t Quotient(int32_t x, int32_t by) {
  return (by & (by - 1)) == 0 ? x >> __builtin_ctz(by) : x / by;
}

inline StripPlan PlanStrip(const Window& w, int32_t groups,
                           bool always_copy = false) {
  StripPlan plan = {};
  if (!IsModest(w)) return plan;
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
  const int32_t columns = last_column > w.in_width ? last_column : w.in_width;
  const int64_t row = (int64_t{columns} + w.pad_left) * channels;
  if (row > static_cast<int64_t>(kMostScratchBytes)) return plan;
  plan.left = RoundUpTo(w.pad_left * channels, kStripAlign);
  plan.row_bytes =
      plan.copy
          ? plan.left + RoundUpTo(columns * channels, kStripAlign) + kStripAlign
          : w.in_width * w.in_channels;
  // Divides only if the image needs several strips: division is slow.
  int32_t rows = w.out_height;
  if (int64_t{rows} * w.out_width > kStripPixels)
    rows = kStripPixels / w.out_width;
  const int32_t all_rows = (w.out_height - 1) * w.stride_height + extent_height;
  if (plan.copy && int64_t{all_rows} * plan.row_bytes > kStripBytes) {
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
  plan.fits = true;
  return plan;
}

inline StripPlan PlanCopiedStrip(const Window& w) {
  return PlanStrip(w, 1, true);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_PLAN_H_
