#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/wire/ops.h"

namespace tflite::dsp {

// A panel holds one quad (4 bytes of the depth) of each window of a strip of
// output rows, row after row. A quad is
//   - for 1x1 filters, 4 channels;
//   - for images of up to 4 channels, a tap: the image is copied with padding,
//     4 bytes per pixel. Taps of one filter column whose rows are stride_height
//     apart share a panel with more rows, in which each starts at another row;
//   - otherwise (packed), 4 adjacent bytes of a row of the window. Then
//     channels need no padding: 3 taps of 17 channels take 13 quads, not 15.
struct FewChannelsPlan {
  bool used;
  bool taps;  // else 1x1 or packed
  bool packed;
  Window window;  // stride, padding and so on of the strip
  StripPlan strip;
  int32_t quads;
  int32_t out_quads;  // of 4 output channels
  int32_t out_rows;   // of a strip
  int32_t panels, panel_rows;
  int32_t panel_pixels;  // a multiple of 128

  // Packed: a row of the window is `runs` of `run_quads` quads, `run_step`
  // bytes apart. Without a copy, windows lie inside of the image.
  int32_t runs, run_quads, run_step;
  bool copy;
  int32_t row_bytes, in_rows;  // of the copy, or of the image

  // Packed: if not 0, quads of a tap. Those of the taps after the first one are
  // those of the first, moved by a pixel: a row is gathered once, with the
  // columns that only later taps read.
  int32_t tap_quads;
  int32_t tap_bytes;  // from quad to quad of such a row

  int32_t OutBlocks() const { return (out_quads + 7) / 8; }
  // True if the weights already lie in the order of the quads.
  bool IsInOrder() const { return window.in_channels % 4 == 0 || taps; }
};

constexpr int32_t kFewChannels = 32, kPackedChannels = 128;
constexpr int32_t kPanelBytes = 512 * 1024;

// The parts of the scratch memory, in bytes, in this order.
struct FewChannelsTables {
  uint64_t weights, offsets, constants, blocks, sums, panel, copy, taps;
  uint64_t Bytes() const {
    return weights + offsets + constants + blocks + sums + panel + copy + taps +
           4 * 128;
  }
};
inline FewChannelsTables PlaceFewChannels(const FewChannelsPlan& plan) {
  FewChannelsTables t;
  const auto blocks = static_cast<uint64_t>(plan.OutBlocks());
  t.weights = blocks * 128 * static_cast<uint64_t>(plan.quads);
  t.offsets = RoundUp(plan.quads * 4, 128) + 128;
  t.constants = blocks * kFewChannels * 4 * 128;
  t.blocks = blocks * (8 * 4 * 128 + 128 * kFewChannels) + 128;
  t.sums = 4 * 128;
  t.panel = static_cast<uint64_t>(plan.panels) * plan.panel_pixels * 4 + 256;
  t.copy = plan.taps ? plan.strip.CopyBytes() : 0;
  // Loads read 32 pixels at a time, and a little more than the last row.
  if (plan.packed && plan.copy) {
    const Window& w = plan.window;
    t.copy = static_cast<uint64_t>(plan.in_rows) * plan.row_bytes +
             uint64_t{32} * w.stride_width * w.in_channels + 512;
  }
  t.taps = static_cast<uint64_t>(plan.tap_quads) * plan.tap_bytes + 128;
  return t;
}

inline bool HasFewTaps(const Window& w) {
  constexpr int32_t kMost = 64;
  return w.filter_height <= kMost && w.filter_width <= kMost &&
         w.stride_height <= kMost && w.dilation_height <= kMost &&
         w.out_width <= kMost * kMost;
}

// True if the filter is 1x1 and reads each pixel of the image once.
inline bool IsPlainTap(const Window& w) {
  return w.filter_height * w.filter_width == 1 &&
         w.stride_height * w.stride_width == 1 && w.pad_top == 0 &&
         w.pad_left == 0 && w.out_height == w.in_height &&
         w.out_width == w.in_width;
}

// How quads of adjacent pixels get into a panel: if pixels are up to 8 bytes
// apart and have few quads, by table lookups in one or two vectors; otherwise 8
// or 16 quads of 32 pixels are transposed at once.
struct GatherPlan {
  int32_t loads;    // of a quad; 0: transposed
  int32_t packets;  // about, for the quads of a run of 32 pixels
};
inline GatherPlan PlanGather(int32_t step, int32_t quads) {
  constexpr int32_t kEight = 86, kSixteen = 111, kLookedUp = 6;
  const int32_t rest = quads % 16;
  const int32_t transposed = quads / 16 * kSixteen + (rest > 8   ? kSixteen
                                                      : rest > 0 ? kEight
                                                                 : 0);
  const int32_t loads = 31 * step + 4 <= 128 ? 1 : 15 * step + 4 <= 128 ? 2 : 0;
  const int32_t looked_up = quads * (loads * kLookedUp + 2);
  if (loads == 0 || looked_up >= transposed) return {0, transposed};
  return {loads, looked_up};
}

// Estimated number of packets for an image with a packed panel; the constants
// are measured.
inline int64_t PackedPackets(const FewChannelsPlan& plan) {
  const Window& w = plan.window;
  const int32_t pixels = w.out_height * w.out_width;
  const int32_t store = plan.out_quads <= 8    ? 400
                        : plan.out_quads <= 16 ? 780
                                               : 1330;
  // Rows of a panel begin at multiples of 128 bytes, or loads are slower.
  const bool aligned = w.filter_height == 1 || w.out_width % 32 == 0;
  const int64_t each =
      plan.out_quads * ((aligned ? 16 : 19) * int64_t{plan.quads} / 2 + 45) +
      store;
  const int64_t in_rows = int64_t{w.out_height - 1} * w.stride_height +
                          (w.filter_height - 1) * w.dilation_height + 1;
  const int32_t columns =
      plan.tap_quads > 0 ? w.out_width + w.filter_width - 1 : w.out_width;
  const int64_t vectors =
      IsPlainTap(w) ? (pixels + 31) / 32 : in_rows * ((columns + 31) / 32);
  const GatherPlan gather =
      PlanGather(w.stride_width * w.in_channels,
                 plan.tap_quads > 0 ? plan.tap_quads : plan.run_quads);
  const int64_t moved = plan.tap_quads > 0 ? plan.run_quads : 0;
  // Of an image that is not copied, the last vector of a row is slower.
  const int64_t slow = plan.copy || IsPlainTap(w) ? 0 : in_rows;
  const int64_t panel =
      vectors * (plan.runs * gather.packets + 3 * moved + 40) +
      in_rows * 5 * moved + slow * plan.runs * gather.packets;
  const int64_t copy =
      plan.copy ? in_rows * (plan.row_bytes / 128 * 3 + 40) : 0;
  return int64_t{(pixels + 127) / 128} * each + panel + copy +
         plan.OutBlocks() * plan.quads * (plan.IsInOrder() ? 10 : int64_t{90}) +
         plan.out_quads * 125 + 500;
}
// The same with tiles of pixels by 32 channels (dense_run.h).
inline int64_t TilePackets(const Window& w) {
  const int32_t quads_of_tap = (w.in_channels + 3) / 4;
  const int32_t quads = w.filter_height * w.filter_width * quads_of_tap;
  const int32_t groups = (w.out_channels + kLanes - 1) / kLanes;
  const int64_t spread = w.in_channels % 4 == 0 ? 0
                         : w.in_channels < 4    ? 2
                                                : 10;
  // A single group is read word by word, slower, unless words are doubles.
  const int64_t products =
      groups > 1 || quads_of_tap % 2 == 0 ? groups * (int64_t{quads} + 6) / 2
      : quads == quads_of_tap             ? (int64_t{quads} * 5 + 24) / 8
                                          : (int64_t{quads} * 2 + 16) / 3;
  return int64_t{w.out_height} * w.out_width * (products + 5) +
         int64_t{w.in_height} * w.in_width * spread;
}

// Whether moving the quads of a filter row's first tap takes fewer packets than
// gathering those of all taps.
inline bool MovesTaps(const Window& w, int32_t run_quads) {
  if (w.filter_width == 1 || w.stride_width != 1 || w.in_channels % 4 != 0) {
    return false;
  }
  const int32_t columns = w.out_width + w.filter_width - 1;
  const int32_t moved =
      (columns + 31) / 32 *
          (PlanGather(w.in_channels, w.in_channels / 4).packets +
           3 * run_quads) +
      5 * run_quads;
  return moved <
         (w.out_width + 31) / 32 * PlanGather(w.in_channels, run_quads).packets;
}

// Fills in what a packed panel needs, if it takes fewer packets than tiles.
inline void PlanPacked(FewChannelsPlan* plan) {
  const Window& w = plan->window;
  const int32_t channels = w.in_channels;
  const bool merged = w.dilation_width == 1 || w.filter_width == 1;
  plan->runs = merged ? 1 : w.filter_width;
  plan->run_step = w.dilation_width * channels;
  const int32_t run_bytes = merged ? w.filter_width * channels : channels;
  plan->run_quads = (run_bytes + 3) / 4;
  plan->quads = w.filter_height * plan->runs * plan->run_quads;
  plan->panels = w.stride_height * plan->runs * plan->run_quads;
  if (merged && MovesTaps(w, plan->run_quads)) {
    plan->tap_quads = channels / 4;
    plan->tap_bytes =
        RoundUpTo((w.out_width + w.filter_width - 1) * 4, 128) + 128;
  }
  const int32_t last_row = (w.out_height - 1) * w.stride_height - w.pad_top +
                           (w.filter_height - 1) * w.dilation_height;
  const int32_t last_column = (w.out_width - 1) * w.stride_width - w.pad_left +
                              (w.filter_width - 1) * w.dilation_width;
  plan->copy =
      w.pad_top > 0 || w.pad_left > 0 || last_row >= w.in_height ||
      last_column >= w.in_width ||
      PlanGather(w.stride_width * channels,
                 plan->tap_quads > 0 ? plan->tap_quads : plan->run_quads)
              .loads > 0;
  const int32_t columns =
      w.pad_left + (last_column < w.in_width ? w.in_width : last_column + 1);
  plan->row_bytes =
      plan->copy ? RoundUpTo(columns * channels, 128) : w.in_width * channels;
  const int64_t packets = PackedPackets(*plan);
  // In doubt, tiles: the estimate misses more with many quads.
  constexpr int32_t kManyQuads = 64;
  const int64_t spare = plan->quads >= kManyQuads ? packets / 32 : 0;
  plan->packed = packets + spare < TilePackets(w);
}

// False where tiles fill their vectors: saves planning.
inline bool MayHaveFewChannels(const Conv2dParams& p) {
  const Window& w = p.window;
  return w.out_channels <= kFewChannels ||
         (w.out_channels <= kPackedChannels &&
          (w.in_channels % 4 != 0 || w.out_channels % kLanes != 0));
}

// Where MayHaveFewChannels and IsModest.
inline FewChannelsPlan PlanFewChannels(const Conv2dParams& p) {
  FewChannelsPlan plan = {};
  const Window& w = p.window;
  const bool few = w.out_channels <= kFewChannels;
  // More leave no room for pixels.
  constexpr int32_t kMostDepth = 1024;
  if (p.groups != 1 || !HasFewTaps(w) || w.in_channels > kMostDepth) {
    return plan;
  }
  // INT8 activations, to which 128 is added, would need window sums, which this
  // form does not compute.
  if (p.is_signed != 0 && p.weights_zero_point != 128) return plan;
  plan.window = w;
  plan.out_quads = (w.out_channels + 3) / 4;
  plan.taps = few && w.in_channels <= 4 && w.stride_width <= 2;
  const bool pixels = few && IsPlainTap(w) &&
                      (w.in_channels == 16 || w.in_channels == 32) &&
                      w.out_channels <= 24;
  if (!plan.taps && !pixels) {
    // Tiles fill their vectors here too.
    if (w.in_channels % 4 == 0 && w.out_channels % kLanes == 0) return plan;
    // Fewer pixels never fill a block: saves planning.
    constexpr int32_t kFewPixels = 16;
    if (w.out_height * w.out_width <= kFewPixels) return plan;
    PlanPacked(&plan);
    if (!plan.packed) return plan;
  } else {
    plan.quads =
        plan.taps ? w.filter_height * w.filter_width : w.in_channels / 4;
    plan.panels =
        plan.taps ? w.stride_height * w.filter_width : w.in_channels / 4;
  }
  int32_t rows = kPanelBytes / (plan.panels * 4) / w.out_width;
  rows = rows < 1 ? 1 : rows > w.out_height ? w.out_height : rows;
  if (plan.taps) {
    plan.strip = PlanCopiedStrip(w);
    if (!plan.strip.fits) return plan;
    if (plan.strip.out_rows < rows) rows = plan.strip.out_rows;
  }
  plan.out_rows = rows;
  plan.in_rows = (rows - 1) * w.stride_height +
                 (w.filter_height - 1) * w.dilation_height + 1;
  plan.panel_rows = rows + (pixels ? 0
                                   : (w.filter_height - 1) * w.dilation_height /
                                         w.stride_height);
  plan.panel_pixels = RoundUp(plan.panel_rows * w.out_width, 128) + 128;
  plan.used = PlaceFewChannels(plan).Bytes() <= kMostScratchBytes;
  return plan;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_PLAN_H_
