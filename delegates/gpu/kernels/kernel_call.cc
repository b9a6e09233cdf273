#include "delegates/gpu/kernels/kernel_call.h"

#include <algorithm>
#include <utility>

namespace tflite::gpu {

GpuCall MakeGpuCall(std::string kernel,
                    std::initializer_list<GpuConstantChoice> constants,
                    std::initializer_list<GpuOperand> operands,
                    std::initializer_list<GpuWord> params, int post_operand,
                    int post_unit) {
  GpuCall call;
  call.spec.kernel = std::move(kernel);
  for (const GpuConstantChoice& c : constants) {
    if (c.value != c.otherwise)
      call.spec.constants.push_back({c.name, c.value});
  }
  const bool complete =
      std::all_of(operands.begin(), operands.end(),
                  [](const GpuOperand& o) { return o.value != kNoGpuValue; }) &&
      std::all_of(params.begin(), params.end(),
                  [](const GpuWord& word) { return word.is_set(); });
  if (!complete) return call;
  call.operands = operands;
  for (const GpuWord& word : params) call.params.push_back(word.bits());
  call.post_operand = post_operand;
  call.post_unit = post_unit;
  return call;
}

int32_t GpuConstantOf(const GpuKernelSpec& spec, std::string_view name,
                      int32_t otherwise) {
  for (const auto& [constant, value] : spec.constants) {
    if (constant == name) return value;
  }
  return otherwise;
}

void SetFlatGrid(int64_t count, const GpuCaps& caps, GpuCall* call) {
  const uint32_t workgroup = std::min(64u, caps.max_invocations);
  call->spec.workgroup = {workgroup, 1, 1};
  call->groups = FlatGroups(count, workgroup, caps);
}

void SetGroupGrid(int64_t count, const GpuCaps& caps, GpuCall* call) {
  SetFlatGrid(count, caps, call);
  call->groups = FlatGroups(count, 1, caps);
}

}  // namespace tflite::gpu
