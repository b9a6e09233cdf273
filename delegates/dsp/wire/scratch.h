#ifndef DELEGATES_DSP_WIRE_SCRATCH_H_
#define DELEGATES_DSP_WIRE_SCRATCH_H_

#include <stdint.h>

#include "delegates/dsp/skel/kernels/hvx/recurrent_plan.h"
#include "delegates/dsp/skel/kernels/hvx/scratch.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_conv_plan.h"
#include "delegates/dsp/skel/kernels/hvx/transpose_plan.h"
#include "delegates/dsp/wire/ops.h"

// The size of the scratch memory of a step, in bytes, equal on both sides and
// for all guests. The host allocates the maximum over the steps of a program,
// and the executor rejects a program that has less.
namespace tflite::dsp {

template <typename Params>
uint64_t ScratchBytes(const Params&) {
  return 0;
}

// The scalar form stores four gates, INT16, and the hidden state, INT8.
inline uint64_t ScalarScratchBytes(const LstmParams& p) {
  return static_cast<uint64_t>(p.cells) * (4 * sizeof(int16_t) + 1);
}
// The vector form stores the same, padded, and more.
inline uint64_t ScratchBytes(const LstmParams& p) {
  return PlaceLstm(p).Bytes();
}
inline uint64_t ScratchBytes(const SvdfParams& p) {
  return PlaceSvdf(p).Bytes();
}

// The blocks of hvx/transpose_rows.h.
inline uint64_t ScratchBytes(const ArgMinMaxParams&) {
  return kTransposeScratchBytes;
}
inline uint64_t ScratchBytes(const CopyParams&) {
  return kTransposeScratchBytes;
}
inline uint64_t ScratchBytes(const ReduceParams&) {
  return kTransposeScratchBytes;
}

inline uint64_t ScratchBytes(const Conv2dParams& p) {
  return PlanDense(p).scratch_bytes;
}
inline uint64_t ScratchBytes(const FullyConnectedParams& p) {
  return PlanDense(AsConvolution(p)).scratch_bytes;
}
inline uint64_t ScratchBytes(const TransposeConvParams& p) {
  const TransposeConvPlan plan = PlaceTransposeConv(p);
  return plan.fits ? plan.Bytes() : 0;
}
inline uint64_t ScratchBytes(const DepthwiseConv2dParams& p) {
  return PlanDepthwiseScratch(p).bytes;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_SCRATCH_H_
