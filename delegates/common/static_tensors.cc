#include "delegates/common/static_tensors.h"

#include <cstring>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite {
namespace {

// Whether the node makes floats of a constant of half precision.
bool WidensConstant(TfLiteContext* context, const TfLiteNode& node,
                    const TfLiteRegistration& registration) {
  if (registration.builtin_code != kTfLiteBuiltinDequantize) return false;
  if (node.inputs == nullptr || node.inputs->size != 1) return false;
  if (node.outputs == nullptr || node.outputs->size != 1) return false;
  const int from = node.inputs->data[0];
  const int to = node.outputs->data[0];
  if (from < 0 || to < 0) return false;
  const TfLiteTensor& input = context->tensors[from];
  return input.type == kTfLiteFloat16 &&
         input.allocation_type == kTfLiteMmapRo && input.sparsity == nullptr &&
         context->tensors[to].type == kTfLiteFloat32;
}

}  // namespace

StatusOr<std::shared_ptr<const StaticTensors>> StaticTensors::Find(
    TfLiteContext* context) {
  TfLiteIntArray* plan = nullptr;
  if (context->GetExecutionPlan(context, &plan) != kTfLiteOk) {
    return Internal("the execution plan is not to be had");
  }
  auto found = std::make_shared<StaticTensors>();
  for (int i = 0; i < plan->size; ++i) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    if (context->GetNodeAndRegistration(context, plan->data[i], &node,
                                        &registration) != kTfLiteOk) {
      return Internal("node ", plan->data[i], " is not to be had");
    }
    if (WidensConstant(context, *node, *registration)) {
      found->sources_[node->outputs->data[0]] = node->inputs->data[0];
    }
  }
  if (found->sources_.empty()) found = nullptr;
  return std::shared_ptr<const StaticTensors>(std::move(found));
}

std::vector<float> StaticTensors::Values(TfLiteContext* context,
                                         int tensor) const {
  const TensorView source(&context->tensors[sources_.at(tensor)]);
  std::vector<float> values(source.bytes() / sizeof(uint16_t));
  for (size_t i = 0; i < values.size(); ++i) {
    uint16_t bits;
    std::memcpy(&bits, source.data<char>() + i * sizeof(bits), sizeof(bits));
    values[i] = half::from_bits(bits);
  }
  return values;
}

}  // namespace tflite
