#include "delegates/gpu/gpu_builder.h"

#include <cmath>
#include <cstring>

#include "delegates/gpu/kernels/functions.inc"

namespace tflite {

GpuFunction ClampFunction(float min, float max) {
  GpuFunction f;
  if (std::isinf(min) && std::isinf(max)) return f;
  f.code = GPU_FN_CLAMP;
  f.p = min;
  f.q = max;
  return f;
}

GpuBuilder::GpuBuilder(TfLiteContext* context,
                       const DelegatedPartition& partition,
                       const GpuPlanCaps& caps)
    : context_(context), caps_(caps) {
  for (const int t : partition.inputs) {
    border_.emplace(t, GpuValue::Kind::kInput);
  }
  for (const int t : partition.outputs) {
    border_.emplace(t, GpuValue::Kind::kOutput);
  }
}

GpuValueId GpuBuilder::Inner(uint64_t bytes) {
  GpuValue value;
  value.bytes = bytes;
  graph_.values.push_back(std::move(value));
  return static_cast<GpuValueId>(graph_.values.size()) - 1;
}

GpuValueId GpuBuilder::ConstantBytes(const void* data, uint64_t bytes) {
  const GpuValueId id = Inner(bytes);
  GpuValue& value = graph_.values[id];
  value.kind = GpuValue::Kind::kConstant;
  const auto* from = static_cast<const uint8_t*>(data);
  value.data.assign(from, from + bytes);
  return id;
}

GpuValueId GpuBuilder::Constant(const std::vector<float>& data) {
  return ConstantBytes(data.data(), data.size() * sizeof(float));
}

GpuValueId GpuBuilder::Constant(const std::vector<int32_t>& data) {
  return ConstantBytes(data.data(), data.size() * sizeof(int32_t));
}

GpuBuilder::Fault GpuBuilder::AddFault(const NodeView& node,
                                       const std::string& what) {
  if (faults_ == kNoGpuValue) {
    faults_ = Inner(0);
    graph_.values[faults_].kind = GpuValue::Kind::kFaults;
  }
  graph_.values[faults_].bytes += sizeof(uint32_t);
  const auto word = static_cast<uint32_t>(graph_.faults.size());
  graph_.faults.push_back(absl::StrCat("tensor ", node.raw()->outputs->data[0],
                                       " '", node.output(0).name(),
                                       "': ", what));
  return {faults_, word};
}

void GpuBuilder::DefineStatic(const NodeView& node, int output) {
  const int tensor = node.raw()->outputs->data[output];
  if (border_.count(tensor) == 0) return;
  const GpuValueId id = Inner(node.output(output).bytes());
  graph_.values[id].kind = GpuValue::Kind::kOutput;
  graph_.values[id].tensor = tensor;
  AddCopy(Value(tensor), id, "constant");
}

GpuValueId GpuBuilder::Value(int tensor) {
  auto [at, added] = values_.try_emplace(tensor, kNoGpuValue);
  if (!added) return at->second;
  const TensorView view(&context_->tensors[tensor]);
  if (caps_.statics.Contains(tensor)) {
    return at->second = Constant(caps_.statics.Values(context_, tensor));
  }
  if (view.is_constant()) {
    return at->second = ConstantBytes(view.data<uint8_t>(), view.bytes());
  }
  const GpuValueId id = Inner(view.bytes());
  if (const auto border = border_.find(tensor); border != border_.end()) {
    graph_.values[id].kind = border->second;
    graph_.values[id].tensor = tensor;
  }
  return at->second = id;
}

GpuValueId GpuBuilder::Input(const NodeView& node, int i) {
  return Value(node.raw()->inputs->data[i]);
}

GpuValueId GpuBuilder::Output(const NodeView& node, int i) {
  return Value(node.raw()->outputs->data[i]);
}

std::vector<float> GpuBuilder::Floats(const NodeView& node, int i) const {
  const int tensor = node.raw()->inputs->data[i];
  if (caps_.statics.Contains(tensor)) {
    return caps_.statics.Values(context_, tensor);
  }
  const TensorView view = node.input(i);
  std::vector<float> values(view.num_elements());
  std::memcpy(values.data(), view.data<char>(), values.size() * sizeof(float));
  return values;
}

void GpuBuilder::Add(GpuCall call) {
  if (call.label.empty()) call.label = call.spec.kernel;
  graph_.calls.push_back(std::move(call));
}

void GpuBuilder::AddMap(GpuValueId from, GpuValueId to,
                        const GpuFunction& function, int64_t channels,
                        std::string label) {
  GpuCall call;
  call.kind = GpuCall::Kind::kMap;
  call.operands = {{from, false}, {to, true}};
  call.post_operand = 1;
  call.channels = channels;
  call.chain = {function};
  call.label = std::move(label);
  Add(std::move(call));
}

void GpuBuilder::AddCopy(GpuValueId from, GpuValueId to, std::string label) {
  GpuCall call;
  call.kind = GpuCall::Kind::kCopy;
  call.operands = {{from, false}, {to, true}};
  call.label = std::move(label);
  Add(std::move(call));
}

}  // namespace tflite
