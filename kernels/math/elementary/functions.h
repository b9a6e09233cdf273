#ifndef KERNELS_MATH_ELEMENTARY_FUNCTIONS_H_
#define KERNELS_MATH_ELEMENTARY_FUNCTIONS_H_

#include <cmath>

#include "kernels/math/elementary/lanes.h"

// Elementary functions of one vector. The polynomials and quotients of
// polynomials have the least greatest relative error on their interval.
namespace tflite::kernels {
namespace {

// Added to a number below 2^22, leaves its nearest integer in the last bits.
constexpr float kRounder = 12582912.0f;  // 1.5 * 2^23

// kSign x = n ln 2 + kSign r with |r| at most ln(2) / 2.
template <typename V>
struct Reduced {
  V shifted, whole, r;  // n + kRounder, n, r
};
template <int kSign = 1, typename V>
TFLL_LANES Reduced<V> ReduceByLn2(V x) {
  const V shifted = Fma(x, kSign * 1.44269504f, All(kRounder));
  const V whole = shifted - kRounder;
  // ln 2 in two parts; the first has so few bits that n times it is exact.
  const V r =
      Fma(whole, kSign * 2.12194440e-4f, Fma(whole, kSign * -0.693359375f, x));
  return {shifted, whole, r};
}
// v 2^n for n + kRounder; both v and the result are normal numbers.
template <typename V, typename W>
TFLL_LANES V TimesNormalPower(W v, V shifted) {
  return FromBits((Bits(shifted) << 23) + Bits(v));
}

// e^(kSign r).
template <int kSign = 1, typename V>
TFLL_LANES V ExpReduced(V r) {
  V p = Fma(r, kSign * 0.00829027f, All(0.04189816f));
  p = Fma(p, r, kSign * 0.16667638f);
  p = Fma(p, r, 0.49999148f);
  p = Fma(p, r, kSign * 0.99999971f);
  return Fma(p, r, 1.0f);
}
// 2^f, for |f| at most 1/2.
template <typename V>
TFLL_LANES V Exp2Reduced(V f) {
  V p = Fma(f, 0.00132646f, All(0.00967162f));
  p = Fma(p, f, 0.05550735f);
  p = Fma(p, f, 0.2402224f);
  p = Fma(p, f, 0.69314698f);
  return Fma(p, f, 1.0f);
}
// 2^(a b), for products of [-125.99, 127].
template <typename V>
TFLL_LANES V Exp2OfProduct(V a, V b) {
  const V shifted = Fma(a, b, kRounder);
  return TimesNormalPower(Exp2Reduced(Fma(a, b, kRounder - shifted)), shifted);
}
// e^r - 1, to as many digits next to 0.
template <typename V>
TFLL_LANES V Expm1Reduced(V r) {
  V p = Fma(r, 0.0013814219f, All(0.008368899f));
  p = Fma(p, r, 0.041668408f);
  p = Fma(p, r, 0.1666652f);
  p = Fma(p, r, 0.49999994f);
  return Fma(r * r, p, r);
}

// Of numbers of [-kNormalExp, kNormalExp] and their negatives, the exponentials
// are normal numbers.
constexpr float kNormalExp = 87.0f;
TFLL_LANES Ints BeyondNormalExp(Floats x) {
  return Bits(Abs(x)) > Bits(All(kNormalExp));
}
// e^(kSign x).
template <int kSign = 1, typename V>
TFLL_LANES V NormalExp(V x) {
  const Reduced<V> reduced = ReduceByLn2<kSign>(x);
  return TimesNormalPower(ExpReduced<kSign>(reduced.r), reduced.shifted);
}
// Overflows to infinity and underflows through subnormals to 0.
TFLL_LANES Floats Exp(Floats x) {
  const Reduced<Floats> reduced = ReduceByLn2(Clamp(x, -104.0f, 89.0f));
  return TimesPower(ExpReduced(reduced.r), reduced.whole,
                    Bits(reduced.shifted) - Bits(All(kRounder)));
}

template <float kFunction(float)>
__attribute__((noinline)) void OneByOne(const float* x, float* y) {
  for (int i = 0; i < kLanes; ++i) y[i] = kFunction(x[i]);
}
template <float kFunction(float)>
TFLL_LANES Floats OneByOne(Floats x) {
  float in[kLanes], out[kLanes];
  Store(x, in);
  OneByOne<kFunction>(in, out);
  return Load(out);
}
// `y`, but for the given lanes, which the function computes from x. The other
// lanes stay, so that a value does not depend on those beside it.
template <float kFunction(float)>
TFLL_LANES Floats Except(Ints lanes, Floats x, Floats y) {
  if (Any(lanes)) y = lanes ? OneByOne<kFunction>(x) : y;
  return y;
}
float ScalarLog(float x) { return std::log(x); }
float ScalarSin(float x) { return std::sin(x); }
float ScalarCos(float x) { return std::cos(x); }
float ScalarLogistic(float x) { return 1.0f / (1.0f + std::exp(-x)); }

// Of positive normal numbers.
template <typename V>
TFLL_LANES V LogOfNormal(V x) {
  // x = 2^e m with m from sqrt(1/2) to sqrt(2).
  const auto e = (Bits(x) - Bits(All(0.707106781f))) >> 23;
  const V f = FromBits(Bits(x) - (e << 23)) - 1.0f;
  const V exponent = ToFloats(e);
  V p = Fma(f, -0.076344416f, All(0.12761568f));
  p = Fma(p, f, -0.13160199f);
  p = Fma(p, f, 0.1420176f);
  p = Fma(p, f, -0.16623355f);
  p = Fma(p, f, 0.20001227f);
  p = Fma(p, f, -0.25000823f);
  p = Fma(p, f, 0.3333333f);
  const V square = f * f;
  V y = Fma(f * square, p, exponent * -2.12194440e-4f);
  y = Fma(square, -0.5f, y);
  return Fma(exponent, 0.693359375f, f + y);
}
TFLL_LANES Ints NotPositiveNormal(Floats x) {
  // The bits of negative numbers are below, those of infinity and NaN above.
  return (Bits(x) < 0x00800000) | (Bits(x) > 0x7F7FFFFF);
}
TFLL_LANES Floats Log(Floats x) {
  return Except<ScalarLog>(NotPositiveNormal(x), x, LogOfNormal(x));
}

// Sine and cosine take numbers up to here; beyond, the reduction below would
// want more digits of pi.
constexpr float kAngleLimit = 1e5f;

// The sine of m pi + r, where n has the parity of m.
TFLL_LANES Floats SineOf(Floats x, Floats m, Ints n) {
  Floats r = ExactFma(m, -3.1415927f, x);
  r = ExactFma(m, 8.742278e-8f, r);
  r = ExactFma(m, 3.430249e-15f, r);
  const Floats u = r * r;
  Floats p = Fma(u, 2.6054001e-6f, All(-0.0001980944f));
  p = Fma(p, u, 0.008333065f);
  p = Fma(p, u, -0.1666666f);
  return FromBits(Bits(Fma(r * u, p, r)) ^ (n << 31));
}
TFLL_LANES Floats Sin(Floats x) {
  const Floats shifted = Fma(x, 0.318309886f, All(kRounder));
  return Except<ScalarSin>(~(Abs(x) <= kAngleLimit), x,
                           SineOf(x, shifted - kRounder, Bits(shifted)));
}
// The cosine of x is the sine of x + pi / 2.
TFLL_LANES Floats Cos(Floats x) {
  const Floats shifted = Fma(x, 0.318309886f, All(0.5f)) + kRounder;
  return Except<ScalarCos>(
      ~(Abs(x) <= kAngleLimit), x,
      SineOf(x, (shifted - kRounder) - 0.5f, Bits(shifted)));
}

// A quotient of polynomials; its numerator is odd.
template <typename V>
TFLL_LANES V Tanh(V x) {
  x = Clamp(x, -9.02f, 9.02f);
  const V u = x * x;
  V p = Fma(u, 0.0171592793f, All(26.5182145f));
  p = Fma(p, u, 4501.45497f);
  p = Fma(p, u, 172374.407f);
  p = Fma(p, u, 1288326.26f);
  V q = u + 422.969208f;
  q = Fma(q, u, 33330.3762f);
  q = Fma(q, u, 601816.269f);
  q = Fma(q, u, 1288326.26f);
  return Clamp(Quotient(x * p, q), -1.0f, 1.0f);
}

// 1 / (1 + e^-x).
template <typename V>
TFLL_LANES V NormalLogistic(V x) {
  return Reciprocal(NormalExp<-1>(x) + 1.0f);
}
TFLL_LANES Floats Logistic(Floats x) {
  // Below, the reciprocal is not a normal number.
  return Except<ScalarLogistic>(~(x >= -kNormalExp), x,
                                NormalLogistic(Smaller(x, kNormalExp)));
}

TFLL_LANES Floats OfNegative(Floats x, Floats below) {
  return x < 0.0f ? below : x;
}
TFLL_LANES Group OfNegative(const Group& x, const Group& below) {
  return Each([](Floats a, Floats b) { return OfNegative(a, b); }, x, below);
}
template <typename V>
TFLL_LANES V Elu(V x) {
  const V z = Clamp(x, -80.0f, 0.0f);
  const V shifted = Fma(z, 1.44269504f, All(kRounder));
  // n times the error of this ln 2 does not show, as 2^n is small.
  const V r = Fma(shifted - kRounder, -0.693147181f, z);
  const V scale = TimesNormalPower(All(1.0f), shifted);
  return OfNegative(x, Fma(scale, Expm1Reduced(r), scale - 1.0f));
}

// x times the integral of the normal distribution up to x: with the tail beyond
// |x|, max(x, 0) - |x| tail. The tail is e^(-x^2 / 2) times a quotient of
// polynomials of |x|, fitted up to 13.1. Below -13, results are that of -13,
// -8e-38. The relative error is below 7e-7 for x above -2 and grows with x^2
// below: 2e-5 at -13.
template <typename V>
TFLL_LANES V GeluErf(V x) {
  const V z = Smaller(Abs(x), 13.0f);
  const V e = Exp2OfProduct(z * -0.721347520f, z);
  V p = Fma(z, 0.39894805f, All(3.97055401f));
  p = Fma(p, z, 18.01327352f);
  p = Fma(p, z, 43.3044187f);
  p = Fma(p, z, 49.72347759f);
  V q = z + 9.95344577f;
  q = Fma(q, z, 46.13599828f);
  q = Fma(q, z, 118.71644367f);
  q = Fma(q, z, 165.95606229f);
  q = Fma(q, z, 99.44695469f);
  return Greater(x, 0.0f) - Quotient(p * z * e, q);
}
// The same by tanh of a cubic of x: (1 + tanh(v)) / 2 is the logistic of 2 v.
// `exp2_of_product` is Exp2OfProduct.
template <typename V, typename F>
TFLL_LANES V GeluTanhBy(V x, const F& exp2_of_product) {
  // Below -10, results are that of -10, -1e-37.
  const V above = Greater(x, -10.0f);
  const V z = Smaller(above, 10.0f);
  // 2 v log2(e) = -z w.
  const V w = Fma(z * z, -0.102943240f, All(-2.30220819f));
  return Quotient(above, exp2_of_product(z, w) + 1.0f);
}
template <typename V>
TFLL_LANES V GeluTanh(V x) {
  return GeluTanhBy(
      x, [](V a, V b)
             __attribute__((always_inline)) { return Exp2OfProduct(a, b); });
}

// e^x of numbers that are not positive; below -kNormalExp, 0.
TFLL_LANES Floats ZeroBelowNormalExp(Floats x, Floats e) {
#if defined(__AVX512F__)
  return _mm512_maskz_mov_ps(
      _mm512_cmp_ps_mask(x, All(-kNormalExp), _CMP_NLT_UQ), e);
#else
  return FromBits(Bits(e) & ~(x < -kNormalExp));
#endif
}
TFLL_LANES Group ZeroBelowNormalExp(const Group& x, const Group& e) {
  return Each([](Floats v, Floats w) { return ZeroBelowNormalExp(v, w); }, x,
              e);
}
struct ExpBelowZero {
  template <typename V>
  TFLL_LANES V operator()(V x) const {
    const Reduced<V> reduced = ReduceByLn2(Greater(x, -kNormalExp));
    const V power = TimesNormalPower(All(1.0f), reduced.shifted);
    // A product, as what is NaN must stay so.
    return ZeroBelowNormalExp(x, ExpReduced(reduced.r) * power);
  }
};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_FUNCTIONS_H_
