#include <algorithm>
#include <cstring>

#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/self_check/problems.h"
#include "kernels/math/fixed_point.h"

namespace tflite {
namespace {

using Integers = std::vector<int>;

constexpr QuantizedMultiplier kFactor = {1503238553, -6};  // 0.7 / 64
constexpr int kZeroPoint = -3;

// Bytes from -128 on, in no order.
Integers Bytes(int count, int seed) {
  Integers values(count);
  for (int i = 0; i < count; ++i) values[i] = (i * 89 + seed * 31) % 256 - 128;
  return values;
}

std::vector<float> Bits(const std::vector<int32_t>& words) {
  std::vector<float> bits(words.size());
  std::memcpy(bits.data(), words.data(), words.size() * sizeof(float));
  return bits;
}

// Four values a word.
std::vector<float> Packed(const Integers& values) {
  std::vector<int32_t> words((values.size() + 3) / 4);
  auto* const bytes = reinterpret_cast<uint8_t*>(words.data());
  for (size_t i = 0; i < values.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(values[i]);
  }
  return Bits(words);
}

// The same with the top bits flipped where the kernel is told to do that.
std::vector<float> Packed(Integers values, bool flipped) {
  for (int& value : values) value ^= flipped ? 128 : 0;
  return Packed(values);
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

// `inputs` are read in this order; the result comes last.
GpuProblem Problem(const GpuKernelSpec& spec,
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

// Windows of a convolution, or of a transposed one, that pad on all sides.
struct Window {
  static constexpr int kInHeight = 4, kInWidth = 5;
  static constexpr int kFilterHeight = 2, kFilterWidth = 3, kTaps = 6;
  static constexpr int kStrideHeight = 2, kStrideWidth = 1;
  static constexpr int kPad = 1;

  bool transposed;
  int in_channels;
  int out_channels = 8;

  int out_height() const { return transposed ? 7 : 3; }
  static constexpr int kOutWidth = 5;
  int pixels() const { return out_height() * kOutWidth; }

  // The pixel that a tap sees; -1: none.
  int Seen(int pixel, int tap) const {
    const int fy = tap / kFilterWidth, fx = tap % kFilterWidth;
    int y = pixel / kOutWidth, x = pixel % kOutWidth;
    if (transposed) {
      y += kPad - fy;
      x += kPad - fx;
      if (y < 0 || x < 0 || y % kStrideHeight != 0) return -1;
      y /= kStrideHeight;
    } else {
      y = y * kStrideHeight - kPad + fy;
      x = x * kStrideWidth - kPad + fx;
    }
    const bool inside = y >= 0 && y < kInHeight && x >= 0 && x < kInWidth;
    return inside ? y * kInWidth + x : -1;
  }

  Integers Params(int first, int out4) const {
    return {first,
            out_height(),
            kOutWidth,
            out4,
            kInHeight,
            kInWidth,
            in_channels,
            kFilterHeight,
            kFilterWidth,
            kStrideHeight,
            kStrideWidth,
            1,
            1,
            kPad,
            kPad};
  }
};

// Biases, multipliers and shifts of `lanes` channels at a time.
std::vector<float> Finish(const Integers& biases, size_t lanes) {
  std::vector<int32_t> finish((biases.size() + lanes - 1) / lanes * lanes * 3);
  for (size_t o = 0; o < biases.size(); ++o) {
    int32_t* const to = finish.data() + o / lanes * lanes * 3 + o % lanes;
    to[0] = biases[o];
    to[lanes] = kFactor.multiplier;
    to[2 * lanes] = kFactor.shift;
  }
  return Bits(finish);
}

GpuProblem ConvProblem(const GpuKernelSpec& spec) {
  const bool aligned = ConstantOf(spec, "IN4", 1) != 0;
  const Window w{ConstantOf(spec, "TRANSPOSED", 0) != 0, aligned ? 8 : 6};
  const int depth = w.in_channels, words = (depth + 3) / 4;
  const int weights_zero = ConstantOf(spec, "WEIGHTS_ZERO", 0) != 0 ? 11 : 0;
  const int padding = 5;
  const Integers src = Bytes(Window::kInHeight * Window::kInWidth * depth, 1);
  const Integers weights = Bytes(w.out_channels * Window::kTaps * depth, 4);
  const Integers biases = Bytes(w.out_channels, 2);
  Integers packed(Window::kTaps * words * w.out_channels * 4);
  Integers expected(w.pixels() * w.out_channels);
  for (int o = 0; o < w.out_channels; ++o) {
    for (int i = 0; i < Window::kTaps * depth; ++i) {
      const int tap = i / depth, c = i % depth;
      packed[((tap * words + c / 4) * w.out_channels + o) * 4 + c % 4] =
          weights[o * Window::kTaps * depth + i];
    }
    for (int p = 0; p < w.pixels(); ++p) {
      int sum = biases[o];
      for (int i = 0; i < Window::kTaps * depth; ++i) {
        const int seen = w.Seen(p, i / depth);
        sum += (seen < 0 ? padding : src[seen * depth + i % depth]) *
               (weights[o * Window::kTaps * depth + i] - weights_zero);
      }
      expected[p * w.out_channels + o] = Stored(sum);
    }
  }
  const bool flipped = ConstantOf(spec, "UNSIGNED", 0) != 0;
  GpuProblem problem =
      Problem(spec, {Packed(src, flipped), Packed(packed), Finish(biases, 4)},
              Packed(expected), w.Params(w.pixels(), 2));
  AppendParams({depth, 2, padding * 0x01010101, aligned ? -1 : 0xffff,
                weights_zero, kZeroPoint, -120 - kZeroPoint, 110 - kZeroPoint},
               &problem.call);
  const int pixels = ConstantOf(spec, "PIXELS", 8);
  SetGroups({2, (w.pixels() + pixels - 1) / pixels, 1}, &problem.call);
  return problem;
}

GpuProblem DepthwiseProblem(const GpuKernelSpec& spec) {
  const bool single = ConstantOf(spec, "SINGLE", 1) != 0;
  const Window w{false, single ? 8 : 4};
  const int multiplier = single ? 1 : 2, zero = -7;
  const Integers src =
      Bytes(Window::kInHeight * Window::kInWidth * w.in_channels, 1);
  const Integers weights = Bytes(w.out_channels * Window::kTaps, 4);
  const Integers biases = Bytes(w.out_channels, 2);
  Integers expected(w.pixels() * w.out_channels);
  for (size_t i = 0; i < expected.size(); ++i) {
    const int p = static_cast<int>(i) / w.out_channels;
    const int o = static_cast<int>(i) % w.out_channels;
    int sum = biases[o];
    for (int tap = 0; tap < Window::kTaps; ++tap) {
      const int seen = w.Seen(p, tap);
      if (seen < 0) continue;
      sum += (src[seen * w.in_channels + o / multiplier] - zero) *
             weights[tap * w.out_channels + o];
    }
    expected[i] = Stored(sum);
  }
  const bool flipped = ConstantOf(spec, "UNSIGNED", 0) != 0;
  GpuProblem problem =
      Problem(spec,
              {Packed(src, flipped),
               Bits(std::vector<int32_t>(weights.begin(), weights.end())),
               Finish(biases, 4)},
              Packed(expected), w.Params(w.out_height(), 2));
  AppendParams(
      {multiplier, zero, kZeroPoint, -120 - kZeroPoint, 110 - kZeroPoint},
      &problem.call);
  const int pixels = ConstantOf(spec, "PIXELS", 4);
  SetGroups({2, (Window::kOutWidth + pixels - 1) / pixels, w.out_height()},
            &problem.call);
  return problem;
}

// Of the kernels of int8_v16.kernel: filters [out_channels, taps, depth].
Integers WideSums(const Window& w, const Integers& src, const Integers& weights,
                  const Integers& biases, int zero, bool depthwise) {
  const int depth = depthwise ? 1 : w.in_channels;
  Integers stored(w.pixels() * w.out_channels);
  for (size_t i = 0; i < stored.size(); ++i) {
    const int p = static_cast<int>(i) / w.out_channels;
    const int o = static_cast<int>(i) % w.out_channels;
    int sum = biases[o];
    for (int k = 0; k < Window::kTaps * depth; ++k) {
      const int seen = w.Seen(p, k / depth);
      if (seen < 0) continue;
      const int c = depthwise ? o : k % depth;
      sum += (src[seen * w.in_channels + c] - zero) *
             weights[o * Window::kTaps * depth + k];
    }
    stored[i] = Stored(sum);
  }
  return stored;
}

Integers Numbers(Integers bytes, bool is_unsigned) {
  for (int& byte : bytes) byte &= is_unsigned ? 255 : -1;
  return bytes;
}

GpuProblem WideConvProblem(const GpuKernelSpec& spec) {
  const int wide = ConstantOf(spec, "WIDE", 2), block = 16 * wide;
  const bool tail = ConstantOf(spec, "TAIL", 0) != 0;
  // The results are whole words, whatever the tail.
  const Window w{false, 50, tail ? block - 8 : block};
  const int depth = Window::kTaps * w.in_channels;
  const Integers src =
      Numbers(Bytes(Window::kInHeight * Window::kInWidth * w.in_channels, 1),
              ConstantOf(spec, "UNSIGNED", 0) != 0);
  const Integers weights = Bytes(w.out_channels * depth, 4);
  const Integers biases = Bytes(w.out_channels, 2);
  std::vector<float> packed(depth * block);
  for (int i = 0; i < w.out_channels * depth; ++i) {
    packed[i % depth * block + i / depth] = static_cast<float>(weights[i]);
  }
  std::vector<float> finish = Finish(biases, 16);
  finish.resize(block * 3);
  GpuProblem problem =
      Problem(spec, {Packed(src), std::move(packed), std::move(finish)},
              Packed(WideSums(w, src, weights, biases, 3, false)),
              w.Params(w.pixels(), w.out_channels));
  AppendParams({static_cast<int>(src.size()), 3, kZeroPoint, -120 - kZeroPoint,
                110 - kZeroPoint},
               &problem.call);
  const int pixels = ConstantOf(spec, "PIXELS", 8);
  SetGroups({(w.pixels() + pixels - 1) / pixels, 1, 1}, &problem.call);
  return problem;
}

GpuProblem WideDepthwiseProblem(const GpuKernelSpec& spec) {
  const Window w{false, 16, 16};
  const Integers src =
      Numbers(Bytes(Window::kInHeight * Window::kInWidth * 16, 1),
              ConstantOf(spec, "UNSIGNED", 0) != 0);
  const Integers weights = Bytes(16 * Window::kTaps, 4);
  const Integers biases = Bytes(16, 2);
  std::vector<float> packed(weights.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    packed[i % Window::kTaps * 16 + i / Window::kTaps] =
        static_cast<float>(weights[i]);
  }
  GpuProblem problem =
      Problem(spec, {Packed(src), std::move(packed), Finish(biases, 16)},
              Packed(WideSums(w, src, weights, biases, 3, true)),
              w.Params(w.out_height(), 1));
  AppendParams({3, kZeroPoint, -120 - kZeroPoint, 110 - kZeroPoint},
               &problem.call);
  SetGroups({1, w.out_height(), 1}, &problem.call);
  return problem;
}

// Operands of [3, 8], the second [8] unless DENSE, and the params of their
// walk.
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
  // 4 more bits, the exponents 0, -6 and -6.
  Integers params = {6, 24};
  params.insert(params.end(), pairs.walk.begin(), pairs.walk.end());
  params.insert(params.end(),
                {x_zero, y_zero, static_cast<int>(0xfafa0004u), 1 << 30,
                 kFactor.multiplier, kFactor.multiplier, kZeroPoint,
                 -120 - kZeroPoint, 110 - kZeroPoint});
  GpuProblem problem = Problem(spec, {Packed(pairs.x), Packed(pairs.y)},
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
      Problem(spec, {Packed(pairs.x), Packed(pairs.y), Packed(table)},
              Packed(expected), params);
  SetGroups({6, 1, 1}, &problem.call);
  return problem;
}

// [2, 5, 8], the middle dimension reduced; a threshold each 16.
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
  GpuProblem problem = Problem(
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
      Problem(spec, {Packed(lhs), Packed(rhs), Bits({0, 0}), Bits(finish)},
              Packed(expected),
              {4, 15, 3, 5, 7, 7, 1, 5, 1, 4, -2, kZeroPoint, -120 - kZeroPoint,
               110 - kZeroPoint});
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
      Problem({spec.kernel, {{"CODE", GPU_FN_FLOOR_DIV}}, spec.workgroup},
              {Bits({pairs.x.begin(), pairs.x.end()}),
               Bits({pairs.y.begin(), pairs.y.end()})},
              Bits(expected), params);
  SetGroups({8, 3, 1}, &problem.call);
  return problem;
}

}  // namespace

std::optional<GpuProblem> MakeGpuBytesProblem(const GpuKernelSpec& spec) {
  const std::string& kernel = spec.kernel;
  if (kernel == "conv_2d_int8") return ConvProblem(spec);
  if (kernel == "depthwise_int8") return DepthwiseProblem(spec);
  if (kernel == "conv_2d_int8_v16") return WideConvProblem(spec);
  if (kernel == "depthwise_int8_v16") return WideDepthwiseProblem(spec);
  if (kernel == "binary_bytes") return BinaryProblem(spec);
  if (kernel == "byte_pairs") return PairsProblem(spec);
  if (kernel == "reduce_bytes") return ReduceProblem(spec);
  if (kernel == "matmul_bytes") return MatMulProblem(spec);
  if (kernel == "binary_int") return IntProblem(spec);
  return std::nullopt;
}

}  // namespace tflite
