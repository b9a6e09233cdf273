#include <algorithm>
#include <cmath>
#include <vector>

#include "delegates/gpu/self_check/problems.h"

namespace tflite::gpu {
namespace {

std::vector<float> Values(int count) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) {
    values[i] = 0.25f * static_cast<float>(i * 7 % 13 - 6);
  }
  return values;
}

GpuWords Bits(const std::vector<float>& values) {
  GpuWords words;
  for (const float value : values) words.push_back(FloatBits(value));
  return words;
}

// Sets up an empty chain with `unit` floats per element and `channels`
// channels.
GpuProblem WithPost(GpuProblem problem, int operand, int unit, int channels) {
  problem.call.post_operand = operand;
  problem.call.post_unit = unit;
  problem.call.channels = channels;
  return problem;
}

// Resizes [2, 2, 3, 2] to [2, 3, 2, 2].
struct Resize {
  static constexpr int kImages = 2, kChannels = 2;
  static constexpr int kInHeight = 2, kInWidth = 3;
  static constexpr int kOutHeight = 3, kOutWidth = 2;
  static constexpr int kCount = kImages * kOutHeight * kOutWidth * kChannels;
  static constexpr int kSource = kImages * kInHeight * kInWidth * kChannels;
  const int first_row[kOutHeight] = {0, 0, 1};
  const int first_column[kOutWidth] = {0, 1};
  // Weights in quarters.
  const int down[kOutHeight] = {0, 3, 0}, right[kOutWidth] = {2, 1};

  int second_row(int y) const { return std::min(first_row[y] + 1, 1); }
  int second_column(int x) const { return first_column[x] + 1; }
  // Words of the kernels' table: both positions, and the weight as a float and
  // in units of 1/1024.
  GpuWords Rows() const {
    GpuWords words;
    for (int y = 0; y < kOutHeight; ++y) {
      words.push_back(first_row[y]);
      words.push_back(second_row(y));
      words.push_back(FloatBits(0.25f * static_cast<float>(down[y])));
      words.push_back(256 * down[y]);
    }
    return words;
  }
  GpuWords Columns() const {
    GpuWords words;
    for (int x = 0; x < kOutWidth; ++x) {
      words.push_back(first_column[x]);
      words.push_back(second_column(x));
      words.push_back(FloatBits(0.25f * static_cast<float>(right[x])));
      words.push_back(256 * right[x]);
    }
    return words;
  }
  // The four source elements around element i of the result, in reading order.
  std::vector<int> Corners(int i) const {
    const int c = i % kChannels, x = i / kChannels % kOutWidth;
    const int line = i / kChannels / kOutWidth;
    const int y = line % kOutHeight, image = line / kOutHeight * kInHeight;
    std::vector<int> corners;
    for (const int row : {first_row[y], second_row(y)}) {
      for (const int column : {first_column[x], second_column(x)}) {
        corners.push_back(((image + row) * kInWidth + column) * kChannels + c);
      }
    }
    return corners;
  }
  // Sixteen times the interpolation of the four elements.
  double Sixteenfold(int i, const std::vector<double>& source) const {
    const std::vector<int> at = Corners(i);
    const int d = down[i / kChannels / kOutWidth % kOutHeight];
    const int r = right[i / kChannels % kOutWidth];
    return (source[at[0]] * (4 - r) + source[at[1]] * r) * (4 - d) +
           (source[at[2]] * (4 - r) + source[at[3]] * r) * d;
  }
  // With `unit` channels per element.
  std::vector<int> Params(int unit) const {
    return {kChannels / unit, kOutWidth, kOutHeight, kInWidth, kInHeight};
  }
};

GpuProblem BilinearProblem(const GpuKernelSpec& spec, int unit) {
  const Resize r;
  // All channels of a unit are equal.
  const std::vector<float> numbers = Values(Resize::kSource);
  const std::vector<double> source(numbers.begin(), numbers.end());
  std::vector<float> wide, expected;
  for (const float number : numbers) wide.insert(wide.end(), unit, number);
  for (int i = 0; i < Resize::kCount; ++i) {
    const double value = r.Sixteenfold(i, source) / 16;
    expected.insert(expected.end(), unit, static_cast<float>(value));
  }
  return WithPost(WordProblem(spec, {Bits(wide), r.Rows(), r.Columns()},
                              Bits(expected), Resize::kCount, r.Params(1)),
                  3, unit, unit * Resize::kChannels);
}

GpuProblem NearestProblem(const GpuKernelSpec& spec) {
  const Resize r;
  GpuWords source, expected, rows, columns;
  for (int i = 0; i < Resize::kSource; ++i) {
    source.push_back(FloatBits(static_cast<float>(i + 1)));
  }
  for (int i = 0; i < Resize::kCount; ++i) {
    expected.push_back(source[r.Corners(i)[0]]);
  }
  for (const int row : r.first_row) rows.push_back(row);
  for (const int column : r.first_column) columns.push_back(column);
  return WordProblem(spec, {InUnits(spec, source), rows, columns},
                     InUnits(spec, expected), Resize::kCount, r.Params(1));
}

GpuProblem BytesResizeProblem(const GpuKernelSpec& spec) {
  const Resize r;
  const bool is_signed = ConstantOf(spec, "SIGNED", 0) != 0;
  std::vector<double> source;
  GpuWords stored, expected;
  for (int i = 0; i < Resize::kSource; ++i) {
    source.push_back(i * 37 % 120 - (is_signed ? 60 : 0));
    stored.push_back(static_cast<uint32_t>(static_cast<int>(source.back())));
  }
  for (int i = 0; i < Resize::kCount; ++i) {
    const double value = r.Sixteenfold(i, source) / 16;
    const int rounded = static_cast<int>(is_signed ? std::round(value)
                                                   : std::floor(value + 0.5));
    expected.push_back(static_cast<uint32_t>(rounded));
  }
  std::vector<int> params = r.Params(1);
  params.push_back(Resize::kCount);
  return WordProblem(spec, {InLanes(stored, 4), r.Rows(), r.Columns()},
                     InLanes(expected, 4), Resize::kCount / 4, params);
}

// Transposed convolution of [1, 2, 3, 2] with a 3 x 2 filter and strides 2 and
// 1, to [1, 4, 3, 3].
GpuProblem TransposeConvProblem(const GpuKernelSpec& spec) {
  constexpr int kInHeight = 2, kInWidth = 3, kIn = 2, kOut = 3;
  constexpr int kOutHeight = 4, kOutWidth = 3;
  constexpr int kFilterHeight = 3, kFilterWidth = 2, kStride = 2, kPad = 1;
  const std::vector<float> source = Values(kInHeight * kInWidth * kIn);
  const std::vector<float> weights =
      Values(kOut * kFilterHeight * kFilterWidth * kIn);
  const std::vector<float> bias = Values(kOut);
  std::vector<float> expected;
  for (int i = 0; i < kOutHeight * kOutWidth; ++i) {
    expected.insert(expected.end(), bias.begin(), bias.end());
  }
  for (int i = 0; i < kInHeight * kInWidth * kFilterHeight * kFilterWidth;
       ++i) {
    const int pixel = i / (kFilterHeight * kFilterWidth);
    const int tap = i % (kFilterHeight * kFilterWidth);
    const int y = pixel / kInWidth * kStride - kPad + tap / kFilterWidth;
    const int x = pixel % kInWidth + tap % kFilterWidth;
    if (y < 0 || y >= kOutHeight || x >= kOutWidth) continue;
    for (int o = 0; o < kOut; ++o) {
      for (int c = 0; c < kIn; ++c) {
        expected[(y * kOutWidth + x) * kOut + o] +=
            source[pixel * kIn + c] *
            weights[(o * kFilterHeight * kFilterWidth + tap) * kIn + c];
      }
    }
  }
  return WithPost(
      WordProblem(spec, {Bits(source), Bits(weights), Bits(bias)},
                  Bits(expected), static_cast<int>(expected.size()),
                  {kOutHeight, kOutWidth, kOut, kInHeight, kInWidth, kIn,
                   kFilterHeight, kFilterWidth, kStride, 1, kPad, 0}),
      3, 1, kOut);
}

// Windows of 2 x 2 over [1, 3, 4, 2], also at the boundary.
std::optional<GpuProblem> BytesPoolProblem(const GpuKernelSpec& spec) {
  const int kind = ConstantOf(spec, "KIND", 0);
  if (kind > 1) return std::nullopt;
  const bool is_signed = ConstantOf(spec, "SIGNED", 0) != 0;
  std::vector<int> source;
  GpuWords stored, expected;
  for (int i = 0; i < 24; ++i) {
    source.push_back(i * 37 % 120 - (is_signed ? 60 : 0));
    stored.push_back(static_cast<uint32_t>(source.back()));
  }
  for (int o = 0; o < 24; ++o) {
    const int c = o % 2, x = o / 2 % 4, y = o / 8;
    int sum = 0, most = -256, covered = 0;
    for (int sy = std::max(y - 1, 0); sy <= y; ++sy) {
      for (int sx = std::max(x - 1, 0); sx <= x; ++sx) {
        const int value = source[(sy * 4 + sx) * 2 + c];
        sum += value;
        most = std::max(most, value);
        ++covered;
      }
    }
    const double mean = std::round(static_cast<double>(sum) / covered);
    const int value = kind == 1 ? most : static_cast<int>(mean);
    expected.push_back(static_cast<uint32_t>(std::clamp(value, -50, 100)));
  }
  return WordProblem(spec, {InLanes(stored, 4)}, InLanes(expected, 4), 6,
                     {2, 4, 3, 4, 3, 2, 2, 1, 1, 1, 1, -50, 100, 24});
}

}  // namespace

std::optional<GpuProblem> MakeGpuImageProblem(const GpuKernelSpec& spec) {
  const std::string& name = spec.kernel;
  if (name == "resize_bilinear_float") return BilinearProblem(spec, 1);
  if (name == "resize_bilinear_f4") return BilinearProblem(spec, 4);
  if (name == "resize_bilinear_bytes") return BytesResizeProblem(spec);
  if (name == "resize_nearest_uint" || name == "resize_nearest_u4" ||
      name == "resize_nearest_real") {
    return NearestProblem(spec);
  }
  if (name == "transpose_conv") return TransposeConvProblem(spec);
  if (name == "pool_bytes") return BytesPoolProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
