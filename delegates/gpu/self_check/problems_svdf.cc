#include <algorithm>

#include "delegates/gpu/self_check/problems.h"
#include "kernels/math/fixed_point.h"

namespace tflite::gpu {
namespace {

constexpr QuantizedMultiplier kFactor = {1503238553, -6};  // 0.7 / 64
// Each row of filters computes a unit. With three shorts per filter, filters
// start in the middle of words.
constexpr int kRows = 2, kFilters = 3, kMemory = 4, kShortMemory = 3;
constexpr int kCount = kRows * kFilters;

using Numbers = std::vector<double>;

// Unordered multiples of 0.5, from -2 on.
Numbers Halves(int count, int seed) {
  Numbers values(count);
  for (int i = 0; i < count; ++i) values[i] = (i * 7 + seed * 3) % 9 * 0.5 - 2;
  return values;
}

// Unordered integers, from -limit on.
std::vector<int32_t> Integers(int count, int seed, int limit) {
  std::vector<int32_t> values(count);
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 8923 + seed * 311) % (2 * limit) - limit;
  }
  return values;
}

GpuWords FloatWords(const Numbers& numbers) {
  GpuWords words;
  for (const double x : numbers) {
    words.push_back(FloatBits(static_cast<float>(x)));
  }
  return words;
}

GpuWords Words(const std::vector<int32_t>& integers) {
  return {integers.begin(), integers.end()};
}

GpuProblem FiltersProblem(const GpuKernelSpec& spec) {
  constexpr int kInputs = 5;
  const Numbers src = Halves(kRows * kInputs, 1);
  const Numbers weights = Halves(kInputs * kFilters, 2);
  const Numbers state = Halves(kCount * kMemory, 3);
  Numbers expected;
  for (int i = 0; i < kCount; ++i) {
    double sum = 0;
    for (int k = 0; k < kInputs; ++k) {
      sum += src[i / kFilters * kInputs + k] *
             weights[k * kFilters + i % kFilters];
    }
    expected.insert(expected.end(), state.begin() + i * kMemory + 1,
                    state.begin() + (i + 1) * kMemory);
    expected.push_back(sum);
  }
  return WordProblem(
      spec, {FloatWords(src), FloatWords(weights), FloatWords(state)},
      FloatWords(expected), kCount, {kFilters, kInputs, kMemory});
}

GpuProblem UnitsProblem(const GpuKernelSpec& spec) {
  const Numbers state = Halves(kCount * kMemory, 1);
  const Numbers weights = Halves(kFilters * kMemory, 2);
  const Numbers bias = Halves(kFilters, 3);
  Numbers expected;
  for (int i = 0; i < kCount; ++i) {
    const int unit = i % kFilters;
    double sum = bias[unit];
    for (int m = 0; m < kMemory; ++m) {
      sum += state[i * kMemory + m] * weights[unit * kMemory + m];
    }
    expected.push_back(sum);
  }
  GpuProblem problem = WordProblem(
      spec, {FloatWords(state), FloatWords(weights), FloatWords(bias)},
      FloatWords(expected), kCount, {kFilters, kMemory});
  problem.call.post_operand = 3;
  problem.call.channels = kFilters;
  return problem;
}

GpuProblem ShiftProblem(const GpuKernelSpec& spec) {
  const auto state = Integers(kCount * kShortMemory, 1, 30000);
  const auto newest = Integers(kCount, 2, 30000);
  std::vector<int32_t> expected;
  for (int i = 0; i < kCount; ++i) {
    expected.push_back(state[i * kShortMemory + 1]);
    expected.push_back(state[i * kShortMemory + 2]);
    expected.push_back(newest[i]);
  }
  return WordProblem(spec, {InLanes(Words(state), 2), Words(newest)},
                     InLanes(Words(expected), 2), kCount * kShortMemory / 2,
                     {kCount * kShortMemory, kShortMemory});
}

GpuProblem IntegerUnitsProblem(const GpuKernelSpec& spec) {
  const auto state = Integers(kCount * kShortMemory, 1, 300);
  const auto weights = Integers(kFilters * kShortMemory, 2, 30);
  const auto bias = Integers(kFilters, 3, 500);
  std::vector<int32_t> expected;
  for (int i = 0; i < kCount; ++i) {
    const int unit = i % kFilters;
    int32_t sum = bias[unit];
    for (int m = 0; m < kShortMemory; ++m) {
      sum += state[i * kShortMemory + m] * weights[unit * kShortMemory + m];
    }
    expected.push_back(
        std::clamp(MultiplyByQuantizedMultiplier(sum, kFactor) - 3, -90, 100));
  }
  return WordProblem(
      spec, {InLanes(Words(state), 2), InLanes(Words(weights), 2), Words(bias)},
      InLanes(Words(expected), 4), (kCount + 3) / 4,
      {kCount, kFilters, kShortMemory, kFactor.multiplier, kFactor.shift, -3,
       -87, 103});
}

}  // namespace

std::optional<GpuProblem> MakeGpuSvdfProblem(const GpuKernelSpec& spec) {
  const std::string& kernel = spec.kernel;
  if (kernel == "svdf_filters") return FiltersProblem(spec);
  if (kernel == "svdf_units") return UnitsProblem(spec);
  if (kernel == "svdf_shift_int16") return ShiftProblem(spec);
  if (kernel == "svdf_units_int16") return IntegerUnitsProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
