#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/math/vector/byte_table.h"
#include "kernels/math/vector/convert.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

TEST(ByteTable, LooksUpEveryByteAtEveryLength) {
  const ByteTable table = ByteTable::Of<int8_t>(
      [](int8_t x) { return static_cast<int8_t>(x * 91 + x / 16); });
  int rows = 0;
  ByteTableRow* const* all = AllByteTableRows(&rows);
  for (int r = 0; r < rows; ++r) {
    for (const int count : {0, 1, 63, 64, 65, 127, 128, 129, 160, 256, 300}) {
      std::vector<uint8_t> in(count), out(count + 1, 99);
      for (int i = 0; i < count; ++i) in[i] = static_cast<uint8_t>(i * 37);
      all[r](table.value, in.data(), count, out.data());
      for (int i = 0; i < count; ++i) {
        EXPECT_EQ(out[i], table.value[in[i]]) << r << ": " << i;
      }
      EXPECT_EQ(out[count], 99);
    }
  }
}

TEST(ByteTable, HasARowOfEachInstructionSet) {
  const base::X86Features x86 = base::DetectX86();
  int expected = 1 + x86.avx2;  // with the one of any processor
#if defined(__x86_64__)
  expected += x86.avx512 && __builtin_cpu_supports("avx512vbmi") != 0;
#endif
  int rows = 0;
  AllByteTableRows(&rows);
  EXPECT_EQ(rows, expected);
}

TEST(ByteTable, HoldsAFunctionAndAppliesItInPlace) {
  const ByteTable table = ByteTable::Of<int8_t>(
      [](int8_t x) { return static_cast<int8_t>(-x / 2 + 3); });
  std::vector<int8_t> values(256);
  for (int i = 0; i < 256; ++i) values[i] = static_cast<int8_t>(i);
  table.Apply(values.data(), 256, values.data());
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(values[i], -static_cast<int8_t>(i) / 2 + 3) << i;
  }
}

// Numbers around the ends of types and between integers, and odd ones.
std::vector<float> Numbers() {
  std::vector<float> numbers = {0.0f,
                                -0.0f,
                                0.5f,
                                -0.5f,
                                0.49999997f,
                                1e30f,
                                -1e30f,
                                std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN()};
  for (int i = -600; i <= 600; ++i) numbers.push_back(i * 0.25f);
  std::mt19937 engine(7);
  std::uniform_real_distribution<float> wide(-40000, 40000);
  for (int i = 0; i < 1000; ++i) numbers.push_back(wide(engine));
  return numbers;
}

template <typename T>
void ExpectQuantizes(Affine affine) {
  const std::vector<float> in = Numbers();
  std::vector<T> out(in.size());
  QuantizeAll(in.data(), static_cast<int64_t>(in.size()), affine, out.data());
  for (size_t i = 0; i < in.size(); ++i) {
    EXPECT_EQ(out[i], QuantizeTo<T>(in[i], affine)) << in[i];
  }
  std::vector<float> back(in.size());
  DequantizeAll(out.data(), static_cast<int64_t>(out.size()), affine,
                back.data());
  for (size_t i = 0; i < in.size(); ++i)
    EXPECT_EQ(back[i], affine.Real(out[i]));
}

TEST(Convert, QuantizesAsTheScalarFunction) {
  ExpectQuantizes<int8_t>({1.0f, 0});
  ExpectQuantizes<int8_t>({0.37f, -128});
  ExpectQuantizes<uint8_t>({0.5f, 255});
  ExpectQuantizes<int16_t>({0.01f, 0});
}

template <typename T>
void ExpectConverts() {
  const std::vector<float> in = Numbers();
  std::vector<T> out(in.size());
  FromFloats(in.data(), static_cast<int64_t>(in.size()), out.data());
  std::vector<float> back(in.size());
  ToFloats(out.data(), static_cast<int64_t>(in.size()), back.data());
  for (size_t i = 0; i < in.size(); ++i) {
    EXPECT_EQ(out[i].to_bits(), T(in[i]).to_bits()) << in[i];
    if (std::isnan(in[i])) continue;
    EXPECT_EQ(back[i], static_cast<float>(out[i])) << in[i];
  }
}

TEST(Convert, NarrowsAsTheScalarTypes) {
  ExpectConverts<half>();
  ExpectConverts<bfloat16>();
}

}  // namespace
}  // namespace tflite::kernels
