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

// x = n ln 2 + r with |r| at most ln(2) / 2.
struct Reduced {
  Floats whole, r;  // n, r
  Ints n;
};
TFLL_LANES Reduced ReduceByLn2(Floats x) {
  const Floats shifted = Fma(x, 1.44269504f, All(kRounder));
  const Floats whole = shifted - kRounder;
  // ln 2 in two parts; the first has so few bits that n times it is exact.
  const Floats r = Fma(whole, 2.12194440e-4f, Fma(whole, -0.693359375f, x));
  return {whole, r, Bits(shifted) - Bits(All(kRounder))};
}
// e^r - 1.
TFLL_LANES Floats Expm1Reduced(Floats r) {
  Floats p = Fma(r, 0.0013814219f, All(0.008368899f));
  p = Fma(p, r, 0.041668408f);
  p = Fma(p, r, 0.1666652f);
  p = Fma(p, r, 0.49999994f);
  return Fma(r * r, p, r);
}

// For x of [-104, 89].
TFLL_LANES Floats ExpInRange(Floats x) {
  const Reduced reduced = ReduceByLn2(x);
  return TimesPower(1.0f + Expm1Reduced(reduced.r), reduced.whole, reduced.n);
}
// The same of -x.
TFLL_LANES Floats ExpOfNegated(Floats x) {
  const Floats shifted = Fma(x, -1.44269504f, All(kRounder));
  const Floats whole = shifted - kRounder;
  const Floats r =
      Fma(whole, 2.12194440e-4f, NegatedFma(whole, 0.693359375f, x));
  return TimesPower(1.0f + Expm1Reduced(r), whole,
                    Bits(shifted) - Bits(All(kRounder)));
}
// Overflows to infinity and underflows through subnormals to 0.
TFLL_LANES Floats Exp(Floats x) { return ExpInRange(Clamp(x, -104.0f, 89.0f)); }

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
TFLL_LANES Floats LogOfNormal(Floats x) {
  // x = 2^e m with m from sqrt(1/2) to sqrt(2).
  const Ints e = (Bits(x) - Bits(All(0.707106781f))) >> 23;
  const Floats f = FromBits(Bits(x) - (e << 23)) - 1.0f;
  const Floats exponent = __builtin_convertvector(e, Floats);
  Floats p = Fma(f, -0.076344416f, All(0.12761568f));
  p = Fma(p, f, -0.13160199f);
  p = Fma(p, f, 0.1420176f);
  p = Fma(p, f, -0.16623355f);
  p = Fma(p, f, 0.20001227f);
  p = Fma(p, f, -0.25000823f);
  p = Fma(p, f, 0.3333333f);
  const Floats square = f * f;
  Floats y = Fma(f * square, p, exponent * -2.12194440e-4f);
  y = Fma(square, -0.5f, y);
  return Fma(exponent, 0.693359375f, f + y);
}
TFLL_LANES Floats Log(Floats x) {
  constexpr float kLeast = 1.17549435e-38f, kMost = 3.40282347e38f;
  return Except<ScalarLog>((x < kLeast) | ~(x <= kMost), x, LogOfNormal(x));
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
TFLL_LANES Floats Tanh(Floats x) {
  x = Clamp(x, -9.02f, 9.02f);
  const Floats u = x * x;
  Floats p = Fma(u, 1.3319048e-8f, All(2.0583462e-5f));
  p = Fma(p, u, 0.0034940334f);
  p = Fma(p, u, 0.13379717f);
  p = Fma(p, u, 1.0f);
  Floats q = Fma(u, 7.762009e-7f, All(0.00032830908f));
  q = Fma(q, u, 0.025871068f);
  q = Fma(q, u, 0.46713033f);
  q = Fma(q, u, 1.0f);
  return Clamp(x * p * Reciprocal(q), -1.0f, 1.0f);
}

// 1 / (1 + e^-x), for x of at least -87.
TFLL_LANES Floats LogisticAbove(Floats x) {
  return Reciprocal(1.0f + ExpOfNegated(Smaller(x, All(87.0f))));
}
TFLL_LANES Floats Logistic(Floats x) {
  // Below, the reciprocal is not a normal number.
  return Except<ScalarLogistic>(x < -87.0f, x, LogisticAbove(x));
}

TFLL_LANES Floats Elu(Floats x) {
  const Reduced reduced = ReduceByLn2(Clamp(x, -80.0f, 0.0f));
  const Floats scale = FromBits((reduced.n + 127) << 23);
  const Floats below = Fma(scale, Expm1Reduced(reduced.r), scale - 1.0f);
  return x < 0.0f ? below : x;
}

// x times the integral of the normal distribution up to x. The integral's
// relative error is 6e-7 for x above -2 and grows with x^2 below: 2e-5 at -12.
TFLL_LANES Floats GeluErf(Floats x) {
  const Floats z = Abs(x) * 0.70710678f;
  // erfc(z) = e^(-z^2) t P(t), P fitted for z up to 10.
  const Floats t = Reciprocal(Fma(Clamp(z, 0.0f, 1e6f), 0.3f, All(1.0f)));
  Floats p = Fma(t, -0.13092263f, All(0.492639184f));
  p = Fma(p, t, -0.527524352f);
  p = Fma(p, t, 0.565965831f);
  p = Fma(p, t, -0.107884414f);
  p = Fma(p, t, 0.220869154f);
  p = Fma(p, t, 0.146728739f);
  p = Fma(p, t, 0.170955554f);
  p = Fma(p, t, 0.169172898f);
  const Floats power = -z * z;
  const Floats e = ExpInRange(Greater(power, All(-104.0f)));
  const Floats tail = 0.5f * e * t * p;
  return x * (x > 0.0f ? 1.0f - tail : tail);
}
// The same by tanh of a cubic of x: (1 + tanh(v)) / 2 is the logistic of 2 v.
TFLL_LANES Floats GeluTanh(Floats x) {
  const Floats bounded = Clamp(x, -1e6f, 1e6f);
  const Floats v =
      1.59576912f * bounded * Fma(bounded * bounded, 0.044715f, All(1.0f));
  return x * Logistic(v);
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_FUNCTIONS_H_
