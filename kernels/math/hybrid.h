#ifndef KERNELS_MATH_HYBRID_H_
#define KERNELS_MATH_HYBRID_H_

#include <cstdint>
#include <vector>

namespace tflite::kernels {

// Float activations stored as 8-bit integers while an operator with integer
// weights runs: real = scale * (stored - zero_point).
struct RowQuantization {
  float scale = 1.0f;
  int32_t zero_point = 0;
};

// How a row is stored: stored = round(zero_point + inverse * real), halves away
// from zero, clamped to [low, high]; NaN gives low.
struct RowQuantizer {
  RowQuantization quantization;
  float inverse = 0.0f;
  float low = -127.0f, high = 127.0f;
};

// For a row whose values lie in [min, max], which holds 0, as QuantizeRow does
// it; where that is 0 alone, it stores zeros.
RowQuantizer MakeRowQuantizer(bool asymmetric, float min, float max);

// `count` floats to [-127, 127] with zero point 0, the largest magnitude
// becoming 127; or, asymmetric, to [-128, 127], the interval from the smallest
// to the largest, extended to hold 0, mapped to the whole range. All zeros give
// zeros, scale 1 and zero point 0.
RowQuantization QuantizeRow(bool asymmetric, const float* in, int64_t count,
                            int8_t* out);
inline RowQuantization QuantizeRowSymmetric(const float* in, int64_t count,
                                            int8_t* out) {
  return QuantizeRow(false, in, count, out);
}
inline RowQuantization QuantizeRowAsymmetric(const float* in, int64_t count,
                                             int8_t* out) {
  return QuantizeRow(true, in, count, out);
}

// For plain kernels: rows of `depth` floats, each with its own quantization, as
// stored integers minus their zero point.
struct QuantizedRows {
  std::vector<int16_t> values;  // [rows, depth]
  std::vector<float> scales;    // [rows]
};
QuantizedRows QuantizeRows(bool asymmetric, const float* in, int64_t rows,
                           int64_t depth);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_HYBRID_H_
