#include "delegates/dsp/dsp_builder.h"

#include <string_view>

namespace tflite::dsp {

namespace {

DspValue::Kind KindOf(TensorRole role) {
  switch (role) {
    case TensorRole::kVariable:
      return DspValue::Kind::kState;
    case TensorRole::kConstant:
      return DspValue::Kind::kConstant;
    case TensorRole::kInput:
      return DspValue::Kind::kInput;
    case TensorRole::kOutput:
      return DspValue::Kind::kOutput;
    case TensorRole::kInner:
    case TensorRole::kUnread:
      break;
  }
  return DspValue::Kind::kInner;
}

}  // namespace

int DspBuilder::NodeNumber(const NodeView& node) {
  const int output = node.raw()->outputs->data[0];
  if (output != last_output_) {
    graph_.nodes.push_back(node.output(0).name());
    last_output_ = output;
  }
  return static_cast<int>(graph_.nodes.size()) - 1;
}

Piece DspBuilder::Input(const NodeView& node, int i) {
  return Tensor(node.raw()->inputs->data[i]);
}

Piece DspBuilder::Output(const NodeView& node, int i) {
  return Tensor(node.raw()->outputs->data[i]);
}

Piece DspBuilder::Inner(int64_t bytes) {
  return AddValue(
      {DspValue::Kind::kInner, static_cast<uint32_t>(bytes), -1, {}});
}

Piece DspBuilder::Constant(const void* data, size_t bytes) {
  const std::string_view text(static_cast<const char*>(data), bytes);
  const size_t hash = std::hash<std::string_view>()(text);
  const auto same = constants_.equal_range(hash);
  for (auto at = same.first; at != same.second; ++at) {
    const std::vector<uint8_t>& other = graph_.values[at->second.offset].data;
    if (other.size() == bytes && std::memcmp(other.data(), data, bytes) == 0) {
      return at->second;
    }
  }
  const auto* begin = static_cast<const uint8_t*>(data);
  const Piece piece = AddValue({DspValue::Kind::kConstant,
                                static_cast<uint32_t>(bytes),
                                -1,
                                {begin, begin + bytes}});
  constants_.emplace(hash, piece);
  return piece;
}

Piece DspBuilder::Tensor(int tensor) {
  const auto known = tensors_.find(tensor);
  if (known != tensors_.end()) return known->second;
  const TensorView view(&context()->tensors[tensor]);
  const DspValue::Kind kind = KindOf(RoleOf(tensor));
  Piece piece;
  if (kind == DspValue::Kind::kConstant) {
    const ConstantElements<char> bytes = KnownBytes(tensor);
    piece = Constant(bytes.data(), bytes.size());
  } else {
    // Plans have checked the sizes of all tensors.
    const size_t bytes = *BytesFor(view.type(), view.num_elements());
    piece = AddValue({kind, static_cast<uint32_t>(bytes), tensor, {}});
  }
  tensors_.emplace(tensor, piece);
  return piece;
}

Piece DspBuilder::AddValue(DspValue value) {
  const Piece piece = {static_cast<uint32_t>(graph_.values.size()),
                       value.bytes};
  graph_.values.push_back(std::move(value));
  return piece;
}

}  // namespace tflite::dsp
