#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/skel/kernels/pool.h"
#include "delegates/dsp/skel/kernels/reduce.h"

namespace tflite::dsp::bench {
namespace {

PoolParams MakePool(Arena& arena, Random& random, const Window& window,
                    PoolForm form, bool is_signed) {
  arena.Reset();
  const int32_t least = is_signed ? -128 : 0;
  PoolParams p = {};
  p.window = window;
  p.form = form;
  p.is_signed = is_signed;
  p.min = random.OneIn(2) ? least : random.In(least, least + 100);
  p.max = random.OneIn(2) ? least + 255 : random.In(least + 120, least + 255);
  p.input = arena.Take(window.batch * window.in_height * window.in_width *
                       window.in_channels);
  p.output = arena.Take(static_cast<uint32_t>(Outputs(window)));
  arena.Fill(p.input, random);
  return p;
}

ReduceParams MakeReduce(Arena& arena, Random& random) {
  arena.Reset();
  ReduceParams p = {};
  p.form = static_cast<ReduceForm>(random.In(0, 2));
  p.is_signed = random.OneIn(2);
  p.rank = random.In(1, 4);
  int32_t in = 1, out = 1, count = 1;
  for (int32_t d = 0; d < p.rank; ++d) {
    p.extents[d] = d == p.rank - 1 ? random.In(1, 300) : random.In(1, 20);
    if (random.OneIn(8)) p.extents[d] = 1;
    const bool is_reduced = random.OneIn(d == p.rank - 1 ? 3 : 2);
    if (is_reduced) p.reduced |= 1 << d;
    (is_reduced ? count : out) *= p.extents[d];
    in *= p.extents[d];
  }
  const int32_t least = p.is_signed ? -128 : 0;
  p.input_zero_point = random.In(least, least + 255);
  p.zero_point = random.In(least, least + 255);
  p.factor = {random.In(1 << 30, 0x7fffffff), 0};
  for (; count > 1; count /= 2) --p.factor.shift;
  p.min = random.OneIn(2) ? least : random.In(least, least + 60);
  p.max = random.OneIn(2) ? least + 255 : random.In(least + 150, least + 255);
  p.input = arena.Take(in);
  p.output = arena.Take(out);
  arena.Fill(p.input, random);
  return p;
}

CaseResult Run(Arena& arena, const PoolParams& p) {
  return RunKernel<PoolParams>(arena, p, PoolHvx, PoolScalar, true);
}
CaseResult Run(Arena& arena, const ReduceParams& p) {
  return RunKernel<ReduceParams>(arena, p, ReduceHvx, ReduceScalar, true);
}

// One output whose window is the image.
Window WholeWindow(int32_t height, int32_t width, int32_t channels) {
  Window w = SameWindow(height, width, channels, channels, 1, 1);
  w.out_height = w.out_width = 1;
  w.filter_height = height;
  w.filter_width = width;
  return w;
}

}  // namespace

void AnyBounds(Random& random, int32_t* min, int32_t* max) {
  *min = random.OneIn(2) ? random.In(-130, -126) : random.In(-2, 40);
  *max = random.OneIn(2) ? random.In(125, 130) : random.In(253, 258);
}

CaseResult RunPool(Arena& arena, Random& random, const Window& window,
                   PoolForm form, bool is_signed) {
  return Run(arena, MakePool(arena, random, window, form, is_signed));
}

CaseResult RunRandomPool(Arena& arena, Random& random) {
  const int32_t channels = random.In(1, 300);
  Window w = RandomWindow(random, channels, channels, 9);
  w.dilation_height = w.dilation_width = 1;
  return RunPool(arena, random, w,
                 random.OneIn(2) ? PoolForm::kMax : PoolForm::kAverage,
                 random.OneIn(2));
}

CaseResult RunWildPool(Arena& arena, Random& random) {
  Window w = WholeWindow(1, random.In(1, 80), random.In(1, 300));
  if (random.OneIn(8)) w = WholeWindow(40, random.In(49, 51), 129);
  PoolParams p = MakePool(arena, random, w,
                          random.OneIn(4) ? PoolForm::kMax : PoolForm::kAverage,
                          random.OneIn(2));
  if (random.OneIn(2)) AnyBounds(random, &p.min, &p.max);
  return Run(arena, p);
}

CaseResult RunRandomReduce(Arena& arena, Random& random) {
  return Run(arena, MakeReduce(arena, random));
}
CaseResult RunWildReduce(Arena& arena, Random& random) {
  ReduceParams p = MakeReduce(arena, random);
  AnyBounds(random, &p.min, &p.max);
  if (random.OneIn(2)) p.factor.shift += random.In(-2, 4);
  return Run(arena, p);
}

}  // namespace tflite::dsp::bench
