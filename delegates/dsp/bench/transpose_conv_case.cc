#include "delegates/dsp/bench/row_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/transpose_conv.h"

namespace tflite::dsp::bench {
namespace {

TransposeConvParams MakeTransposeConv(Arena& arena, Random& random,
                                      const Window& w, bool is_signed,
                                      bool is_quick, bool is_small) {
  arena.Reset();
  const DenseLayout layout = {w.filter_height * w.filter_width, w.in_channels};
  TransposeConvParams p = {};
  p.window = w;
  p.is_signed = is_signed;
  p.input_zero_point = random.In(is_signed ? -128 : 0, is_signed ? 127 : 255);
  p.weights_zero_point = is_signed ? 128 : random.In(0, 255);
  p.finish =
      MakeFinish(arena, random, 1, w.out_channels, is_signed, is_quick,
                 is_small ? kSmallSums : 4000 * (1 + w.in_channels / 16));
  p.input = arena.Take(w.batch * w.in_height * w.in_width * w.in_channels);
  p.output = arena.Take(static_cast<uint32_t>(Outputs(w)));
  arena.Fill(p.input, random);
  if (is_small) arena.Fill(p.input, p.input_zero_point);
  p.weights =
      arena.Take(static_cast<uint32_t>(layout.Bytes(p.finish.channels)));
  uint8_t* weights = arena.At<uint8_t>(p.weights);
  for (uint32_t i = 0; i < p.weights.bytes; ++i) {
    weights[i] = static_cast<uint8_t>(p.weights_zero_point);
  }
  for (int32_t o = 0; o < w.out_channels; ++o) {
    for (int32_t tap = 0; tap < layout.taps; ++tap) {
      for (int32_t c = 0; c < w.in_channels; ++c) {
        weights[layout.At(o, tap, c)] = static_cast<uint8_t>(random.Next());
      }
    }
  }
  return p;
}

CaseResult Run(Arena& arena, const TransposeConvParams& p) {
  return RunKernel<TransposeConvParams>(arena, p, TransposeConvHvx,
                                        TransposeConvScalar, true);
}

Window RandomTransposed(Random& random) {
  Window w = {};
  w.batch = random.OneIn(4) ? 2 : 1;
  w.in_channels = random.OneIn(2) ? random.In(1, 16) : 8 * random.In(1, 6);
  w.out_channels = random.In(1, 70);
  w.in_height = random.In(1, 6);
  w.in_width = random.In(1, 20);
  w.filter_height = random.In(1, 5);
  w.filter_width = random.In(1, 5);
  w.stride_height = random.In(1, 3);
  w.stride_width = random.In(1, 3);
  w.dilation_height = w.dilation_width = 1;
  const bool is_same = random.OneIn(2);
  w.out_height = w.in_height * w.stride_height;
  w.out_width = w.in_width * w.stride_width;
  if (is_same) {
    w.pad_top = random.In(0, w.filter_height - 1) / 2;
    w.pad_left = random.In(0, w.filter_width - 1) / 2;
  } else {
    w.out_height += w.filter_height;
    w.out_width += w.filter_width;
  }
  return w;
}

}  // namespace

CaseResult RunTransposeConv(Arena& arena, Random& random, const Window& w,
                            bool is_signed, bool is_quick, bool is_small) {
  return Run(arena, MakeTransposeConv(arena, random, w, is_signed, is_quick,
                                      is_small));
}

CaseResult RunRandomTransposeConv(Arena& arena, Random& random) {
  const Window w = RandomTransposed(random);
  return RunTransposeConv(arena, random, w, random.OneIn(2), random.OneIn(2));
}

CaseResult RunWildTransposeConv(Arena& arena, Random& random) {
  const Window w = RandomTransposed(random);
  TransposeConvParams p = MakeTransposeConv(arena, random, w, random.OneIn(2),
                                            random.OneIn(2), false);
  AnyBounds(random, &p.finish.min, &p.finish.max);
  return Run(arena, p);
}

}  // namespace tflite::dsp::bench
