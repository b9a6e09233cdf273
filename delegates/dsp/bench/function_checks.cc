#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/skel/kernels/hvx/fixed_functions.h"
#include "kernels/math/fixed_transcendental.h"

// A recurrent layer hardly shows that a function errs by a unit.
namespace tflite::dsp::bench {
namespace {

constexpr int32_t kHalves = kVectorBytes / 2;

struct FixedFunction {
  const char* name;
  Vec (*vector)(Vec x, int32_t integer_bits);
  int16_t (*scalar)(int16_t x, int integer_bits);
};
constexpr FixedFunction kFunctions[] = {
    {"logistic", [](Vec x, int32_t bits) { return LogisticHalves(x, bits); },
     kernels::FixedLogistic},
    {"tanh", [](Vec x, int32_t bits) { return TanhHalves(x, bits); },
     kernels::FixedTanh},
};

// How many of all arguments have another value than that of the scalar form.
int32_t WrongValues(const FixedFunction& f, int32_t integer_bits) {
  alignas(kVectorBytes) int16_t x[kHalves];
  alignas(kVectorBytes) int16_t y[kHalves];
  int32_t wrong = 0;
  for (int32_t first = INT16_MIN; first <= INT16_MAX; first += kHalves) {
    for (int32_t i = 0; i < kHalves; ++i) {
      x[i] = static_cast<int16_t>(first + i);
    }
    *reinterpret_cast<Vec*>(y) =
        f.vector(*reinterpret_cast<const Vec*>(x), integer_bits);
    for (int32_t i = 0; i < kHalves; ++i) {
      wrong += y[i] != f.scalar(x[i], integer_bits);
    }
  }
  return wrong;
}

}  // namespace

bool CheckFixedFunctions() {
  int32_t all = 0;
  for (const FixedFunction& f : kFunctions) {
    for (int32_t bits = 0; bits <= 6; ++bits) {
      const int32_t wrong = WrongValues(f, bits);
      all += wrong;
      if (wrong == 0) continue;
      Print(f.name);
      Print(" of ");
      Print(bits);
      Print(" integer bits: wrong values: ");
      Print(wrong);
      Print("\n");
    }
  }
  return all == 0;
}

}  // namespace tflite::dsp::bench
