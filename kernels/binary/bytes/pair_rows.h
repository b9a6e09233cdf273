#ifndef KERNELS_BINARY_BYTES_PAIR_ROWS_H_
#define KERNELS_BINARY_BYTES_PAIR_ROWS_H_

#include "kernels/binary/bytes/byte_pairs.h"
#include "kernels/binary/bytes/pair_loop.h"
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
class Blocks {
 public:
  static constexpr int kBlock = kernels::kBlock;
  TFLL_LANES explicit Blocks(const BytePairs& p)
      : pairs_(p), constants_(p), doubts_(p.doubt_mask) {}
  TFLL_LANES void Compute(const uint8_t* x, const uint8_t* y,
                          uint8_t* out) const {
    const bool certain =
        kMultiplies ? ProductBlock<kSigned>(constants_, doubts_, x, y, out)
                    : SumBlock<kSigned>(constants_, doubts_, x, y, out);
    if (!certain) ExactBlock<kSigned, kMultiplies>(pairs_, x, y, out);
  }

 private:
  const BytePairs& pairs_;
  const Constants<kSigned> constants_;
  const Doubts doubts_;
};

template <bool kSigned>
using SumBlocks = Blocks<kSigned, false>;
template <bool kSigned>
using ProductBlocks = Blocks<kSigned, true>;

BytePairsRow RowFor(const BytePairs& p) {
  return p.multiplies ? RowOf<ProductBlocks>(p) : RowOf<SumBlocks>(p);
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BYTES_PAIR_ROWS_H_
