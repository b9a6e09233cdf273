#ifndef KERNELS_GRU_GRU_H_
#define KERNELS_GRU_GRU_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// UNIDIRECTIONAL_SEQUENCE_GRU: a layer of gated recurrent units. Each step,
// with input x and the output h of the step before, computes
//   [r u] = sigmoid(Wg [x h] + bg)
//   c     = tanh(Wc [x, r * h] + bc)
//   h'    = u * h + (1 - u) * c
//
// Input 0   x [time, batch, inputs]
// Input 1   the first step's h [batch, units]
// Input 2   Wg [2 * units, inputs + units]    Input 3  bg [2 * units]
// Input 4   Wc [units, inputs + units]        Input 5  bc [units]
// Output 0  h' of every step [time, batch, units]
// Output 1  the last step's h' [batch, units]; without steps, the input's h
//
// Constraints:
//   C1 six inputs and two outputs
//   C2 all tensors have the shapes above
//   C3 all tensors are FLOAT32
struct Gru : BoundOp {
  int32_t steps = 0, batch = 0, inputs = 0, units = 0;
};

StatusOr<Gru> BindUnidirectionalSequenceGru(const NodeView& node);

Status EvalUnidirectionalSequenceGruReference(const Gru& op,
                                              EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_GRU_GRU_H_
