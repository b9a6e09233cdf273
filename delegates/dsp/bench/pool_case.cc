#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/skel/kernels/pool.h"
#include "delegates/dsp/skel/kernels/reduce.h"

namespace tflite::dsp::bench {

CaseResult RunPool(Arena& arena, Random& random, const Window& window,
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
  return RunKernel<PoolParams>(arena, p, PoolHvx, PoolScalar, true);
}

CaseResult RunRandomPool(Arena& arena, Random& random) {
  const int32_t channels = random.In(1, 300);
  Window w = RandomWindow(random, channels, channels, 9);
  w.dilation_height = w.dilation_width = 1;
  return RunPool(arena, random, w,
                 random.OneIn(2) ? PoolForm::kMax : PoolForm::kAverage,
                 random.OneIn(2));
}

CaseResult RunRandomReduce(Arena& arena, Random& random) {
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
  return RunKernel<ReduceParams>(arena, p, ReduceHvx, ReduceScalar, true);
}

}  // namespace tflite::dsp::bench
