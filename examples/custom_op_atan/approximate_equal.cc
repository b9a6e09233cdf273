// ApproximateEqual: |a - b| < tolerance, element-wise.
#include <cmath>

#include "examples/custom_op_atan/atan_ops.h"
#include "flatbuffers/flexbuffers.h"
#include "tensorflow/lite/kernels/kernel_util.h"

namespace atan_ops {
namespace {

// Custom options are a flexbuffer, parsed once per node.
void* Init(TfLiteContext* context, const char* buffer, size_t length) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(buffer);
  float tolerance = 1e-5f;
  if (bytes != nullptr && length > 0) {
    const auto options = flexbuffers::GetRoot(bytes, length).AsMap();
    if (!options["tolerance"].IsNull()) {
      tolerance = options["tolerance"].AsFloat();
    }
  }
  return new float(tolerance);
}

void Free(TfLiteContext* context, void* buffer) {
  delete static_cast<float*>(buffer);
}

TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) {
  TF_LITE_ENSURE_EQ(context, tflite::NumInputs(node), 2);
  TF_LITE_ENSURE_EQ(context, tflite::NumOutputs(node), 1);
  const TfLiteTensor *a, *b;
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 0, &a));
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 1, &b));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, tflite::GetOutputSafe(context, node, 0, &output));
  TF_LITE_ENSURE_TYPES_EQ(context, a->type, kTfLiteFloat32);
  TF_LITE_ENSURE_TYPES_EQ(context, b->type, kTfLiteFloat32);
  TF_LITE_ENSURE_TYPES_EQ(context, output->type, kTfLiteBool);
  TF_LITE_ENSURE(context, tflite::HaveSameShapes(a, b));
  return context->ResizeTensor(context, output, TfLiteIntArrayCopy(a->dims));
}

TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) {
  const float tolerance = *static_cast<const float*>(node->user_data);
  const TfLiteTensor *a, *b;
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 0, &a));
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 1, &b));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, tflite::GetOutputSafe(context, node, 0, &output));
  const float* x = tflite::GetTensorData<float>(a);
  const float* y = tflite::GetTensorData<float>(b);
  bool* near = tflite::GetTensorData<bool>(output);
  const int64_t count = tflite::NumElements(a);
  for (int64_t i = 0; i < count; ++i) {
    near[i] = std::abs(x[i] - y[i]) < tolerance;
  }
  return kTfLiteOk;
}

}  // namespace

const TfLiteRegistration* Register_APPROXIMATE_EQUAL() {
  static const TfLiteRegistration r = {Init, Free, Prepare, Eval};
  return &r;
}

}  // namespace atan_ops
