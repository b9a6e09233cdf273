// ScaledAtan: scale * atan(frequency * x) + sum of taps, optionally clipped to
// [-1, 1]. Stores frequency * x in a temporary tensor, to show how to create
// one.
#include <algorithm>
#include <cmath>

#include "examples/custom_op_atan/atan_ops.h"
#include "examples/custom_op_atan/options.h"
#include "tensorflow/lite/kernels/kernel_util.h"

namespace atan_ops {
namespace {

struct ScaledAtan {
  float scale = 1, frequency = 1, offset = 0;
  bool clip = false;
  int scratch = -1;  // index of the temporary tensor
};

void* Init(TfLiteContext* context, const char* buffer, size_t length) {
  auto* op = new ScaledAtan;
  if (buffer != nullptr && length > 0) {
    const auto options =
        flexbuffers::GetRoot(reinterpret_cast<const uint8_t*>(buffer), length)
            .AsMap();
    op->scale = options["scale"].AsFloat();
    op->frequency = options["frequency"].AsFloat();
    op->clip = options["clip"].AsBool();
    for (const int tap : ReadInts(options["taps"])) op->offset += tap;
  }
  // Adds one tensor to the graph, once; Prepare sets its shape.
  if (context->AddTensors(context, 1, &op->scratch) != kTfLiteOk) {
    delete op;
    return TfLiteKernelInitFailed();
  }
  return op;
}

void Free(TfLiteContext* context, void* buffer) {
  delete static_cast<ScaledAtan*>(buffer);
}

TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) {
  const auto& op = *static_cast<const ScaledAtan*>(node->user_data);
  TF_LITE_ENSURE_EQ(context, tflite::NumInputs(node), 1);
  TF_LITE_ENSURE_EQ(context, tflite::NumOutputs(node), 1);
  const TfLiteTensor* input;
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 0, &input));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, tflite::GetOutputSafe(context, node, 0, &output));
  TF_LITE_ENSURE_TYPES_EQ(context, input->type, kTfLiteFloat32);
  TF_LITE_ENSURE_TYPES_EQ(context, output->type, kTfLiteFloat32);

  // Memory of the runtime, shared with other nodes: valid only during Invoke.
  TfLiteIntArrayFree(node->temporaries);
  node->temporaries = TfLiteIntArrayCreate(1);
  node->temporaries->data[0] = op.scratch;
  TfLiteTensor* scratch;
  TF_LITE_ENSURE_OK(context,
                    tflite::GetTemporarySafe(context, node, 0, &scratch));
  scratch->type = kTfLiteFloat32;
  scratch->allocation_type = kTfLiteArenaRw;
  TF_LITE_ENSURE_OK(
      context,
      context->ResizeTensor(context, scratch, TfLiteIntArrayCopy(input->dims)));
  return context->ResizeTensor(context, output,
                               TfLiteIntArrayCopy(input->dims));
}

TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) {
  const auto& op = *static_cast<const ScaledAtan*>(node->user_data);
  const TfLiteTensor* input;
  TF_LITE_ENSURE_OK(context, tflite::GetInputSafe(context, node, 0, &input));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, tflite::GetOutputSafe(context, node, 0, &output));
  TfLiteTensor* scratch;
  TF_LITE_ENSURE_OK(context,
                    tflite::GetTemporarySafe(context, node, 0, &scratch));
  const float* x = tflite::GetTensorData<float>(input);
  float* t = tflite::GetTensorData<float>(scratch);
  float* y = tflite::GetTensorData<float>(output);
  const int64_t count = tflite::NumElements(input);
  for (int64_t i = 0; i < count; ++i) t[i] = op.frequency * x[i];
  for (int64_t i = 0; i < count; ++i) {
    y[i] = op.scale * std::atan(t[i]) + op.offset;
    if (op.clip) y[i] = std::min(std::max(y[i], -1.0f), 1.0f);
  }
  return kTfLiteOk;
}

}  // namespace

const TfLiteRegistration* Register_SCALED_ATAN() {
  static const TfLiteRegistration r = {Init, Free, Prepare, Eval};
  return &r;
}

}  // namespace atan_ops
