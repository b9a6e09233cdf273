#ifndef KERNELS_BINARY_BYTES_PAIR_ROWS_H_
#define KERNELS_BINARY_BYTES_PAIR_ROWS_H_

#include <cstring>

#include "kernels/binary/bytes/byte_pairs.h"
#include "kernels/math/bytes/lanes.h"

// The rows of byte_pairs.h for the instruction set of the including source.
namespace tflite::kernels {
namespace {

// Elements that are estimated, and if need be repeated, together.
constexpr int kBlock = 4 * kLanes;

// MultiplyByQuantizedMultiplier of fixed_point.h, without a left shift.
TFLL_LANES int32_t MultiplyDown(int32_t x, int32_t multiplier, int32_t shift) {
  const int64_t product = int64_t{x} * multiplier;
  const auto high = static_cast<int32_t>(
      (static_cast<uint64_t>(product) + (uint64_t{1} << 30)) >> 31);
  const auto mask = static_cast<int32_t>((uint32_t{1} << shift) - 1);
  const int32_t threshold = (mask >> 1) - (high >> 31);
  return (high >> shift) + ((high & mask) > threshold ? 1 : 0);
}

template <bool kMultiplies>
TFLL_LANES int32_t Exact(const BytePairs& p, int32_t x, int32_t y) {
  x -= p.x_zero_point;
  y -= p.y_zero_point;
  if (kMultiplies) return MultiplyDown(x * y, p.multiplier, p.shift);
  const int32_t a = MultiplyDown(x * p.unit, p.x_multiplier, p.x_shift);
  const int32_t b = MultiplyDown(y * p.unit, p.y_multiplier, p.y_shift);
  return MultiplyDown(a + p.sign * b, p.multiplier, p.shift);
}

// A block in fixed-point arithmetic.
template <bool kSigned, bool kMultiplies>
__attribute__((noinline)) void ExactBlock(const BytePairs& pairs,
                                          const uint8_t* x, const uint8_t* y,
                                          uint8_t* out) {
  const BytePairs p = pairs;
  int32_t results[kBlock];
  for (int i = 0; i < kBlock; ++i) {
    const int32_t a = kSigned ? static_cast<int8_t>(x[i]) : x[i];
    const int32_t b = kSigned ? static_cast<int8_t>(y[i]) : y[i];
    int32_t v = Exact<kMultiplies>(p, a, b) + p.out_zero_point;
    v = v < p.low ? p.low : v;
    results[i] = v > p.high ? p.high : v;
  }
  for (int i = 0; i < kBlock; ++i) out[i] = static_cast<uint8_t>(results[i]);
}

// What the estimates of a row need, in vectors.
template <bool kSigned>
struct Constants {
  TFLL_LANES explicit Constants(const BytePairs& p)
      : x_scale(All(p.x_scale)),
        y_scale(All(p.y_scale)),
        scale(All(p.scale)),
        start(All(p.start)),
        below_start(All(p.below_start)),
        x_zero_point(AllWords(p.x_zero_point)),
        y_zero_point(AllWords(p.y_zero_point)),
        low(AllBytes(p.low)),
        high(AllBytes(p.high)) {}
  Floats x_scale, y_scale, scale, start, below_start;
  Ints x_zero_point, y_zero_point, low, high;
};

template <bool kSigned>
TFLL_LANES bool SumBlock(const Constants<kSigned>& c, Doubts doubts,
                         const uint8_t* x, const uint8_t* y, uint8_t* out) {
  Ints w[4];
  for (int i = 0; i < 4; ++i) {
    const Floats a = ToFloats(LoadInts<kSigned>(x + i * kLanes));
    const Floats b = ToFloats(LoadInts<kSigned>(y + i * kLanes));
    w[i] = ToInts(Fma(a, c.x_scale, Fma(b, c.y_scale, c.start)));
    doubts.Look(w[i]);
  }
  if (doubts.any()) return false;
  StoreBytes<kSigned, true>(Pack2(w[0], w[1]), Pack2(w[2], w[3]), c.low, c.high,
                            out);
  return true;
}

template <bool kSigned>
TFLL_LANES bool ProductBlock(const Constants<kSigned>& c, Doubts doubts,
                             const uint8_t* x, const uint8_t* y, uint8_t* out) {
  Ints w[4];
  for (int i = 0; i < 2; ++i) {
    const Ints a =
        SubWords(LoadWords<kSigned>(x + i * 2 * kLanes), c.x_zero_point);
    const Ints b =
        SubWords(LoadWords<kSigned>(y + i * 2 * kLanes), c.y_zero_point);
    Ints product[2];
    MulWords(a, b, &product[0], &product[1]);
    for (int k = 0; k < 2; ++k) {
      const Floats start = BySign(product[k], c.start, c.below_start);
      w[2 * i + k] = ToInts(Fma(ToFloats(product[k]), c.scale, start));
      doubts.Look(w[2 * i + k]);
    }
  }
  if (doubts.any()) return false;
  StoreBytes<kSigned, false>(Pack2(w[0], w[1]), Pack2(w[2], w[3]), c.low,
                             c.high, out);
  return true;
}

template <bool kSigned, bool kMultiplies>
TFLL_LANES void Block(const BytePairs& p, const Constants<kSigned>& constants,
                      const Doubts& doubts, const uint8_t* x, const uint8_t* y,
                      uint8_t* out) {
  const bool certain = kMultiplies
                           ? ProductBlock<kSigned>(constants, doubts, x, y, out)
                           : SumBlock<kSigned>(constants, doubts, x, y, out);
  if (!certain) ExactBlock<kSigned, kMultiplies>(p, x, y, out);
}

template <bool kSigned, bool kMultiplies>
void Row(const BytePairs& p, const uint8_t* x, int x_step, const uint8_t* y,
         int y_step, int64_t count, uint8_t* out) {
  const Constants<kSigned> constants(p);
  const Doubts doubts(p.doubt_mask);
  uint8_t x_room[kBlock] = {}, y_room[kBlock] = {}, out_room[kBlock];
  if (x_step == 0) x = static_cast<uint8_t*>(std::memset(x_room, x[0], kBlock));
  if (y_step == 0) y = static_cast<uint8_t*>(std::memset(y_room, y[0], kBlock));
  const int64_t x_next = int64_t{x_step} * kBlock;
  const int64_t y_next = int64_t{y_step} * kBlock;
  for (; count >= kBlock; count -= kBlock, out += kBlock) {
    Block<kSigned, kMultiplies>(p, constants, doubts, x, y, out);
    x += x_next;
    y += y_next;
  }
  if (count <= 0) return;
  const auto rest = static_cast<size_t>(count);
  if (x_step != 0) x = static_cast<uint8_t*>(std::memcpy(x_room, x, rest));
  if (y_step != 0) y = static_cast<uint8_t*>(std::memcpy(y_room, y, rest));
  Block<kSigned, kMultiplies>(p, constants, doubts, x, y, out_room);
  std::memcpy(out, out_room, rest);
}

BytePairsRow RowFor(const BytePairs& p) {
  if (p.multiplies) return p.is_signed ? Row<true, true> : Row<false, true>;
  return p.is_signed ? Row<true, false> : Row<false, false>;
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BYTES_PAIR_ROWS_H_
