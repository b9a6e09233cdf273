#include "kernels/gemm/tiles/exact_floats.h"

#include <algorithm>

namespace tflite::kernels {
namespace {

constexpr int64_t kBlock = 16;
// Sums beyond 2^24 are rounded to floats; with right shifts up to this, their
// results are at least 512, far outside of the range.
constexpr int kMostShift = 14;
constexpr int32_t kLeastMultiplier = 1 << 30;  // of all factors but 0

// Why the exact form is exact. Let s = 31 + right, right > 0, and all results
// be without the zero point. In fixed-point arithmetic, a sum x >= 0 gives at
// least k > 0 where
//   x * multiplier >= n(k) = k * 2^s - 2^30 - 2^(30 + right),
// and -x at most -k where x * multiplier > n(k): two roundings, the second one
// away from zero. t(k) = ceil(n(k) / multiplier) is the least such x, by
// e(k) = t(k) * multiplier - n(k), from 0 to multiplier - 1, more than needed;
// if no e(k) is 0, it is the least for both signs, and otherwise still for
// positive ones, which is enough if negative results do not matter. Now
//   |x| * multiplier * 2^-s + half, half = (2^30 + 2^(30 + right) + d) * 2^-s,
// cut off to an integer, is at least k from t(k) on, and not before, if
//   -e(k) <= d < multiplier - e(k).
// e(k) runs through the multiples of 2^s modulo the multiplier, so that its
// least and greatest value for all k that matter are quick to find. d is the
// middle between the bounds that they set, as far as `half` is a float. The
// form is exact if these are far enough from it for the errors of floats. high
// + low is multiplier * 2^-s, whose 31 bits they hold. What is left is the
// rounding of low * x + half, below 1 for results that matter: kError. The last
// operation rounds towards 0 and never across an integer.
constexpr double kError = 1.0 / (1 << 25);

// The sequence e(1), e(2), ... of a column.
struct Sequence {
  uint32_t first, step, modulus;
};

Sequence SequenceOf(int32_t multiplier, int32_t right) {
  if (multiplier == 0) return {0, 0, 1};
  const auto m = static_cast<uint64_t>(multiplier);
  const uint64_t needed = ((uint64_t{1} << right) - 1) << 30;  // n(1)
  const uint64_t rest = needed % m;
  // 2^(31 + right) is 2 * needed + 2^31. The sum is below 4 * m, as m is at
  // least kLeastMultiplier: no second division.
  uint64_t step = 2 * rest + (uint64_t{1} << 31);
  while (step >= m) step -= m;
  return {static_cast<uint32_t>(rest == 0 ? 0 : m - rest),
          static_cast<uint32_t>(step), static_cast<uint32_t>(m)};
}

// Sets the factors of column c, whose sequence has these extremes; false if it
// has no exact form.
bool SetColumn(const GemmExactFloats& a, int64_t c, uint32_t least,
               uint32_t greatest) {
  const int32_t multiplier = a.multiplier[c], right = a.right[c];
  if (multiplier == 0) {
    a.high[c] = a.low[c] = a.half[c] = 0;
    return true;
  }
  if (least == 0 && a.negative > 0) return false;
  // 2^-s: no product or sum below is rounded.
  const double unit = 1.0 / static_cast<double>(int64_t{1} << (31 + right));
  const double scale = multiplier * unit;
  const double middle = 0.5 + (int64_t{1} << 30) * unit;  // with d = 0
  const double min = middle - least * unit;
  const double end =
      middle + (static_cast<double>(multiplier) - greatest) * unit;
  a.high[c] = static_cast<float>(scale);
  a.low[c] = static_cast<float>(scale - static_cast<double>(a.high[c]));
  a.half[c] = static_cast<float>(0.5 * (min + end));
  const auto half = static_cast<double>(a.half[c]);
  return half - min >= kError && end - half > kError && half < 0.999;
}

}  // namespace

void SetExactFloats(const GemmIsa& isa, const GemmExactFloats& a) {
  const auto steps =
      static_cast<uint32_t>(std::max({1, a.negative, a.positive}));
  for (int64_t at = 0; at < a.columns; at += kBlock) {
    uint32_t first[kBlock], step[kBlock], modulus[kBlock];
    uint32_t least[kBlock], greatest[kBlock];
    bool fits = true;
    for (int64_t j = 0; j < kBlock; ++j) {
      const int32_t m = a.multiplier[at + j], right = a.right[at + j];
      fits = fits && (m == 0 || (m >= kLeastMultiplier && right > 0 &&
                                 right <= kMostShift));
      const Sequence sequence = SequenceOf(fits ? m : 0, right);
      first[j] = sequence.first;
      step[j] = sequence.step;
      modulus[j] = sequence.modulus;
    }
    if (!fits) continue;
    isa.remainder_range({first, step, modulus, steps, least, greatest});
    for (int64_t j = 0; j < kBlock; ++j) {
      fits = SetColumn(a, at + j, least[j], greatest[j]) && fits;
    }
    a.exact[at / kBlock] = fits ? 1 : 0;
  }
}

}  // namespace tflite::kernels
