#include "delegates/gpu/lowering/gpu_builder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "delegates/gpu/kernels/elementwise/map_kernels.h"
#include "delegates/gpu/kernels/functions.inc"
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

GpuValueId GpuBuilder::HalfInner(uint64_t bytes) {
  const GpuValueId id = Inner(bytes);
  values_[id].type = kTfLiteFloat16;
  return id;
}

GpuValueId GpuBuilder::InnerLike(const TensorView& output, int64_t elements) {
  const uint64_t bytes = output.bytes() / output.num_elements() * elements;
  return caps_.half && output.type() == kTfLiteFloat32 ? HalfInner(bytes / 2)
                                                       : Inner(bytes);
}

GpuValueId GpuBuilder::HalfConstant(absl::Span<const float> data) {
  const GpuValueId id = Constant(HalfBytes(data));
  values_[id].type = kTfLiteFloat16;
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
  const GpuValueId id = HalfInner(elements * 2);
  const TensorRole role = RoleOf(tensor);
  if (role == TensorRole::kInput) {
    AddConversion<StoreRealKernel>(
        BoundaryValue(tensor, view.bytes(), GpuValue::Kind::kInput), id,
        elements);
  } else if (role == TensorRole::kOutput) {
    const GpuValueId out =
        BoundaryValue(tensor, view.bytes(), GpuValue::Kind::kOutput);
    narrow_.push_back({id, out, elements, node()});
  }
  return id;
}

StatusOr<GpuGraph> GpuBuilder::Take() {
  for (const Narrow& narrow : narrow_) {
    StartNode(narrow.node);
    AddConversion<LoadRealKernel>(narrow.half, narrow.out, narrow.elements);
  }
  TFLL_RETURN_IF_ERROR(complete_);
  return CallBuilder::Take();
}

void GpuBuilder::DefineStatic(const NodeView& node, int output) {
  const int tensor = node.raw()->outputs->data[output];
  if (!IsOutput(tensor)) return;
  const GpuValueId id = BoundaryValue(tensor, node.output(output).bytes(),
                                      GpuValue::Kind::kOutput);
  AddCopy(Constant(statics().Values(context(), tensor)), id, "constant");
}

GpuValueId GpuBuilder::NewValue(int tensor, const TensorView& view) {
  const TensorRole role = RoleOf(tensor);
  if (!caps_.half || view.type() != kTfLiteFloat32 ||
      role == TensorRole::kVariable) {
    return CallBuilder::NewValue(tensor, view);
  }
  if (role != TensorRole::kConstant) return HalfValue(tensor, view);
  // Copied because hosts need not align the bytes of a constant.
  const ConstantElements<char> bytes = KnownBytes(tensor);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return HalfConstant(values);
}

void GpuBuilder::Add(GpuCall call) {
  if (call.operands.empty()) {
    complete_ = Internal(call.spec.kernel, " lacks an operand or a parameter");
    return;
  }
  if (call.label.empty()) call.label = call.spec.kernel;
  CallBuilder::Add(std::move(call));
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
