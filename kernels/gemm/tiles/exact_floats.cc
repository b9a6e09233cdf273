#include "kernels/gemm/tiles/exact_floats.h"

#include <algorithm>
#include <cmath>

namespace tflite::kernels {
namespace {

constexpr int64_t kBlock = 16;
// Sums beyond 2^24 are rounded to floats; with right shifts up to this, their
// results are at least 512, far outside of the range.
constexpr int kMostShift = 14;
constexpr int32_t kLeastMultiplier = 1 << 30;  // of all factors but 0

// ---- with a right shift ----
//
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

// ---- without a right shift ----
//
// There is one rounding, with halves upwards, and at most two sums have the
// same result: those that matter are few, and compared one by one.

int64_t FixedPoint(int64_t x, int64_t multiplier, int32_t left) {
  return (x * (int64_t{1} << left) * multiplier + (int64_t{1} << 30)) >> 31;
}

int64_t ByFloats(const GemmExactFloats& a, int64_t c, int64_t x) {
  const auto y = static_cast<float>(x);
  const float rest = std::fma(y, a.low[c], a.half[c]);
  // A double has all bits of this sum.
  return static_cast<int64_t>(double{y} * double{a.high[c]} + double{rest});
}

// Whether positive and negative sums give the same in both, as far as it
// matters.
bool AreEqual(const GemmExactFloats& a, int64_t c) {
  const int32_t most = std::max(a.negative, a.positive);
  for (int64_t x = 0;; ++x) {
    const int64_t floats = ByFloats(a, c, x);
    const int64_t up = FixedPoint(x, a.multiplier[c], a.left[c]);
    const int64_t down = -FixedPoint(-x, a.multiplier[c], a.left[c]);
    const auto at_most = [](int64_t v, int32_t limit) {
      return std::min<int64_t>(v, limit);
    };
    if (at_most(floats, a.positive) != at_most(up, a.positive) ||
        at_most(floats, a.negative) != at_most(down, a.negative)) {
      return false;
    }
    if (std::min({floats, up, down}) >= most) return true;
  }
}

bool SetUnshifted(const GemmExactFloats& a, int64_t c) {
  const int32_t m = a.multiplier[c], left = a.left[c];
  if (c % kBlock != 0 && a.multiplier[c - 1] == m && a.left[c - 1] == left &&
      a.right[c - 1] == 0) {
    a.high[c] = a.high[c - 1];
    a.low[c] = a.low[c - 1];
    a.half[c] = a.half[c - 1];
    return true;  // as the one before, or the block has failed
  }
  const double scale = std::ldexp(static_cast<double>(m), left - 31);
  a.high[c] = static_cast<float>(scale);
  a.low[c] = static_cast<float>(scale - static_cast<double>(a.high[c]));
  a.half[c] = 0.5f;
  return AreEqual(a, c);
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
      fits = fits && (m == 0 || (m >= kLeastMultiplier && right <= kMostShift));
      const Sequence sequence = SequenceOf(fits && right > 0 ? m : 0, right);
      first[j] = sequence.first;
      step[j] = sequence.step;
      modulus[j] = sequence.modulus;
    }
    if (!fits) continue;
    isa.remainder_range({first, step, modulus, steps, least, greatest});
    for (int64_t j = 0; j < kBlock; ++j) {
      const int64_t c = at + j;
      fits = (a.multiplier[c] != 0 && a.right[c] == 0
                  ? SetUnshifted(a, c)
                  : SetColumn(a, c, least[j], greatest[j])) &&
             fits;
    }
    a.exact[at / kBlock] = fits ? 1 : 0;
  }
}

}  // namespace tflite::kernels
