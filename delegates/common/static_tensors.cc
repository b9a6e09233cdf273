#include "delegates/common/static_tensors.h"

#include <cstring>
#include <utility>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::delegates {
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

StatusOr<StaticTensors> StaticTensors::Find(TfLiteContext* context) {
  TfLiteIntArray* plan = nullptr;
  if (context->GetExecutionPlan(context, &plan) != kTfLiteOk) {
    return Internal("the execution plan is not to be had");
  }
  std::unordered_map<int, int> sources;
  for (int i = 0; i < plan->size; ++i) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    if (context->GetNodeAndRegistration(context, plan->data[i], &node,
                                        &registration) != kTfLiteOk) {
      return Internal("node ", plan->data[i], " is not to be had");
    }
    if (WidensConstant(context, *node, *registration)) {
      sources[node->outputs->data[0]] = node->inputs->data[0];
    }
  }
  StaticTensors found;
  if (!sources.empty()) {
    found.sources_ = std::make_shared<const std::unordered_map<int, int>>(
        std::move(sources));
  }
  return found;
}

bool StaticTensors::IsKnown(const NodeView& node, int input) const {
  const TensorView tensor = node.input(input);
  if (!tensor) return false;
  return tensor.is_constant() || Contains(node.raw()->inputs->data[input]);
}

std::vector<float> StaticTensors::Values(TfLiteContext* context,
                                         int tensor) const {
  const TensorView source(&context->tensors[sources_->at(tensor)]);
  std::vector<float> values(source.bytes() / sizeof(uint16_t));
  for (size_t i = 0; i < values.size(); ++i) {
    uint16_t bits;
    std::memcpy(&bits, source.data<char>() + i * sizeof(bits), sizeof(bits));
    values[i] = half::from_bits(bits);
  }
  return values;
}

Status GraphStatics::Note(TfLiteContext* context) {
  TFLL_ASSIGN_OR_RETURN(StaticTensors found, StaticTensors::Find(context));
  std::lock_guard<std::mutex> lock(mutex_);
  if (found.is_empty()) {
    graphs_.erase(context);
  } else {
    graphs_[context] = std::move(found);
  }
  return OkStatus();
}

StaticTensors GraphStatics::Of(TfLiteContext* context) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto at = graphs_.find(context);
  return at == graphs_.end() ? StaticTensors() : at->second;
}

}  // namespace tflite::delegates
