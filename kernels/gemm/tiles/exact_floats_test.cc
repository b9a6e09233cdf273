#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/gemm/sinks.h"

namespace tflite::kernels {
namespace {

// Compares the results of all sums in rows of 16 with the fixed-point ones.
void ExpectFixedPoint(const GemmRequantizer& requantizer,
                      const std::vector<QuantizedMultiplier>& factors,
                      Halves halves, int32_t zero_point,
                      const std::vector<int32_t>& sums) {
  std::vector<uint8_t> out(sums.size());
  for (size_t i = 0; i < sums.size(); i += 16 * kGemmRequantRows) {
    uint8_t* rows[kGemmRequantRows];
    const size_t count =
        std::min<size_t>(kGemmRequantRows, (sums.size() - i) / 16);
    for (size_t r = 0; r < count; ++r) rows[r] = &out[i + 16 * r];
    requantizer.Run(&sums[i], 16, static_cast<int64_t>(count), 0, 16, rows);
  }
  for (size_t i = 0; i < sums.size(); ++i) {
    const QuantizedMultiplier f = factors[i % 16];
    ASSERT_EQ(static_cast<int8_t>(out[i]),
              Requantized(sums[i], f, halves, zero_point, {-128, 127}))
        << sums[i] << " by " << f.multiplier << " shift " << f.shift;
  }
}

// A block of columns whose factors have the exact form, where the instruction
// set uses that.
GemmRequantizer ExactBlock(const GemmIsa& isa, std::mt19937* engine, int shift,
                           int32_t zero_point,
                           std::vector<QuantizedMultiplier>* factors) {
  std::uniform_int_distribution<int32_t> multipliers(1 << 30, 0x7FFFFFFF);
  factors->resize(16);
  for (int attempt = 0;; ++attempt) {
    for (auto& f : *factors) f = {multipliers(*engine), -shift};
    (*factors)[15].multiplier = 0;
    GemmRequantizer requantizer(factors->data(), 16, zero_point, {-128, 127},
                                isa);
    const uint8_t* exact = requantizer.columns().exact;
    if (isa.remainder_range == nullptr) {
      EXPECT_EQ(exact, nullptr) << isa.name;
      return requantizer;
    }
    // A fifth of the factors by the largest shift do not have the form.
    if (exact[0] != 0) return requantizer;
    EXPECT_LT(attempt, shift < 13 ? 9 : 999) << isa.name << " shift " << shift;
    if (testing::Test::HasFailure()) return requantizer;
  }
}

// Every sum whose result is in a byte's reach, or nearly so.
TEST_P(GemmTest, AllSumsAreRequantizedInTheFixedPointArithmetic) {
  for (int shift = 1; shift <= 8; ++shift) {
    std::vector<QuantizedMultiplier> factors;
    const int32_t zero_point = Random<int32_t>(1, -128, 127)[0];
    const GemmRequantizer requantizer =
        ExactBlock(isa(), &engine_, shift, zero_point, &factors);
    std::vector<int32_t> sums;
    const int32_t most = 260 << (shift + 1);
    for (int32_t x = -most; x <= most; ++x) sums.insert(sums.end(), 16, x);
    ExpectFixedPoint(requantizer, factors, Halves::kAwayFromZero, zero_point,
                     sums);
    const GemmRequantizer up(factors.data(), 16, zero_point, {-128, 127}, isa(),
                             Halves::kUp);
    ExpectFixedPoint(up, factors, Halves::kUp, zero_point, sums);
    if (HasFailure()) return;
  }
}

// The sums on both sides of each step, for many factors, and the largest.
TEST_P(GemmTest, AllStepsAreThoseOfTheFixedPointArithmetic) {
  for (int round = 0; round < 20; ++round) {
    for (int shift = 1; shift <= 14; ++shift) {
      std::vector<QuantizedMultiplier> factors;
      const int32_t zero_point = Random<int32_t>(1, -128, 127)[0];
      const GemmRequantizer requantizer =
          ExactBlock(isa(), &engine_, shift, zero_point, &factors);
      std::vector<int32_t> sums(16, std::numeric_limits<int32_t>::min());
      sums.insert(sums.end(), 16, std::numeric_limits<int32_t>::max());
      for (int32_t k = -257; k <= 256; ++k) {
        for (int32_t side = -1; side <= 2; ++side) {
          for (const QuantizedMultiplier& f : factors) {
            const double step = (k + 0.5) * std::ldexp(1.0, 31 - f.shift) /
                                std::max(1 << 30, f.multiplier);
            sums.push_back(static_cast<int32_t>(std::floor(step)) + side);
          }
        }
      }
      ExpectFixedPoint(requantizer, factors, Halves::kAwayFromZero, zero_point,
                       sums);
      if (HasFailure()) return;
    }
  }
}

// Factors of a half and more, beside smaller ones, of sums that have a bound.
TEST_P(GemmTest, LeftShiftsThatNoSumOverflowsHaveTheFormsOfFloats) {
  for (int left = 0; left <= 14; ++left) {
    std::vector<QuantizedMultiplier> factors(16);
    for (size_t j = 0; j < factors.size(); ++j) {
      factors[j] = {Random<int32_t>(1, 1 << 30, 0x7FFFFFFF)[0],
                    j % 3 == 0   ? left
                    : j % 3 == 1 ? 0
                                 : -3};
    }
    factors[2] = {0, 0};
    factors[3] = factors[0];
    for (const int32_t halves_at : {0x40000000, 0x60000000, 0x7FFFFFFF}) {
      const int32_t most = (1 << 30) >> left;
      std::vector<int32_t> sums;
      for (int32_t x = -1100; x <= 1100; ++x) sums.insert(sums.end(), 16, x);
      for (int32_t x : {-most, -most / 3, most / 3, most}) {
        sums.insert(sums.end(), 16, x);
      }
      for (const Halves halves : kBothHalves) {
        const GemmRequantizer requantizer(factors.data(), 16, -7, {-128, 127},
                                          isa(), halves, most);
        EXPECT_EQ(requantizer.Results().floats_fit, !isa().floats_need_shift);
        ExpectFixedPoint(requantizer, factors, halves, -7, sums);
      }
      if (HasFailure()) return;
      factors[9].multiplier = halves_at;
    }
  }
}

// Equal factors side by side, and such as differ in their shifts alone. Of a
// factor a little below 3/4, sums whose result is next to a half need both
// floats of the exact form.
TEST_P(GemmTest, EqualFactorsOfAHalfAndMoreAreRequantizedAlike) {
  std::vector<QuantizedMultiplier> factors;
  for (const int shift : {0, 0, 1, 1, -1, 0, -2, -2, 1, 0, 0, 0, 2, 2, 0, 0}) {
    factors.push_back({0x5FFFFFC1, shift});
  }
  std::vector<int32_t> sums;
  for (int32_t x = -1100; x <= 1100; ++x) sums.insert(sums.end(), 16, x);
  for (const int32_t zero_point : {-128, -7}) {
    const GemmRequantizer requantizer(factors.data(), 16, zero_point,
                                      {-128, 127}, isa(), Halves::kAwayFromZero,
                                      1 << 16);
    if (isa().remainder_range != nullptr) {
      EXPECT_EQ(requantizer.columns().exact[0], 1);
    }
    ExpectFixedPoint(requantizer, factors, Halves::kAwayFromZero, zero_point,
                     sums);
  }
}

TEST_P(GemmTest, FactorsOfAHalfAndMoreHaveTheExactForm) {
  if (isa().remainder_range == nullptr) GTEST_SKIP() << "has no exact form";
  const auto is_exact = [&](QuantizedMultiplier factor, int32_t zero_point) {
    std::vector<QuantizedMultiplier> factors(16, {0x5A3C7F1D, -2});
    factors[7] = factor;
    const GemmRequantizer requantizer(factors.data(), 16, zero_point,
                                      {-128, 127}, isa(), Halves::kAwayFromZero,
                                      1 << 16);
    return requantizer.columns().exact[0] != 0;
  };
  for (const int shift : {0, 1, 2, 7}) {
    EXPECT_TRUE(is_exact({0x5A3C7F1D, shift}, 0)) << shift;
    EXPECT_TRUE(is_exact({0x7FFFFFFF, shift}, 0)) << shift;
  }
  // Negative halves are rounded towards 0.
  EXPECT_FALSE(is_exact({0x60000000, 1}, 0));
  EXPECT_TRUE(is_exact({0x60000000, 1}, -128));
  EXPECT_TRUE(is_exact({0x60000000, 2}, 0));
}

// Sums in the middle between two results are rounded away from 0, for negative
// ones by a little less, which the exact form cannot do for both signs.
TEST_P(GemmTest, HalvesOfBothSignsHaveNoExactForm) {
  std::vector<QuantizedMultiplier> factors(48, {0x60000001, -6});
  factors[17] = {1 << 30, -6};
  for (const int32_t zero_point : {-128, 0}) {
    const GemmRequantizer requantizer(factors.data(), 48, zero_point,
                                      {-128, 127}, isa());
    const uint8_t* exact = requantizer.columns().exact;
    if (isa().remainder_range == nullptr) {
      EXPECT_EQ(exact, nullptr) << isa().name;
      continue;
    }
    EXPECT_EQ(exact[0], 1);
    EXPECT_EQ(exact[1], zero_point == 0 ? 0 : 1);
    EXPECT_EQ(exact[2], 1);
    for (int32_t x = -20000; x <= 20000; ++x) {
      const std::vector<int32_t> sums(48, x);
      std::vector<uint8_t> out(48);
      uint8_t* row = out.data();
      requantizer.Run(sums.data(), 48, 1, 0, 48, &row);
      for (size_t j = 0; j < out.size(); ++j) {
        const int32_t y =
            MultiplyByQuantizedMultiplier(x, factors[j]) + zero_point;
        ASSERT_EQ(static_cast<int8_t>(out[j]), std::clamp(y, -128, 127))
            << x << " column " << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, GemmTest, testing::ValuesIn(Isas()), IsaName);

}  // namespace
}  // namespace tflite::kernels
