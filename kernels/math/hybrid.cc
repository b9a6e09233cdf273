#include "kernels/math/hybrid.h"

#include <algorithm>
#include <cmath>

namespace tflite::kernels {
namespace {

// Rounds halves away from zero; NaN gives the lower limit.
int8_t ToInt8(float x, float low, float high) {
  return static_cast<int8_t>(std::min(high, std::max(low, std::round(x))));
}

struct Extremes {
  float min = 0.0f;
  float max = 0.0f;
};
Extremes WithZero(const float* in, int64_t count) {
  Extremes e;
  for (int64_t i = 0; i < count; ++i) {
    e.min = std::min(e.min, in[i]);
    e.max = std::max(e.max, in[i]);
  }
  return e;
}

RowQuantizer SymmetricQuantizer(float min, float max) {
  RowQuantizer q;
  const float limit = std::max(-min, max);
  if (limit == 0.0f) return q;
  q.quantization = {limit / 127.0f, 0};
  q.inverse = 127.0f / limit;
  return q;
}

RowQuantizer AsymmetricQuantizer(float min, float max) {
  RowQuantizer q;
  q.low = -128.0f;
  if (min == max) return q;
  const double scale = (double{max} - min) / 255.0;
  // The zero point from the end of the range that gives it with the smaller
  // error.
  const double low = min / scale;
  const double high = max / scale;
  const double zero_point = 128.0 + std::abs(low) < 127.0 + std::abs(high)
                                ? -128.0 - low
                                : 127.0 - high;
  q.quantization.scale = static_cast<float>(scale);
  // NaN where an end of the range is infinite.
  q.quantization.zero_point =
      static_cast<int32_t>(std::round(std::max(-128.0, zero_point)));
  q.inverse = 1.0f / q.quantization.scale;
  return q;
}

}  // namespace

RowQuantizer MakeRowQuantizer(bool asymmetric, float min, float max) {
  return asymmetric ? AsymmetricQuantizer(min, max)
                    : SymmetricQuantizer(min, max);
}

RowQuantization QuantizeRow(bool asymmetric, const float* in, int64_t count,
                            int8_t* out) {
  const Extremes e = WithZero(in, count);
  const RowQuantizer q = MakeRowQuantizer(asymmetric, e.min, e.max);
  if (e.min == e.max) {
    std::fill_n(out, count, int8_t{0});
    return q.quantization;
  }
  const float offset = static_cast<float>(q.quantization.zero_point);
  for (int64_t i = 0; i < count; ++i) {
    out[i] = ToInt8(offset + in[i] * q.inverse, q.low, q.high);
  }
  return q.quantization;
}

QuantizedRows QuantizeRows(bool asymmetric, const float* in, int64_t rows,
                           int64_t depth) {
  QuantizedRows out;
  out.values.resize(rows * depth);
  std::vector<int8_t> stored(depth);
  for (int64_t r = 0; r < rows; ++r) {
    const RowQuantization q =
        QuantizeRow(asymmetric, in + r * depth, depth, stored.data());
    for (int64_t i = 0; i < depth; ++i) {
      out.values[r * depth + i] =
          static_cast<int16_t>(stored[i] - q.zero_point);
    }
    out.scales.push_back(q.scale);
  }
  return out;
}

}  // namespace tflite::kernels
