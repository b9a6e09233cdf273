#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/wire/ops.h"

namespace tflite::dsp {

// How a depthwise convolution with multiplier 1 runs: a strip of output rows
// and a chunk of 128 channels at a time. The strip's input becomes quads:
// vectors of 32 channels by 4 columns, which one instruction multiplies with a
// quad of the filter's row.
//   shared: quad j of a row holds columns 2j .. 2j+3 (from the left padding
//     on). With stride 1 it serves outputs 2j and 2j+1 (the latter with the
//     filter moved by one tap), with stride 2 output j. A filter's quad i reads
//     2i further.
//   not shared: quads x * filter_quads + i hold the columns of output x.
// Rows of the padded input r lie by r % stride_height, then r / stride_height,
// so that the rows of a tap follow each other from output row to output row:
//   [4 groups][stride_height][phase_rows][row_quads] vectors.
struct DepthwisePlan {
  bool fits;             // else all is 0: nothing for vectors
  bool shared, paired;   // paired: shared, of stride 1
  int32_t filter_quads;  // of a row of the filter
  int32_t groups;        // of 32 channels
  int32_t chunks;        // of 4 groups
  int32_t row_quads;     // of a row of the input
  int32_t blocks;        // of 4 output columns
  int32_t columns;       // that a row's quads read, from the left padding on
  int32_t out_rows;      // of a strip
  int32_t in_rows;       // the input's rows that a strip covers
  int32_t phases, phase_rows;

  // Rows of a phase that so many output rows read.
  int32_t PhaseRows(int32_t rows, int32_t phase) const {
    const int32_t used = in_rows - (out_rows - rows) * phases;
    return (used - phase + phases - 1) / phases;
  }
  int32_t GroupQuads() const { return phases * phase_rows * row_quads; }
  // Of a group: [2 halves][2 moves][filter_height][filter_quads] vectors. Half
  // 1 holds what of (weight - zero point) goes beyond INT8; move 1 is one tap
  // later.
  int32_t FilterVectors(const Window& w) const {
    return 4 * filter_quads * w.filter_height;
  }
};

constexpr int32_t kDepthwiseStripBytes = 512 * 1024;

inline DepthwisePlan PlanDepthwise(const Window& w) {
  DepthwisePlan plan = {};
  if (!IsModest(w) || w.out_width > 1 << 14) return plan;
  plan.shared = w.dilation_width == 1 && w.stride_width <= 2;
  plan.paired = plan.shared && w.stride_width == 1;
  plan.filter_quads = (w.filter_width + (plan.paired ? 1 : 0) + 3) / 4;
  plan.groups = (w.out_channels + kLanes - 1) / kLanes;
  plan.chunks = (plan.groups + 3) / 4;
  plan.blocks = (w.out_width + 3) / 4;
  if (plan.paired) {
    plan.row_quads = plan.blocks * 2 + 2 * (plan.filter_quads - 1);
  } else if (plan.shared) {
    plan.row_quads = plan.blocks * 4 + 2 * (plan.filter_quads - 1);
  } else {
    plan.row_quads = plan.blocks * 4 * plan.filter_quads;
  }
  plan.columns = plan.shared
                     ? 2 * plan.row_quads + 2
                     : (plan.blocks * 4 - 1) * w.stride_width +
                           (4 * plan.filter_quads - 1) * w.dilation_width + 1;
  const int32_t extent = (w.filter_height - 1) * w.dilation_height + 1;
  const int64_t row_bytes = int64_t{4 * 128} * plan.row_quads;
  if (row_bytes > static_cast<int64_t>(kMostScratchBytes)) return plan;
  int32_t rows =
      (kDepthwiseStripBytes / static_cast<int32_t>(row_bytes) - extent) /
          w.stride_height +
      1;
  rows = rows < 1 ? 1 : rows > w.out_height ? w.out_height : rows;
  plan.out_rows = rows;
  plan.in_rows = (rows - 1) * w.stride_height + extent;
  plan.phases = w.stride_height;
  plan.phase_rows = (plan.in_rows + plan.phases - 1) / plan.phases;
  plan.fits = int64_t{plan.phases} * plan.phase_rows * row_bytes <=
              static_cast<int64_t>(kMostScratchBytes);
  return plan;
}

// Scratch memory, in this order, in bytes.
struct DepthwiseTables {
  uint64_t finish, filter, zero, columns, quads, sums;
  uint64_t Bytes() const {
    return finish + filter + zero + columns + quads + sums + 8 * 128;
  }
};
inline DepthwiseTables PlaceDepthwise(const DepthwisePlan& plan,
                                      const Window& w) {
  const auto groups = static_cast<uint64_t>(plan.groups);
  DepthwiseTables t;
  t.finish = groups * 8 * 128;
  t.filter = groups * plan.FilterVectors(w) * 128;
  t.zero = (4 * static_cast<uint64_t>(plan.chunks) + 4) * 32;
  t.columns =
      RoundUp(plan.phases * plan.phase_rows * plan.columns * 4, 128) + 256;
  t.quads = uint64_t{4 * 128} * plan.GroupQuads();
  t.sums = uint64_t{4 * 128} * plan.out_rows * plan.blocks;
  return t;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_
