#include <cmath>
#include <limits>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/float8.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite {
namespace {

// The value of a binary16 bit pattern, from the definition.
float HalfByDefinition(uint16_t bits) {
  const int sign = bits >> 15 ? -1 : 1;
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                         : sign * std::numeric_limits<float>::infinity();
  }
  if (exponent == 0)
    return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
}

TEST(Half, ToFloatFollowsTheDefinitionForEveryPattern) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const float want = HalfByDefinition(static_cast<uint16_t>(bits));
    const float got = half::from_bits(static_cast<uint16_t>(bits));
    if (std::isnan(want)) {
      EXPECT_TRUE(std::isnan(got)) << bits;
    } else {
      EXPECT_EQ(got, want) << bits;
      EXPECT_EQ(std::signbit(got), std::signbit(want)) << bits;
    }
  }
}

TEST(Half, FromFloatIsTheInverse) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const half h = half::from_bits(static_cast<uint16_t>(bits));
    const half back(static_cast<float>(h));
    if (std::isnan(static_cast<float>(h))) {
      EXPECT_TRUE(std::isnan(static_cast<float>(back))) << bits;
    } else {
      EXPECT_EQ(back.to_bits(), bits);
    }
  }
}

TEST(Half, FromFloatRoundsToNearestEven) {
  for (uint32_t bits = 0; bits < 0x7bff; ++bits) {
    const float low = half::from_bits(static_cast<uint16_t>(bits));
    const float high = half::from_bits(static_cast<uint16_t>(bits + 1));
    const float middle = low + (high - low) / 2;
    EXPECT_EQ(half(middle).to_bits(), bits + (bits & 1)) << bits;
    EXPECT_EQ(half(std::nextafter(middle, low)).to_bits(), bits);
    EXPECT_EQ(half(std::nextafter(middle, high)).to_bits(), bits + 1);
    EXPECT_EQ(half(-middle).to_bits(), (bits + (bits & 1)) | 0x8000);
  }
}

TEST(Half, TooLargeBecomesInfinity) {
  EXPECT_EQ(half(65519.0f).to_bits(), half::max().to_bits());
  EXPECT_EQ(half(65520.0f).to_bits(), half::infinity().to_bits());
  EXPECT_EQ(half(-1e30f).to_bits(), 0xfc00);
}

TEST(Half, Limits) {
  EXPECT_EQ(half::max(), 65504.0f);
  EXPECT_EQ(half::min(), -65504.0f);
  EXPECT_EQ(half::epsilon(), std::ldexp(1.0f, -10));
  EXPECT_EQ(half::smallest_normal(), std::ldexp(1.0f, -14));
}

TEST(Half, ArithmeticRoundsOnce) {
  half a = 1.0f;
  a += std::ldexp(1.0f, -11);  // half of epsilon: rounds to even
  EXPECT_EQ(a, 1.0f);
  a *= 3.0f;
  EXPECT_EQ(a, 3.0f);
  EXPECT_EQ(-a, -3.0f);
}

TEST(Bfloat16, IsTheUpperHalfOfAFloat) {
  EXPECT_EQ(static_cast<float>(bfloat16::from_bits(0x3f80)), 1.0f);
  EXPECT_EQ(static_cast<float>(bfloat16::from_bits(0xc040)), -3.0f);
  EXPECT_EQ(bfloat16::epsilon(), std::ldexp(1.0f, -7));
  EXPECT_EQ(bfloat16::smallest_normal(), std::ldexp(1.0f, -126));
}

TEST(Bfloat16, RoundsToNearestEven) {
  EXPECT_EQ(bfloat16(1.0f + std::ldexp(1.0f, -8)).to_bits(), 0x3f80);
  EXPECT_EQ(bfloat16(1.0f + 3 * std::ldexp(1.0f, -8)).to_bits(), 0x3f82);
  EXPECT_EQ(bfloat16(std::numeric_limits<float>::max()).to_bits(),
            bfloat16::infinity().to_bits());
}

TEST(Bfloat16, PropagatesNaN) {
  for (const float sign : {1.0f, -1.0f}) {
    const float nan =
        std::copysign(std::numeric_limits<float>::quiet_NaN(), sign);
    EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(nan))));
  }
}

TEST(Float8, ReadsEveryPattern) {
  EXPECT_EQ(float8_e4m3fn::max(), 448.0f);
  EXPECT_EQ(float8_e4m3fn::smallest_normal(), std::ldexp(1.0f, -6));
  EXPECT_EQ(float8_e4m3fn::from_bits(0x01), std::ldexp(1.0f, -9));
  EXPECT_TRUE(std::isnan(static_cast<float>(float8_e4m3fn::from_bits(0xff))));
  EXPECT_EQ(float8_e5m2::max(), 57344.0f);
  EXPECT_EQ(float8_e5m2::smallest_normal(), std::ldexp(1.0f, -14));
  EXPECT_EQ(float8_e5m2::from_bits(0xfc),
            -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(static_cast<float>(float8_e5m2::from_bits(0x7d))));
}

// Every number rounds to itself.
template <typename T>
void ExpectRoundTrip() {
  for (int bits = 0; bits < 256; ++bits) {
    const float value = T::from_bits(static_cast<uint8_t>(bits));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(T(value)))) << bits;
    } else {
      EXPECT_EQ(T(value).to_bits(), bits);
    }
  }
}

TEST(Float8, KeepsItsNumbers) {
  ExpectRoundTrip<float8_e4m3fn>();
  ExpectRoundTrip<float8_e5m2>();
}

TEST(Float8, RoundsToNearestEven) {
  // Steps of 1/8 from 1 on, of 32 from 256 on.
  EXPECT_EQ(float8_e4m3fn(1.0625f), 1.0f);
  EXPECT_EQ(float8_e4m3fn(1.1875f), 1.25f);
  EXPECT_EQ(float8_e4m3fn(464.0f), 448.0f);
  EXPECT_TRUE(std::isnan(static_cast<float>(float8_e4m3fn(465.0f))));
  EXPECT_EQ(float8_e5m2(61439.0f), 57344.0f);
  EXPECT_EQ(float8_e5m2(61440.0f), std::numeric_limits<float>::infinity());
  // Half of the smallest number rounds to zero, slightly more does not.
  EXPECT_EQ(float8_e5m2(std::ldexp(1.0f, -17)), 0.0f);
  EXPECT_EQ(float8_e5m2(-std::ldexp(1.1f, -17)), -std::ldexp(1.0f, -16));
}

}  // namespace
}  // namespace tflite
