#ifndef DELEGATES_DSP_BENCH_TALLY_H_
#define DELEGATES_DSP_BENCH_TALLY_H_

#include "delegates/dsp/bench/kernel_case.h"

// What the checks of random cases share.
namespace tflite::dsp::bench {

// How many cases went well, and how many have outputs that tell.
struct Tally {
  int32_t cases = 0, wrong = 0, varied = 0;

  // True where the case has to be described.
  bool Add(const CaseResult& result) {
    ++cases;
    varied += result.is_varied;
    wrong += !result.is_right;
    return !result.is_right;
  }
  bool IsRight(const char* what) const {
    Print(what);
    Print(": ");
    Print(cases - wrong);
    Print(" of ");
    Print(cases);
    Print(" cases right, ");
    Print(varied);
    Print(" with varied outputs\n");
    return wrong == 0 && varied * 2 >= cases;
  }
};

inline void PrintCase(const char* what, int32_t i, bool is_signed,
                      bool is_quick, const Window& window) {
  Print("case ");
  Print(i);
  Print(": ");
  Print(what);
  Print(is_signed ? ", INT8, " : ", UINT8, ");
  Print(is_quick ? "" : "any factors, ");
  PrintWindow(window);
  Print("\n");
}

}  // namespace tflite::dsp::bench

#endif  // DELEGATES_DSP_BENCH_TALLY_H_
