#include "delegates/common/value_builder.h"

#include <cstring>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::delegates {

namespace {

using Kind = PartitionValue::Kind;

std::string Label(int tensor, const TensorView& view) {
  return StrCat("tensor ", tensor, " '", view.name(), "'");
}

}  // namespace

ValueId ValueBuilder::Inner(uint64_t bytes) {
  PartitionValue& value = values_.emplace_back();
  value.bytes = bytes;
  if (node() >= 0) value.label = StrCat("memory of node ", node());
  return static_cast<ValueId>(values_.size()) - 1;
}

ValueId ValueBuilder::Constant(std::vector<uint8_t> bytes) {
  const ValueId id = Inner(bytes.size());
  values_[id].kind = Kind::kConstant;
  values_[id].data = std::move(bytes);
  return id;
}

ValueId ValueBuilder::Constant(uint64_t bytes,
                               std::function<void(void*)> fill) {
  const ValueId id = Inner(bytes);
  values_[id].kind = Kind::kConstant;
  values_[id].fill = std::move(fill);
  return id;
}

ValueBuilder::Fault ValueBuilder::AddFault(const NodeView& node,
                                           const std::string& what) {
  if (fault_words_ == kNoValue) {
    fault_words_ = Inner(0);
    values_[fault_words_].kind = Kind::kFaults;
  }
  values_[fault_words_].bytes += sizeof(uint32_t);
  const auto word = static_cast<uint32_t>(faults_.size());
  faults_.push_back(
      StrCat(Label(node.raw()->outputs->data[0], node.output(0)), ": ", what));
  return {fault_words_, word};
}

ValueId ValueBuilder::BoundaryValue(int tensor, uint64_t bytes, Kind kind) {
  const ValueId id = Inner(bytes);
  values_[id].kind = kind;
  values_[id].tensor = tensor;
  values_[id].label = Label(tensor, TensorView(&context()->tensors[tensor]));
  return id;
}

ValueId ValueBuilder::NextState(const NodeView& node, int i) {
  const int tensor = node.raw()->inputs->data[i];
  // Only the last value is written to the host.
  if (const auto at = of_tensor_.find(tensor); at != of_tensor_.end()) {
    PartitionValue& before = values_[at->second];
    if (before.kind == Kind::kOutput) before.kind = Kind::kInner;
  }
  const ValueId id =
      BoundaryValue(tensor, node.input(i).bytes(), Kind::kOutput);
  values_[id].state = true;
  return of_tensor_[tensor] = id;
}

ValueId ValueBuilder::ValueOf(int tensor) {
  const auto [at, added] = of_tensor_.try_emplace(tensor, kNoValue);
  if (!added) return at->second;
  const TensorView view(&context()->tensors[tensor]);
  const size_t before = values_.size();
  const ValueId id = NewValue(tensor, view);
  if (values_.size() > before) values_[id].label = Label(tensor, view);
  return at->second = id;
}

ValueId ValueBuilder::NewValue(int tensor, const TensorView& view) {
  switch (RoleOf(tensor)) {
    case TensorRole::kVariable: {
      const ValueId id = BoundaryValue(tensor, view.bytes(), Kind::kInput);
      values_[id].state = true;
      return id;
    }
    case TensorRole::kConstant: {
      const ConstantElements<char> from = KnownBytes(tensor);
      return Constant(from.size(), [from](void* to) {
        std::memcpy(to, from.data(), from.size());
      });
    }
    case TensorRole::kInput:
      return BoundaryValue(tensor, view.bytes(), Kind::kInput);
    case TensorRole::kOutput:
      return BoundaryValue(tensor, view.bytes(), Kind::kOutput);
    case TensorRole::kInner:
    case TensorRole::kUnread:
      break;
  }
  return Inner(view.bytes());
}

}  // namespace tflite::delegates
