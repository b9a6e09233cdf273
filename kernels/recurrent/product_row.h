#ifndef KERNELS_RECURRENT_PRODUCT_ROW_H_
#define KERNELS_RECURRENT_PRODUCT_ROW_H_

#include <cstdint>
#include <vector>

#include "kernels/math/hybrid.h"
#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::kernels {

// For plain kernels: a row of floats to be multiplied with rows of a weights
// tensor, FLOAT32 or 8-bit. For the latter the row is quantized as well
// (hybrid.h). UINT8 weights hold two's complement bytes, as early converters
// wrote them.
class ProductRow {
 public:
  ProductRow() = default;
  ProductRow(bool hybrid, bool asymmetric, const float* values, int64_t n)
      : hybrid_(hybrid), real_(values, values + n) {
    if (hybrid) stored_ = QuantizeRows(asymmetric, values, 1, n);
  }

  float operator[](int64_t i) const { return real_[i]; }

  // The product with row `row` of [rows, n] weights.
  float Dot(const TensorView& weights, int64_t row) const {
    const int64_t n = static_cast<int64_t>(real_.size());
    if (!hybrid_) {
      const float* w = weights.data<float>() + row * n;
      float sum = 0;
      for (int64_t i = 0; i < n; ++i) sum += w[i] * real_[i];
      return sum;
    }
    const int8_t* w = weights.data<int8_t>() + row * n;
    int64_t sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += w[i] * stored_.values[i];
    return static_cast<float>(sum) * (stored_.scales[0] * weights.scale());
  }

 private:
  bool hybrid_ = false;
  std::vector<float> real_;
  QuantizedRows stored_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_RECURRENT_PRODUCT_ROW_H_
