#ifndef KERNELS_MATH_ELEMENTARY_LOOPS_H_
#define KERNELS_MATH_ELEMENTARY_LOOPS_H_

#include "kernels/math/elementary/elementary_loops.h"
#include "kernels/math/elementary/functions.h"

// The loops over the functions of functions.h, for the instruction set of the
// including source.
namespace tflite::kernels {
namespace {

// The numbers from `begin` on, a vector at a time.
template <Floats kFunction(Floats)>
void LoopFrom(int64_t begin, const float* x, int64_t count, float* y) {
  int64_t i = begin;
  for (; i + kLanes <= count; i += kLanes) Store(kFunction(Load(x + i)), y + i);
  if (i == count) return;
  float rest[kLanes];
  for (int k = 0; k < kLanes; ++k) rest[k] = i + k < count ? x[i + k] : 1.0f;
  Store(kFunction(Load(rest)), rest);
  for (int k = 0; i + k < count; ++k) y[i + k] = rest[k];
}
template <Floats kFunction(Floats)>
void Loop(const float* x, int64_t count, float, float* y) {
  LoopFrom<kFunction>(0, x, count, y);
}

// The same function for several vectors and for one.
template <Group kSeveral(Group), Floats kOne(Floats)>
void Loop(const float* x, int64_t count, float, float* y) {
  constexpr int kStep = kTogether * kLanes;
  int64_t i = 0;
  for (; i + kStep <= count; i += kStep)
    Store(kSeveral(LoadGroup(x + i)), y + i);
  LoopFrom<kOne>(i, x, count, y);
}
// kSeveral does not take numbers that are kUncommon.
template <Group kSeveral(Group), Ints kUncommon(Floats), Floats kOne(Floats)>
void Loop(const float* x, int64_t count, float, float* y) {
  constexpr int kStep = kTogether * kLanes;
  int64_t i = 0;
  for (; i + kStep <= count; i += kStep) {
    const Group v = LoadGroup(x + i);
    Ints uncommon = {};
    for (int k = 0; k < kTogether; ++k) uncommon |= kUncommon(v.v[k]);
    if (__builtin_expect(Any(uncommon), false)) {
      LoopFrom<kOne>(0, x + i, kStep, y + i);
    } else {
      Store(kSeveral(v), y + i);
    }
  }
  LoopFrom<kOne>(i, x, count, y);
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

TFLL_LANES Floats ZeroBelowNormalExp(Floats x, Floats e) {
  return FromBits(Bits(e) & ~(x < -kNormalExp));
}
TFLL_LANES Group ZeroBelowNormalExp(const Group& x, const Group& e) {
  return Each([](Floats v, Floats w) { return ZeroBelowNormalExp(v, w); }, x,
              e);
}
// e^x of numbers that are not positive; below -kNormalExp, 0.
template <typename V>
TFLL_LANES V ExpBelowZero(V x) {
  const Reduced<V> reduced = ReduceByLn2(Greater(x, -kNormalExp));
  const V power = FromBits((Bits(reduced.shifted) << 23) + Bits(All(1.0f)));
  // A product, as what is NaN must stay so.
  return ZeroBelowNormalExp(x, ExpReduced(reduced.r) * power);
}

float Exponentials(const float* x, int64_t count, float max, float beta,
                   float* y) {
  constexpr int kStep = kTogether * kLanes;
  Group sums = {};
  int64_t i = 0;
  for (; i + kStep <= count; i += kStep) {
    const Group e = ExpBelowZero((LoadGroup(x + i) - max) * beta);
    sums = sums + e;
    if (y != nullptr) Store(e, y + i);
  }
  Floats sum = (sums.v[0] + sums.v[1]) + (sums.v[2] + sums.v[3]);
  for (; i + kLanes <= count; i += kLanes) {
    const Floats e = ExpBelowZero((Load(x + i) - max) * beta);
    sum += e;
    if (y != nullptr) Store(e, y + i);
  }
  float rest[kLanes];
  const int64_t left = count - i;
  if (left == 0) return SumOf(sum);
  for (int k = 0; k < kLanes; ++k) rest[k] = k < left ? x[i + k] : max;
  Store(ExpBelowZero((Load(rest) - max) * beta), rest);
  float total = SumOf(sum);
  for (int64_t k = 0; k < left; ++k) {
    total += rest[k];
    if (y != nullptr) y[i + k] = rest[k];
  }
  return total;
}

constexpr ElementaryLoops kLoops = {
    Loop<NormalExp<1, Group>, BeyondNormalExp, Exp>,
    Loop<LogOfNormal<Group>, NotPositiveNormal, Log>,
    Loop<Sin>,
    Loop<Cos>,
    Loop<Tanh<Group>, Tanh<Floats>>,
    Loop<NormalLogistic<Group>, BeyondNormalExp, Logistic>,
    Loop<Elu>,
    Loop<GeluErf<Group>, GeluErf<Floats>>,
    Loop<GeluTanh<Group>, GeluTanh<Floats>>,
    Greatest,
    Exponentials};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_LOOPS_H_
