#include "kernels/recurrent/row_products.h"

#include <cstdint>
#include <random>
#include <vector>

#include "gtest/gtest.h"

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

}  // namespace
}  // namespace tflite::kernels
