#include "kernels/reshape/reshape.h"

#include <optional>

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "kernels/math/not_equal.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

using Extents = absl::InlinedVector<int64_t, 8>;

Status CheckNode(const NodeView& node, int min_inputs, int max_inputs) {
  const Status counts = node.CheckCounts(min_inputs, max_inputs, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, IsMovable(input.type()) && input.type() == output.type(),
                  "input is ", input.ToString(), ", output ",
                  output.ToString());
  return OkStatus();
}

Reshape Bound(const NodeView& node, const Shape& shape) {
  Reshape op;
  op.type = node.input(0).type();
  op.evaluate_at_prepare = IsSmallConstant(node, shape);
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

// Bound again when the shape is known.
Reshape BoundDynamic() {
  Reshape op;
  op.outputs.push_back(OutputSpec::Dynamic());
  return op;
}

// The shape the options ask for.
StatusOr<Extents> ExtentsOfOptions(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteReshapeParams>());
  const int rank = params->num_dimensions;
  if (rank < 0 || rank > TFLITE_RESHAPE_PARAMS_MAX_DIMENSION_COUNT) {
    return Invalid("the options' shape has ", rank, " dimensions");
  }
  const bool scalar = rank == 1 && params->shape[0] == 0;
  return Extents(params->shape, params->shape + (scalar ? 0 : rank));
}

// Of the extents that are neither 0 nor -1; 0 where it is too large.
template <typename Container>
int64_t ProductOfOthers(const Container& extents) {
  int64_t product = 1;
  for (const int64_t extent : extents) {
    if (extent > 0 && !CheckedMul(product, extent, &product)) return 0;
  }
  return product;
}

std::string OtherNumber(int64_t input_elements, int64_t output_elements) {
  return NotEqual("num_input_elements", "num_output_elements", input_elements,
                  output_elements);
}

// Replaces an extent of -1.
StatusOr<Shape> Resolve(Extents extents, const TensorView& input) {
  const int64_t elements = input.num_elements();
  int64_t known = 1;
  std::optional<size_t> open;
  for (size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] == -1) {
      TFLL_CONSTRAINT(
          C3, !open.has_value(),
          NotEqual("stretch_dim", "-1", static_cast<int64_t>(*open), -1),
          ": dimensions ", *open, " and ", i, " of the shape are both -1");
      open = i;
      continue;
    }
    TFLL_CONSTRAINT(C3, extents[i] >= 0, "extent ", extents[i],
                    " of the shape is negative");
    TFLL_CONSTRAINT(C4, CheckedMul(known, extents[i], &known),
                    "the shape has too many elements");
  }
  if (open.has_value()) {
    // Of shapes without elements, the extents other than 0 decide.
    const bool empty = known == 0 && elements == 0;
    const int64_t whole = empty ? ProductOfOthers(input.shape()) : elements;
    const int64_t part = empty ? ProductOfOthers(extents) : known;
    TFLL_CONSTRAINT(C4, part != 0 && whole % part == 0,
                    OtherNumber(whole, part == 0 ? 0 : whole / part * part),
                    ": ", input.ToString(), " does not divide into ", part);
    extents[*open] = whole / part;
  }
  TFLL_ASSIGN_OR_RETURN(const Shape shape, MakeShape(extents));
  TFLL_CONSTRAINT(C4, shape.num_elements() == elements,
                  OtherNumber(elements, shape.num_elements()), ": ",
                  input.ToString(), " cannot have the shape ",
                  shape.ToString());
  return shape;
}

}  // namespace

StatusOr<Reshape> BindReshape(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckNode(node, 1, 2));
  const TensorView input = node.input(0);
  const TensorView wanted = node.input(1);
  if (wanted && wanted.rank() == 1 && IsIndexType(wanted.type())) {
    if (!node.readable(wanted)) return BoundDynamic();
    TFLL_ASSIGN_OR_RETURN(Extents extents, ReadIntegers(wanted));
    TFLL_ASSIGN_OR_RETURN(const Shape shape, Resolve(extents, input));
    return Bound(node, shape);
  }
  TFLL_ASSIGN_OR_RETURN(Extents extents, ExtentsOfOptions(node));
  TFLL_ASSIGN_OR_RETURN(const Shape shape, Resolve(extents, input));
  return Bound(node, shape);
}

StatusOr<Reshape> BindSqueeze(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckNode(node, 1, 1));
  const Shape in = node.input(0).shape();
  const auto params = node.params_or_default<TfLiteSqueezeParams>();
  TFLL_CONSTRAINT(C5,
                  params.num_squeeze_dims >= 0 && params.num_squeeze_dims <= 8,
                  "the options list ", params.num_squeeze_dims, " dimensions");
  absl::InlinedVector<bool, 8> drop(in.rank(), false);
  for (int i = 0; i < params.num_squeeze_dims; ++i) {
    const auto axis = NormalizeAxis(params.squeeze_dims[i], in.rank());
    TFLL_CONSTRAINT(C5, axis.ok(), axis.status().message());
    TFLL_CONSTRAINT(C5, in[*axis] == 1, "dimension ", *axis, " of ",
                    node.input(0).ToString(), " is not 1");
    drop[*axis] = true;
  }
  Shape shape;
  for (int i = 0; i < in.rank(); ++i) {
    const bool dropped = params.num_squeeze_dims == 0 ? in[i] == 1 : drop[i];
    if (!dropped) shape.push_back(in[i]);
  }
  return Bound(node, shape);
}

StatusOr<Reshape> BindExpandDims(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(CheckNode(node, 2, 2));
  TFLL_ASSIGN_OR_RETURN(const TensorView where, node.RequiredInput(1));
  if (!node.readable(where)) return BoundDynamic();
  TFLL_ASSIGN_OR_RETURN(const int64_t value, ReadInteger(where));
  Shape shape = node.input(0).shape();
  const auto axis = NormalizeAxis(value, shape.rank() + 1);
  TFLL_CONSTRAINT(C6, axis.ok(), "axis ", value, " does not fit ",
                  node.input(0).ToString());
  shape.insert(*axis, 1);
  return Bound(node, shape);
}

}  // namespace tflite::kernels
