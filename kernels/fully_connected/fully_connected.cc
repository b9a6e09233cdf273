#include "kernels/fully_connected/fully_connected.h"

#include "kernels/math/blockwise.h"
#include "kernels/math/sparse.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

Status BindShape(const TensorView& input, const TensorView& weights,
                 bool keep_num_dims, FullyConnected* op) {
  TFLL_CONSTRAINT(C2, weights.rank() == 2 && input.rank() >= 1, "input is ",
                  input.ToString(), ", weights ", weights.ToString());
  op->units = weights.dim(0);
  op->depth = weights.dim(1);
  const int64_t elements = input.num_elements();
  const bool row_is_last = input.dim(-1) == op->depth;
  TFLL_CONSTRAINT(
      C3,
      row_is_last ||
          (!keep_num_dims && op->depth > 0 && elements % op->depth == 0),
      "input is ", input.ToString(), ", weights ", weights.ToString());
  const int64_t rows = row_is_last ? input.shape().Product(0, input.rank() - 1)
                                   : elements / op->depth;
  TFLL_CONSTRAINT(C3, CheckedCast(rows, &op->rows), rows, " rows are too many");
  Shape shape{op->rows, op->units};
  if (keep_num_dims) {
    shape = input.shape();
    shape[shape.rank() - 1] = op->units;
  }
  op->outputs.push_back(OutputSpec::Known(std::move(shape)));
  return OkStatus();
}

Status CheckShuffled(const FullyConnected& op, const TensorView& input,
                     const TensorView& weights, const TensorView& output) {
  TFLL_CONSTRAINT(C4, op.rows == 1 || op.rows == 4, "shuffled weights with ",
                  op.rows, " rows");
  TFLL_CONSTRAINT(C4, op.units % 4 == 0 && op.depth % 16 == 0,
                  "shuffled weights are ", weights.ToString());
  TFLL_CONSTRAINT(
      C4,
      input.type() == kTfLiteUInt8 && input.zero_point() == 128 &&
          weights.type() == kTfLiteUInt8 && weights.zero_point() == 128 &&
          output.type() == kTfLiteInt16,
      "shuffled weights with input ", input.ToString(), ", weights ",
      weights.ToString(), ", output ", output.ToString());
  TFLL_CONSTRAINT(C4,
                  weights.is_constant() && weights.raw()->sparsity == nullptr,
                  "shuffled weights are not constant and dense");
  return OkStatus();
}

Status BindWeights(const NodeView& node,
                   const TfLiteFullyConnectedParams& params,
                   WeightedSumArgs args, FullyConnected* op) {
  op->sparse = args.weights.raw()->sparsity != nullptr;
  if (op->sparse) {
    const Status sparse = CheckSparse(args.weights);
    TFLL_CONSTRAINT(C5, sparse.ok() && args.weights.is_constant(), "weights ",
                    args.weights.ToString(), ": ", sparse.message());
  }
  const auto blocks = BindBlocks(node, args.weights);
  TFLL_CONSTRAINT(W4, blocks.ok(), blocks.status().message());
  args.blocks = *blocks;
  args.channels = op->units;
  args.activation = params.activation;
  args.asymmetric_inputs = params.asymmetric_quantize_inputs;
  args.round_scale_product = args.input.type() != kTfLiteInt16;
  if (!op->shuffled) args.halves = Halves::kUp;
  args.allow_sparse_weights = true;
  args.allow_more_types = true;
  TFLL_ASSIGN_OR_RETURN(op->sum, BindWeightedSum(args));
  return OkStatus();
}

}  // namespace

StatusOr<FullyConnected> BindFullyConnected(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteFullyConnectedParams>());
  FullyConnected op;
  op.shuffled = params->weights_format ==
                kTfLiteFullyConnectedWeightsFormatShuffled4x16Int8;
  const Status counts = node.CheckCounts(2, 3, op.shuffled ? 2 : 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  WeightedSumArgs args;
  TFLL_ASSIGN_OR_RETURN(args.input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(args.weights, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(args.output, node.RequiredOutput(0));
  args.bias = node.input(2);
  TFLL_RETURN_IF_ERROR(
      BindShape(args.input, args.weights, params->keep_num_dims, &op));
  if (op.shuffled) {
    TFLL_RETURN_IF_ERROR(
        CheckShuffled(op, args.input, args.weights, args.output));
    TFLL_ASSIGN_OR_RETURN(const TensorView workspace, node.RequiredOutput(1));
    TFLL_CONSTRAINT(C4, ElementBits(workspace.type()) == 8, "output 1 is ",
                    workspace.ToString());
    op.outputs.push_back(OutputSpec::Known(args.input.shape()));
  }
  TFLL_RETURN_IF_ERROR(BindWeights(node, *params, args, &op));
  return op;
}

}  // namespace tflite::kernels
