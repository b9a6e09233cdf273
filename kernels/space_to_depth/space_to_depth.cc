#include "kernels/space_to_depth/space_to_depth.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

StatusOr<SpaceToDepth> Start(const NodeView& node, int block, bool to_depth) {
  const Status counts = node.CheckCounts(1, 1, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  SpaceToDepth op;
  op.type = value.type();
  op.to_depth = to_depth;
  op.block = block;
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3, value.rank() == 4, "value is ", value.ToString());
  TFLL_CONSTRAINT(C4, block > 0, "the block is ", block);
  return op;
}

}  // namespace

StatusOr<SpaceToDepth> BindSpaceToDepth(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteSpaceToDepthParams>());
  TFLL_ASSIGN_OR_RETURN(SpaceToDepth op, Start(node, params->block_size, true));
  op.space = node.input(0).shape();
  TFLL_CONSTRAINT(
      C5, op.space[1] % op.block == 0 && op.space[2] % op.block == 0,
      node.input(0).ToString(), " does not divide into blocks of ", op.block);
  int64_t channels = op.space[3];
  // One factor at a time: each product of two 32-bit numbers fits.
  TFLL_RETURN_IF_ERROR(MakeShape({channels * op.block}).status());
  channels *= op.block;
  TFLL_ASSIGN_OR_RETURN(
      op.depth, MakeShape({op.space[0], op.space[1] / op.block,
                           op.space[2] / op.block, channels * op.block}));
  op.outputs.push_back(OutputSpec::Known(op.depth));
  return op;
}

StatusOr<SpaceToDepth> BindDepthToSpace(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteDepthToSpaceParams>());
  TFLL_ASSIGN_OR_RETURN(SpaceToDepth op,
                        Start(node, params->block_size, false));
  op.depth = node.input(0).shape();
  TFLL_CONSTRAINT(C5, op.depth[3] % (op.block * op.block) == 0,
                  "the channels of ", node.input(0).ToString(),
                  " do not divide into blocks of ", op.block);
  TFLL_ASSIGN_OR_RETURN(
      op.space,
      MakeShape({op.depth[0], op.depth[1] * op.block, op.depth[2] * op.block,
                 op.depth[3] / (op.block * op.block)}));
  op.outputs.push_back(OutputSpec::Known(op.space));
  return op;
}

}  // namespace tflite::kernels
