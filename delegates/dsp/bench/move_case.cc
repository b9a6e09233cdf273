#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/skel/kernels/map.h"
#include "delegates/dsp/skel/kernels/move.h"

namespace tflite::dsp::bench {
namespace {

// Bytes of a case, without gaps: the arena has room for several times that.
constexpr int32_t kMostBytes = 1 << 20;

// `extent`, or 1 if there is no room for that many of `bytes` each.
int32_t WithRoom(int32_t extent, int32_t bytes) {
  return extent <= kMostBytes / bytes ? extent : 1;
}

}  // namespace

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

CaseResult RunRandomBox(Arena& arena, Random& random) {
  arena.Reset();
  CopyParams p = {};
  p.element_bytes = random.OneIn(4) ? 1 << random.In(1, 3) : 1;
  p.rank = random.In(1, 4);
  int32_t order[4] = {0, 1, 2, 3};  // of the input's dimensions
  for (int32_t d = p.rank - 1; d > 0; --d) {
    const int32_t other = random.In(0, d), kept = order[d];
    if (random.OneIn(2)) continue;
    order[d] = order[other];
    order[other] = kept;
  }
  int32_t out = 1, in = 1, bytes = p.element_bytes;
  for (int32_t d = p.rank - 1; d >= 0; --d) {
    const bool is_long = p.rank == 1 || random.OneIn(3);
    p.extents[d] = WithRoom(
        is_long ? random.In(1, 2000 >> p.rank) : random.In(1, 9), bytes);
    bytes *= p.extents[d];
    if (random.OneIn(3)) out += random.In(0, 9);
    p.out_strides[d] = out;
    out *= p.extents[d];
  }
  int32_t first = 0;
  for (int32_t i = p.rank - 1; i >= 0; --i) {
    const int32_t d = order[i];
    if (random.OneIn(3)) in += random.In(0, 9);
    p.in_strides[d] = random.OneIn(12) ? 0 : random.OneIn(6) ? -in : in;
    if (p.in_strides[d] < 0) first += in * (p.extents[d] - 1);
    if (p.in_strides[d] != 0) in *= p.extents[d];
  }
  p.in_offset = first + random.In(0, 9);
  p.out_offset = random.In(0, 9);
  p.input = arena.Take((in + 10) * p.element_bytes);
  p.output = arena.Take((out + 10) * p.element_bytes);
  arena.Fill(p.input, random);
  return RunKernel<CopyParams>(arena, p, CopyHvx, CopyScalar, true);
}

CaseResult RunBox(Arena& arena, Random& random, int32_t rank,
                  const int32_t* extents, const int32_t* in_strides,
                  const int32_t* out_strides) {
  arena.Reset();
  CopyParams p = {};
  p.element_bytes = 1;
  p.rank = rank;
  int32_t in = 1, out = 1;
  for (int32_t d = 0; d < rank; ++d) {
    p.extents[d] = extents[d];
    p.in_strides[d] = in_strides[d];
    p.out_strides[d] = out_strides[d];
    in += (extents[d] - 1) * in_strides[d];
    out += (extents[d] - 1) * out_strides[d];
  }
  p.input = arena.Take(in);
  p.output = arena.Take(out);
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
    p.extents[d] = WithRoom(
        random.OneIn(3) ? random.In(1, 60) : random.In(1, 6), rows * p.inner);
    entries += p.extents[d];
    rows *= p.extents[d];
  }
  constexpr int32_t kMostOffset = 500;
  p.input = arena.Take(p.rank * kMostOffset + p.inner);
  p.output = arena.Take(rows * p.inner);
  p.tables = arena.Take(entries * sizeof(int32_t));
  arena.Fill(p.input, random);
  // Mostly of rising places, as those of a resized image.
  const bool rises = !random.OneIn(3);
  int32_t* table = arena.At<int32_t>(p.tables);
  for (int32_t d = 0; d < p.rank; ++d) {
    int32_t place = random.In(0, 9);
    const int32_t steps = kMostOffset / (p.inner * p.extents[d] + 9);
    for (int32_t i = 0; i < p.extents[d]; ++i) {
      *table++ = rises ? place : random.In(0, kMostOffset);
      const int32_t next = place + p.inner * random.In(0, 1 + steps);
      place = next < kMostOffset ? next : place;
    }
  }
  return RunKernel<TakeParams>(arena, p, TakeHvx, TakeScalar, true);
}

}  // namespace tflite::dsp::bench
