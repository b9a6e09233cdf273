#include "delegates/common/partition_builder.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace tflite::delegates {

PartitionBuilder::PartitionBuilder(TfLiteContext* context,
                                   const DelegatedPartition& partition,
                                   StaticTensors statics)
    : context_(context), partition_(partition), statics_(std::move(statics)) {
  for (const int t : partition.inputs) roles_.emplace(t, TensorRole::kInput);
  for (const int t : partition.outputs) roles_.emplace(t, TensorRole::kOutput);
  std::unordered_set<int> read;
  for (const std::unique_ptr<OwnedNode>& owned : partition.nodes) {
    const GraphNode node = owned->get();
    for (int i = 0; i < node.num_inputs(); ++i) read.insert(node.input(i));
  }
  for (const std::unique_ptr<OwnedNode>& owned : partition.nodes) {
    const GraphNode node = owned->get();
    for (int i = 0; i < node.num_outputs(); ++i) {
      const int t = node.output(i);
      if (read.count(t) != 0) continue;
      num_unread_ += roles_.emplace(t, TensorRole::kUnread).second;
    }
  }
}

TensorRole PartitionBuilder::RoleOf(int tensor) const {
  const TensorView view(&context_->tensors[tensor]);
  if (view.is_variable()) return TensorRole::kVariable;
  if (statics_.Contains(tensor) || view.is_constant()) {
    return TensorRole::kConstant;
  }
  const auto at = roles_.find(tensor);
  return at == roles_.end() ? TensorRole::kInner : at->second;
}

bool PartitionBuilder::IsOutput(int tensor) const {
  const auto at = roles_.find(tensor);
  return at != roles_.end() && at->second == TensorRole::kOutput;
}

ConstantElements<char> PartitionBuilder::KnownBytes(int tensor) const {
  if (statics_.Contains(tensor)) {
    return ConstantElements<char>(statics_.Values(context_, tensor));
  }
  const TensorView view(&context_->tensors[tensor]);
  return ConstantElements<char>(view.data<char>(), view.bytes());
}

ConstantElements<float> PartitionBuilder::KnownFloats(const NodeView& node,
                                                      int i) const {
  const bool follows = statics_.Contains(node.raw()->inputs->data[i]);
  // Not every host aligns constants in mapped files.
  const void* const data =
      follows ? nullptr : static_cast<const void*>(node.input(i).data<char>());
  if (follows || reinterpret_cast<uintptr_t>(data) % alignof(float) != 0) {
    return ConstantElements<float>(Floats(node, i));
  }
  return ConstantElements<float>(static_cast<const float*>(data),
                                 node.input(i).num_elements());
}

std::vector<float> PartitionBuilder::Floats(const NodeView& node, int i) const {
  const int tensor = node.raw()->inputs->data[i];
  if (statics_.Contains(tensor)) return statics_.Values(context_, tensor);
  const TensorView view = node.input(i);
  std::vector<float> values(view.num_elements());
  std::memcpy(values.data(), view.data<char>(), values.size() * sizeof(float));
  return values;
}

}  // namespace tflite::delegates
