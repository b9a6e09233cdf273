#include <algorithm>
#include <complex>
#include <vector>

#include "kernels/irfft2d/irfft2d.h"
#include "kernels/math/fourier.h"

namespace tflite::kernels {

Status EvalIrfft2dReference(const Irfft2d& op, EvalContext& context) {
  const auto* in = context.in<std::complex<float>>(0);
  float* out = context.out<float>(0);
  if (op.signals == 0) return OkStatus();
  Fourier across(op.width), down(op.height);
  const int64_t width = op.width, given = width / 2 + 1;
  const double scale = 1.0 / (static_cast<double>(op.height) * op.width);
  std::vector<Fourier::Complex> grid(op.height * width);
  for (int64_t s = 0; s < op.signals; ++s) {
    std::fill(grid.begin(), grid.end(), Fourier::Complex());
    for (int64_t k = 0; k < std::min(op.rows, op.height); ++k) {
      std::copy_n(in + (s * op.rows + k) * op.columns,
                  std::min<int64_t>(op.columns, given), &grid[k * width]);
    }
    for (int64_t l = 0; l < given; ++l) down.Inverse(&grid[l], width);
    for (int64_t y = 0; y < op.height; ++y) {
      Fourier::Complex* row = &grid[y * width];
      row[0] = row[0].real();
      for (int64_t l = given; l < width; ++l)
        row[l] = std::conj(row[width - l]);
      if (width % 2 == 0) row[width / 2] = row[width / 2].real();
      across.Inverse(row);
      for (int64_t x = 0; x < width; ++x) {
        *out++ = static_cast<float>(row[x].real() * scale);
      }
    }
  }
  return OkStatus();
}

}  // namespace tflite::kernels
