#include "kernels/binary/bytes/byte_pairs.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

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
  p.x_factor = static_cast<int32_t>(std::round(16 * x)) | 1;
  p.y_factor = static_cast<int32_t>(std::round(16 * y));
  p.first = static_cast<int32_t>(16 * ((p.out_zero_point + 0.5) * 65536 + 64));
  p.doubts = certain ? 128 : 1 << 16;
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
void ExpectExact(BytePairsRow row, const BytePairs& p) {
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

TEST(BytePairs, HaveRowsOfEachInstructionSet) {
  const base::X86Features x86 = base::DetectX86();
  const bool neon = BytePairsRowsNeon() != nullptr;
  int count;
  AllBytePairsRows(&count);
  EXPECT_EQ(count, x86.avx2 + x86.avx512 + neon);
}

TEST(BytePairs, AreComputedByTheBestRow) {
  int count;
  const BytePairsRows* const all = AllBytePairsRows(&count);
  const Factors sum = {1 << 30, 1 << 30, 1 << 30, 0, 0, 18};
  for (const bool is_signed : {false, true}) {
    const BytePairs p = PairsOf(sum, is_signed, false, true);
    EXPECT_EQ(FindBytePairsRow(p), count > 0 ? all[0](p) : nullptr);
  }
}

TEST(BytePairs, GiveTheFixedPointResults) {
  // The first one has ties only, and of the last one products saturate.
  const Factors sums[] = {{1 << 30, 1 << 30, 1 << 30, 0, 0, 18},
                          {1 << 30, 1717986918, 1431655765, 0, 1, 18},
                          {1073741824, 1998277103, 1288490188, 0, 3, 17}};
  const Factors products[] = {{0, 0, 1 << 30, 0, 0, 6},
                              {0, 0, 1864135111, 0, 0, 5},
                              {0, 0, 1503238553, 0, 0, 1}};
  int count;
  const BytePairsRows* const all = AllBytePairsRows(&count);
  for (int i = 0; i < count; ++i) {
    for (const bool is_signed : {false, true}) {
      for (const bool certain : {false, true}) {
        for (const Factors& f : sums) {
          const BytePairs p = PairsOf(f, is_signed, false, certain);
          ExpectExact(all[i](p), p);
        }
        for (const Factors& f : products) {
          const BytePairs p = PairsOf(f, is_signed, true, certain);
          ExpectExact(all[i](p), p);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
