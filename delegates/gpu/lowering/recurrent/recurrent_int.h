#ifndef DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_INT_H_
#define DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_INT_H_

#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/lstm/lstm.h"

namespace tflite::gpu {

using namespace delegates;

// An integer LSTM that PlanLstm has accepted.
void EmitIntegerLstm(const Lstm& op, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_INT_H_
