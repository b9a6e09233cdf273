#ifndef DELEGATES_COMMON_VALUE_BUILDER_H_
#define DELEGATES_COMMON_VALUE_BUILDER_H_

#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "delegates/common/partition_builder.h"
#include "delegates/common/value_graph.h"

namespace tflite::delegates {

// The values of a partition's tensors, dense and row-major as the host has
// them.
class ValueBuilder : public PartitionBuilder {
 public:
  using PartitionBuilder::PartitionBuilder;

  // The values of a node's tensors; of constants, copies of the elements.
  ValueId Input(const NodeView& node, int i) {
    return ValueOf(node.raw()->inputs->data[i]);
  }
  ValueId Output(const NodeView& node, int i) {
    return ValueOf(node.raw()->outputs->data[i]);
  }
  // The value that a variable, which is input i, has from here on.
  ValueId NextState(const NodeView& node, int i);

  ValueId Inner(uint64_t bytes);
  ValueId Constant(const std::vector<float>& data) { return ConstantOf(data); }
  ValueId Constant(const std::vector<int32_t>& data) {
    return ConstantOf(data);
  }
  ValueId Constant(std::vector<uint8_t> bytes);
  // See PartitionValue::fill.
  ValueId Constant(uint64_t bytes, std::function<void(void* to)> fill);

  // The value of faults, and the word that this node's call sets on this one.
  struct Fault {
    ValueId value;
    uint32_t word;
  };
  Fault AddFault(const NodeView& node, const std::string& what);

 protected:
  // For a tensor that a node touches first. By default bytes as the host's.
  virtual ValueId NewValue(int tensor, const TensorView& view);
  ValueId BoundaryValue(int tensor, uint64_t bytes, PartitionValue::Kind kind);

  std::vector<PartitionValue> values_;
  std::vector<std::string> faults_;

 private:
  template <typename T>
  ValueId ConstantOf(const std::vector<T>& data) {
    const auto* from = reinterpret_cast<const uint8_t*>(data.data());
    return Constant(std::vector<uint8_t>(from, from + data.size() * sizeof(T)));
  }
  ValueId ValueOf(int tensor);

  ValueId fault_words_ = kNoValue;
  std::unordered_map<int, ValueId> of_tensor_;
};

// Collects the nodes of a partition as calls of a back-end's type, which
// derives from PartitionCall.
template <typename Call>
class CallBuilder : public ValueBuilder {
 public:
  using ValueBuilder::ValueBuilder;

  void Add(Call call) {
    if (call.nodes.empty() && node() >= 0) call.nodes = {node()};
    calls_.push_back(std::move(call));
  }
  ValueGraph<Call> Take() {
    return {std::move(values_), std::move(calls_), std::move(faults_)};
  }

 private:
  std::vector<Call> calls_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_VALUE_BUILDER_H_
