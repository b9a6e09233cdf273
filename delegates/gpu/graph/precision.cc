#include <cstring>
#include <map>

#include "delegates/gpu/device/kernel_library.h"
#include "delegates/gpu/graph/gpu_graph.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::gpu {
namespace {

class PrecisionChooser {
 public:
  PrecisionChooser(const GpuKernelLibrary& kernels, GpuGraph* graph)
      : kernels_(kernels), graph_(*graph) {}

  Status Choose(GpuCall* call) {
    const GpuKernelText* text = kernels_.Find(call->spec.kernel + "_half");
    // A kernel that does not exist at all is reported by Compile.
    if (text == nullptr) return OkStatus();
    std::vector<GpuOperand*> reals;
    bool any_half = false;
    for (size_t i = 0; i < call->operands.size(); ++i) {
      if ((text->real_buffers >> i & 1) == 0) continue;
      reals.push_back(&call->operands[i]);
      any_half = any_half || IsHalf(graph_.values[reals.back()->value]);
    }
    if (!any_half) return OkStatus();
    for (GpuOperand* operand : reals) {
      if (IsHalf(graph_.values[operand->value])) continue;
      if (graph_.values[operand->value].kind != GpuValue::Kind::kConstant) {
        return Internal(call->spec.kernel, " has operands of two precisions");
      }
      operand->value = Halved(operand->value);
    }
    call->spec.kernel += "_half";
    return OkStatus();
  }

 private:
  // A copy of the constant in half precision.
  GpuValueId Halved(GpuValueId constant) {
    const auto [at, added] = halved_.try_emplace(constant, kNoGpuValue);
    if (!added) return at->second;
    // Other calls may use the constant in single precision.
    const GpuValue single = graph_.values[constant];
    GpuValue value;
    value.kind = GpuValue::Kind::kConstant;
    value.type = kTfLiteFloat16;
    value.bytes = single.bytes / 2;
    value.fill = [single](void* to) {
      const std::vector<uint8_t> bytes = ConstantBytes(single);
      std::vector<float> floats(bytes.size() / sizeof(float));
      std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
      const std::vector<uint8_t> halves = HalfBytes(floats);
      std::memcpy(to, halves.data(), halves.size());
    };
    graph_.values.push_back(std::move(value));
    return at->second = static_cast<GpuValueId>(graph_.values.size()) - 1;
  }

  const GpuKernelLibrary& kernels_;
  GpuGraph& graph_;
  std::map<GpuValueId, GpuValueId> halved_;
};

}  // namespace

std::vector<uint8_t> HalfBytes(absl::Span<const float> values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(half));
  for (size_t i = 0; i < values.size(); ++i) {
    const half value(values[i]);
    std::memcpy(bytes.data() + i * sizeof(half), &value, sizeof(half));
  }
  return bytes;
}

Status ChooseGpuPrecision(const GpuKernelLibrary& kernels, GpuGraph* graph) {
  PrecisionChooser chooser(kernels, graph);
  for (GpuCall& call : graph->calls) {
    if (call.kind != GpuCall::Kind::kKernel) continue;
    TFLL_RETURN_IF_ERROR(chooser.Choose(&call));
  }
  return OkStatus();
}

std::set<GpuValueId> HalfPrecisionValues(const GpuKernelLibrary& kernels,
                                         const std::vector<GpuCall>& calls) {
  std::set<GpuValueId> halves;
  for (const GpuCall& call : calls) {
    const GpuKernelText* text = kernels.Find(call.spec.kernel);
    if (text == nullptr || !base::EndsWith(call.spec.kernel, "_half")) {
      continue;
    }
    for (size_t i = 0; i < call.operands.size(); ++i) {
      if (text->real_buffers >> i & 1) halves.insert(call.operands[i].value);
    }
  }
  return halves;
}

}  // namespace tflite::gpu
