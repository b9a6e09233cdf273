#include "kernels/math/fourier.h"

#include <cmath>
#include <utility>

namespace tflite::kernels {

Fourier::Fourier(int64_t length) : roots_(length), work_(length) {
  const double step = -2.0 * std::acos(-1.0) / static_cast<double>(length);
  for (int64_t k = 0; k < length; ++k) {
    roots_[k] = std::polar(1.0, step * static_cast<double>(k));
  }
}

void Fourier::Transform(Complex* data, int64_t stride) {
  const int64_t length = static_cast<int64_t>(work_.size());
  for (int64_t i = 0; i < length; ++i) work_[i] = data[i * stride];
  (length & (length - 1)) == 0 ? PowerOfTwo() : AnyLength();
  for (int64_t i = 0; i < length; ++i) data[i * stride] = work_[i];
}

void Fourier::Inverse(Complex* data, int64_t stride) {
  const int64_t length = static_cast<int64_t>(work_.size());
  for (int64_t i = 0; i < length; ++i)
    data[i * stride] = std::conj(data[i * stride]);
  Transform(data, stride);
  for (int64_t i = 0; i < length; ++i)
    data[i * stride] = std::conj(data[i * stride]);
}

void Fourier::PowerOfTwo() {
  const int64_t length = static_cast<int64_t>(work_.size());
  // Swaps elements with those of the bit-reversed index.
  for (int64_t i = 0, mirrored = 0; i < length; ++i) {
    if (i < mirrored) std::swap(work_[i], work_[mirrored]);
    int64_t bit = length / 2;
    for (; bit > 0 && (mirrored & bit) != 0; bit /= 2) mirrored ^= bit;
    mirrored |= bit;
  }
  for (int64_t half = 1; half < length; half *= 2) {
    const int64_t step = length / (2 * half);
    for (int64_t begin = 0; begin < length; begin += 2 * half) {
      for (int64_t k = begin; k < begin + half; ++k) {
        const Complex turned = work_[k + half] * roots_[(k - begin) * step];
        work_[k + half] = work_[k] - turned;
        work_[k] += turned;
      }
    }
  }
}

void Fourier::AnyLength() {
  const int64_t length = static_cast<int64_t>(work_.size());
  other_.assign(length, Complex());
  for (int64_t k = 0; k < length; ++k) {
    int64_t root = 0;
    for (int64_t i = 0; i < length; ++i) {
      other_[k] += work_[i] * roots_[root];
      root += k;
      if (root >= length) root -= length;
    }
  }
  work_.swap(other_);
}

}  // namespace tflite::kernels
