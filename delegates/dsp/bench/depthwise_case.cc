#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/depthwise_conv_2d.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise_taps/depthwise_taps_plan.h"

namespace tflite::dsp::bench {

DepthwiseCase RandomDepthwiseCase(Random& random) {
  static constexpr int32_t kChannels[] = {1,   2,   3,   8,   16, 17,  24,
                                          32,  36,  40,  64,  96, 100, 128,
                                          130, 144, 160, 192, 256};
  const int32_t channels = kChannels[random.In(0, 18)];
  DepthwiseCase c;
  c.window = RandomWindow(random, channels, channels, 9);
  c.is_signed = !random.OneIn(3);
  c.is_quick = !random.OneIn(3);
  if (!c.is_signed) {
    c.weights_zero_point = random.In(-128, 127);
    if (random.OneIn(6)) c.weights_zero_point = random.OneIn(2) ? -128 : 127;
  }
  c.least_weight = -128;
  if (random.OneIn(2)) {
    // Less their zero point, they still are bytes.
    const int32_t least = c.weights_zero_point - 100;
    const int32_t greatest = c.weights_zero_point + 100;
    c.least_weight = least < -128 ? -128 : least;
    c.greatest_weight = greatest > 127 ? 127 : greatest;
  }
  return c;
}

CaseResult RunDepthwise(Arena& arena, Random& random, const DepthwiseCase& c,
                        bool compare) {
  arena.Reset();
  const Window& w = c.window;
  const DepthwiseLayout layout = {w.filter_height, w.filter_width};
  DepthwiseConv2dParams p = {};
  p.window = w;
  p.multiplier = w.out_channels / w.in_channels;
  p.is_signed = c.is_signed;
  p.input_zero_point = c.is_signed ? random.In(-128, 127) : random.In(0, 255);
  p.weights_zero_point = c.weights_zero_point;
  p.finish = MakeFinish(
      arena, random, 1, w.out_channels, c.is_signed, c.is_quick,
      c.is_small ? kSmallSums : w.filter_height * w.filter_width * 2000,
      c.is_extreme);
  p.input = arena.Take(w.batch * w.in_height * w.in_width * w.in_channels);
  p.weights =
      arena.Take(static_cast<uint32_t>(layout.Bytes(p.finish.channels)));
  p.output = arena.Take(static_cast<uint32_t>(Outputs(w)));
  arena.Fill(p.input, random);
  if (c.is_small) arena.Fill(p.input, p.input_zero_point);
  auto* weights = arena.At<int8_t>(p.weights);
  memset(weights, c.weights_zero_point, p.weights.bytes);
  for (int32_t o = 0; o < w.out_channels; ++o) {
    for (int32_t y = 0; y < w.filter_height; ++y) {
      for (int32_t x = 0; x < w.filter_width; ++x) {
        weights[layout.At(o, y, x)] =
            static_cast<int8_t>(random.In(c.least_weight, c.greatest_weight));
      }
    }
  }
  return RunKernel<DepthwiseConv2dParams>(arena, p, DepthwiseConv2dHvx,
                                          DepthwiseConv2dScalar, compare);
}

int64_t DepthwiseBound(const DepthwiseCase& c) {
  const Window& w = c.window;
  const int32_t quads = w.filter_height * ((w.filter_width + 3) / 4);
  return Outputs(w) * (quads + 2) / 32;
}

int64_t DepthwiseWeightBytes(const DepthwiseCase& c) {
  const Window& w = c.window;
  const DepthwisePlan plan = PlanDepthwise(w);
  if (w.in_channels == w.out_channels && MayUseDepthwiseTaps(plan, w) &&
      PlanDepthwiseTaps(plan, w).used) {
    const DepthwiseTapsPlan taps = PlanDepthwiseTaps(plan, w);
    // A load of the filter serves two vectors of a row, or four of four rows.
    const int64_t columns = (w.out_width + taps.joined - 1) / taps.joined;
    const int32_t alone =
        taps.shares_rows ? AloneRows(w.out_height) : w.out_height;
    const int32_t fours = (w.out_height - alone + 3) / 4;
    const int64_t loads = fours * columns + alone * ((columns + 1) / 2);
    const int32_t groups =
        taps.joined > 1 ? (taps.joined * w.out_channels + kLanes - 1) / kLanes
                        : plan.groups;
    return w.batch * loads * taps.quads * groups * 128;
  }
  const int64_t strips = (w.out_height + plan.out_rows - 1) / plan.out_rows;
  const int32_t vectors = w.filter_height * plan.filter_quads * plan.Moves();
  const auto bytes = [&](int64_t filters, int32_t groups) {
    return w.batch * filters * groups * vectors * 128;
  };
  // Stored quads and pixels two at a time are used with the filter in
  // registers, these once for the rows whose even channels are kept.
  if (plan.stored) return bytes(strips, plan.groups);
  if (!plan.HasPixels(w)) {
    return bytes(int64_t{w.out_height} * plan.blocks, plan.groups);
  }
  const int32_t rest = plan.groups % 4 < 3 ? plan.groups % 4 : 0;
  const int64_t bands = (plan.out_rows + plan.half_rows - 1) / plan.half_rows;
  return bytes(strips * bands, plan.groups - rest) + bytes(strips, rest);
}

}  // namespace tflite::dsp::bench
