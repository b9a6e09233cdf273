#ifndef DELEGATES_DSP_LOWERING_ROWS_H_
#define DELEGATES_DSP_LOWERING_ROWS_H_

#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_caps.h"
#include "kernels/arg_min_max/arg_min_max.h"
#include "kernels/l2_normalization/l2_normalization.h"
#include "kernels/reduce/reduce.h"
#include "kernels/softmax/softmax.h"

namespace tflite::dsp {

StatusOr<Softmax> PlanSoftmax(const Softmax& op, const NodeView& node,
                              const DspCaps& caps);
void EmitSoftmax(const Softmax& op, const NodeView& node, DspBuilder& builder);

StatusOr<L2Normalization> PlanL2Normalization(const L2Normalization& op,
                                              const NodeView& node,
                                              const DspCaps& caps);
void EmitL2Normalization(const L2Normalization& op, const NodeView& node,
                         DspBuilder& builder);

StatusOr<ArgMinMax> PlanArgMinMax(const ArgMinMax& op, const NodeView& node,
                                  const DspCaps& caps);
void EmitArgMinMax(const ArgMinMax& op, const NodeView& node,
                   DspBuilder& builder);

// MEAN, REDUCE_MAX and REDUCE_MIN.
StatusOr<Reduce> PlanReduce(const Reduce& op, const NodeView& node,
                            const DspCaps& caps);
void EmitReduce(const Reduce& op, const NodeView& node, DspBuilder& builder);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_ROWS_H_
