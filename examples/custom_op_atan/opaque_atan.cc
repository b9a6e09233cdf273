// Atan with the opaque API, whose structs may change without a rebuild.
#include <cmath>

#include "examples/custom_op_atan/atan_ops.h"
#include "tensorflow/lite/core/c/c_api_opaque.h"

namespace atan_ops {
namespace {

TfLiteStatus Prepare(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumberOfInputs(node), 1);
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumberOfOutputs(node), 1);
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  TF_LITE_OPAQUE_ENSURE(context, input != nullptr && output != nullptr);
  TF_LITE_OPAQUE_ENSURE_TYPES_EQ(context, TfLiteOpaqueTensorType(input),
                                 kTfLiteFloat32);
  TF_LITE_OPAQUE_ENSURE_TYPES_EQ(context, TfLiteOpaqueTensorType(output),
                                 kTfLiteFloat32);
  const int rank = TfLiteOpaqueTensorNumDims(input);
  TfLiteIntArray* shape = TfLiteIntArrayCreate(rank);
  for (int i = 0; i < rank; ++i) {
    shape->data[i] = TfLiteOpaqueTensorDim(input, i);
  }
  // Takes ownership of the array.
  return TfLiteOpaqueContextResizeTensor(context, output, shape);
}

TfLiteStatus Invoke(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  const auto* x = static_cast<const float*>(TfLiteOpaqueTensorData(input));
  auto* y = static_cast<float*>(TfLiteOpaqueTensorData(output));
  const size_t count = TfLiteOpaqueTensorByteSize(input) / sizeof(float);
  for (size_t i = 0; i < count; ++i) y[i] = std::atan(x[i]);
  return kTfLiteOk;
}

}  // namespace

const TfLiteOperator* OpaqueAtan() {
  static const TfLiteOperator* const op = [] {
    TfLiteOperator* made = TfLiteOperatorCreate(kTfLiteBuiltinCustom, "Atan",
                                                /*version=*/1,
                                                /*user_data=*/nullptr);
    TfLiteOperatorSetPrepare(made, Prepare);
    TfLiteOperatorSetInvoke(made, Invoke);
    return made;
  }();
  return op;
}

}  // namespace atan_ops
