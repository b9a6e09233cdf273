#include "kernels/shape/shape.h"

#include "kernels/math/integers.h"

namespace tflite::kernels {
namespace {

StatusOr<ShapeOf> Bind(const NodeView& node) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_RETURN_IF_ERROR(node.RequiredInput(0).status());
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, IsIndexType(output.type()), "output is ",
                  output.ToString());
  ShapeOf op;
  op.out_type = output.type();
  op.evaluate_at_prepare = true;
  return op;
}

}  // namespace

StatusOr<ShapeOf> BindShape(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(ShapeOf op, Bind(node));
  const Shape shape = node.input(0).shape();
  op.values.assign(shape.begin(), shape.end());
  op.outputs.push_back(OutputSpec::Known({shape.rank()}));
  return op;
}

StatusOr<ShapeOf> BindRank(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(ShapeOf op, Bind(node));
  TFLL_CONSTRAINT(C2, op.out_type == kTfLiteInt32, "output is ",
                  node.output(0).ToString());
  op.values.push_back(node.input(0).rank());
  op.outputs.push_back(OutputSpec::Known({}));
  return op;
}

}  // namespace tflite::kernels
