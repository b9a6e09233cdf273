#ifndef DELEGATES_GPU_LOWERING_RECURRENT_H_
#define DELEGATES_GPU_LOWERING_RECURRENT_H_

#include "delegates/gpu/gpu_builder.h"
#include "kernels/lstm/lstm.h"
#include "kernels/rnn/rnn.h"

namespace tflite::gpu {

using namespace delegates;

// Operators with state, which is a value of the host's before each run and
// after it. Weights are constants, of the type of the arithmetic: FLOAT32, or
// those of integer layers, whose results have the bits of the CPU's.
//
// What the inputs of all steps give is one product of matrices; then each step
// has a kernel for what the last state gives, one for the cells, and, where
// there is a projection, one for that.

StatusOr<Lstm> PlanLstm(const Lstm& op, const NodeView& node,
                        const GpuPlanCaps& caps);
void EmitLstm(const Lstm& op, const NodeView& node, GpuBuilder& builder);

StatusOr<Rnn> PlanRnn(const Rnn& op, const NodeView& node,
                      const GpuPlanCaps& caps);
void EmitRnn(const Rnn& op, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_RECURRENT_H_
