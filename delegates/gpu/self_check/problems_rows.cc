#include <algorithm>
#include <cmath>
#include <cstring>

#include "delegates/gpu/self_check/problems.h"

namespace tflite::gpu {
namespace {

// A call without a chain, for `count` rows, which is the first param. Each row
// has a workgroup if `by_group`, else an invocation.
GpuProblem Problem(const GpuKernelSpec& spec, std::vector<float> input,
                   std::vector<float> expected, int count, bool by_group) {
  GpuProblem problem;
  GpuCall& call = problem.call;
  call.spec = WithoutChain(spec);
  call.operands = {{0, false}, {1, true}};
  call.params = {static_cast<uint32_t>(count)};
  const uint32_t size = by_group ? 1 : spec.workgroup[0];
  call.groups = {(static_cast<uint32_t>(count) + size - 1) / size, 1, 1};
  problem.values = {std::move(input), std::vector<float>(expected.size())};
  problem.expected = std::move(expected);
  return problem;
}

float Join(int kind, float a, float b) {
  if (kind < 2) return a + b;
  if (kind == 2) return a * b;
  return kind == 3 ? std::max(a, b) : std::min(a, b);
}

// Reduces the second and the last dimension of [2, 4, 3, 32].
std::optional<GpuProblem> ReduceProblem(const GpuKernelSpec& spec,
                                        bool by_group) {
  const int kind = ConstantOf(spec, "KIND", 0);
  if (kind > 4) return std::nullopt;
  std::vector<float> input(768), expected(6);
  for (int i = 0; i < 768; ++i) {
    input[i] = kind == 2 ? (i % 5 == 0 ? -1.0f : 1.0f)
                         : 0.25f * static_cast<float>(i * 7 % 29 - 14);
  }
  for (int o = 0; o < 6; ++o) {
    const int base = o % 3 * 32 + o / 3 * 384;
    float value = kind < 2 ? 0.0f : kind == 2 ? 1.0f : input[base];
    for (int i = 0; i < 128; ++i) {
      value = Join(kind, value, input[base + i / 32 * 96 + i % 32]);
    }
    expected[o] = kind == 1 ? value / 128.0f : value;
  }
  GpuProblem problem =
      Problem(spec, std::move(input), std::move(expected), 6, by_group);
  problem.call.params = {6, 3, 3, 2, 32, 384, 0, 32, 4, 1, 1, 96, 0};
  problem.call.post_operand = 1;
  problem.call.channels = 3;
  return problem;
}

// Four times these numbers, as integers.
std::optional<GpuProblem> IntReduceProblem(const GpuKernelSpec& spec) {
  const int kind = ConstantOf(spec, "KIND", 0);
  std::optional<GpuProblem> problem = ReduceProblem(spec, false);
  if (kind == 1 || !problem.has_value()) return std::nullopt;
  const float times = kind == 2 ? 1.0f : 4.0f;
  const auto as_integers = [times](std::vector<float>* numbers) {
    for (float& number : *numbers) {
      const auto integer = static_cast<int32_t>(times * number);
      std::memcpy(&number, &integer, sizeof(number));
    }
  };
  as_integers(&problem->values[0]);
  as_integers(&problem->expected);
  problem->call.post_operand = -1;
  return problem;
}

// Windows of 2 x 2 over [1, 3, 4, 4].
std::optional<GpuProblem> PoolProblem(const GpuKernelSpec& spec, int unit) {
  const int kind = ConstantOf(spec, "KIND", 0);
  if (kind > 2) return std::nullopt;
  std::vector<float> input(48), expected(24);
  for (int i = 0; i < 48; ++i) {
    input[i] = 0.25f * static_cast<float>(i * 7 % 29 - 14);
  }
  for (int o = 0; o < 24; ++o) {
    const int at = o / 12 * 16 + o % 12;
    const float window[] = {input[at], input[at + 4], input[at + 16],
                            input[at + 20]};
    expected[o] = kind == 1
                      ? *std::max_element(window, window + 4)
                      : (window[0] + window[1] + window[2] + window[3]) / 4.0f;
    if (kind == 2) {
      float squares = 0.0f;
      for (const float w : window) squares += w * w;
      expected[o] = std::sqrt(squares / 4.0f);
    }
  }
  GpuProblem problem = Problem(spec, std::move(input), std::move(expected),
                               24 / unit, /*by_group=*/false);
  for (const int value : {4 / unit, 3, 2, 4, 3, 2, 2, 1, 1, 0, 0}) {
    problem.call.params.push_back(static_cast<uint32_t>(value));
  }
  problem.call.post_operand = 1;
  problem.call.post_unit = unit;
  problem.call.channels = 4;
  if (kind == 2) problem.tolerance = kRootTolerance;
  return problem;
}

// Two rows of 128. Every second element is too small to contribute.
std::optional<GpuProblem> SoftmaxProblem(const GpuKernelSpec& spec,
                                         bool by_group) {
  const bool log = ConstantOf(spec, "LOG", 0) != 0;
  constexpr float kLog64 = 4.1588831f;
  std::vector<float> input(256), expected(256);
  for (int i = 0; i < 256; ++i) {
    const auto most = static_cast<float>(i / 128);
    input[i] = i % 2 == 0 ? most : -1000.0f;
    expected[i] = i % 2 == 0 ? 0.015625f : 0.0f;
    if (log) expected[i] = input[i] - most - kLog64;
  }
  GpuProblem problem =
      Problem(spec, std::move(input), std::move(expected), 2, by_group);
  problem.call.params.push_back(128);
  problem.call.params.push_back(FloatBits(1.0f));
  if (log) problem.tolerance = kRootTolerance;
  return problem;
}

// Rows of length 5 and 10.
GpuProblem L2NormalizationProblem(const GpuKernelSpec& spec) {
  GpuProblem problem =
      Problem(spec, {1, -2, 4, 2, 0, -6, 8, 0, 0, 0},
              {0.2f, -0.4f, 0.8f, 0.4f, 0, -0.6f, 0.8f, 0, 0, 0}, 2,
              /*by_group=*/false);
  problem.call.params.push_back(5);
  problem.tolerance = kRootTolerance;
  return problem;
}

// Two rows of 3, in which an element and its neighbours have an energy of 9 or
// 18. With the bias, the divisors are the roots of 16 and 25.
GpuProblem LocalResponseProblem(const GpuKernelSpec& spec) {
  GpuProblem problem =
      Problem(spec, {3, 0, 3, 3, -3, 0}, {0.75f, 0, 0.75f, 0.6f, -0.6f, 0}, 6,
              /*by_group=*/false);
  for (const uint32_t param : {uint32_t{3}, uint32_t{1}, FloatBits(7.0f),
                               FloatBits(1.0f), FloatBits(0.5f)}) {
    problem.call.params.push_back(param);
  }
  problem.tolerance = kRootTolerance;
  return problem;
}

// Two rows of 100 in two parts each, in steps of 1/4.
std::vector<float> RowsInParts() {
  std::vector<float> rows(200);
  for (int i = 0; i < 200; ++i) {
    rows[i] = 0.25f * static_cast<float>(i * 37 % 61 - (i < 100 ? 40 : 60));
  }
  return rows;
}

std::vector<float> RangesOfParts() {
  const std::vector<float> rows = RowsInParts();
  std::vector<float> ranges(8);
  for (int i = 0; i < 200; ++i) {
    float* range = &ranges[i / 100 * 4 + i % 100 / 64 * 2];
    range[0] = std::min(range[0], rows[i]);
    range[1] = std::max(range[1], rows[i]);
  }
  return ranges;
}

GpuProblem RangesProblem(const GpuKernelSpec& spec) {
  GpuProblem problem = Problem(spec, RowsInParts(), RangesOfParts(), 4, false);
  for (const uint32_t value : {100, 2, 64}) {
    problem.call.params.push_back(value);
  }
  return problem;
}

// The maximum magnitude is 16, which becomes 32. Halves are rounded away from
// zero.
std::optional<GpuProblem> QuantizeRowsProblem(const GpuKernelSpec& spec) {
  // Quotients by 255 are not exact on all devices.
  if (ConstantOf(spec, "ASYMMETRIC", 0) != 0) return std::nullopt;
  const std::vector<float> rows = RowsInParts();
  std::vector<float> expected;
  for (const float number : rows) {
    expected.push_back(std::clamp(std::round(number * 2) / 2, -16.0f, 16.0f));
  }
  const int each = ConstantOf(spec, "EACH", 8);
  const int pieces = (100 + each - 1) / each;
  GpuProblem problem = Problem(spec, rows, expected, 2 * pieces, false);
  problem.call.operands = {{0, false}, {2, false}, {1, true}};
  problem.values.push_back({-1, 3, -16, 2, -16, 16, -7, 0});
  for (const int value : {100, 2, pieces}) {
    problem.call.params.push_back(static_cast<uint32_t>(value));
  }
  problem.call.params.push_back(FloatBits(32.0f));
  return problem;
}

}  // namespace

std::optional<GpuProblem> MakeGpuRowsProblem(const GpuKernelSpec& spec) {
  const std::string& kernel = spec.kernel;
  if (kernel == "reduce_float") return ReduceProblem(spec, false);
  if (kernel == "reduce_int") return IntReduceProblem(spec);
  if (kernel == "reduce_group") return ReduceProblem(spec, true);
  if (kernel == "pool_float") return PoolProblem(spec, 1);
  if (kernel == "pool_f4") return PoolProblem(spec, 4);
  if (kernel == "softmax") return SoftmaxProblem(spec, false);
  if (kernel == "softmax_group") return SoftmaxProblem(spec, true);
  if (kernel == "l2_normalization") return L2NormalizationProblem(spec);
  if (kernel == "local_response_normalization") {
    return LocalResponseProblem(spec);
  }
  if (kernel == "range_of_parts") return RangesProblem(spec);
  if (kernel == "quantize_rows") return QuantizeRowsProblem(spec);
  if (auto problem = MakeGpuByteSumsProblem(spec)) return problem;
  return MakeGpuBytesProblem(spec);
}

}  // namespace tflite::gpu
