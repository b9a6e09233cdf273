#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/skel/kernels/map.h"
#include "delegates/dsp/skel/kernels/move.h"

namespace tflite::dsp::bench {

CaseResult RunMap(Arena& arena, Random& random, int32_t count) {
  arena.Reset();
  MapParams p = {};
  p.count = count;
  p.input = arena.Take(count);
  p.output = arena.Take(count);
  p.table = arena.Take(256);
  arena.Fill(p.input, random);
  arena.Fill(p.table, random);
  return RunKernel<MapParams>(arena, p, MapHvx, MapScalar, true);
}

CaseResult RunFill(Arena& arena, Random& random) {
  arena.Reset();
  FillParams p = {};
  p.output = arena.Take(random.In(1, 1000));
  p.value = random.In(-128, 255);
  return RunKernel<FillParams>(arena, p, FillHvx, FillScalar, true);
}

CaseResult RunRandomCopy(Arena& arena, Random& random) {
  arena.Reset();
  CopyParams p = {};
  p.element_bytes = 1 << random.In(0, 3);
  p.rank = random.In(1, 4);
  int32_t in = 1, out = 1;
  for (int32_t d = p.rank - 1; d >= 0; --d) {
    p.extents[d] = d == p.rank - 1 ? random.In(1, 400) : random.In(1, 5);
    p.in_strides[d] = in;
    p.out_strides[d] = out;
    // Outer rows lie apart.
    in *= p.extents[d] + (d == p.rank - 1 ? random.In(0, 20) : 0);
    out *= p.extents[d] + (d == p.rank - 1 ? random.In(0, 20) : 0);
  }
  p.in_offset = random.In(0, 9);
  p.out_offset = random.In(0, 9);
  p.input = arena.Take((in + p.in_offset) * p.element_bytes);
  p.output = arena.Take((out + p.out_offset) * p.element_bytes);
  arena.Fill(p.input, random);
  return RunKernel<CopyParams>(arena, p, CopyHvx, CopyScalar, true);
}

CaseResult RunRandomTake(Arena& arena, Random& random) {
  arena.Reset();
  TakeParams p = {};
  p.inner = random.OneIn(3) ? random.In(1, 20) : random.In(1, 400);
  p.rank = random.In(1, 3);
  int32_t entries = 0, rows = 1;
  for (int32_t d = 0; d < p.rank; ++d) {
    p.extents[d] = random.In(1, 6);
    entries += p.extents[d];
    rows *= p.extents[d];
  }
  constexpr int32_t kMostOffset = 500;
  p.input = arena.Take(p.rank * kMostOffset + p.inner);
  p.output = arena.Take(rows * p.inner);
  p.tables = arena.Take(entries * sizeof(int32_t));
  arena.Fill(p.input, random);
  for (int32_t i = 0; i < entries; ++i) {
    arena.At<int32_t>(p.tables)[i] = random.In(0, kMostOffset);
  }
  return RunKernel<TakeParams>(arena, p, TakeHvx, TakeScalar, true);
}

}  // namespace tflite::dsp::bench
