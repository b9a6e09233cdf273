// Atan and Sinh: two functions each, without state.
#include <cmath>

#include "examples/custom_op_atan/atan_ops.h"
#include "tensorflow/lite/kernels/kernel_util.h"

namespace atan_ops {
namespace {

// Checks types and sets the output's shape. Called again after each resize.
TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) {
  TF_LITE_ENSURE_EQ(context, tflite::NumInputs(node), 1);
  TF_LITE_ENSURE_EQ(context, tflite::NumOutputs(node), 1);
  const TfLiteTensor* input;
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 0, &input));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, tflite::GetOutputSafe(context, node, 0, &output));
  TF_LITE_ENSURE_TYPES_EQ(context, input->type, kTfLiteFloat32);
  TF_LITE_ENSURE_TYPES_EQ(context, output->type, kTfLiteFloat32);
  return context->ResizeTensor(context, output,
                               TfLiteIntArrayCopy(input->dims));
}

// Computes the output; does not allocate.
template <float (*kFunction)(float)>
TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* input;
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 0, &input));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, tflite::GetOutputSafe(context, node, 0, &output));
  const float* x = tflite::GetTensorData<float>(input);
  float* y = tflite::GetTensorData<float>(output);
  const int64_t count = tflite::NumElements(input);
  for (int64_t i = 0; i < count; ++i) y[i] = kFunction(x[i]);
  return kTfLiteOk;
}

float Atan(float x) { return std::atan(x); }
float Sinh(float x) { return std::sinh(x); }

}  // namespace

const TfLiteRegistration* Register_ATAN() {
  static const TfLiteRegistration r = {nullptr, nullptr, Prepare, Eval<Atan>};
  return &r;
}

const TfLiteRegistration* Register_SINH() {
  static const TfLiteRegistration r = {nullptr, nullptr, Prepare, Eval<Sinh>};
  return &r;
}

}  // namespace atan_ops
