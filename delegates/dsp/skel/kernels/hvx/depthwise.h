#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_

#include "delegates/dsp/skel/kernels/hvx/depthwise_plan.h"
#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// The three steps of a depthwise convolution, a row at a time (see
// depthwise_plan.h): quads of the input, sums to stored outputs of 32 channels
// by 4 columns, and those put in the output's order.
namespace tflite::dsp {

// Row `row` of the input (null: all `zero`, a vector of the zero point) as
// quads, [groups][row_quads] vectors.
void MakeQuads(const DepthwisePlan& plan, const Window& w, const uint8_t* row,
               const uint8_t* zero, Vec* quads);

// Prepares the filter of each group; true if any weight needs the second half.
bool PrepareFilter(const DepthwisePlan& plan, const Window& w,
                   const Vec* weights, int32_t zero_point, Vec* filter);

struct DepthwiseRow {
  const DepthwisePlan* plan;
  const Vec* const* rows;  // filter_height rows of quads, of the first group
  int32_t filter_height;
  const Vec* filter;  // of the first group
  const FinishGroup* finish;
  bool wide;   // the filter's second halves count
  bool quick;  // PrepareFinish
  bool is_signed;
  int32_t zero_point, min, max;
  Vec* out;  // [groups][blocks]: 4 columns of 32 bytes
};
// One row of the output.
void SumQuads(const DepthwiseRow& row);

// Blocks [chunks * 4][blocks] to `columns` pixels of `channels` bytes. Nothing
// is written from `end` on; what lies behind the row may be overwritten before
// it.
void MergeGroups(const DepthwisePlan& plan, const Vec* blocks, int32_t columns,
                 int32_t channels, uint8_t* out, const uint8_t* end);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_H_
