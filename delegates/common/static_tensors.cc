#include "delegates/common/static_tensors.h"

#include <cstring>
#include <utility>

#include "delegates/common/graph_node.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::delegates {
namespace {

// True if the node converts a FLOAT16 constant to FLOAT32.
bool WidensConstant(TfLiteContext* context, const GraphNode& node) {
  if (node.builtin_code != kTfLiteBuiltinDequantize) return false;
  if (node.num_inputs() != 1 || node.num_outputs() != 1) return false;
  if (node.input(0) < 0 || node.output(0) < 0) return false;
  const TfLiteTensor& input = context->tensors[node.input(0)];
  return input.type == kTfLiteFloat16 &&
         input.allocation_type == kTfLiteMmapRo && input.sparsity == nullptr &&
         context->tensors[node.output(0)].type == kTfLiteFloat32;
}

}  // namespace

StatusOr<StaticTensors> StaticTensors::Find(TfLiteContext* context) {
  std::unordered_map<int, int> sources;
  TFLL_RETURN_IF_ERROR(ForEachNode(context, [&](const GraphNode& node) {
    if (WidensConstant(context, node)) sources[node.output(0)] = node.input(0);
  }));
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

}  // namespace tflite::delegates
