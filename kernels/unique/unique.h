#ifndef KERNELS_UNIQUE_UNIQUE_H_
#define KERNELS_UNIQUE_UNIQUE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// UNIQUE: the different elements of a vector in the order of their first
// occurrence, and for each element of the vector which of them it is. Numbers
// are compared as numbers: -0 is 0, and no NaN equals another.
//
// Input   0 vector: BOOL, integers of 8 to 64 bits, FLOAT16, BFLOAT16, FLOAT32,
//           FLOAT64, STRING
// Outputs 0 [different elements], the input's type; 1 [elements of the vector],
//           INT32 or INT64
//
// Constraints:
//   C1 one input and two outputs
//   C2 the input has one of the types above, output 0 the same
//   C3 output 1 is INT32 or INT64
//   C4 the input is a vector
struct Unique : BoundOp {
  TfLiteType type;
  TfLiteType index_type;
  int32_t count;  // elements of the vector
};

StatusOr<Unique> BindUnique(const NodeView& node);

Status EvalUniqueReference(const Unique& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_UNIQUE_UNIQUE_H_
