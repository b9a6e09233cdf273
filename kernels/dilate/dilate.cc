#include "kernels/dilate/dilate.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

StatusOr<Shape> DilatedShape(const Dilate& op) {
  absl::InlinedVector<int64_t, 6> extents;
  for (int d = 0; d < op.shape.rank(); ++d) {
    TFLL_CONSTRAINT(C4, op.dilations[d] > 0, "dilation ", op.dilations[d],
                    " of dimension ", d);
    int64_t extent = 0;
    if (op.shape[d] > 0) {
      const bool fits =
          CheckedMul<int64_t>(op.shape[d] - 1, op.dilations[d], &extent) &&
          CheckedAdd<int64_t>(extent, 1, &extent);
      TFLL_CONSTRAINT(C4, fits, "dilation ", op.dilations[d], " of ",
                      op.shape[d]);
    }
    extents.push_back(extent);
  }
  const auto shape = MakeShape(extents);
  TFLL_CONSTRAINT(C4, shape.ok(), shape.status().message());
  return *shape;
}

}  // namespace

StatusOr<Dilate> BindDilate(const NodeView& node) {
  const Status counts = node.CheckCounts(3, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView dilations, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView padding, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2,
                  IsMovable(input.type()) && padding.type() == input.type() &&
                      output.type() == input.type(),
                  "input is ", input.ToString(), ", padding value ",
                  padding.ToString(), ", output ", output.ToString());
  TFLL_CONSTRAINT(C3,
                  IsIndexType(dilations.type()) && dilations.rank() == 1 &&
                      dilations.dim(0) == input.rank(),
                  "dilations are ", dilations.ToString(), ", input ",
                  input.ToString());
  TFLL_CONSTRAINT(C5, padding.num_elements() == 1, "padding value is ",
                  padding.ToString());
  Dilate op;
  op.shape = input.shape();
  if (!node.readable(dilations)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto values, ReadIntegers(dilations));
  op.dilations.assign(values.begin(), values.end());
  TFLL_ASSIGN_OR_RETURN(Shape shape, DilatedShape(op));
  op.outputs.push_back(OutputSpec::Known(std::move(shape)));
  return op;
}

}  // namespace tflite::kernels
