#include "kernels/random/random.h"

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

bool IsReal(TfLiteType type) {
  return type == kTfLiteFloat32 || type == kTfLiteFloat64;
}

void SetSeeds(const NodeView& node, Random* op) {
  const auto params = node.params_or_default<TfLiteRandomParams>();
  op->seed = static_cast<uint64_t>(params.seed);
  op->seed2 = static_cast<uint64_t>(params.seed2);
}

// The output has the shape that input 0 holds.
StatusOr<Random> BindShaped(RandomKind kind, const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const TensorView shape, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C1, IsIndexType(shape.type()) && shape.rank() == 1,
                  "the shape is ", shape.ToString());
  Random op;
  op.kind = kind;
  op.type = output.type();
  TFLL_CONSTRAINT(
      C2,
      kind == RandomKind::kUniformInt ? IsIndexType(op.type) : IsReal(op.type),
      "the output is ", output.ToString());
  SetSeeds(node, &op);
  if (!node.readable(shape)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  TFLL_ASSIGN_OR_RETURN(const auto extents, ReadIntegers(shape));
  Shape out;
  for (const int64_t extent : extents) {
    TFLL_CONSTRAINT(C1, extent >= 0 && extent <= INT32_MAX, "extent is ",
                    extent);
    out.push_back(static_cast<int32_t>(extent));
  }
  op.outputs.push_back(OutputSpec::Known(out));
  return op;
}

}  // namespace

StatusOr<Random> BindRandomUniform(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(1, 1, 1));
  return BindShaped(RandomKind::kUniform, node);
}

StatusOr<Random> BindRandomStandardNormal(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(1, 1, 1));
  return BindShaped(RandomKind::kNormal, node);
}

StatusOr<Random> BindRandomUniformInt(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(3, 3, 1));
  TFLL_ASSIGN_OR_RETURN(Random op, BindShaped(RandomKind::kUniformInt, node));
  for (int i = 1; i <= 2; ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView limit, node.RequiredInput(i));
    TFLL_CONSTRAINT(C4, IsIndexType(limit.type()) && limit.num_elements() == 1,
                    "a limit is ", limit.ToString());
  }
  return op;
}

StatusOr<Random> BindMultinomial(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(2, 2, 1));
  TFLL_ASSIGN_OR_RETURN(const TensorView logits, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView samples, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_CONSTRAINT(
      C3, IsReal(logits.type()) && logits.rank() == 2 && logits.dim(1) > 0,
      "the logits are ", logits.ToString());
  TFLL_CONSTRAINT(C1,
                  samples.type() == kTfLiteInt32 && samples.num_elements() == 1,
                  "the number of samples is ", samples.ToString());
  TFLL_CONSTRAINT(C2, IsIndexType(output.type()), "the output is ",
                  output.ToString());
  Random op;
  op.kind = RandomKind::kMultinomial;
  op.type = output.type();
  op.logits_type = logits.type();
  op.batch = logits.dim(0);
  op.classes = logits.dim(1);
  SetSeeds(node, &op);
  if (!node.readable(samples)) {
    op.outputs.push_back(OutputSpec::Dynamic());
    return op;
  }
  op.samples = *samples.data<int32_t>();
  TFLL_CONSTRAINT(C1, op.samples >= 0, "the number of samples is ", op.samples);
  op.outputs.push_back(
      OutputSpec::Known({logits.dim(0), static_cast<int32_t>(op.samples)}));
  return op;
}

StatusOr<RngBitGenerator> BindStablehloRngBitGenerator(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(1, 1, 2));
  TFLL_ASSIGN_OR_RETURN(const TensorView state, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView next, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView bits, node.RequiredOutput(1));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStablehloRngBitGeneratorParams>());
  RngBitGenerator op;
  op.threefry = params->algorithm == kTfLiteRngAlgorithmThreefry;
  op.has_upper_counter = state.num_elements() == 3;
  TFLL_CONSTRAINT(
      C5,
      state.type() == kTfLiteUInt64 && next.type() == kTfLiteUInt64 &&
          (state.num_elements() == 2 || (op.has_upper_counter && !op.threefry)),
      "the state is ", state.ToString());
  const TfLiteType type = bits.type();
  TFLL_CONSTRAINT(C5,
                  type == kTfLiteInt32 || type == kTfLiteUInt32 ||
                      type == kTfLiteInt64 || type == kTfLiteUInt64,
                  "the output is ", bits.ToString());
  op.words = bits.num_elements() * (ElementBits(type) / 32);
  op.outputs.push_back(OutputSpec::Known(state.shape()));
  op.outputs.push_back(OutputSpec::Known(bits.shape()));
  return op;
}

}  // namespace tflite::kernels
