#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/row_case.h"
#include "delegates/dsp/bench/tally.h"

namespace tflite::dsp::bench {
namespace {

// Half of the cases have few channels, which leave most of a vector unused.
int32_t AnyChannels(Random& random) {
  return random.OneIn(2) ? random.In(1, 40) : random.In(1, 300);
}

bool FuzzDense(Arena& arena, int32_t first, int32_t count) {
  Tally tally;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) * 104729 + 17);
    DenseCase c;
    c.groups = random.OneIn(4) ? random.In(2, 4) : 1;
    const int32_t in = random.OneIn(4) ? random.In(1, 4) : AnyChannels(random);
    const int32_t group_in = c.groups == 1 ? in : 1 + in / 4;
    const int32_t group_out =
        c.groups == 1 ? AnyChannels(random) : random.In(1, 70);
    c.window = WildWindow(random, group_in * c.groups, group_out * c.groups);
    c.is_signed = random.OneIn(2);
    c.is_quick = random.OneIn(2);
    c.is_extreme = true;
    c.weights_zero_point = random.OneIn(2) ? 128 : random.In(0, 255);
    if (tally.Add(RunConv2d(arena, random, c, true))) {
      PrintCase("convolution", i, c.is_signed, c.is_quick, c.window);
    }
  }
  return tally.IsRight("convolution of any parameters");
}

bool FuzzRows(Arena& arena, int32_t first, int32_t count) {
  Tally tally;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) * 130363 + 5);
    RowsCase c;
    c.rows = random.OneIn(2) ? 1 : random.In(2, 40);
    c.depth = random.In(1, 700);
    c.units = random.In(1, 400);
    c.is_signed = random.OneIn(2);
    c.is_quick = random.OneIn(2);
    c.is_extreme = true;
    c.weights_zero_point = random.OneIn(2) ? 128 : random.In(0, 255);
    if (tally.Add(RunFullyConnected(arena, random, c, true))) {
      PrintCase("fully connected", i, c.is_signed, c.is_quick,
                SameWindow(1, c.rows, c.depth, c.units, 1, 1));
    }
  }
  return tally.IsRight("fully connected of any parameters");
}

bool FuzzDepthwise(Arena& arena, int32_t first, int32_t count) {
  Tally tally;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) * 15485863 + 3);
    DepthwiseCase c;
    const int32_t multiplier = random.OneIn(4) ? random.In(2, 4) : 1;
    const int32_t in = 1 + AnyChannels(random) / multiplier;
    c.window = WildWindow(random, in, in * multiplier);
    // The form for 3x3 filters is worth as many cases as the others.
    if (random.OneIn(3)) {
      c.window.filter_height = c.window.filter_width = 3;
      c.window.dilation_width = 1;
      c.window.stride_width = random.In(1, 2);
      c.window.pad_top = c.window.pad_left = 1;
      c.window.out_height =
          (c.window.in_height - 1) / c.window.stride_height + 1;
      c.window.out_width = (c.window.in_width - 1) / c.window.stride_width + 1;
      c.window.dilation_height = 1;
    }
    c.is_signed = random.OneIn(2);
    c.is_quick = random.OneIn(2);
    c.is_extreme = true;
    c.least_weight = -128;
    if (!c.is_signed) c.weights_zero_point = random.In(-128, 127);
    if (tally.Add(RunDepthwise(arena, random, c, true))) {
      PrintCase("depthwise", i, c.is_signed, c.is_quick, c.window);
    }
  }
  return tally.IsRight("depthwise of any parameters");
}

struct Wild {
  const char* name;
  int32_t times;  // so many cases
  CaseResult (*run)(Arena& arena, Random& random);
};

bool FuzzOthers(Arena& arena, int32_t first, int32_t count) {
  static constexpr Wild kKernels[] = {
      {"binary", 4, RunWildBinary},
      {"pool", 1, RunWildPool},
      {"reduce", 2, RunWildReduce},
      {"transpose convolution", 1, RunWildTransposeConv}};
  bool all = true;
  for (const Wild& kernel : kKernels) {
    Tally tally;
    for (int32_t i = first; i < first + kernel.times * count; ++i) {
      Random random(static_cast<uint64_t>(i) * 48611 + 9);
      if (!tally.Add(kernel.run(arena, random))) continue;
      Print("case ");
      Print(i);
      Print(": ");
      Print(kernel.name);
      Print(" of any parameters\n");
    }
    all = tally.IsRight(kernel.name) && all;
  }
  return all;
}

}  // namespace

bool CheckFuzz(Arena& arena, int32_t first, int32_t count) {
  const bool dense = FuzzDense(arena, first, count);
  const bool rows = FuzzRows(arena, first, count);
  const bool others = FuzzOthers(arena, first, count);
  return FuzzDepthwise(arena, first, count) && dense && rows && others;
}

}  // namespace tflite::dsp::bench
