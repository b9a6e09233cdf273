#ifndef DELEGATES_EDGETPU_COMPILER_LOWER_LSTM_H_
#define DELEGATES_EDGETPU_COMPILER_LOWER_LSTM_H_

#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"
#include "kernels/lstm/lstm.h"

namespace tflite::edgetpu {

// LSTM and UNIDIRECTIONAL_SEQUENCE_LSTM of INT8, without peepholes and
// normalization. The plan has no constants yet.
struct LstmPlan {
  Lstm op;
  RecurrentLayer layer;
};
StatusOr<LstmPlan> PlanLstm(const Lstm& op, const NodeView& node,
                            const EdgeTpuCaps& caps);
void EmitLstm(const LstmPlan& plan, const NodeView& node,
              LayerBuilder& builder);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWER_LSTM_H_
