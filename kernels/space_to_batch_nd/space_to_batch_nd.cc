#include "kernels/space_to_batch_nd/space_to_batch_nd.h"

#include "kernels/math/cells.h"
#include "kernels/math/integers.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

StatusOr<SpaceToBatchNd> Start(const NodeView& node, bool to_batch) {
  const Status counts = node.CheckCounts(3, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView block, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView edges, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  SpaceToBatchNd op;
  op.type = value.type();
  op.to_batch = to_batch;
  TFLL_CONSTRAINT(C2, IsMovable(op.type) && output.type() == op.type,
                  "value is ", value.ToString(), ", output ",
                  output.ToString());
  TFLL_CONSTRAINT(C3,
                  IsIndexType(block.type()) && IsIndexType(edges.type()) &&
                      block.rank() == 1 && edges.rank() == 2 &&
                      edges.dim(0) == block.dim(0) && edges.dim(1) == 2 &&
                      block.dim(0) < value.rank(),
                  "block is ", block.ToString(), ", paddings or crops ",
                  edges.ToString(), ", value ", value.ToString());
  if (IsByteOrInt16(op.type)) {
    op.zero = output.zero_point();
  }
  return op;
}

// The block and the sums of each dimension's edges.
Status ReadBlock(const NodeView& node, absl::InlinedVector<int64_t, 4>* edges,
                 SpaceToBatchNd* op) {
  TFLL_ASSIGN_OR_RETURN(const auto block, ReadIntegers(node.input(1)));
  TFLL_ASSIGN_OR_RETURN(const auto amounts, ReadIntegers(node.input(2)));
  for (size_t d = 0; d < block.size(); ++d) {
    const int64_t before = amounts[2 * d];
    const int64_t after = amounts[2 * d + 1];
    TFLL_CONSTRAINT(C4,
                    block[d] > 0 && block[d] <= INT32_MAX && before >= 0 &&
                        after >= 0 && before <= INT32_MAX && after <= INT32_MAX,
                    "block ", block[d], ", paddings or crops ", before, " and ",
                    after, " of dimension ", d + 1);
    op->block.push_back(block[d]);
    op->before.push_back(before);
    edges->push_back(before + after);
    op->padded = op->padded || (op->to_batch && before + after > 0);
  }
  return OkStatus();
}

bool Readable(const NodeView& node) {
  return node.readable(node.input(1)) && node.readable(node.input(2));
}

}  // namespace

StatusOr<SpaceToBatchNd> BindSpaceToBatchNd(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(SpaceToBatchNd op, Start(node, true));
  if (!Readable(node)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  absl::InlinedVector<int64_t, 4> edges;
  TFLL_RETURN_IF_ERROR(ReadBlock(node, &edges, &op));
  op.space = node.input(0).shape();
  absl::InlinedVector<int64_t, 8> extents(op.space.begin(), op.space.end());
  for (size_t d = 0; d < edges.size(); ++d) {
    const int64_t padded = extents[d + 1] + edges[d];
    TFLL_CONSTRAINT(C5, padded % op.block[d] == 0, "dimension ", d + 1,
                    " has, padded, ", padded, " elements, the block ",
                    op.block[d]);
    extents[d + 1] = padded / op.block[d];
    if (!CheckedMul(extents[0], op.block[d], &extents[0])) {
      return Invalid("the block is too large");
    }
  }
  TFLL_ASSIGN_OR_RETURN(op.batch, MakeShape(extents));
  op.outputs.push_back(OutputSpec::Known(op.batch));
  return op;
}

StatusOr<SpaceToBatchNd> BindBatchToSpaceNd(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(SpaceToBatchNd op, Start(node, false));
  if (!Readable(node)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  absl::InlinedVector<int64_t, 4> edges;
  TFLL_RETURN_IF_ERROR(ReadBlock(node, &edges, &op));
  op.batch = node.input(0).shape();
  absl::InlinedVector<int64_t, 8> extents(op.batch.begin(), op.batch.end());
  for (size_t d = 0; d < edges.size(); ++d) {
    TFLL_CONSTRAINT(C5, extents[0] % op.block[d] == 0, "the batch of ",
                    node.input(0).ToString(), " does not divide by the block");
    extents[0] /= op.block[d];
    // Each factor fits 32 bits.
    extents[d + 1] = extents[d + 1] * op.block[d] - edges[d];
    TFLL_CONSTRAINT(C5, extents[d + 1] >= 0, "crops take more than dimension ",
                    d + 1, " has");
  }
  TFLL_ASSIGN_OR_RETURN(op.space, MakeShape(extents));
  op.outputs.push_back(OutputSpec::Known(op.space));
  return op;
}

}  // namespace tflite::kernels
