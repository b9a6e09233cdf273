#ifndef KERNELS_MATH_HYBRID_H_
#define KERNELS_MATH_HYBRID_H_

#include <cstdint>
#include <vector>

namespace tflite {

// Float activations stored as 8-bit integers while an operator with integer
// weights runs: real = scale * (stored - zero_point).
struct RowQuantization {
  float scale = 1.0f;
  int32_t zero_point = 0;
};

// `count` floats to [-127, 127] with zero point 0: the largest magnitude
// becomes 127. All zeros give scale 1.
RowQuantization QuantizeRowSymmetric(const float* in, int64_t count,
                                     int8_t* out);

// `count` floats to [-128, 127]: the interval from the least to the greatest,
// stretched to hold 0, fills the range. All zeros give scale 1, zero point 0.
RowQuantization QuantizeRowAsymmetric(const float* in, int64_t count,
                                      int8_t* out);

inline RowQuantization QuantizeRow(bool asymmetric, const float* in,
                                   int64_t count, int8_t* out) {
  return asymmetric ? QuantizeRowAsymmetric(in, count, out)
                    : QuantizeRowSymmetric(in, count, out);
}

// For plain kernels: rows of `depth` floats, each with its own quantization, as
// stored integers less their zero point.
struct QuantizedRows {
  std::vector<int16_t> values;  // [rows, depth]
  std::vector<float> scales;    // [rows]
};
QuantizedRows QuantizeRows(bool asymmetric, const float* in, int64_t rows,
                           int64_t depth);

}  // namespace tflite

#endif  // KERNELS_MATH_HYBRID_H_
