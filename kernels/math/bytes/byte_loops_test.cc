#include "kernels/math/bytes/byte_loops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

std::vector<const ByteLoops*> All() {
  int count;
  const ByteLoops* const* all = AllByteLoops(&count);
  return {all, all + count};
}

// round(x / scale) + zero_point as one element.
int32_t Quantized(float x, float scale, int32_t zero_point, int32_t low,
                  int32_t high) {
  const float v = x / scale;
  if (std::isnan(v)) return low;
  const double rounded = std::round(v) + zero_point;
  return static_cast<int32_t>(
      std::min<double>(high, std::max<double>(low, rounded)));
}

// Ties, numbers beside them, beyond the range, and random ones.
std::vector<float> Numbers(float scale) {
  std::vector<float> numbers = {std::numeric_limits<float>::quiet_NaN(),
                                std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity(),
                                3e38f,
                                -3e38f,
                                0.0f,
                                -0.0f,
                                1e-40f};
  for (int i = -800; i <= 800; ++i) {
    const float x = static_cast<float>(i) * 0.5f * scale;
    numbers.insert(numbers.end(),
                   {x, std::nextafter(x, 1e30f), std::nextafter(x, -1e30f)});
  }
  std::mt19937 engine(5);
  std::uniform_real_distribution<float> wide(-700, 700);
  for (int i = 0; i < 20000; ++i) numbers.push_back(wide(engine) * scale);
  return numbers;
}

TEST(ByteLoops, QuantizingAccessesNothingBeyondTheEnd) {
  GuardedMemory in(4096), out(4096);
  int rows;
  const ByteLoops* const* all = AllByteLoops(&rows);
  for (int i = 0; i < rows; ++i) {
    for (int count = 1; count < 150; ++count) {
      float* const x = in.Last<float>(count);
      uint8_t* const y = out.Last<uint8_t>(count);
      std::fill_n(x, count, 3.0f);
      all[i]->quantize_signed(x, count, 0.5f, -2, y);
      EXPECT_EQ(std::count(y, y + count, 4), count);
      all[i]->quantize_unsigned(x, count, 0.5f, 100, y);
      EXPECT_EQ(std::count(y, y + count, 106), count);
    }
  }
}

TEST(ByteLoops, QuantizesAsSingleElements) {
  for (const ByteLoops* loops : All()) {
    for (const float scale : {1.0f, 0.37f, 0.0078431f, 1e-35f, 123.5f}) {
      const std::vector<float> x = Numbers(scale);
      const auto count = static_cast<int64_t>(x.size());
      std::vector<uint8_t> out(x.size());
      for (const int zero_point : {-128, 3, 127}) {
        loops->quantize_signed(x.data(), count, scale, zero_point, out.data());
        for (size_t i = 0; i < x.size(); ++i) {
          ASSERT_EQ(static_cast<int8_t>(out[i]),
                    Quantized(x[i], scale, zero_point, -128, 127))
              << x[i] << " / " << scale;
        }
        loops->quantize_unsigned(x.data(), count, scale, zero_point + 128,
                                 out.data());
        for (size_t i = 0; i < x.size(); ++i) {
          ASSERT_EQ(out[i], Quantized(x[i], scale, zero_point + 128, 0, 255))
              << x[i] << " / " << scale;
        }
      }
    }
  }
}

TEST(ByteLoops, WritesNothingBehindARow) {
  for (const ByteLoops* loops : All()) {
    for (int count = 0; count < 140; ++count) {
      const std::vector<float> x(count, 7.0f);
      std::vector<uint8_t> out(count + 64, 99);
      loops->quantize_signed(x.data(), count, 1.0f, 0, out.data());
      for (int i = 0; i < count + 64; ++i) {
        ASSERT_EQ(out[i], i < count ? 7 : 99) << i << " of " << count;
      }
    }
  }
}

// x * factor / 2^(31 + shift) with both roundings of fixed-point arithmetic.
int32_t Multiply(int64_t x, int64_t factor, int shift) {
  const int64_t high = (x * factor + (int64_t{1} << 30)) >> 31;
  const auto real = static_cast<double>(high) / std::ldexp(1.0, shift);
  return static_cast<int32_t>(std::round(real));
}

// Factors of 31 bits with their shifts, as a model's scales give them.
struct Factors {
  int32_t x, y, out;
  int x_shift, y_shift, shift;
};

BytePairs PairsOf(const Factors& f, bool is_signed, bool multiplies,
                  bool certain) {
  BytePairs p = {};
  p.is_signed = is_signed;
  p.multiplies = multiplies;
  p.x_zero_point = is_signed ? -5 : 120;
  p.y_zero_point = is_signed ? 9 : 140;
  p.out_zero_point = is_signed ? 3 : 130;
  p.low = is_signed ? -120 : 10;
  p.high = is_signed ? 125 : 250;
  p.unit = 1 << 20;
  p.sign = -1;
  p.x_multiplier = f.x, p.x_shift = f.x_shift;
  p.y_multiplier = f.y, p.y_shift = f.y_shift;
  p.multiplier = f.out, p.shift = f.shift;
  const double out = std::ldexp(f.out, -31 - f.shift) * 65536;
  const double step = std::ldexp(65536.0, -f.shift);
  p.scale = static_cast<float>(out);
  const double unit = multiplies ? 1 : std::ldexp(1.0, 20);
  const double x = out * unit * std::ldexp(f.x, -31 - f.x_shift);
  const double y = -out * unit * std::ldexp(f.y, -31 - f.y_shift);
  p.x_scale = static_cast<float>(x);
  p.y_scale = static_cast<float>(y);
  double start = (p.out_zero_point + 0.5) * 65536 + 64;
  if (multiplies) {
    start += 0.5 * step;
  } else {
    start -= x * p.x_zero_point + y * p.y_zero_point;
  }
  p.start = static_cast<float>(start);
  p.below_start = static_cast<float>(start - step);
  // Without a mask, every element is in doubt.
  p.doubt_mask = certain ? 0xFFFF & ~127 : 0;
  return p;
}

int32_t Expected(const BytePairs& p, int32_t x, int32_t y) {
  x -= p.x_zero_point;
  y -= p.y_zero_point;
  int64_t v = int64_t{x} * y;
  if (!p.multiplies) {
    v = Multiply(int64_t{x} * p.unit, p.x_multiplier, p.x_shift) -
        Multiply(int64_t{y} * p.unit, p.y_multiplier, p.y_shift);
  }
  const int32_t result = Multiply(v, p.multiplier, p.shift) + p.out_zero_point;
  return std::min(p.high, std::max(p.low, result));
}

// Every pair of bytes; steps and lengths by the way.
void ExpectExact(const ByteLoops& loops, const BytePairs& p) {
  const BytePairsRow row = loops.pairs(p);
  std::vector<uint8_t> all(256), out(300);
  for (int i = 0; i < 256; ++i) all[i] = static_cast<uint8_t>(i);
  const auto number = [&p](uint8_t byte) {
    return p.is_signed ? static_cast<int8_t>(byte) : int32_t{byte};
  };
  for (int k = 0; k < 256; ++k) {
    const auto fixed = static_cast<uint8_t>(k);
    const int count = 256 - k % 70;
    std::fill(out.begin(), out.end(), 77);
    row(p, all.data(), 1, &fixed, 0, count, out.data());
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(number(out[i]), Expected(p, number(all[i]), number(fixed)))
          << i << ", " << k;
    }
    ASSERT_EQ(out[count], 77);
    row(p, &fixed, 0, all.data(), 1, count, out.data());
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(number(out[i]), Expected(p, number(fixed), number(all[i])))
          << k << ", " << i;
    }
    // In place, both moving.
    const std::vector<uint8_t> other(count, fixed);
    std::vector<uint8_t> same(all.begin(), all.begin() + count);
    row(p, same.data(), 1, other.data(), 1, count, same.data());
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(number(same[i]), Expected(p, number(all[i]), number(fixed)));
    }
  }
}

TEST(ByteLoops, PairsGiveTheFixedPointResults) {
  // The first one has ties only, and of the last one products saturate.
  const Factors sums[] = {{1 << 30, 1 << 30, 1 << 30, 0, 0, 18},
                          {1 << 30, 1717986918, 1431655765, 0, 1, 18},
                          {1073741824, 1998277103, 1288490188, 0, 3, 17}};
  const Factors products[] = {{0, 0, 1 << 30, 0, 0, 6},
                              {0, 0, 1864135111, 0, 0, 5},
                              {0, 0, 1503238553, 0, 0, 1}};
  for (const ByteLoops* loops : All()) {
    for (const bool is_signed : {false, true}) {
      for (const bool certain : {false, true}) {
        for (const Factors& f : sums) {
          ExpectExact(*loops, PairsOf(f, is_signed, false, certain));
        }
        for (const Factors& f : products) {
          ExpectExact(*loops, PairsOf(f, is_signed, true, certain));
        }
      }
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
