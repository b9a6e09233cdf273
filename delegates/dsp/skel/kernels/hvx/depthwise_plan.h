#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_

#include <stdint.h>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/wire/ops.h"

namespace tflite::dsp {

// How a depthwise convolution with multiplier 1 runs. One row of the input
// becomes quads: vectors of 32 channels by 4 columns, which one instruction
// multiplies with a quad of the filter's row.
//   shared: quad j holds columns 2j .. 2j+3 (from the left padding on). With
//     stride 1 it serves outputs 2j and 2j+1 (the latter with the filter moved
//     by one tap), with stride 2 output j. A filter's quad i reads 2i further.
//   not shared: quads x * filter_quads + i hold the columns of output x.
struct DepthwisePlan {
  bool shared, paired;   // paired: shared, of stride 1
  int32_t filter_quads;  // of a row of the filter
  int32_t groups;        // of 32 channels
  int32_t chunks;        // of 4 groups
  int32_t row_quads;     // of a row of the input
  int32_t blocks;        // of 4 output columns
  int32_t ring;          // rows of the input held

  int32_t RowBytes() const { return chunks * 4 * row_quads * 128; }
  int32_t FilterVectors() const;
};

// Scratch memory, in this order, in bytes.
struct DepthwiseTables {
  uint32_t finish, filter, taps, zero, rows, sums;
  uint32_t Bytes() const {
    return finish + filter + taps + zero + rows + sums + 2 * 128;
  }
};

inline DepthwisePlan PlanDepthwise(const Window& w) {
  DepthwisePlan plan = {};
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
  plan.ring = (w.filter_height - 1) * w.dilation_height + 1;
  return plan;
}

// A group's filter: [2 halves][2 moves][filter_height][filter_quads] vectors.
// Half 1 holds what of (weight - zero point) goes beyond INT8; move 1 is one
// tap later.
inline int32_t DepthwisePlan::FilterVectors() const { return 4 * filter_quads; }

inline DepthwiseTables PlaceDepthwise(const DepthwiseConv2dParams& p) {
  const DepthwisePlan plan = PlanDepthwise(p.window);
  DepthwiseTables t;
  t.finish = plan.groups * 8 * 128;
  t.filter = plan.FilterVectors() * p.window.filter_height * plan.groups * 128;
  t.taps = RoundUp(plan.filter_quads * p.window.filter_height * 2 * 16, 128) + 128;
  t.zero = 128;
  t.rows = plan.ring * plan.RowBytes();
  t.sums = plan.chunks * 4 * plan.blocks * 128;
  return t;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_PLAN_H_
