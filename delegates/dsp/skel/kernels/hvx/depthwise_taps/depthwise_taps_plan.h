#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TAPS_DEPTHWISE_TAPS_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TAPS_DEPTHWISE_TAPS_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise_plan.h"
#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/wire/ops.h"

namespace tflite::dsp {

// A depthwise convolution whose vectors have the channels of `joined` adjacent
// output pixels (7 of 17 channels, 3 of 40), so that few lanes stay idle. A tap
// of the filter is an offset from the vector's first input pixel, and a quad
// any 4 taps: 25 taps take 7 quads, and not 2 for each of 5 rows.
//
// Images with padding are copied, a strip of rows at a time. With joined pixels
// and a stride, columns that are equal modulo the stride (a phase) lie
// together, so that the input pixels of adjacent outputs are adjacent.
struct DepthwiseTapsPlan {
  bool used;
  int32_t joined;
  int32_t taps, quads;  // of the filter
  int32_t chunks;       // of 128 channels, if no pixels are joined
  int32_t phases;
  int32_t phase_bytes;  // from phase to phase of a row
  StripPlan strip;      // of the copy, or `copy` is false
  int32_t pixel_step;   // bytes from an output's input to that of the next one
  // kSharingRows output rows at a time share the quads of an input row. Filters
  // of 3x3 and 5x5.
  bool shares_rows;
};

constexpr int32_t kSharingRows = 4;
// Of so many output rows, those that are computed alone. Three last ones are
// computed with the row before them, again.
constexpr int32_t AloneRows(int32_t rows) {
  return rows < kSharingRows || rows % kSharingRows < 3 ? rows % kSharingRows
                                                        : 0;
}

struct DepthwiseTapsTables {
  uint64_t finish, planes, filter, offsets, spill, copy;
  uint64_t Bytes() const {
    return finish + planes + filter + offsets + spill + copy + 4 * 128;
  }
};
inline DepthwiseTapsTables PlaceDepthwiseTaps(const DepthwiseTapsPlan& plan) {
  const auto groups = static_cast<uint64_t>(4 * plan.chunks);
  DepthwiseTapsTables t;
  t.finish = groups * 8 * 128;
  t.planes = 3 * (4 + 1) * 128;
  t.filter = (groups * plan.quads + 1) * 128;
  t.offsets = RoundUp(plan.quads * 16, 128);
  t.spill = 4 * 128;
  t.copy = plan.strip.CopyBytes();
  return t;
}

// Estimated number of packets for an image, of this form and of depthwise.h;
// the constants are measured.
inline int64_t DepthwiseTapsPackets(const DepthwiseTapsPlan& plan,
                                    const Window& w) {
  // Per output row, if rows share quads: of 3x3, and of 5x5 for 1 to 4 groups
  // of channels.
  constexpr int32_t kThree = 34;
  static constexpr int32_t kFive[] = {0, 28, 35, 45, 56};
  const int32_t columns =
      plan.joined == 1 ? w.out_width : w.out_width / plan.joined + 1;
  int64_t vectors = plan.chunks * (24 + 9 * int64_t{plan.quads});
  if (plan.shares_rows) {
    const int32_t lanes = plan.joined * w.out_channels;
    const int32_t rest = (lanes % 128 + kLanes - 1) / kLanes;
    const int32_t shared =
        w.filter_height == 3 ? kThree
                             : lanes / 128 * kFive[4] + kFive[rest] +
                                   (w.stride_height > 1 ? 4 * plan.chunks : 0);
    const int32_t alone = AloneRows(w.out_height);
    vectors =
        alone * vectors + RoundUp(w.out_height - alone, kSharingRows) * shared;
  } else {
    vectors *= w.out_height;
  }
  const int64_t in_rows = int64_t{w.out_height} * w.stride_height;
  const int64_t row = plan.phases > 1   ? int64_t{w.in_width} * 4 + 60
                      : plan.strip.copy ? plan.strip.row_bytes / 128 * 3 + 30
                                        : 0;
  return columns * vectors + w.out_height * 20 + in_rows * row + 1000 +
         int64_t{plan.chunks} * plan.quads * 200;
}
inline int64_t DepthwiseQuadPackets(const DepthwisePlan& plan,
                                    const Window& w) {
  constexpr int64_t kStart = 600;
  // Of 1 to 4 groups of channels, per 16 pixels.
  static constexpr int32_t kQuad[] = {0, 94, 112, 140, 158};
  static constexpr int32_t kThreeRows[] = {0, 169, 242, 330, 390};
  static constexpr int32_t kPixels[] = {0, 259, 299, 380, 430};
  const int64_t pixels = int64_t{w.out_height} * w.out_width;
  const int32_t whole = plan.groups / 4, rest = plan.groups % 4;
  const auto packets = [&](const int32_t* of) {
    return pixels * (whole * of[4] + of[rest]) / 16;
  };
  if (plan.stored) return packets(kThreeRows) + kStart;
  if (plan.HasPixels(w)) return packets(kPixels) + kStart;
  const int32_t own = plan.shared || plan.paired ? 1 : 2;
  return packets(kQuad) * w.filter_height * plan.filter_quads * own + kStart;
}

constexpr int32_t kMostTaps = 128;

// False where this form is not worth its planning: where forms for 3 rows of
// one quad fill their lanes, and for little work.
inline bool MayUseDepthwiseTaps(const DepthwisePlan& by_quads,
                                const Window& w) {
  constexpr int32_t kFewest = 24, kFew = 42;
  constexpr int64_t kLeastPackets = 3000, kLeastOfFew = 15000;
  int64_t least = kLeastPackets;
  if ((by_quads.stored || by_quads.HasPixels(w)) && w.out_channels > kFewest) {
    // Of two groups of channels, most of one is idle.
    const bool few = w.out_channels > kLanes && w.out_channels <= kFew;
    if (!few || !by_quads.stored) return false;
    least = kLeastOfFew;
  }
  return w.out_width >= 4 && DepthwiseQuadPackets(by_quads, w) >= least;
}

inline DepthwiseTapsPlan PlanDepthwiseTaps(const DepthwisePlan& by_quads,
                                           const Window& w) {
  DepthwiseTapsPlan plan = {};
  plan.taps = w.filter_height * w.filter_width;
  if (plan.taps < 4 || plan.taps > kMostTaps) return plan;
  const int32_t channels = w.in_channels;
  plan.quads = (plan.taps + kTaps - 1) / kTaps;
  plan.joined = 1;
  while ((plan.joined + 1) * channels <= 128) ++plan.joined;
  plan.chunks = by_quads.chunks;
  plan.phases = plan.joined > 1 ? w.stride_width : 1;
  // Columns that windows read, of the image with its padding.
  const int32_t extent_width = (w.filter_width - 1) * w.dilation_width + 1;
  const int32_t extent_height = (w.filter_height - 1) * w.dilation_height + 1;
  const int32_t read = (w.out_width - 1) * w.stride_width + extent_width;
  const int32_t last_row =
      (w.out_height - 1) * w.stride_height - w.pad_top + extent_height;
  StripPlan& strip = plan.strip;
  strip.copy = plan.phases > 1 || w.pad_top > 0 || w.pad_left > 0 ||
               read > w.in_width || last_row > w.in_height;
  strip.channels = strip.pixel_bytes = channels;
  const int32_t columns =
      read > w.pad_left + w.in_width ? read : w.pad_left + w.in_width;
  if (int64_t{columns} * channels > static_cast<int64_t>(kStripBytes)) {
    return plan;
  }
  strip.row_bytes = w.in_width * channels;
  if (plan.phases > 1) {
    plan.phase_bytes = (Quotient(columns, plan.phases) + 1) * channels;
    strip.row_bytes = RoundUpTo(plan.phases * plan.phase_bytes + 128, 128);
  } else if (strip.copy) {
    strip.left = RoundUpTo(w.pad_left * channels, kStripAlign);
    strip.row_bytes =
        strip.left + RoundUpTo((columns - w.pad_left) * channels, kStripAlign) +
        kStripAlign;
  }
  plan.pixel_step = channels * (plan.phases > 1 ? 1 : w.stride_width);
  plan.shares_rows = w.filter_height == w.filter_width &&
                     w.dilation_height == 1 && w.out_height >= kSharingRows;
  if (w.filter_height == 3) {
    // Four groups, as that of up to 42 channels are.
    plan.shares_rows = plan.shares_rows && w.stride_height == 1 &&
                       plan.joined > 1 && plan.joined * channels > 3 * kLanes;
  } else {
    plan.shares_rows =
        plan.shares_rows && w.filter_height == 5 && w.stride_height <= 2;
  }
  strip.out_rows = w.out_height;
  const int32_t all_rows = (w.out_height - 1) * w.stride_height + extent_height;
  if (strip.copy && int64_t{all_rows} * strip.row_bytes > kStripBytes) {
    const int32_t rows =
        (kStripBytes / strip.row_bytes - extent_height) / w.stride_height + 1;
    strip.out_rows = rows < 1 ? 1 : rows;
  }
  strip.in_rows = (strip.out_rows - 1) * w.stride_height + extent_height;
  strip.fits = true;
  plan.used = DepthwiseTapsPackets(plan, w) < DepthwiseQuadPackets(by_quads, w);
  return plan;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TAPS_DEPTHWISE_TAPS_PLAN_H_
