#include "kernels/recurrent/row_products.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/gemm/stored/float_row.h"
#include "kernels/math/hybrid.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Independent sums, so that additions need not wait for each other.
constexpr int64_t kLanes = 64;

TFLL_VECTOR_CLONES
void FloatRows(const float* weights, int64_t rows, int64_t n, const float* x,
               float* sums) {
  for (int64_t r = 0; r < rows; ++r, weights += n) {
    float sum = 0;
    int64_t i = 0;
    if (n >= kLanes) {
      float lane[kLanes] = {};
      for (; i + kLanes <= n; i += kLanes) {
        for (int64_t k = 0; k < kLanes; ++k) {
          lane[k] += weights[i + k] * x[i + k];
        }
      }
      for (int64_t half = kLanes / 2; half > 0; half /= 2) {
        for (int64_t k = 0; k < half; ++k) lane[k] += lane[k + half];
      }
      sum = lane[0];
    }
    for (; i < n; ++i) sum += weights[i] * x[i];
    sums[r] = sum;
  }
}

TFLL_ALWAYS_INLINE void RowsOf(const int8_t* weights, int64_t rows, int64_t n,
                               const int16_t* x, int64_t* sums) {
  // Elements whose sum fits 32 bits.
  constexpr int64_t kMost = 32768;
  for (int64_t r = 0; r < rows; ++r, weights += n) {
    int64_t sum = 0;
    for (int64_t i = 0; i < n; i += kMost) {
      const int64_t end = std::min(n, i + kMost);
      int32_t part = 0;
      for (int64_t k = i; k < end; ++k) part += int16_t{weights[k]} * x[k];
      sum += part;
    }
    sums[r] = sum;
  }
}

TFLL_VECTOR_CLONES
void ByteRows(const int8_t* weights, int64_t rows, int64_t n, const int16_t* x,
              int64_t* sums) {
  switch (n) {  // lengths for which the compiler then needs no loop
    case 8:
      return RowsOf(weights, rows, 8, x, sums);
    case 16:
      return RowsOf(weights, rows, 16, x, sums);
    case 32:
      return RowsOf(weights, rows, 32, x, sums);
    case 64:
      return RowsOf(weights, rows, 64, x, sums);
    default:
      return RowsOf(weights, rows, n, x, sums);
  }
}

struct Extremes {
  float min, max;
};

// Of a row and 0; NaN is passed over.
TFLL_VECTOR_CLONES
Extremes ExtremesOf(const float* in, int64_t n) {
  float low[kLanes] = {}, high[kLanes] = {};
  int64_t i = 0;
  for (; n - i >= kLanes; i += kLanes) {
    for (int64_t k = 0; k < kLanes; ++k) {
      low[k] = in[i + k] < low[k] ? in[i + k] : low[k];
      high[k] = in[i + k] > high[k] ? in[i + k] : high[k];
    }
  }
  for (int64_t k = 0; i + k < n; ++k) {
    low[k] = std::min(low[k], in[i + k]);
    high[k] = std::max(high[k], in[i + k]);
  }
  return {*std::min_element(low, low + kLanes),
          *std::max_element(high, high + kLanes)};
}

// As QuantizeRow (hybrid.h), but with the zero point subtracted.
TFLL_VECTOR_CLONES
void Quantize(const RowQuantizer& q, const float* in, int64_t n, int16_t* out) {
  const float offset = static_cast<float>(q.quantization.zero_point);
  const float inverse = q.inverse, low = q.low, high = q.high;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) {
    // Rounds halves away from zero: the fraction of a small float is exact.
    const float x = offset + in[i] * inverse;
    const float whole = std::trunc(x);
    const float up = std::fabs(x - whole) >= 0.5f ? 1.0f : 0.0f;
    float y = whole + std::copysign(up, x);
    y = low < y ? y : low;  // NaN gives low
    y = y < high ? y : high;
    out[i] = static_cast<int16_t>(static_cast<int32_t>(y - offset));
  }
}

}  // namespace

void SumByteRows(const int8_t* weights, int64_t rows, int64_t n,
                 const int16_t* x, int64_t* sums) {
  ByteRows(weights, rows, n, x, sums);
}

void SumFloatRows(const float* weights, int64_t rows, int64_t n, const float* x,
                  float* sums) {
  FloatRows(weights, rows, n, x, sums);
}

RowProducts::RowProducts(bool hybrid, bool asymmetric, const float* values,
                         int64_t n)
    : hybrid_(hybrid), values_(values), n_(n) {
  if (!hybrid) return;
  const Extremes e = ExtremesOf(values, n);
  const RowQuantizer q = MakeRowQuantizer(asymmetric, e.min, e.max);
  scale_ = q.quantization.scale;
  stored_.resize(n);
  if (e.min != e.max) Quantize(q, values, n, stored_.data());
}

void RowProducts::Run(const TensorView& weights, int64_t begin, int64_t end,
                      float* out) const {
  if (hybrid_) {
    const float scale = scale_ * weights.scale();
    constexpr int64_t kMostRows = 64;
    int64_t sums[kMostRows];
    for (int64_t rows; begin < end; begin += rows) {
      rows = std::min(kMostRows, end - begin);
      SumByteRows(weights.data<int8_t>() + begin * n_, rows, n_, stored_.data(),
                  sums);
      for (int64_t r = 0; r < rows; ++r) {
        out[begin + r] = static_cast<float>(sums[r]) * scale;
      }
    }
  } else if (HasStoredFloatRow()) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    StoredFloatRowAvx2({values_, weights.data<float>(), n_, /*bias=*/nullptr,
                        -kInfinity, kInfinity, out},
                       begin, end);
  } else {
    SumFloatRows(weights.data<float>() + begin * n_, end - begin, n_, values_,
                 out + begin);
  }
}

}  // namespace tflite::kernels
