#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "kernels/rfft2d/rfft2d.h"

namespace tflite::kernels {
namespace {

using Complex = std::complex<double>;

constexpr double kPi = 3.141592653589793238;

bool IsPowerOfTwo(int n) { return (n & (n - 1)) == 0; }

// The transform of one length, with what can be computed in advance.
class Transform {
 public:
  explicit Transform(int n) : n_(n), roots_(n), work_(n) {
    for (int k = 0; k < n; ++k) roots_[k] = std::polar(1.0, -2 * kPi * k / n);
  }

  // In place, over elements `stride` apart.
  void Run(Complex* data, int64_t stride) {
    for (int i = 0; i < n_; ++i) work_[i] = data[i * stride];
    if (IsPowerOfTwo(n_)) {
      Radix2();
    } else {
      Definition();
    }
    for (int i = 0; i < n_; ++i) data[i * stride] = work_[i];
  }

 private:
  void Radix2() {
    for (int i = 1, j = 0; i < n_; ++i) {
      int bit = n_ >> 1;
      for (; (j & bit) != 0; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(work_[i], work_[j]);
    }
    for (int size = 2; size <= n_; size *= 2) {
      const int step = n_ / size;
      for (int begin = 0; begin < n_; begin += size) {
        for (int k = 0; k < size / 2; ++k) {
          const Complex even = work_[begin + k];
          const Complex odd = work_[begin + k + size / 2] * roots_[k * step];
          work_[begin + k] = even + odd;
          work_[begin + k + size / 2] = even - odd;
        }
      }
    }
  }

  void Definition() {
    std::vector<Complex> out(n_);
    for (int64_t k = 0; k < n_; ++k) {
      for (int64_t i = 0; i < n_; ++i) out[k] += work_[i] * roots_[k * i % n_];
    }
    work_.swap(out);
  }

  const int n_;
  std::vector<Complex> roots_;
  std::vector<Complex> work_;
};

}  // namespace

Status EvalRfft2dReference(const Rfft2d& op, EvalContext& context) {
  const float* in = context.in<float>(0);
  auto* out = context.out<std::complex<float>>(0);
  const int64_t width = op.width, given = op.width / 2 + 1;
  const auto run = [&](int64_t s, Transform& across, Transform& down,
                       std::vector<Complex>& grid) {
    std::complex<float>* to = out + s * op.height * given;
    std::fill(grid.begin(), grid.end(), Complex());
    for (int64_t y = 0; y < std::min(op.rows, op.height); ++y) {
      const float* row = in + (s * op.rows + y) * op.columns;
      std::copy_n(row, std::min(op.columns, op.width), &grid[y * width]);
      across.Run(&grid[y * width], 1);
    }
    for (int64_t x = 0; x < given; ++x) down.Run(&grid[x], width);
    for (int64_t y = 0; y < op.height; ++y) {
      for (int64_t x = 0; x < given; ++x) {
        *to++ = std::complex<float>(grid[y * width + x]);
      }
    }
  };
  // The least number of elements for a thread.
  constexpr int64_t kGrain = 2048;
  context.threads().ParallelFor(op.signals,
                                LeastItems(kGrain, {op.height, width}),
                                [&](int64_t s, int64_t end) {
                                  Transform across(op.width), down(op.height);
                                  std::vector<Complex> grid(op.height * width);
                                  for (; s < end; ++s)
                                    run(s, across, down, grid);
                                });
  return OkStatus();
}

}  // namespace tflite::kernels
