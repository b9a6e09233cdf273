#include "kernels/math/hybrid.h"

#include <limits>

#include "gtest/gtest.h"
#include "kernels/math/packed.h"

namespace tflite::kernels {
namespace {

TEST(QuantizeRow, FillsTheSymmetricRange) {
  const std::vector<float> in = {-2.0f, 0.0f, 1.0f, 0.5f};
  std::vector<int8_t> out(4);
  const RowQuantization q = QuantizeRowSymmetric(in.data(), 4, out.data());
  EXPECT_FLOAT_EQ(q.scale, 2.0f / 127.0f);
  EXPECT_EQ(q.zero_point, 0);
  EXPECT_EQ(out, (std::vector<int8_t>{-127, 0, 64, 32}));
}

TEST(QuantizeRow, FillsTheAsymmetricRange) {
  const std::vector<float> in = {-1.0f, 0.0f, 254.0f};
  std::vector<int8_t> out(3);
  const RowQuantization q = QuantizeRowAsymmetric(in.data(), 3, out.data());
  EXPECT_FLOAT_EQ(q.scale, 1.0f);
  EXPECT_EQ(q.zero_point, -127);
  EXPECT_EQ(out, (std::vector<int8_t>{-128, -127, 127}));
}

TEST(QuantizeRow, KeepsZeroInTheAsymmetricRange) {
  const std::vector<float> in = {10.0f, 25.5f};
  std::vector<int8_t> out(2);
  const RowQuantization q = QuantizeRowAsymmetric(in.data(), 2, out.data());
  EXPECT_FLOAT_EQ(q.scale, 0.1f);
  EXPECT_EQ(q.zero_point, -128);
  EXPECT_EQ(out, (std::vector<int8_t>{-28, 127}));
}

TEST(QuantizeRow, TakesZerosAndEmptyRows) {
  const std::vector<float> in(3, 0.0f);
  for (const bool asymmetric : {false, true}) {
    std::vector<int8_t> out(3, 9);
    const RowQuantization q = QuantizeRow(asymmetric, in.data(), 3, out.data());
    EXPECT_EQ(q.scale, 1.0f);
    EXPECT_EQ(q.zero_point, 0);
    EXPECT_EQ(out, (std::vector<int8_t>{0, 0, 0}));
    EXPECT_EQ(QuantizeRow(asymmetric, nullptr, 0, nullptr).scale, 1.0f);
  }
}

TEST(QuantizeRow, TakesNonFiniteValues) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<float> in = {std::numeric_limits<float>::quiet_NaN(), inf,
                                 -inf, 1.0f};
  for (const bool asymmetric : {false, true}) {
    std::vector<int8_t> out(4, 9);
    const RowQuantization q = QuantizeRow(asymmetric, in.data(), 4, out.data());
    EXPECT_EQ(q.scale, inf);
    EXPECT_EQ(q.zero_point, asymmetric ? -128 : 0);
  }
}

TEST(QuantizeRows, GivesEachRowItsScale) {
  const std::vector<float> in = {127, 1, 0, -254};
  const QuantizedRows rows = QuantizeRows(false, in.data(), 2, 2);
  EXPECT_EQ(rows.values, (std::vector<int16_t>{127, 1, 0, -127}));
  EXPECT_EQ(rows.scales, (std::vector<float>{1, 2}));
}

TEST(QuantizeRows, TakesZeroPointsOff) {
  const std::vector<float> in = {0, 255, 0, -255};
  const QuantizedRows rows = QuantizeRows(true, in.data(), 2, 2);
  EXPECT_EQ(rows.values, (std::vector<int16_t>{0, 255, 0, -255}));
}

TEST(Packed, ReadsFourBits) {
  const std::vector<uint8_t> packed = {0x71, 0x8F, 0x0A};
  std::vector<int8_t> out(5);
  UnpackInt4(packed.data(), 5, out.data());
  EXPECT_EQ(out, (std::vector<int8_t>{1, 7, -1, -8, -6}));
}

TEST(Packed, ReadsTwoBits) {
  const std::vector<uint8_t> packed = {0b11100100, 0b10};
  std::vector<int8_t> out(5);
  UnpackInt2(packed.data(), 5, out.data());
  EXPECT_EQ(out, (std::vector<int8_t>{0, 1, -2, -1, -2}));
}

}  // namespace
}  // namespace tflite::kernels
