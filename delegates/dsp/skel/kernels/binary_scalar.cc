#include "delegates/dsp/skel/kernels/binary.h"
#include "delegates/dsp/skel/kernels/common/dims.h"
#include "delegates/dsp/skel/kernels/common/scalar.h"

namespace tflite::dsp {
namespace {

// Before zero point and clamp.
int32_t Combine(const BinaryParams& p, int32_t x, int32_t y) {
  const int32_t a = x - p.x_zero_point, b = y - p.y_zero_point;
  switch (p.form) {
    case BinaryForm8::kSum: {
      const int32_t u = MultiplyBy(a * (1 << p.shift), p.x_factor);
      const int32_t v = MultiplyBy(b * (1 << p.shift), p.y_factor);
      return SaturatingMultiplyBy(p.subtract != 0 ? u - v : u + v, p.factor);
    }
    case BinaryForm8::kSquare: {
      const int32_t d = MultiplyBy(a * (1 << p.shift), p.x_factor) -
                        MultiplyBy(b * (1 << p.shift), p.y_factor);
      return SaturatingMultiplyBy(d * d, p.factor);
    }
    case BinaryForm8::kProduct:
      return SaturatingMultiplyBy(a * b, p.factor);
    case BinaryForm8::kMaximum:
      return x > y ? x : y;
    default:
      return x < y ? x : y;
  }
}

// One row. An operand with stride 0 is a scalar.
template <typename T>
void Row(const BinaryParams& p, const T* x, const T* y, const uint8_t* table,
         T* out) {
  const int32_t last = p.rank - 1;
  const int32_t x_step = p.x_strides[last], y_step = p.y_strides[last];
  const bool adds = p.form <= BinaryForm8::kProduct;
  for (int32_t i = 0; i < p.extents[last]; ++i) {
    const T u = x[i * x_step], v = y[i * y_step];
    if (p.form == BinaryForm8::kTable) {
      out[i] = static_cast<T>(
          table[static_cast<uint8_t>(u) + 256 * static_cast<uint8_t>(v)]);
      continue;
    }
    const int64_t sum = int64_t{Combine(p, u, v)} + (adds ? p.zero_point : 0);
    out[i] = static_cast<T>(ClampTo(sum, p.min, p.max));
  }
}

template <typename T>
void Binary(const BinaryParams& p, const Memory& memory) {
  const T* x = memory.At<const T>(p.x);
  const T* y = memory.At<const T>(p.y);
  const uint8_t* table = memory.At<const uint8_t>(p.table);
  T* out = memory.At<T>(p.output);
  Dims<2> at(p.rank, p.extents, {p.x_strides, p.y_strides});
  do {
    Row(p, x + at.offset(0), y + at.offset(1), table, out);
    out += p.extents[p.rank - 1];
  } while (at.Next());
}

}  // namespace

void BinaryScalar(const BinaryParams& p, const Memory& memory, const Scratch&) {
  WithElement(p.is_signed, [&](auto t) { Binary<decltype(t)>(p, memory); });
}

}  // namespace tflite::dsp
