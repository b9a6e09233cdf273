#include <algorithm>
#include <complex>
#include <vector>

#include "kernels/irfft2d/irfft2d.h"
#include "kernels/math/fourier.h"

namespace tflite::kernels {

Status EvalIrfft2dReference(const Irfft2d& op, EvalContext& context) {
  const auto* in = context.in<std::complex<float>>(0);
  float* out = context.out<float>(0);
  const int64_t width = op.width, given = width / 2 + 1;
  const double scale = 1.0 / (static_cast<double>(op.height) * op.width);
  const auto run = [&](int64_t s, Fourier& across, Fourier& down,
                       std::vector<Fourier::Complex>& grid) {
    float* to = out + s * op.height * width;
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
        *to++ = static_cast<float>(row[x].real() * scale);
      }
    }
  };
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 2048;
  context.threads().ParallelFor(
      op.signals, LeastItems(kGrain, {op.height, width}),
      [&](int64_t s, int64_t end) {
        Fourier across(op.width), down(op.height);
        std::vector<Fourier::Complex> grid(op.height * width);
        for (; s < end; ++s) run(s, across, down, grid);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
