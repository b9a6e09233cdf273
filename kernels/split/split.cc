#include "kernels/split/split.h"

#include <optional>

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

StatusOr<Split> Start(const NodeView& node, int inputs, int value,
                      int outputs) {
  const Status counts = node.CheckCounts(inputs, inputs, outputs);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  for (int i = 0; i < inputs; ++i) {
    TFLL_CONSTRAINT(C1, node.input(i).present(), "input ", i, " is missing");
  }
  Split op;
  op.value = value;
  op.type = node.input(value).type();
  TFLL_CONSTRAINT(C2, IsMovable(op.type), "type ", TfLiteTypeGetName(op.type),
                  " has no elements");
  for (int i = 0; i < outputs; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(i));
    TFLL_CONSTRAINT(C2, output.type() == op.type, "output ", i, " is ",
                    output.ToString(), ", the value ",
                    node.input(value).ToString());
  }
  return op;
}

void MakeDynamic(int outputs, Split* op) {
  for (int i = 0; i < outputs; ++i)
    op->outputs.push_back(OutputSpec::Dynamic());
}

Status SetAxis(int64_t axis, const TensorView& value, Split* op) {
  const auto normal = NormalizeAxis(axis, value.rank());
  TFLL_CONSTRAINT(C3, normal.ok(), normal.status().message());
  op->axis = *normal;
  const Shape shape = value.shape();
  op->rows = shape.Product(0, op->axis);
  op->row_elements = shape.Product(op->axis, shape.rank());
  return OkStatus();
}

void AddPiece(const Shape& value, int32_t extent, Split* op) {
  Shape shape = value;
  shape[op->axis] = extent;
  op->widths.push_back(extent * value.Product(op->axis + 1, value.rank()));
  op->outputs.push_back(OutputSpec::Known(shape));
}

// The sizes of SPLIT_V, with -1 replaced.
StatusOr<absl::InlinedVector<int64_t, 8>> Sizes(const TensorView& tensor,
                                                int outputs, int64_t extent) {
  TFLL_ASSIGN_OR_RETURN(auto sizes, ReadIntegers(tensor));
  TFLL_CONSTRAINT(C4, sizes.size() == static_cast<size_t>(outputs),
                  tensor.ToString(), " lists ", sizes.size(), " sizes for ",
                  outputs, " outputs");
  std::optional<size_t> open;
  int64_t sum = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1) {
      TFLL_CONSTRAINT(C4, !open.has_value(), "sizes ", *open, " and ", i,
                      " are both -1");
      open = i;
      continue;
    }
    TFLL_CONSTRAINT(C4, sizes[i] >= 0 && sizes[i] <= extent - sum, "size ", i,
                    " is ", sizes[i], ", of ", extent, " elements ",
                    extent - sum, " are left");
    sum += sizes[i];
  }
  if (open.has_value()) {
    sizes[*open] = extent - sum;
    sum = extent;
  }
  TFLL_CONSTRAINT(C4, sum == extent, "the sizes add up to ", sum, ", not ",
                  extent);
  return sizes;
}

}  // namespace

StatusOr<Split> BindSplit(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteSplitParams>());
  const int pieces = params->num_splits;
  TFLL_CONSTRAINT(C1, pieces > 0, "the options ask for ", pieces, " outputs");
  TFLL_ASSIGN_OR_RETURN(Split op, Start(node, 2, 1, pieces));
  const TensorView axis = node.input(0);
  if (!node.readable(axis)) {
    MakeDynamic(pieces, &op);
    return op;
  }
  const TensorView value = node.input(1);
  TFLL_ASSIGN_OR_RETURN(const int64_t where, ReadInteger(axis));
  TFLL_RETURN_IF_ERROR(SetAxis(where, value, &op));
  const int32_t extent = value.dim(op.axis);
  TFLL_CONSTRAINT(C4, extent % pieces == 0, "Not an even split: dimension ",
                  op.axis, " of ", value.ToString(), " does not divide into ",
                  pieces);
  for (int i = 0; i < pieces; ++i)
    AddPiece(value.shape(), extent / pieces, &op);
  op.evaluate_at_prepare = IsSmallConstant(node, value.shape());
  return op;
}

StatusOr<Split> BindSplitV(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteSplitVParams>());
  const int pieces = params->num_splits;
  TFLL_CONSTRAINT(C1, pieces > 0, "the options ask for ", pieces, " outputs");
  TFLL_ASSIGN_OR_RETURN(Split op, Start(node, 3, 0, pieces));
  const TensorView value = node.input(0);
  const TensorView sizes = node.input(1);
  const TensorView axis = node.input(2);
  if (!node.readable(sizes) || !node.readable(axis)) {
    MakeDynamic(pieces, &op);
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const int64_t where, ReadInteger(axis));
  TFLL_RETURN_IF_ERROR(SetAxis(where, value, &op));
  TFLL_ASSIGN_OR_RETURN(const auto extents,
                        Sizes(sizes, pieces, value.dim(op.axis)));
  for (const int64_t extent : extents) {
    AddPiece(value.shape(), static_cast<int32_t>(extent), &op);
  }
  op.evaluate_at_prepare = IsSmallConstant(node, value.shape());
  return op;
}

StatusOr<Split> BindUnpack(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteUnpackParams>());
  const int pieces = params->num;
  TFLL_CONSTRAINT(C1, pieces >= 0, "the options ask for ", pieces, " outputs");
  TFLL_ASSIGN_OR_RETURN(Split op, Start(node, 1, 0, pieces));
  const TensorView value = node.input(0);
  TFLL_RETURN_IF_ERROR(SetAxis(params->axis, value, &op));
  TFLL_CONSTRAINT(C4, value.dim(op.axis) == pieces, "dimension ", op.axis,
                  " of ", value.ToString(), " is not ", pieces);
  for (int i = 0; i < pieces; ++i) {
    const TensorView output = node.output(i);
    TFLL_CONSTRAINT(C5,
                    output.scale() == value.scale() &&
                        output.zero_point() == value.zero_point(),
                    "output ", i, " differs from the value in quantization");
    AddPiece(value.shape(), 1, &op);
    op.outputs.back().shape.erase(op.axis);
  }
  op.evaluate_at_prepare = IsSmallConstant(node, value.shape());
  return op;
}

}  // namespace tflite::kernels
