#include "delegates/gpu/gpu_builder.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/kernels/map_kernels.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {

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

GpuValueId GpuBuilder::InnerLike(const TensorView& output, int64_t elements) {
  const bool half = caps_.half && output.type() == kTfLiteFloat32;
  const uint64_t bytes = output.bytes() / output.num_elements() * elements;
  const GpuValueId id = Inner(half ? bytes / 2 : bytes);
  graph_.values[id].half = half;
  return id;
}

GpuValueId GpuBuilder::ConstantBytes(const void* data, uint64_t bytes) {
  const GpuValueId id = Inner(bytes);
  GpuValue& value = graph_.values[id];
  value.kind = GpuValue::Kind::kConstant;
  const auto* from = static_cast<const uint8_t*>(data);
  value.data.assign(from, from + bytes);
  return id;
}

GpuValueId GpuBuilder::Constant(uint64_t bytes,
                                std::function<void(void*)> fill) {
  const GpuValueId id = Inner(bytes);
  graph_.values[id].kind = GpuValue::Kind::kConstant;
  graph_.values[id].fill = std::move(fill);
  return id;
}

GpuValueId GpuBuilder::Constant(const std::vector<float>& data) {
  return ConstantBytes(data.data(), data.size() * sizeof(float));
}

GpuValueId GpuBuilder::Constant(const std::vector<int32_t>& data) {
  return ConstantBytes(data.data(), data.size() * sizeof(int32_t));
}

GpuValueId GpuBuilder::HalfConstant(absl::Span<const float> data) {
  const std::vector<uint8_t> bytes = HalfBytes(data);
  const GpuValueId id = ConstantBytes(bytes.data(), bytes.size());
  graph_.values[id].half = true;
  return id;
}

template <typename Kernel>
void GpuBuilder::AddConversion(GpuValueId from, GpuValueId to,
                               int64_t elements) {
  Kernel kernel;
  kernel.src = from;
  kernel.dst = to;
  Add(FlatCall(kernel, (elements + 3) / 4, caps()));
}

GpuValueId GpuBuilder::HalfValue(int tensor, const TensorView& view) {
  const int64_t elements = view.num_elements();
  const GpuValueId id = Inner(elements * 2);
  graph_.values[id].half = true;
  const auto border = border_.find(tensor);
  if (border == border_.end()) return id;
  const GpuValueId there = Inner(view.bytes());
  graph_.values[there].kind = border->second;
  graph_.values[there].tensor = tensor;
  if (border->second == GpuValue::Kind::kInput) {
    AddConversion<StoreRealKernel>(there, id, elements);
  } else {
    narrow_.push_back({id, there, elements});
  }
  return id;
}

StatusOr<GpuGraph> GpuBuilder::Take() {
  for (const Narrow& narrow : narrow_) {
    AddConversion<LoadRealKernel>(narrow.half, narrow.out, narrow.elements);
  }
  TFLL_RETURN_IF_ERROR(complete_);
  return std::move(graph_);
}

GpuBuilder::Fault GpuBuilder::AddFault(const NodeView& node,
                                       const std::string& what) {
  if (faults_ == kNoGpuValue) {
    faults_ = Inner(0);
    graph_.values[faults_].kind = GpuValue::Kind::kFaults;
  }
  graph_.values[faults_].bytes += sizeof(uint32_t);
  const auto word = static_cast<uint32_t>(graph_.faults.size());
  graph_.faults.push_back(StrCat("tensor ", node.raw()->outputs->data[0], " '",
                                 node.output(0).name(), "': ", what));
  return {faults_, word};
}

void GpuBuilder::DefineStatic(const NodeView& node, int output) {
  const int tensor = node.raw()->outputs->data[output];
  if (border_.count(tensor) == 0) return;
  const GpuValueId id = Inner(node.output(output).bytes());
  graph_.values[id].kind = GpuValue::Kind::kOutput;
  graph_.values[id].tensor = tensor;
  AddCopy(Constant(caps_.statics.Values(context_, tensor)), id, "constant");
}

GpuValueId GpuBuilder::StateValue(int tensor, const TensorView& view,
                                  GpuValue::Kind kind) {
  const GpuValueId id = Inner(view.bytes());
  GpuValue& value = graph_.values[id];
  value.kind = kind;
  value.tensor = tensor;
  value.state = true;
  return id;
}

GpuValueId GpuBuilder::NextState(const NodeView& node, int i) {
  const int tensor = node.raw()->inputs->data[i];
  // The host gets the last one.
  if (const auto at = values_.find(tensor); at != values_.end()) {
    GpuValue& before = graph_.values[at->second];
    if (before.kind == GpuValue::Kind::kOutput) {
      before.kind = GpuValue::Kind::kInner;
    }
  }
  return values_[tensor] =
             StateValue(tensor, node.input(i), GpuValue::Kind::kOutput);
}

GpuValueId GpuBuilder::Value(int tensor) {
  auto [at, added] = values_.try_emplace(tensor, kNoGpuValue);
  if (!added) return at->second;
  const TensorView view(&context_->tensors[tensor]);
  if (view.is_variable()) {
    return at->second = StateValue(tensor, view, GpuValue::Kind::kInput);
  }
  const bool half = caps_.half && view.type() == kTfLiteFloat32;
  if (caps_.statics.Contains(tensor)) {
    const std::vector<float> values = caps_.statics.Values(context_, tensor);
    return at->second = half ? HalfConstant(values) : Constant(values);
  }
  if (half) {
    if (!view.is_constant()) return at->second = HalfValue(tensor, view);
    return at->second = HalfConstant(
               {view.data<float>(), static_cast<size_t>(view.num_elements())});
  }
  if (view.is_constant()) {
    const auto* const from = view.data<uint8_t>();
    const uint64_t bytes = view.bytes();
    return at->second = Constant(bytes, [from, bytes](void* to) {
             std::memcpy(to, from, bytes);
           });
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

GpuFloats GpuBuilder::KnownFloats(const NodeView& node, int i) const {
  const bool follows = caps_.statics.Contains(node.raw()->inputs->data[i]);
  // Not every host aligns what it maps.
  const void* const data =
      follows ? nullptr : static_cast<const void*>(node.input(i).data<char>());
  if (follows || reinterpret_cast<uintptr_t>(data) % alignof(float) != 0) {
    return GpuFloats(Floats(node, i));
  }
  return GpuFloats(static_cast<const float*>(data));
}

void GpuBuilder::Add(GpuCall call) {
  if (call.operands.empty()) {
    complete_ = Internal(call.spec.kernel, " lacks an operand or a param");
    return;
  }
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

}  // namespace tflite::gpu
