#include <algorithm>
#include <cstring>

#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/self_check/byte_problems.h"
#include "delegates/gpu/self_check/problems.h"

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

int Stored(int sum) {
  const int scaled = MultiplyByQuantizedMultiplier(sum, kFactor) + kZeroPoint;
  return std::clamp(scaled, -120, 110);
}

void AppendParams(const Integers& values, GpuCall* call) {
  for (const int value : values) {
    call->params.push_back(static_cast<uint32_t>(value));
  }
}

GpuProblem BytesProblem(const GpuKernelSpec& spec,
                        std::vector<std::vector<float>> inputs,
                        std::vector<float> expected, const Integers& params) {
  GpuProblem problem;
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

namespace {

// Two operands, [3, 8] and [8], or both [3, 8] with DENSE, and the params of
// their walk.
struct Pairs {
  explicit Pairs(bool dense)
      : x(Bytes(24, 1)),
        y(Bytes(dense ? 24 : 8, 6)),
        walk(dense ? Integers{24, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0}
                   : Integers{8, 3, 1, 1, 1, 8, 0, 0, 0, 1, 0, 0, 0, 0}) {}
  int Y(int i) const { return y[i % static_cast<int>(y.size())]; }

  Integers x, y, walk;
};

int Combine(int form, bool subtract, int a, int b) {
  constexpr QuantizedMultiplier kHalf = {1 << 30, 0};
  switch (form) {
    case 2:
      return Stored(a * b);
    case 8:
      return std::clamp(std::max(a, b) + kZeroPoint, -120, 110);
    case 9:
      return std::clamp(std::min(a, b) + kZeroPoint, -120, 110);
    default: {
      const int x = MultiplyByQuantizedMultiplier(a * 16, kHalf);
      const int y = MultiplyByQuantizedMultiplier(b * 16, kFactor);
      const int difference = x - y;
      return Stored(form == 1  ? difference * difference
                    : subtract ? difference
                               : x + y);
    }
  }
}

GpuProblem BinaryProblem(const GpuKernelSpec& spec) {
  const int form = ConstantOf(spec, "FORM", 0);
  const bool subtract = ConstantOf(spec, "SUBTRACT", 0) != 0;
  const bool is_signed = ConstantOf(spec, "SIGNED", 1) != 0;
  const Pairs pairs(ConstantOf(spec, "DENSE", 1) != 0);
  const int x_zero = form >= 8 ? 0 : 9, y_zero = form >= 8 ? 0 : -20;
  Integers expected(24);
  for (int i = 0; i < 24; ++i) {
    const int mask = is_signed ? -1 : 255;
    expected[i] = Combine(form, subtract, (pairs.x[i] & mask) - x_zero,
                          (pairs.Y(i) & mask) - y_zero);
  }
  // 4 additional bits, and the exponents 0, -6 and -6.
  Integers params = {6, 24};
  params.insert(params.end(), pairs.walk.begin(), pairs.walk.end());
  params.insert(params.end(),
                {x_zero, y_zero, static_cast<int>(0xfafa0004u), 1 << 30,
                 kFactor.multiplier, kFactor.multiplier, kZeroPoint,
                 -120 - kZeroPoint, 110 - kZeroPoint});
  GpuProblem problem = BytesProblem(spec, {Packed(pairs.x), Packed(pairs.y)},
                                    Packed(expected), params);
  SetGroups({6, 1, 1}, &problem.call);
  return problem;
}

GpuProblem PairsProblem(const GpuKernelSpec& spec) {
  const Pairs pairs(ConstantOf(spec, "DENSE", 1) != 0);
  const Integers table = Bytes(65536, 3);
  Integers expected(24);
  for (int i = 0; i < 24; ++i) {
    expected[i] = table[256 * (pairs.Y(i) & 255) + (pairs.x[i] & 255)];
  }
  Integers params = {6, 24};
  params.insert(params.end(), pairs.walk.begin(), pairs.walk.end());
  GpuProblem problem =
      BytesProblem(spec, {Packed(pairs.x), Packed(pairs.y), Packed(table)},
                   Packed(expected), params);
  SetGroups({6, 1, 1}, &problem.call);
  return problem;
}

// Reduces the middle dimension of [2, 5, 8]; thresholds are 16 apart.
GpuProblem ReduceProblem(const GpuKernelSpec& spec) {
  const bool words = ConstantOf(spec, "WORDS", 1) != 0;
  const int mask = ConstantOf(spec, "SIGNED", 1) != 0 ? -1 : 255;
  const Integers src = Bytes(80, 1);
  std::vector<int32_t> thresholds(256);
  for (int i = 0; i < 256; ++i) thresholds[i] = 16 * (i - 128);
  Integers expected(16);
  for (int o = 0; o < 16; ++o) {
    int sum = 40;
    for (int k = 0; k < 5; ++k) sum += src[o / 8 * 40 + k * 8 + o % 8] & mask;
    const int reached = (sum + 16 * 128) >> 4;
    expected[o] = std::clamp(reached, 0, 255) - 128;
  }
  GpuProblem problem = BytesProblem(
      spec, {Packed(src), Bits(thresholds)}, Packed(expected),
      words ? Integers{4, 16, 40, -128, 2, 2, 1, 10, 0, 5, 1, 1, 2, 0, 0}
            : Integers{4, 16, 40, -128, 8, 2, 1, 40, 0, 5, 1, 1, 8, 0, 0});
  SetGroups({4, 1, 1}, &problem.call);
  return problem;
}

// [3, 7] times [7, 5].
GpuProblem MatMulProblem(const GpuKernelSpec& spec) {
  const Integers lhs = Bytes(21, 1), rhs = Bytes(35, 5);
  std::vector<int32_t> finish;
  for (int column = 0; column < 5; ++column) {
    finish.push_back(kFactor.multiplier);
    finish.push_back(kFactor.shift);
  }
  Integers expected(15);
  for (int i = 0; i < 15; ++i) {
    int sum = 0;
    for (int d = 0; d < 7; ++d) {
      sum += (lhs[i / 5 * 7 + d] - 4) * (rhs[d * 5 + i % 5] + 2);
    }
    expected[i] = Stored(sum);
  }
  expected.push_back(expected.back());  // the word's last byte
  GpuProblem problem =
      BytesProblem(spec, {Packed(lhs), Packed(rhs), Bits({0, 0}), Bits(finish)},
                   Packed(expected),
                   {4, 15, 3, 5, 7, 7, 1, 5, 1, 4, -2, kZeroPoint,
                    -120 - kZeroPoint, 110 - kZeroPoint});
  SetGroups({4, 1, 1}, &problem.call);
  return problem;
}

// floor([3, 8] / [8]).
GpuProblem IntProblem(const GpuKernelSpec& spec) {
  Pairs pairs(false);
  for (int& y : pairs.y) y |= 1;
  std::vector<int32_t> expected(24);
  for (int i = 0; i < 24; ++i) {
    const int a = pairs.x[i], b = pairs.Y(i), rest = a % b;
    expected[i] = a / b - (rest != 0 && (rest < 0) != (b < 0) ? 1 : 0);
  }
  Integers params = {24, -100, 100};
  params.insert(params.end(), pairs.walk.begin(), pairs.walk.end());
  GpuProblem problem =
      BytesProblem({spec.kernel, {{"CODE", GPU_FN_FLOOR_DIV}}, spec.workgroup},
                   {Bits({pairs.x.begin(), pairs.x.end()}),
                    Bits({pairs.y.begin(), pairs.y.end()})},
                   Bits(expected), params);
  SetGroups({8, 3, 1}, &problem.call);
  return problem;
}

}  // namespace

std::optional<GpuProblem> MakeGpuBytesProblem(const GpuKernelSpec& spec) {
  const std::string& kernel = spec.kernel;
  if (kernel == "binary_bytes") return BinaryProblem(spec);
  if (kernel == "byte_pairs") return PairsProblem(spec);
  if (kernel == "reduce_bytes") return ReduceProblem(spec);
  if (kernel == "matmul_bytes") return MatMulProblem(spec);
  if (kernel == "binary_int") return IntProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
