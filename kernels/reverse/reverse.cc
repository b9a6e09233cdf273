#include "kernels/reverse/reverse.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

Status CheckNode(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView vector, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, IsMovable(value.type()) && output.type() == value.type(),
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3, vector.rank() == 1 && IsIndexType(vector.type()),
                  "input 1 is ", vector.ToString());
  return OkStatus();
}

}  // namespace

StatusOr<absl::InlinedVector<bool, 8>> ReadReversedAxes(const TensorView& axes,
                                                        int rank) {
  TFLL_ASSIGN_OR_RETURN(const auto values, ReadIntegers(axes));
  absl::InlinedVector<bool, 8> reversed(rank, false);
  for (const int64_t value : values) {
    const auto axis = NormalizeAxis(value, rank);
    TFLL_CONSTRAINT(C4, axis.ok(), axis.status().message());
    TFLL_CONSTRAINT(C4, !reversed[*axis], "axis ", *axis, " occurs twice");
    reversed[*axis] = true;
  }
  return reversed;
}

StatusOr<ReverseV2> BindReverseV2(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckNode(node));
  ReverseV2 op;
  op.type = node.input(0).type();
  op.shape = node.input(0).shape();
  op.axes_known = node.readable(node.input(1));
  if (op.axes_known) {
    TFLL_ASSIGN_OR_RETURN(op.reversed,
                          ReadReversedAxes(node.input(1), op.shape.rank()));
  }
  op.evaluate_at_prepare = IsSmallConstant(node, op.shape);
  op.outputs.push_back(OutputSpec::Known(op.shape));
  return op;
}

StatusOr<ReverseSequence> BindReverseSequence(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckNode(node));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteReverseSequenceParams>());
  ReverseSequence op;
  op.type = node.input(0).type();
  op.shape = node.input(0).shape();
  op.seq_dim = params->seq_dim;
  op.batch_dim = params->batch_dim;
  const int rank = op.shape.rank();
  TFLL_CONSTRAINT(C4,
                  op.seq_dim >= 0 && op.seq_dim < rank && op.batch_dim >= 0 &&
                      op.batch_dim < rank && op.seq_dim != op.batch_dim,
                  "seq_dim ", op.seq_dim, " and batch_dim ", op.batch_dim,
                  " of ", node.input(0).ToString());
  TFLL_CONSTRAINT(C3, node.input(1).dim(0) == op.shape[op.batch_dim],
                  "lengths are ", node.input(1).ToString(), ", value ",
                  node.input(0).ToString());
  op.outputs.push_back(OutputSpec::Known(op.shape));
  return op;
}

}  // namespace tflite::kernels
