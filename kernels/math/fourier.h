#ifndef KERNELS_MATH_FOURIER_H_
#define KERNELS_MATH_FOURIER_H_

#include <complex>
#include <cstdint>
#include <vector>

namespace tflite::kernels {

// The discrete Fourier transform of one length, with what can be computed in
// advance:
//   out[k] = sum over i of in[i] * exp(-2 pi sqrt(-1) k i / length)
// in O(length log length) for powers of two, O(length^2) for others. One thread
// at a time.
class Fourier {
 public:
  using Complex = std::complex<double>;

  // length > 0.
  explicit Fourier(int64_t length);

  // In place, over elements `stride` apart.
  void Transform(Complex* data, int64_t stride = 1);
  // The inverse, without the division by the length.
  void Inverse(Complex* data, int64_t stride = 1);

 private:
  void PowerOfTwo();
  void AnyLength();

  std::vector<Complex> roots_, work_, other_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_FOURIER_H_
