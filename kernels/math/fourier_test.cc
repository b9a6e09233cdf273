#include "kernels/math/fourier.h"

#include <cmath>

#include "gtest/gtest.h"

namespace tflite::kernels {
namespace {

using Complex = Fourier::Complex;

// The definition, over elements `stride` apart.
Complex Coefficient(const std::vector<Complex>& in, int64_t stride, int64_t k) {
  const int64_t length = static_cast<int64_t>(in.size()) / stride;
  Complex sum;
  for (int64_t i = 0; i < length; ++i) {
    sum += in[i * stride] *
           std::polar(1.0, -2 * std::acos(-1.0) * static_cast<double>(k * i) /
                               static_cast<double>(length));
  }
  return sum;
}

TEST(Fourier, IsItsDefinition) {
  for (const int64_t length : {1, 2, 3, 8, 12, 64}) {
    for (const int64_t stride : {1, 3}) {
      std::vector<Complex> in(length * stride);
      for (size_t i = 0; i < in.size(); ++i) {
        in[i] = {std::sin(1.0 + 3.0 * i), std::cos(2.0 * i * i)};
      }
      std::vector<Complex> out = in;
      Fourier fourier(length);
      fourier.Transform(out.data(), stride);
      for (int64_t k = 0; k < length; ++k) {
        EXPECT_NEAR(std::abs(out[k * stride] - Coefficient(in, stride, k)), 0,
                    1e-10)
            << length << " " << k;
      }
      fourier.Inverse(out.data(), stride);
      for (int64_t i = 0; i < length; ++i) {
        EXPECT_NEAR(std::abs(out[i * stride] / static_cast<double>(length) -
                             in[i * stride]),
                    0, 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
