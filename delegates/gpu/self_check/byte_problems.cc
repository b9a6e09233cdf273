#include "delegates/gpu/self_check/byte_problems.h"

#include <cstring>

namespace tflite::gpu {

std::vector<float> Bits(const std::vector<int32_t>& words) {
  std::vector<float> bits(words.size());
  std::memcpy(bits.data(), words.data(), words.size() * sizeof(float));
  return bits;
}

std::vector<float> Packed(const Integers& values) {
  std::vector<int32_t> words((values.size() + 3) / 4);
  auto* const bytes = reinterpret_cast<uint8_t*>(words.data());
  for (size_t i = 0; i < values.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(values[i]);
  }
  return Bits(words);
}

void AppendParams(const Integers& values, GpuCall* call) {
  for (const int value : values) {
    call->params.push_back(static_cast<uint32_t>(value));
  }
}

GpuSumProblem BytesProblem(const GpuKernelSpec& spec,
                           std::vector<std::vector<float>> inputs,
                           std::vector<float> expected,
                           const Integers& params) {
  GpuSumProblem problem;
  problem.integers = true;
  problem.call.spec = spec;
  for (size_t i = 0; i < inputs.size(); ++i) {
    problem.call.operands.push_back({static_cast<GpuValueId>(i), false});
  }
  problem.call.operands.push_back(
      {static_cast<GpuValueId>(inputs.size()), true});
  problem.values = std::move(inputs);
  problem.values.emplace_back(expected.size());
  problem.expected = std::move(expected);
  AppendParams(params, &problem.call);
  return problem;
}

void SetGroups(const Integers& extents, GpuCall* call) {
  for (int d = 0; d < 3; ++d) {
    const int size = static_cast<int>(call->spec.workgroup[d]);
    call->groups[d] = static_cast<uint32_t>((extents[d] + size - 1) / size);
  }
}

}  // namespace tflite::gpu
