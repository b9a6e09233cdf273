#ifndef KERNELS_RECURRENT_ROW_PRODUCTS_H_
#define KERNELS_RECURRENT_ROW_PRODUCTS_H_

#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::kernels {

// sums[r] = the sum of weights[r, i] * x[i] over n elements, which are INT8
// minus a zero point, for each of the rows.
void SumByteRows(const int8_t* weights, int64_t rows, int64_t n,
                 const int16_t* x, int64_t* sums);
// The same of floats, for processors without HasStoredFloatRow().
void SumFloatRows(const float* weights, int64_t rows, int64_t n, const float* x,
                  float* sums);

// ProductRow (product_row.h) for fast kernels: a row of floats to be multiplied
// by vector instructions with rows of a weights tensor as it lies, FLOAT32 or
// 8-bit. For the latter the row is quantized. `values` must outlive it.
class RowProducts {
 public:
  RowProducts(bool hybrid, bool asymmetric, const float* values, int64_t n);

  // out[r] = the product with row r of the [rows, n] weights, for r from begin
  // to end - 1.
  void Run(const TensorView& weights, int64_t begin, int64_t end,
           float* out) const;

 private:
  bool hybrid_;
  const float* values_;
  int64_t n_;
  std::vector<int16_t> stored_;  // hybrid; minus their zero point
  float scale_ = 1.0f;
};

}  // namespace tflite::kernels

#endif  // KERNELS_RECURRENT_ROW_PRODUCTS_H_
