#ifndef DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_H_
#define DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_H_

#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/lstm/lstm.h"
#include "kernels/rnn/rnn.h"

namespace tflite::gpu {

using namespace delegates;

// Operators with state. The host provides the state before each run and
// receives it afterwards. Weights must be constants with the type of the
// arithmetic: FLOAT32, or the types of integer layers, whose results are the
// same bits as on the CPU.
//
// The contributions of the inputs of all steps are computed as one matrix
// product. Then each step has a kernel for the contribution of the last state,
// one for the cells, and one for the projection if there is one.

StatusOr<Lstm> PlanLstm(const Lstm& op, const NodeView& node,
                        const GpuPlanCaps& caps);
void EmitLstm(const Lstm& op, const NodeView& node, GpuBuilder& builder);

StatusOr<Rnn> PlanRnn(const Rnn& op, const NodeView& node,
                      const GpuPlanCaps& caps);
void EmitRnn(const Rnn& op, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_H_
