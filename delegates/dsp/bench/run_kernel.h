#ifndef DELEGATES_DSP_BENCH_RUN_KERNEL_H_
#define DELEGATES_DSP_BENCH_RUN_KERNEL_H_

#include "delegates/dsp/bench/guest.h"
#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/skel/memory_functions.h"
#include "delegates/dsp/wire/scratch.h"

namespace tflite::dsp::bench {

// Checks that the guards are intact, and that the output equals `want` unless
// that is null. Prints the differences.
void CheckOutput(const Arena& arena, const Piece& output, const Piece& scratch,
                 const uint8_t* want, CaseResult* result);

// Runs `vector` with the scratch memory that wire/scratch.h says, and `scalar`
// for comparison.
template <typename Params>
CaseResult RunKernel(Arena& arena, const Params& p, KernelOf<Params> vector,
                     KernelOf<Params> scalar, bool compare) {
  const Piece scratch = arena.Take(static_cast<uint32_t>(ScratchBytes(p)));
  arena.Guard(scratch);
  arena.Guard(p.output);
  memset(arena.At<uint8_t>(p.output), 0x11, p.output.bytes);
  const uint32_t before = Packets();
  vector(p, arena.memory(), {arena.At<uint8_t>(scratch), scratch.bytes});
  CaseResult result = {Packets() - before, true, true, 0};
  const uint8_t* want = nullptr;
  if (compare) {
    Params other = p;
    other.output = arena.Take(p.output.bytes);
    memset(arena.At<uint8_t>(other.output), 0x11, p.output.bytes);
    const uint32_t start = Packets();
    scalar(other, arena.memory(), {nullptr, 0});
    result.scalar_packets = Packets() - start;
    want = arena.At<uint8_t>(other.output);
  }
  CheckOutput(arena, p.output, scratch, want, &result);
  return result;
}

}  // namespace tflite::dsp::bench

#endif  // DELEGATES_DSP_BENCH_RUN_KERNEL_H_
