#include "delegates/dsp/bench/run_kernel.h"

namespace tflite::dsp::bench {

void CheckOutput(const Arena& arena, const Piece& output, const Piece& scratch,
                 const uint8_t* want, CaseResult* result) {
  if (!arena.IsGuarded(scratch)) {
    Print("  wrote outside of its scratch memory\n");
    result->is_right = false;
  }
  if (!arena.IsGuarded(output)) {
    Print("  wrote outside of its output\n");
    result->is_right = false;
  }
  if (want == nullptr) return;
  const uint8_t* got = arena.At<uint8_t>(output);
  uint32_t wrong = 0, others = 0;
  for (uint32_t i = 0; i < output.bytes; ++i) {
    others += want[i] != want[0];
    if (got[i] == want[i] || wrong++ >= 3) continue;
    Print("  byte ");
    Print(i);
    Print(" is ");
    Print(got[i]);
    Print(", not ");
    Print(want[i]);
    Print("\n");
  }
  if (wrong > 0) {
    Print("  wrong bytes: ");
    Print(wrong);
    Print(" of ");
    Print(output.bytes);
    Print("\n");
    result->is_right = false;
  }
  result->is_varied = others * 10 >= output.bytes;
}

}  // namespace tflite::dsp::bench
