#ifndef KERNELS_TOPK_V2_TOPK_V2_H_
#define KERNELS_TOPK_V2_TOPK_V2_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// TOPK_V2: the k largest elements of each innermost row, in descending order,
// and their indices. Of equal elements the one in front comes first; a NaN
// counts as lower than all numbers.
//
// Inputs  0 value [.., n]: integers of 8 to 64 bits, FLOAT16, BFLOAT16,
//           FLOAT32, FLOAT64; 1 k, one element, INT16, INT32 or INT64
// Outputs 0 [.., k] of the value's type, 1 [.., k] INT16 or INT32
//
// Constraints:
//   C1 two inputs and two outputs
//   C2 the value has one of the types above, output 0 the same
//   C3 k is one element of a type above
//   C4 output 1 is INT16, for n up to 32768, or INT32
//   C5 the value is no scalar and 0 <= k <= n
struct TopkV2 : BoundOp {
  TfLiteType type;
  TfLiteType index_type;
  int64_t rows = 0;
  int32_t columns = 0;  // n
  int32_t k = 0;
};

StatusOr<TopkV2> BindTopkV2(const NodeView& node);

Status EvalTopkV2Reference(const TopkV2& op, EvalContext& context);
Status EvalTopkV2Cpu(const TopkV2& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_TOPK_V2_TOPK_V2_H_
