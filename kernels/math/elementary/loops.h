#ifndef KERNELS_MATH_ELEMENTARY_LOOPS_H_
#define KERNELS_MATH_ELEMENTARY_LOOPS_H_

#include "kernels/math/elementary/elementary_loops.h"
#include "kernels/math/elementary/functions.h"

// The loops over the functions of functions.h, for the instruction set of the
// including source.
namespace tflite::kernels {
namespace {

template <Floats kFunction(Floats)>
void Loop(const float* x, int64_t count, float, float* y) {
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) Store(kFunction(Load(x + i)), y + i);
  if (i == count) return;
  float rest[kLanes];
  for (int k = 0; k < kLanes; ++k) rest[k] = i + k < count ? x[i + k] : 1.0f;
  Store(kFunction(Load(rest)), rest);
  for (int k = 0; i + k < count; ++k) y[i + k] = rest[k];
}

TFLL_LANES Floats Greater(Floats a, Floats b) { return a < b ? b : a; }

float Greatest(const float* x, int64_t count) {
  float lane[kLanes];
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
  Store(Greater(a, b), lane);
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int k = 0; k < half; ++k) {
      lane[k] = lane[k] < lane[k + half] ? lane[k + half] : lane[k];
    }
  }
  return lane[0];
}

TFLL_LANES float SumOf(Floats v) {
  float lane[kLanes];
  Store(v, lane);
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int k = 0; k < half; ++k) lane[k] += lane[k + half];
  }
  return lane[0];
}

// Of NaN, NaN; below -104, e^-104, which is 0.
TFLL_LANES Floats ExpBelowZero(Floats x) {
  return ExpInRange(x < -104.0f ? All(-104.0f) : x);
}

float Exponentials(const float* x, int64_t count, float max, float beta,
                   float* y) {
  Floats sum = {};
  int64_t i = 0;
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

constexpr ElementaryLoops kLoops = {Loop<Exp>, Loop<Log>,     Loop<Sin>,
                                    Loop<Cos>, Loop<Tanh>,    Loop<Logistic>,
                                    Loop<Elu>, Loop<GeluErf>, Loop<GeluTanh>,
                                    Greatest,  Exponentials};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_LOOPS_H_
