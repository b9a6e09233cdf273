#include "kernels/math/bytes/byte_loops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/guarded_memory.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

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

TEST(ByteLoops, AreThoseOfEachInstructionSet) {
  const base::X86Features x86 = base::DetectX86();
  // With the one of any processor.
  EXPECT_EQ(All().size(), static_cast<size_t>(x86.avx2 + x86.avx512 + 1));
  EXPECT_EQ(All().back(), ByteLoopsPortable());
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

}  // namespace
}  // namespace tflite::kernels
