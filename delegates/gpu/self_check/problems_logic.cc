#include <algorithm>
#include <cmath>
#include <vector>

#include "delegates/gpu/self_check/problems.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::gpu {
namespace {

// Type codes of typed.inc and convert.kernel.
enum Type {
  kFloat = 0,
  kInt = 1,
  kBytes = 2,
  kSignedBytes = 3,
  kBool = 4,
  kLong = 5,
  kHalf = 6,
  kShort = 7
};

// In typed.inc, half precision has another code.
int TypeOf(const GpuKernelSpec& spec, int otherwise) {
  const int type = ConstantOf(spec, "TYPE", otherwise);
  return type == 4 ? kHalf : type;
}

// Converts the number to a word of the type, before elements are packed.
uint32_t Element(int type, double value) {
  if (type == kFloat) return FloatBits(static_cast<float>(value));
  if (type == kHalf) return half(value).to_bits();
  return static_cast<uint32_t>(static_cast<int32_t>(value));
}

GpuWords Stored(int type, const std::vector<double>& values) {
  GpuWords elements;
  for (const double value : values) {
    elements.push_back(Element(type, value));
    if (type == kLong) elements.push_back(value < 0 ? ~0u : 0u);
  }
  const bool bytes = type == kBytes || type == kSignedBytes || type == kBool;
  const bool shorts = type == kHalf || type == kShort;
  return InLanes(elements, bytes ? 4 : shorts ? 2 : 1);
}

std::vector<double> Numbers(int type, const std::vector<double>& values) {
  std::vector<double> numbers = values;
  for (double& number : numbers) {
    if (type == kBytes) number += 3;  // the minimum is -3
  }
  return numbers;
}

bool Holds(int code, double a, double b) {
  switch (code) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
      return a < b;
    case 3:
      return a <= b;
    case 4:
      return a > b;
    case 5:
      return a >= b;
    case 6:
      return a != 0 && b != 0;
    default:
      return a != 0 || b != 0;
  }
}

// Compares [2, 3] with [3].
GpuProblem CompareProblem(const GpuKernelSpec& spec) {
  const int code = ConstantOf(spec, "CODE", 0);
  const int type = TypeOf(spec, 0);
  const std::vector<double> x = Numbers(type, {1, -2, 3, 2, 0, -3});
  const std::vector<double> y = Numbers(type, {2, -2, 0});
  GpuWords expected;
  for (int i = 0; i < 6; ++i) expected.push_back(Holds(code, x[i], y[i % 3]));
  return WordProblem(spec, {Stored(type, x), Stored(type, y)},
                     InLanes(expected, 4), 2,
                     {6, 3, 2, 1, 1, 1, 3, 0, 0, 0, 1, 0, 0, 0, 0});
}

// Condition [2, 1], operands [2, 3] and [3], result [2, 3].
GpuProblem ChooseProblem(const GpuKernelSpec& spec) {
  const GpuWords condition = Stored(TypeOf(spec, kBytes), {0, 1});
  const int type = spec.kernel == "choose_real" ? kFloat : kInt;
  const GpuWords x = Stored(type, {1, 2, 3, 4, 5, 6});
  const GpuWords y = Stored(type, {7, 8, 9});
  const GpuWords expected = Stored(type, {7, 8, 9, 4, 5, 6});
  return WordProblem(
      spec, {condition, x, y}, expected, 0,
      {6, 3, 2, 1, 1, 0, 1, 0, 0, 0, 1, 3, 0, 0, 0, 1, 0, 0, 0, 0});
}

// Reduces the middle dimension of [2, 3, 2].
GpuProblem ArgProblem(const GpuKernelSpec& spec) {
  const int type = TypeOf(spec, 0);
  const bool most = ConstantOf(spec, "MAX", 1) != 0;
  const bool wide = ConstantOf(spec, "WIDE", 0) != 0;
  const std::vector<double> source =
      Numbers(type, {1, 0, 3, -3, 3, -3, 2, 2, -1, 1, -1, 4});
  GpuWords expected;
  for (int o = 0; o < 4; ++o) {
    const int at = o / 2 * 6 + o % 2;
    uint32_t place = 0;
    for (uint32_t k = 1; k < 3; ++k) {
      const double best = source[at + 2 * place], v = source[at + 2 * k];
      if (most ? v > best : v < best) place = k;
    }
    expected.push_back(place);
    if (wide) expected.push_back(0);
  }
  return WordProblem(spec, {Stored(type, source)}, expected, 4, {3, 2});
}

double Converted(int from, int to, double value) {
  if (to == kBool) return value != 0;
  const bool fraction = from == kFloat || from == kHalf;
  if (!fraction || to == kFloat || to == kHalf) return value;
  if (to == kBytes) return std::clamp(std::trunc(value), 0.0, 255.0);
  if (to == kSignedBytes) return std::clamp(std::trunc(value), -128.0, 127.0);
  return std::trunc(value);
}

std::optional<GpuProblem> CastProblem(const GpuKernelSpec& spec) {
  const int from = ConstantOf(spec, "FROM", 0), to = ConstantOf(spec, "TO", 1);
  std::vector<double> source;
  if (from == kFloat || from == kHalf) {
    source = {0, 1.75, -2.25, 100.5, 7};
  } else if (from == kBool) {
    source = {0, 1, 1, 0, 1};
  } else {
    source = Numbers(from, {0, 1, -3, 100, 7});
  }
  std::vector<double> expected;
  for (const double value : source) {
    expected.push_back(Converted(from, to, value));
  }
  return WordProblem(spec, {Stored(from, source)}, Stored(to, expected), 2,
                     {static_cast<int>(source.size())});
}

// Twice (x - 3), plus 5, clamped to [-100, 120].
GpuProblem RequantizeProblem(const GpuKernelSpec& spec) {
  const int from = ConstantOf(spec, "FROM", 3), to = ConstantOf(spec, "TO", 3);
  const std::vector<double> source =
      Numbers(from, {0, 1, -3, 100, 7, -2, 44, from == kBytes ? 9.0 : -100.0});
  std::vector<double> expected;
  for (const double value : source) {
    expected.push_back(std::clamp((value - 3) * 2 + 5, -100.0, 120.0));
  }
  return WordProblem(spec, {Stored(from, source)}, Stored(to, expected), 2,
                     {3, 1 << 30, 2, 5, -105, 115});
}

const std::vector<double> kScales = {0.5, 0.25};
const std::vector<double> kZeroPoints = {3, -1};

// Two channels of three elements each; no quotient is near a half.
GpuProblem QuantizeProblem(const GpuKernelSpec& spec) {
  const std::vector<double> source = {1.125, -2.875, 500, 1.0625, -2.9375, 0};
  GpuWords expected;
  for (int i = 0; i < 6; ++i) {
    const double q =
        std::round(source[i] / kScales[i / 3]) + kZeroPoints[i / 3];
    expected.push_back(Element(kInt, std::clamp(q, -120.0, 121.0)));
  }
  const int lanes = ConstantOf(spec, "SHORTS", 0) != 0 ? 2 : 4;
  return WordProblem(spec,
                     {Stored(kFloat, source), Stored(kFloat, kScales),
                      Stored(kInt, kZeroPoints)},
                     InLanes(expected, lanes), 2, {6, 2, 3, -120, 121});
}

GpuProblem DequantizeProblem(const GpuKernelSpec& spec) {
  const int type = ConstantOf(spec, "SHORTS", 0) != 0   ? kShort
                   : ConstantOf(spec, "SIGNED", 0) != 0 ? kSignedBytes
                                                        : kBytes;
  const std::vector<double> source = Numbers(type, {0, 1, -3, 100, 7, -2});
  std::vector<double> expected;
  for (int i = 0; i < 6; ++i) {
    expected.push_back(kScales[i / 3] * (source[i] - kZeroPoints[i / 3]));
  }
  return WordProblem(spec,
                     {Stored(type, source), Stored(kFloat, kScales),
                      Stored(kInt, kZeroPoints)},
                     Stored(kFloat, expected), 2, {6, 2, 3});
}

GpuProblem TableProblem(const GpuKernelSpec& spec) {
  GpuWords table(256), source, expected;
  for (uint32_t i = 0; i < 256; ++i) table[i] = (i * 5 + 1) & 255;
  for (const uint32_t byte : {0u, 1u, 77u, 130u, 255u, 254u, 64u, 3u}) {
    source.push_back(byte);
    expected.push_back(table[byte]);
  }
  return WordProblem(spec, {InLanes(source, 4), InLanes(table, 4)},
                     InLanes(expected, 4), 2, {});
}

// Along the middle dimension of [2, 3, 2].
GpuProblem CumsumProblem(const GpuKernelSpec& spec, int type) {
  const bool exclusive = ConstantOf(spec, "EXCLUSIVE", 0) != 0;
  const bool reverse = ConstantOf(spec, "REVERSE", 0) != 0;
  const std::vector<double> source = {1, 0, 3, -3, 3, -3, 2, 2, -1, 1, -1, 4};
  std::vector<double> expected(12);
  for (int lane = 0; lane < 4; ++lane) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const int at = lane / 2 * 6 + lane % 2 + 2 * (reverse ? 2 - k : k);
      if (exclusive) expected[at] = sum;
      sum += source[at];
      if (!exclusive) expected[at] = sum;
    }
  }
  return WordProblem(spec, {Stored(type, source)}, Stored(type, expected), 4,
                     {3, 2});
}

}  // namespace

std::optional<GpuProblem> MakeGpuLogicProblem(const GpuKernelSpec& spec) {
  const std::string& name = spec.kernel;
  if (name == "compare") return CompareProblem(spec);
  if (name == "choose_uint" || name == "choose_real")
    return ChooseProblem(spec);
  if (name == "arg_min_max") return ArgProblem(spec);
  if (name == "cast") return CastProblem(spec);
  if (name == "quantize") return QuantizeProblem(spec);
  if (name == "dequantize") return DequantizeProblem(spec);
  if (name == "requantize_stored") return RequantizeProblem(spec);
  if (name == "byte_table") return TableProblem(spec);
  if (name == "cumsum_float") return CumsumProblem(spec, kFloat);
  if (name == "cumsum_int") return CumsumProblem(spec, kInt);
  return std::nullopt;
}

}  // namespace tflite::gpu
