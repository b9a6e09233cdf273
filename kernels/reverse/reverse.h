#ifndef KERNELS_REVERSE_REVERSE_H_
#define KERNELS_REVERSE_REVERSE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// REVERSE_V2: the elements along the given axes in reverse order;
// negative axes count from the back.
// REVERSE_SEQUENCE: for each b, of value[.., b, ..] along batch_dim, the first
// lengths[b] elements along seq_dim in reverse order, the others unchanged.
//
// REVERSE_V2        inputs 0 value, 1 axes [n], INT32 or INT64
// REVERSE_SEQUENCE  inputs 0 value, 1 lengths [batches], INT32 or INT64;
//                   dimensions in the options
// Value of any type; the output's type and shape are the value's.
//
// Constraints:
//   C1 two inputs and one output
//   C2 the output has the value's type
//   C3 axes or lengths are vectors of INT32 or INT64, one length per batch
//   C4 REVERSE_V2: axes exist and occur once; REVERSE_SEQUENCE: seq_dim and
//      batch_dim exist and differ
//   C5 REVERSE_SEQUENCE: lengths lie in [0, extent of seq_dim] (found when they
//      are read)
struct ReverseV2 : BoundOp {
  TfLiteType type;
  Shape shape;
  bool axes_known = false;                // else they are read when evaluating
  absl::InlinedVector<bool, 8> reversed;  // one per dimension
};

struct ReverseSequence : BoundOp {
  TfLiteType type;
  Shape shape;
  int seq_dim, batch_dim;
};

StatusOr<ReverseV2> BindReverseV2(const NodeView& node);
StatusOr<ReverseSequence> BindReverseSequence(const NodeView& node);

// Which of `rank` dimensions the tensor names; checks C4.
StatusOr<absl::InlinedVector<bool, 8>> ReadReversedAxes(const TensorView& axes,
                                                        int rank);

Status EvalReverseV2Reference(const ReverseV2& op, EvalContext& context);
Status EvalReverseSequenceReference(const ReverseSequence& op,
                                    EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_REVERSE_REVERSE_H_
