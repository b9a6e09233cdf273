// LeakyRelu with the opaque API: x if x > 0, else alpha * x. Shows a node's own
// state, which Init creates from the options and Free deletes.
#include "examples/custom_op_atan/atan_ops.h"
#include "flatbuffers/flexbuffers.h"
#include "tensorflow/lite/core/c/c_api_opaque.h"

namespace atan_ops {
namespace {

struct LeakyRelu {
  float alpha = 0.2f;
};

void* Init(TfLiteOpaqueContext* context, const char* buffer, size_t length) {
  auto* op = new LeakyRelu;
  if (buffer != nullptr && length > 0) {
    const auto options =
        flexbuffers::GetRoot(reinterpret_cast<const uint8_t*>(buffer), length)
            .AsMap();
    if (!options["alpha"].IsNull()) op->alpha = options["alpha"].AsFloat();
  }
  return op;
}

void Free(TfLiteOpaqueContext* context, void* data) {
  delete static_cast<LeakyRelu*>(data);
}

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
  const auto* op =
      static_cast<const LeakyRelu*>(TfLiteOpaqueNodeGetUserData(node));
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  const auto* x = static_cast<const float*>(TfLiteOpaqueTensorData(input));
  auto* y = static_cast<float*>(TfLiteOpaqueTensorData(output));
  const size_t count = TfLiteOpaqueTensorByteSize(input) / sizeof(float);
  for (size_t i = 0; i < count; ++i) {
    y[i] = x[i] > 0 ? x[i] : op->alpha * x[i];
  }
  return kTfLiteOk;
}

}  // namespace

const TfLiteOperator* OpaqueLeakyRelu() {
  static const TfLiteOperator* const op = [] {
    TfLiteOperator* made =
        TfLiteOperatorCreate(kTfLiteBuiltinCustom, "LeakyRelu",
                             /*version=*/1, /*user_data=*/nullptr);
    TfLiteOperatorSetInit(made, Init);
    TfLiteOperatorSetFree(made, Free);
    TfLiteOperatorSetPrepare(made, Prepare);
    TfLiteOperatorSetInvoke(made, Invoke);
    return made;
  }();
  return op;
}

}  // namespace atan_ops
