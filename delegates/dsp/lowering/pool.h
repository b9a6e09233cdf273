#ifndef DELEGATES_DSP_LOWERING_POOL_H_
#define DELEGATES_DSP_LOWERING_POOL_H_

#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_caps.h"
#include "kernels/pool_2d/pool_2d.h"

namespace tflite::dsp {

StatusOr<Pool2d> PlanPool(const Pool2d& op, const NodeView& node,
                          const DspCaps& caps);
void EmitPool(const Pool2d& op, const NodeView& node, DspBuilder& builder);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_POOL_H_
