#ifndef KERNELS_MATH_BYTES_QUANTIZE_ROWS_H_
#define KERNELS_MATH_BYTES_QUANTIZE_ROWS_H_

#include <cstring>
#include <type_traits>

#include "kernels/math/bytes/byte_loops.h"
#include "kernels/math/bytes/divide_row.h"
#include "kernels/math/bytes/lanes.h"

// Floats to bytes, for the instruction set of the including source. Results are
// estimated with 16 fractional bits, and those near the middle of two integers
// are computed again, by division. So are those that 32 bits do not hold, whose
// fractional bits are 0 like those near the middle.
namespace tflite::kernels {
namespace {

constexpr int kQuantizeBlock = 4 * kLanes;
// Above the greatest difference between an estimate and the rounded quotient,
// in 65536ths, for quotients up to 256, beyond which all results are saturated:
// the roundings of the factor, the quotient and the sum to 24 bits are of 1
// each, that to 16 fractional bits of one half.
constexpr int32_t kQuantizeDoubt = 8;

struct QuantizeConstants {
  TFLL_LANES QuantizeConstants(float scale, int32_t zero_point)
      : factor(All(65536.0f / scale)),
        start(All(65536.0f * static_cast<float>(zero_point) + 32768.0f +
                  static_cast<float>(kQuantizeDoubt))) {}
  Floats factor, start;
};

template <bool kSigned>
TFLL_LANES bool QuantizeBlock(const QuantizeConstants& c, Doubts doubts,
                              const float* x, uint8_t* out) {
  Ints w[4];
  for (int i = 0; i < 4; ++i) {
    w[i] = ToInts(Fma(LoadFloats(x + i * kLanes), c.factor, c.start));
    doubts.Look(w[i]);
  }
  if (doubts.any()) return false;
  StoreInOrder<true>(PackBytes<kSigned>(Pack2(w[0], w[1]), Pack2(w[2], w[3])),
                     out);
  return true;
}

template <bool kSigned>
__attribute__((noinline)) void DivideBlock(const float* in, float scale,
                                           int32_t zero_point, uint8_t* out) {
  using Byte = std::conditional_t<kSigned, int8_t, uint8_t>;
  DivideRow(in, kQuantizeBlock, scale, zero_point,
            reinterpret_cast<Byte*>(out));
}

template <bool kSigned>
void QuantizeRow(const float* x, int64_t count, float scale, int32_t zero_point,
                 uint8_t* out) {
  const QuantizeConstants constants(scale, zero_point);
  const Doubts doubts(0xFFFF & ~(2 * kQuantizeDoubt - 1));
  float x_room[kQuantizeBlock] = {};
  uint8_t out_room[kQuantizeBlock];
  // Of scales whose reciprocal is no normal number, all blocks are divided.
  const bool normal = scale > 1e-30f && scale < 1e30f;
  for (int64_t i = 0; i < count; i += kQuantizeBlock) {
    const bool whole = count - i >= kQuantizeBlock;
    const auto rest = static_cast<size_t>(whole ? kQuantizeBlock : count - i);
    const float* from = x + i;
    if (!whole) {
      std::memcpy(x_room, from, rest * sizeof(float));
      from = x_room;
    }
    uint8_t* to = whole ? out + i : out_room;
    if (!normal || !QuantizeBlock<kSigned>(constants, doubts, from, to)) {
      DivideBlock<kSigned>(from, scale, zero_point, to);
    }
    if (!whole) std::memcpy(out + i, out_room, rest);
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_BYTES_QUANTIZE_ROWS_H_
