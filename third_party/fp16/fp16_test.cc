#include "fp16.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace {

TEST(Fp16, ConvertsBothWays) {
  EXPECT_EQ(fp16_ieee_from_fp32_value(1.0f), 0x3c00);
  EXPECT_EQ(fp16_ieee_from_fp32_value(-2.5f), 0xc100);
  EXPECT_EQ(fp16_ieee_from_fp32_value(1e6f), 0x7c00);
  EXPECT_EQ(fp16_ieee_to_fp32_value(0x3c01), 1.0009765625f);
  EXPECT_EQ(fp16_ieee_to_fp32_value(0x0001), 0x1p-24f);
  EXPECT_EQ(fp16_ieee_to_fp32_bits(0xbc00), 0xbf800000u);
  EXPECT_EQ(fp32_from_bits(fp32_to_bits(0.1f)), 0.1f);
  EXPECT_TRUE(std::isnan(fp16_ieee_to_fp32_value(
      fp16_ieee_from_fp32_value(std::numeric_limits<float>::quiet_NaN()))));
}

}  // namespace
