#include "kernels/recurrent/row_products.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/math/hybrid.h"

namespace tflite::kernels {
namespace {

// With and without the largest products.
TEST(SumByteRows, AddsTheProductsOfRowsOfAnyLength) {
  std::mt19937 engine(1);
  const auto number = [&](int low, int high) {
    return static_cast<int>(engine() % static_cast<uint32_t>(high - low + 1)) +
           low;
  };
  for (const int64_t n :
       {1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1000, 32768, 70000}) {
    for (const bool largest : {false, true}) {
      const int64_t rows = n > 1000 ? 2 : 9;
      std::vector<int8_t> weights(rows * n);
      std::vector<int16_t> x(n);
      for (int8_t& w : weights) w = largest ? -128 : number(-128, 127);
      for (int16_t& v : x) v = largest ? -255 : number(-255, 255);
      std::vector<int64_t> sums(rows + 1, 77), want(rows + 1, 77);
      for (int64_t r = 0; r < rows; ++r) {
        want[r] = 0;
        for (int64_t i = 0; i < n; ++i) want[r] += weights[r * n + i] * x[i];
      }
      SumByteRows(weights.data(), rows, n, x.data(), sums.data());
      EXPECT_EQ(sums, want) << "rows of " << n;
    }
  }
}

// Sums of small integers are exact in any order: each product counts once.
TEST(SumFloatRows, AddsTheProductsOfRowsOfAnyLength) {
  std::mt19937 engine(1);
  const auto number = [&] { return static_cast<int>(engine() % 19) - 9; };
  constexpr int64_t kRows = 3;
  for (const int64_t n : {0, 1, 7, 63, 64, 65, 127, 128, 129, 300}) {
    std::vector<float> weights(kRows * n), x(n);
    for (float& w : weights) w = static_cast<float>(number());
    for (float& v : x) v = static_cast<float>(number());
    std::vector<float> sums(kRows + 1, 77), want(kRows + 1, 77);
    for (int64_t r = 0; r < kRows; ++r) {
      want[r] = 0;
      for (int64_t i = 0; i < n; ++i) want[r] += weights[r * n + i] * x[i];
    }
    SumFloatRows(weights.data(), kRows, n, x.data(), sums.data());
    EXPECT_EQ(sums, want) << "rows of " << n;
  }
}

// One element after another, none of the ones would show beside 2^24.
TEST(SumFloatRows, AddsWholeBlocksInLanes) {
  const std::vector<float> weights(64, 1);
  std::vector<float> x(64, 1);
  x[0] = 16777216;
  float sum = 0;
  SumFloatRows(weights.data(), 1, 64, x.data(), &sum);
  EXPECT_EQ(sum, 16777216 + 62);
}

// The products with the rows of a unit matrix are what a row is quantized to.
void ExpectQuantizes(bool asymmetric, const std::vector<float>& row) {
  const auto n = static_cast<int64_t>(row.size());
  std::vector<int8_t> unit(n * n);
  for (int64_t i = 0; i < n; ++i) unit[i * n + i] = 1;
  TfLiteTensor tensor{};
  tensor.type = kTfLiteInt8;
  tensor.data.int8 = unit.data();
  tensor.params.scale = 1;
  std::vector<float> got(n);
  RowProducts(true, asymmetric, row.data(), n)
      .Run(TensorView(&tensor), 0, n, got.data());
  const QuantizedRows want = QuantizeRows(asymmetric, row.data(), 1, n);
  for (int64_t i = 0; i < n; ++i) {
    const float w = static_cast<float>(want.values[i]) * want.scales[0];
    EXPECT_TRUE(got[i] == w || (std::isnan(got[i]) && std::isnan(w)))
        << row[i] << " at " << i << " of " << n << " is " << got[i] << ", not "
        << w;
  }
}

TEST(RowProducts, QuantizeRowsAsPlainKernelsDo) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  std::mt19937 engine(1);
  std::uniform_real_distribution<float> wide(-3, 2);
  for (const bool asymmetric : {false, true}) {
    for (const int64_t n : {1, 2, 63, 64, 65, 130}) {
      std::vector<float> row(n);
      for (float& x : row) x = wide(engine);
      ExpectQuantizes(asymmetric, row);
      for (float& x : row) x = std::abs(x);
      ExpectQuantizes(asymmetric, row);
      for (float& x : row) x = -x;
      ExpectQuantizes(asymmetric, row);
      row.assign(n, 0);
      ExpectQuantizes(asymmetric, row);
    }
    ExpectQuantizes(asymmetric, {kNaN, 1, -0.3f, kNaN, 0.7f});
    ExpectQuantizes(asymmetric, {kInfinity, 1, 0, kNaN});
    ExpectQuantizes(asymmetric, {-kInfinity, 1, 0, kInfinity});
    // In steps of 1, around a zero point that is rounded away from zero: one
    // end of the range is half a step outside of 8 bits.
    ExpectQuantizes(asymmetric, {-200.5f, 54.5f, 54, 0.5f, -0.5f, 1.5f});
    ExpectQuantizes(asymmetric, {-54.5f, 200.5f, -54, 0.5f, -0.5f, 1.5f});
  }
}

TEST(RowProducts, FindTheExtremesOfARowAnywhere) {
  for (const bool asymmetric : {false, true}) {
    for (const int64_t n : {63, 64, 70, 130}) {
      for (int64_t at = 0; at < n; ++at) {
        std::vector<float> row(n, 0.25f);
        row[at] = -5;
        row[(at + 7) % n] = 3;
        ExpectQuantizes(asymmetric, row);
      }
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
