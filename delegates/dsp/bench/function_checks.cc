#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/skel/kernels/hvx/fixed_functions.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"
#include "kernels/math/fixed_transcendental.h"

// What kernels hardly show: that a function errs by a unit, or misses a lane.
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

// Whether one lane decides if the quick requantization is exact.
bool KnowsQuickShifts() {
  constexpr int32_t kLanes = 2 * kVectorWords;
  alignas(kVectorBytes) int32_t planes[3][kLanes];
  FinishGroup groups[2];
  bool all = true;
  for (int32_t lane = 0; lane < kLanes; ++lane) {
    const auto is_quick = [&](int32_t multiplier, int32_t shift) {
      for (int32_t i = 0; i < kLanes; ++i) {
        planes[0][i] = i;
        planes[1][i] = 1 << 30;
        planes[2][i] = i % 2 == 0 ? -1 : -22;
      }
      planes[1][lane] = multiplier;
      planes[2][lane] = shift;
      return PreparePlanes(reinterpret_cast<const Vec*>(planes), 2, 2, 3,
                           groups);
    };
    all = all && is_quick(1 << 30, -1) && is_quick(1 << 30, -22) &&
          !is_quick(1 << 30, 0) && !is_quick(1 << 30, -23) && !is_quick(1, 0);
    // Padding has no factor.
    all = all && is_quick(0, 0);
  }
  return all;
}

// Whether each byte of a vector counts.
bool FindsEachByte() {
  alignas(kVectorBytes) uint8_t bytes[kVectorBytes] = {};
  const auto is_any = [&] {
    return IsAnySet(*reinterpret_cast<const Vec*>(bytes));
  };
  bool all = !is_any();
  for (uint8_t& byte : bytes) {
    byte = 1;
    all = all && is_any();
    byte = 0;
  }
  return all;
}

}  // namespace

bool CheckFunctions() {
  bool is_right = true;
  if (!KnowsQuickShifts()) {
    Print("FAILED limits of the quick requantization\n");
    is_right = false;
  }
  if (!FindsEachByte()) {
    Print("FAILED IsAnySet\n");
    is_right = false;
  }
  for (const FixedFunction& f : kFunctions) {
    for (int32_t bits = 0; bits <= 6; ++bits) {
      const int32_t wrong = WrongValues(f, bits);
      if (wrong == 0) continue;
      is_right = false;
      Print(f.name);
      Print(" of ");
      Print(bits);
      Print(" integer bits: wrong values: ");
      Print(wrong);
      Print("\n");
    }
  }
  return is_right;
}

}  // namespace tflite::dsp::bench
