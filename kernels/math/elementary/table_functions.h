#ifndef KERNELS_MATH_ELEMENTARY_TABLE_FUNCTIONS_H_
#define KERNELS_MATH_ELEMENTARY_TABLE_FUNCTIONS_H_

#include "kernels/math/elementary/functions.h"
#include "kernels/math/elementary/tables.h"

// Elementary functions of vectors that look up 32 numbers in one instruction:
// short polynomials with coefficients from tables. Products and sums bound the
// functions of functions.h; looking up is the work of other units.
//
// A function has operator() for vectors whose lanes are all common, which
// Common() says, and Any() for each single one. Both give the same bits.
namespace tflite::kernels {
namespace {

// Those that the last five bits of each lane say.
TFLL_LANES Floats LookUp(const float* table, Ints at) {
  return _mm512_permutex2var_ps(Load(table), reinterpret_cast<__m512i>(at),
                                Load(table + kLanes));
}
TFLL_LANES Ints LookUp(const int32_t* table, Ints at) {
  return reinterpret_cast<Ints>(_mm512_permutex2var_epi32(
      _mm512_load_si512(table), reinterpret_cast<__m512i>(at),
      _mm512_load_si512(table + kLanes)));
}
template <typename T>
TFLL_LANES auto LookUp(const T* table, const Several<Ints>& at) {
  return Each([table](Ints i) { return LookUp(table, i); }, at);
}

// Whether a lane, as an integer without a sign, is above that of the limit.
TFLL_LANES bool AnyAbove(const Several<Ints>& v, Ints limit) {
  const auto greater = [](Ints a, Ints b) {
    return reinterpret_cast<Ints>(_mm512_max_epu32(
        reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
  };
  const Ints most = greater(greater(v.v[0], v.v[1]), greater(v.v[2], v.v[3]));
  return _mm512_cmpgt_epu32_mask(reinterpret_cast<__m512i>(most),
                                 reinterpret_cast<__m512i>(limit)) != 0;
}
TFLL_LANES bool AllWithin(const Group& v, float limit) {
  return !AnyAbove(Bits(Abs(v)), Bits(All(limit)));
}

// c - a b.
TFLL_LANES Floats MinusProduct(Floats c, Floats a, Floats b) {
  return _mm512_fnmadd_ps(a, b, c);
}
TFLL_LANES Group MinusProduct(const Group& c, const Group& a, const Group& b) {
  return Each(
      [](Floats x, Floats y, Floats z) { return MinusProduct(x, y, z); }, c, a,
      b);
}

TFLL_LANES Floats OneMinusProduct(Floats a, Floats b) {
  return MinusProduct(All(1.0f), a, b);
}
TFLL_LANES Group OneMinusProduct(const Group& a, const Group& b) {
  return Each([](Floats x, Floats y) { return OneMinusProduct(x, y); }, a, b);
}

// Leaves the nearest multiple of 1/32 of a number below 2^17; its last bits
// count them.
constexpr float kRounder32 = kRounder / 32;

// 2^(n/32) for n/32 + kRounder32, where that is a normal number.
template <typename V>
TFLL_LANES V PowerOf32nds(const ElementaryTables& tables, V shifted) {
  return FromBits(LookUp(tables.power, Bits(shifted)) + (Bits(shifted) << 18));
}

// e^(kSign x), for numbers up to kNormalExp. `kFar` is whether the relative
// error matters far from 0: that of ln 2 as a float adds 2e-7 there.
template <int kSign, bool kFar, typename V>
TFLL_LANES V ExpByTable(const ElementaryTables& tables, V x) {
  const V shifted = Fma(x, kSign * 1.44269504f, All(kRounder32));
  const V whole = shifted - kRounder32;
  // kSign x = whole ln 2 + kSign r.
  V r = Fma(whole, kSign * -0.693147181f, x);
  if constexpr (kFar) r = Fma(whole, kSign * 1.90465421e-9f, r);
  const V power = PowerOf32nds(tables, shifted);
  const V slope = Fma(r, 0.500005f, All(kSign * 1.0000147f));
  return Fma(power * r, slope, power);
}
// 2^(a b), for products of [-125.99, 127].
template <typename V>
TFLL_LANES V Exp2OfProductByTable(const ElementaryTables& tables, V a, V b) {
  const V shifted = Fma(a, b, kRounder32);
  const V f = Fma(a, b, kRounder32 - shifted);
  const V power = PowerOf32nds(tables, shifted);
  const V slope = Fma(f, 0.24022890f, All(0.69315734f));
  return Fma(power * f, slope, power);
}

struct TableExp {
  const ElementaryTables& tables = Tables();
  TFLL_LANES static bool Common(const Group& x) {
    return AllWithin(x, kNormalExp);
  }
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    return ExpByTable<1, true>(tables, x);
  }
  TFLL_LANES Floats Any(Floats x) const {
    const Floats common = Clamp(x, -kNormalExp, kNormalExp);
    return x == common ? (*this)(common) : Exp(x);
  }
};

// e^x of numbers that are not positive; below -kNormalExp, 0.
struct TableExpBelowZero {
  const ElementaryTables& tables = Tables();
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    return ZeroBelowNormalExp(
        x, ExpByTable<1, false>(tables, Greater(x, -kNormalExp)));
  }
};

// From the processor's estimate of 1 / sqrt(x), which has 14 bits.
TFLL_LANES Floats RsqrtEstimate(Floats x) { return _mm512_rsqrt14_ps(x); }
TFLL_LANES Group RsqrtEstimate(const Group& x) {
  return Each([](Floats v) { return RsqrtEstimate(v); }, x);
}
// Numbers from 2^-100 on, so that what is left of them is a normal number.
constexpr int32_t kLeastRoot = (127 - 100) << 23;
constexpr int32_t kRoots = 0x7F7FFFFF - kLeastRoot;
TFLL_LANES bool AllHaveRoots(const Group& x) {
  return !AnyAbove(Bits(x) - kLeastRoot, Ints{} + kRoots);
}
TFLL_LANES Floats WhereRoots(Floats x, Floats estimated, Floats exact) {
  const Floats least = FromBits(Ints{} + kLeastRoot);
  const Floats most = FromBits(Ints{} + 0x7F7FFFFF);
  return (x >= least) & (x <= most) ? estimated : exact;
}

struct EstimatedSqrt {
  TFLL_LANES static bool Common(const Group& x) { return AllHaveRoots(x); }
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    const V estimate = RsqrtEstimate(x);
    const V root = x * estimate;
    return Fma(MinusProduct(x, root, root), estimate * 0.5f, root);
  }
  TFLL_LANES Floats Any(Floats x) const {
    return WhereRoots(x, (*this)(x), _mm512_sqrt_ps(x));
  }
};
struct EstimatedRsqrt {
  TFLL_LANES static bool Common(const Group& x) { return AllHaveRoots(x); }
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    const V estimate = RsqrtEstimate(x);
    const V rest = OneMinusProduct(x * estimate, estimate);
    return Fma(rest, estimate * 0.5f, estimate);
  }
  TFLL_LANES Floats Any(Floats x) const {
    return WhereRoots(x, (*this)(x), 1.0f / Floats(_mm512_sqrt_ps(x)));
  }
};

struct TableLogistic {
  // Beyond, results are 1 or as accurate as their exponential is.
  static constexpr float kNear = 40.0f;
  const ElementaryTables& tables = Tables();
  TFLL_LANES static bool Common(const Group& x) { return AllWithin(x, kNear); }
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    return Reciprocal(ExpByTable<-1, false>(tables, x) + 1.0f);
  }
  TFLL_LANES Floats Any(Floats x) const {
    const Floats near = (*this)(Clamp(x, -kNear, kNear));
    const Ints below = x < -kNear;
    return tflite::kernels::Any(below) ? (below ? Logistic(x) : near) : near;
  }
};

struct TableLog {
  const ElementaryTables& tables = Tables();
  TFLL_LANES static bool Common(const Group& x) {
    return !AnyAbove(Bits(x) - 0x00800000, Ints{} + 0x7EFFFFFF);
  }
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    // x = 2^e m, m = (1 + r) c, where c is the middle of m's interval.
    const auto from_start = Bits(x) - kLogStart;
    const auto e = from_start >> 23;
    const auto at = from_start >> kLogShift;
    const V m = FromBits(Bits(x) - (e << 23));
    const V r = Fma(m, LookUp(tables.log_inverse, at), -1.0f);
    const V whole =
        Fma(ToFloats(e), 0.693147181f, LookUp(tables.log_middle, at));
    // The logarithm of 1 + r, |r| up to 1/64.
    V p = Fma(r, -0.25f, All(0.33333333f));
    p = Fma(p, r, -0.5f);
    return Fma(r * r, p, r) + whole;
  }
  TFLL_LANES Floats Any(Floats x) const {
    return Except<ScalarLog>(NotPositiveNormal(x), x, (*this)(x));
  }
};

// The polynomial of the piece that the last bits of `at` name.
template <typename V, typename I>
TFLL_LANES V PieceAt(const Pieces& pieces, I at, V d) {
  V y = LookUp(pieces.c[Pieces::kDegree], at);
  for (int k = Pieces::kDegree - 1; k >= 0; --k) {
    y = Fma(y, d, LookUp(pieces.c[k], at));
  }
  return y;
}

// As GeluErf, with the tail by pieces. Its exponential is not needed up to
// kTail; below -kTail, where results are of the order of 1e-8, it is. The
// relative error of results below -2 grows to 2e-5 at -kTail.
struct TableGeluErf {
  static constexpr float kTail = 5.75f;
  const Pieces& pieces = Tables().normal_tail;
  TFLL_LANES static bool Common(const Group& x) {
    // NaN with a sign is not among them.
    return !AnyAbove(Bits(x), Bits(All(-kTail)));
  }
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    constexpr float kRounderOfWidth = kRounder * kTailWidth;
    const V z = Smaller(Abs(x), kTail);
    const V shifted = z + kRounderOfWidth;
    const V d = z - (shifted - kRounderOfWidth);
    const V tail = PieceAt(pieces, Bits(shifted), d);
    return MinusProduct(Greater(x, 0.0f), z, tail);
  }
  TFLL_LANES Floats Any(Floats x) const {
    const Floats y = (*this)(x);
    const Ints below = x < -kTail;
    return tflite::kernels::Any(below) ? (below ? GeluErf(x) : y) : y;
  }
};

struct TableGeluTanh {
  const ElementaryTables& tables = Tables();
  TFLL_LANES static bool Common(const Group&) { return true; }
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    return GeluTanhBy(
        x, [this](V a, V b) __attribute__((always_inline)) {
          return Exp2OfProductByTable(tables, a, b);
        });
  }
  TFLL_LANES Floats Any(Floats x) const { return (*this)(x); }
};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_TABLE_FUNCTIONS_H_
