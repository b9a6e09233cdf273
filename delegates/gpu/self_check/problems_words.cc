#include <algorithm>
#include <cstring>

#include "delegates/gpu/self_check/problems.h"

namespace tflite::gpu {
namespace {

std::vector<float> Bits(const GpuWords& words) {
  std::vector<float> bits(words.size());
  if (!words.empty()) {
    std::memcpy(bits.data(), words.data(), words.size() * sizeof(uint32_t));
  }
  return bits;
}

}  // namespace

GpuProblem WordProblem(const GpuKernelSpec& spec,
                       const std::vector<GpuWords>& inputs,
                       const GpuWords& expected, int count,
                       const std::vector<int>& params) {
  GpuProblem problem;
  GpuCall& call = problem.call;
  call.spec = WithoutChain(spec);
  for (const GpuWords& input : inputs) {
    call.operands.push_back(
        {static_cast<GpuValueId>(problem.values.size()), false});
    problem.values.push_back(Bits(input));
  }
  call.operands.push_back(
      {static_cast<GpuValueId>(problem.values.size()), true});
  problem.values.emplace_back(expected.size());
  problem.expected = Bits(expected);
  if (count > 0) {
    call.params.push_back(static_cast<uint32_t>(count));
    const uint32_t size = spec.workgroup[0];
    call.groups = {(static_cast<uint32_t>(count) + size - 1) / size, 1, 1};
  }
  for (const int param : params) {
    call.params.push_back(static_cast<uint32_t>(param));
  }
  return problem;
}

GpuProblem WithFaults(GpuProblem problem) {
  problem.call.operands.push_back(
      {static_cast<GpuValueId>(problem.values.size()), true});
  problem.values.emplace_back(4);
  return problem;
}

GpuWords InUnits(const GpuKernelSpec& spec, const GpuWords& words) {
  const std::string& name = spec.kernel;
  const bool fours =
      name.size() > 3 && name.back() == '4' && name[name.size() - 3] == '_';
  if (!fours) return words;
  GpuWords units;
  for (const uint32_t word : words) {
    for (uint32_t k = 0; k < 4; ++k) {
      units.push_back(word == 0 ? 0 : word * 4 + k);
    }
  }
  return units;
}

GpuWords InLanes(const GpuWords& elements, int lanes) {
  const int bits = 32 / lanes;
  const uint32_t mask = lanes == 1 ? ~0u : (1u << bits) - 1;
  GpuWords words((elements.size() + lanes - 1) / lanes);
  for (size_t i = 0; i < words.size() * lanes; ++i) {
    const uint32_t element = elements[std::min(i, elements.size() - 1)];
    words[i / lanes] |= (element & mask) << (i % lanes * bits);
  }
  return words;
}

}  // namespace tflite::gpu
