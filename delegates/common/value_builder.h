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

// Creates the values of a partition's tensors, dense and row-major as in the
// host.
class ValueBuilder : public PartitionBuilder {
 public:
  using PartitionBuilder::PartitionBuilder;

  // The values of a node's tensors. Constants are copied.
  ValueId Input(const NodeView& node, int i) {
    return ValueOf(node.raw()->inputs->data[i]);
  }
  ValueId Output(const NodeView& node, int i) {
    return ValueOf(node.raw()->outputs->data[i]);
  }
  // Creates the new value of the variable that is input `i`. Later nodes read
  // this one.
  ValueId NextState(const NodeView& node, int i);

  ValueId Inner(uint64_t bytes);
  ValueId Constant(const std::vector<float>& data) { return ConstantOf(data); }
  ValueId Constant(const std::vector<int32_t>& data) {
    return ConstantOf(data);
  }
  ValueId Constant(std::vector<uint8_t> bytes);
  // See PartitionValue::fill.
  ValueId Constant(uint64_t bytes, std::function<void(void* to)> fill);

  // The value of kind kFaults, and the index of the word that this node's call
  // sets to report the fault `what`.
  struct Fault {
    ValueId value;
    uint32_t word;
  };
  Fault AddFault(const NodeView& node, const std::string& what);

 protected:
  // Called for the first use of a tensor. By default, the value has the host's
  // bytes.
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
