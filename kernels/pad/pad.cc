#include "kernels/pad/pad.h"

#include <algorithm>

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "kernels/math/not_equal.h"
#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/base/run_constraint.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

StatusOr<Pad> Start(const NodeView& node, int element_input) {
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  Pad op;
  op.type = value.type();
  op.input = value.shape();
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  if (IsByteOrInt16(op.type)) op.zero = output.zero_point();
  const TensorView element = node.input(element_input);
  if (!element) return op;
  op.element_input = element_input;
  TFLL_CONSTRAINT(C2, element.type() == op.type, "value is ", value.ToString(),
                  ", the element to pad with ", element.ToString());
  TFLL_CONSTRAINT(C5, element.num_elements() == 1,
                  "the element to pad with is ", element.ToString());
  TFLL_RUN_CONSTRAINT(
      C5, node,
      !IsByteOrInt16(op.type) || (element.scale() == output.scale() &&
                                  element.zero_point() == output.zero_point()),
      "output and the element to pad with differ in quantization");
  return op;
}

// Any amount beyond INT32_MAX is out of range by itself.
constexpr int64_t kBeyond = int64_t{1} << 40;

// Paddings that are not constant may have any shape until the node runs.
Status CheckPaddings(const NodeView& node, const TensorView& paddings,
                     const TensorView& value) {
  const auto describe = [&] {
    return StrCat(
        NotEqual("SizeOfDimension(op_context->paddings, 0)", "op_context->dims",
                 paddings.rank() > 0 ? paddings.dim(0) : 1, value.rank()),
        ": paddings are ", paddings.ToString(), ", value ", value.ToString());
  };
  const bool fit = paddings.rank() == 2 && paddings.dim(0) == value.rank() &&
                   paddings.dim(1) == 2;
  if (paddings.is_constant() && value.rank() > 0) {
    TFLL_CONSTRAINT(C3, fit, describe());
  } else {
    TFLL_RUN_CONSTRAINT(C3, node, fit, describe());
  }
  return OkStatus();
}

StatusOr<Pad> BindByTensor(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView paddings, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(Pad op, Start(node, 2));
  const int rank = op.input.rank();
  TFLL_RETURN_IF_ERROR(CheckPaddings(node, paddings, node.input(0)));
  if (!node.readable(paddings)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto amounts, ReadAnyIntegers(paddings));
  absl::InlinedVector<int64_t, 8> extents;
  for (int d = 0; d < rank; ++d) {
    const int64_t before = amounts[2 * d];
    const int64_t after = amounts[2 * d + 1];
    TFLL_CONSTRAINT(C4, before >= 0 && after >= 0,
                    "Pad value has to be greater than equal to 0.: ", before,
                    " and ", after, " of dimension ", d);
    op.dims.push_back({before, 0});
    extents.push_back(std::min(before, kBeyond) + op.input[d] +
                      std::min(after, kBeyond));
  }
  TFLL_ASSIGN_OR_RETURN(const Shape shape, MakeShape(extents));
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace

StatusOr<Pad> BindPad(const NodeView& node) { return BindByTensor(node); }
StatusOr<Pad> BindPadv2(const NodeView& node) { return BindByTensor(node); }

StatusOr<Pad> BindStablehloPad(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 2, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStablehloPadParams>());
  TFLL_RETURN_IF_ERROR(node.RequiredInput(1).status());
  TFLL_ASSIGN_OR_RETURN(Pad op, Start(node, 1));
  const int rank = op.input.rank();
  TFLL_CONSTRAINT(C3, rank <= TFLITE_STABLEHLO_PAD_PARAMS_MAX_DIMENSION_COUNT,
                  "value is ", node.input(0).ToString());
  absl::InlinedVector<int64_t, 8> extents;
  for (int d = 0; d < rank; ++d) {
    // Beyond any extent, and far from overflow.
    constexpr int64_t kFar = int64_t{1} << 30;
    const int64_t low = params->edge_padding_low[d];
    const int64_t high = params->edge_padding_high[d];
    const int64_t interior = params->interior_padding[d];
    TFLL_CONSTRAINT(C4, interior >= 0, "interior padding ", interior,
                    " of dimension ", d);
    for (const int64_t v : {low, high, interior}) {
      if (v > kFar || v < -kFar) {
        return Invalid("padding ", v, " of dimension ", d, " is out of range");
      }
    }
    op.dims.push_back({low, interior});
    const int64_t between = op.input[d] > 0 ? (op.input[d] - 1) * interior : 0;
    extents.push_back(low + op.input[d] + between + high);
  }
  if (std::any_of(extents.begin(), extents.end(),
                  [](int64_t extent) { return extent <= 0; })) {
    std::fill(extents.begin(), extents.end(), 0);
  }
  TFLL_ASSIGN_OR_RETURN(const Shape shape, MakeShape(extents));
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

}  // namespace tflite::kernels
