#include "testing/conformance/case.h"

#include <limits>

namespace tflite {
namespace conformance {
namespace {

// No graph has this many tensors.
constexpr int kNoTensor = std::numeric_limits<int>::max();

std::vector<void (*)(CaseTable&)>& Tables() {
  static auto* tables = new std::vector<void (*)(CaseTable&)>;
  return *tables;
}

}  // namespace

bool RegisterCases(void (*add)(CaseTable&)) {
  Tables().push_back(add);
  return true;
}

CaseTable LinkedCases() {
  CaseTable table;
  for (const auto add : Tables()) add(table);
  return table;
}

Case& Case::Start(int code, const char* name, const void* params,
                  size_t bytes) {
  Node node;
  node.code = code;
  node.custom_name = name;
  const auto* data = static_cast<const uint8_t*>(params);
  if (data != nullptr) node.params.assign(data, data + bytes);
  graph().nodes.push_back(std::move(node));
  return *this;
}

Case& Case::Custom(const char* name, std::vector<uint8_t> options) {
  Start(kTfLiteBuiltinCustom, name, nullptr, 0);
  node().custom_options = std::move(options);
  return *this;
}

Case& Case::Version(int version) {
  node().version = version;
  return *this;
}

// If tensors are added before any node, an empty node is created, which then
// shows in the case's name.
Node& Case::node() {
  if (graph().nodes.empty()) graph().nodes.emplace_back();
  return graph().nodes.back();
}

Case& Case::Input(Tensor tensor) {
  if (tensor.role == Role::kAbsent) {
    node().inputs.push_back(-1);
    return *this;
  }
  node().inputs.push_back(static_cast<int>(graph().tensors.size()));
  graph().tensors.push_back(std::move(tensor));
  return *this;
}

Case& Case::Output(Tensor tensor) {
  node().outputs.push_back(static_cast<int>(graph().tensors.size()));
  graph().tensors.push_back(std::move(tensor));
  return *this;
}

Case& Case::Same(int tensor) {
  node().inputs.push_back(tensor);
  return *this;
}

Case& Case::Same(const TensorHandle& tensor) {
  const int here = static_cast<int>(graphs_.size()) - 1;
  return Same(tensor.graph == here ? tensor.index : kNoTensor);
}

Case& Case::As(TensorHandle& handle) {
  handle.graph = static_cast<int>(graphs_.size()) - 1;
  handle.index = static_cast<int>(graph().tensors.size()) - 1;
  return *this;
}

Case& Case::Intermediate(const Elements& e) {
  node().intermediates.push_back(static_cast<int>(graph().tensors.size()));
  graph().tensors.push_back({Role::kIntermediate, e, {}, {}, {}});
  return *this;
}

Case& Case::Unread(const Elements& e, std::vector<int> shape) {
  graph().tensors.push_back({Role::kInput, e, std::move(shape), {}, {}});
  return *this;
}

Case& Case::NextGraph() {
  graphs_.emplace_back();
  return *this;
}

}  // namespace conformance
}  // namespace tflite
