#ifndef DELEGATES_DSP_LOWERING_RECURRENT_H_
#define DELEGATES_DSP_LOWERING_RECURRENT_H_

#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_caps.h"
#include "kernels/lstm/lstm.h"
#include "kernels/svdf/svdf.h"

// Integer recurrent layers. Their states are variable tensors of the host.
namespace tflite::dsp {

StatusOr<Svdf> PlanSvdf(const Svdf& op, const NodeView& node,
                        const DspCaps& caps);
void EmitSvdf(const Svdf& op, const NodeView& node, DspBuilder& builder);

StatusOr<Lstm> PlanLstm(const Lstm& op, const NodeView& node,
                        const DspCaps& caps);
void EmitLstm(const Lstm& op, const NodeView& node, DspBuilder& builder);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_RECURRENT_H_
