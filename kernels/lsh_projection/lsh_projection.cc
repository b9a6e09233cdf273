#include "kernels/lsh_projection/lsh_projection.h"

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

StatusOr<LshProjection> BindLshProjection(const NodeView& node) {
  const Status counts = node.CheckCounts(2, 3, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView seeds, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView items, node.RequiredInput(1));
  const TensorView weights = node.input(2);
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteLSHProjectionParams>());
  LshProjection op;
  op.sparse = params->type == kTfLiteLshProjectionSparse;
  op.weighted = weights.present();
  TFLL_CONSTRAINT(C5, op.sparse || params->type == kTfLiteLshProjectionDense,
                  "the type is ", static_cast<int>(params->type));
  TFLL_CONSTRAINT(C2,
                  seeds.type() == kTfLiteFloat32 &&
                      output.type() == kTfLiteInt32 &&
                      (!op.weighted || weights.type() == kTfLiteFloat32),
                  "seeds are ", seeds.ToString(), ", weights ",
                  weights.ToString(), ", output ", output.ToString());
  TFLL_CONSTRAINT(C3,
                  seeds.rank() == 2 && seeds.dim(1) <= 32 && items.rank() > 0,
                  "seeds are ", seeds.ToString(), ", items ", items.ToString());
  op.functions = seeds.dim(0);
  op.bits = seeds.dim(1);
  op.items = items.dim(0);
  TFLL_CONSTRAINT(
      C4, !op.weighted || (weights.rank() == 1 && weights.dim(0) == op.items),
      "weights are ", weights.ToString(), ", items ", items.ToString());
  const int64_t size =
      op.sparse ? op.functions : int64_t{op.functions} * op.bits;
  TFLL_CONSTRAINT(C3, size <= INT32_MAX, "there are ", size, " hashes");
  op.outputs.push_back(OutputSpec::Known({static_cast<int32_t>(size)}));
  return op;
}

}  // namespace tflite::kernels
