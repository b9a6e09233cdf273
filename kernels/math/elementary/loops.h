#ifndef KERNELS_MATH_ELEMENTARY_LOOPS_H_
#define KERNELS_MATH_ELEMENTARY_LOOPS_H_

#include "kernels/math/elementary/elementary_loops.h"
#include "kernels/math/elementary/functions.h"

#if defined(__AVX512F__)
#include "kernels/math/elementary/table_functions.h"
#endif

// The loops over the functions of functions.h, for the instruction set of the
// including source.
namespace tflite::kernels {
namespace {

// A function of several vectors whose lanes are all common, and of any one.
template <Group kSeveral(Group), Floats kOne(Floats)>
struct Everywhere {
  TFLL_LANES static bool Common(const Group&) { return true; }
  TFLL_LANES Group operator()(const Group& x) const { return kSeveral(x); }
  TFLL_LANES Floats Any(Floats x) const { return kOne(x); }
};
template <Group kSeveral(Group), Ints kUncommon(Floats), Floats kOne(Floats)>
struct WhereCommon : Everywhere<kSeveral, kOne> {
  TFLL_LANES static bool Common(const Group& x) {
    Ints uncommon = {};
    for (int k = 0; k < kTogether; ++k) uncommon |= kUncommon(x.v[k]);
    return !tflite::kernels::Any(uncommon);
  }
};
template <Floats kOne(Floats)>
struct OneByOneVector {
  TFLL_LANES static bool Common(const Group&) { return true; }
  TFLL_LANES Group operator()(const Group& x) const {
    return Each([](Floats v) { return kOne(v); }, x);
  }
  TFLL_LANES Floats Any(Floats x) const { return kOne(x); }
};

// The numbers from `begin` on, a vector at a time.
template <typename F>
TFLL_LANES void LoopFrom(const F& f, int64_t begin, const float* x,
                         int64_t count, float* y) {
  int64_t i = begin;
  for (; i + kLanes <= count; i += kLanes) Store(f.Any(Load(x + i)), y + i);
  if (i == count) return;
  float rest[kLanes];
  for (int k = 0; k < kLanes; ++k) rest[k] = i + k < count ? x[i + k] : 1.0f;
  Store(f.Any(Load(rest)), rest);
  for (int k = 0; i + k < count; ++k) y[i + k] = rest[k];
}
template <typename F>
void Loop(const float* x, int64_t count, float, float* y) {
  constexpr int kStep = kTogether * kLanes;
  const F f;
  int64_t i = 0;
  for (; i + kStep <= count; i += kStep) {
    const Group v = LoadGroup(x + i);
    if (__builtin_expect(F::Common(v), true)) {
      Store(f(v), y + i);
    } else {
      for (int k = 0; k < kTogether; ++k) {
        Store(f.Any(v.v[k]), y + i + k * kLanes);
      }
    }
  }
  LoopFrom(f, i, x, count, y);
}

// Halves are compared until one is left.
TFLL_LANES float GreatestLane(Floats v) {
#if defined(__AVX512F__)
  const __m256 eight =
      _mm256_max_ps(_mm512_extractf32x8_ps(v, 1), _mm512_castps512_ps256(v));
#elif defined(__AVX2__)
  const __m256 eight = v;
#endif
#if defined(__AVX2__)
  __m128 four = _mm_max_ps(_mm256_extractf128_ps(eight, 1),
                           _mm256_castps256_ps128(eight));
  four = _mm_max_ps(_mm_movehl_ps(four, four), four);
  return _mm_cvtss_f32(_mm_max_ss(_mm_movehdup_ps(four), four));
#else
  float lane[kLanes];
  Store(v, lane);
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int k = 0; k < half; ++k) {
      lane[k] = lane[k] < lane[k + half] ? lane[k + half] : lane[k];
    }
  }
  return lane[0];
#endif
}

float Greatest(const float* x, int64_t count) {
  if (count < kLanes) {
    float greatest = x[0];
    for (int64_t i = 1; i < count; ++i) {
      greatest = greatest < x[i] ? x[i] : greatest;
    }
    return greatest;
  }
  // Two, so that they need not wait for each other. The last vector may
  // overlap the one before.
  Floats a = Load(x), b = Load(x + count - kLanes);
  int64_t i = kLanes;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    a = Greater(a, Load(x + i));
    b = Greater(b, Load(x + i + kLanes));
  }
  if (i + kLanes <= count) a = Greater(a, Load(x + i));
  return GreatestLane(Greater(a, b));
}

// Halves are added until one number is left.
TFLL_LANES float SumOf(Floats v) {
#if defined(__AVX512F__)
  const __m256 eight =
      _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
#elif defined(__AVX2__)
  const __m256 eight = v;
#endif
#if defined(__AVX2__)
  __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight),
                           _mm256_extractf128_ps(eight, 1));
  four = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
#else
  float lane[kLanes];
  Store(v, lane);
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int k = 0; k < half; ++k) lane[k] += lane[k + half];
  }
  return lane[0];
#endif
}

// kScaled: beta is not 1.
template <typename Exp, bool kScaled>
float ExponentialsOf(const float* x, int64_t count, float max, float beta,
                     float* y) {
  constexpr int kStep = kTogether * kLanes;
  const Exp exp;
  const auto exponent = [&](auto v) __attribute__((always_inline)) {
    return kScaled ? (v - max) * beta : v - max;
  };
  Group sums = {};
  int64_t i = 0;
  for (; i + kStep <= count; i += kStep) {
    const Group e = exp(exponent(LoadGroup(x + i)));
    sums = sums + e;
    if (y != nullptr) Store(e, y + i);
  }
  Floats sum = (sums.v[0] + sums.v[1]) + (sums.v[2] + sums.v[3]);
  for (; i + kLanes <= count; i += kLanes) {
    const Floats e = exp(exponent(Load(x + i)));
    sum += e;
    if (y != nullptr) Store(e, y + i);
  }
  float rest[kLanes];
  const int64_t left = count - i;
  if (left == 0) return SumOf(sum);
  for (int k = 0; k < kLanes; ++k) rest[k] = k < left ? x[i + k] : max;
  Store(exp(exponent(Load(rest))), rest);
  float total = SumOf(sum);
  for (int64_t k = 0; k < left; ++k) {
    total += rest[k];
    if (y != nullptr) y[i + k] = rest[k];
  }
  return total;
}
template <typename Exp>
float Exponentials(const float* x, int64_t count, float max, float beta,
                   float* y) {
  return beta == 1 ? ExponentialsOf<Exp, false>(x, count, max, beta, y)
                   : ExponentialsOf<Exp, true>(x, count, max, beta, y);
}

constexpr ElementaryLoops kLoops = {
#if defined(__AVX512F__)
    Loop<TableExp>,
    Loop<TableLog>,
    Loop<OneByOneVector<Sin>>,
    Loop<OneByOneVector<Cos>>,
    Loop<Everywhere<Tanh<Group>, Tanh<Floats>>>,
    Loop<TableLogistic>,
    Loop<Everywhere<Elu<Group>, Elu<Floats>>>,
    Loop<TableGeluErf>,
    Loop<TableGeluTanh>,
    Loop<EstimatedSqrt>,
    Loop<EstimatedRsqrt>,
    Greatest,
    Exponentials<TableExpBelowZero>,
#else
    Loop<WhereCommon<NormalExp<1, Group>, BeyondNormalExp, Exp>>,
    Loop<WhereCommon<LogOfNormal<Group>, NotPositiveNormal, Log>>,
    Loop<OneByOneVector<Sin>>,
    Loop<OneByOneVector<Cos>>,
    Loop<Everywhere<Tanh<Group>, Tanh<Floats>>>,
    Loop<WhereCommon<NormalLogistic<Group>, BeyondNormalExp, Logistic>>,
    Loop<Everywhere<Elu<Group>, Elu<Floats>>>,
    Loop<Everywhere<GeluErf<Group>, GeluErf<Floats>>>,
    Loop<Everywhere<GeluTanh<Group>, GeluTanh<Floats>>>,
    nullptr,
    nullptr,
    Greatest,
    Exponentials<ExpBelowZero>,
#endif
};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_LOOPS_H_
