#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/kernel_case.h"
#include "delegates/dsp/bench/tally.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise_taps/depthwise_taps_plan.h"
#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_plan.h"

namespace tflite::dsp::bench {
namespace {

bool CheckDense(Arena& arena, int32_t first, int32_t count) {
  Tally tally;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) * 7919 + 1);
    const DenseCase c = RandomDenseCase(random);
    if (tally.Add(RunConv2d(arena, random, c, true))) {
      PrintCase("convolution", i, c.is_signed, c.is_quick, c.window);
    }
  }
  return tally.IsRight("convolution");
}

bool CheckRows(Arena& arena, int32_t first, int32_t count) {
  Tally tally;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) + 99);
    const RowsCase c = RandomRowsCase(random);
    if (tally.Add(RunFullyConnected(arena, random, c, true))) {
      PrintCase("fully connected", i, c.is_signed, c.is_quick,
                SameWindow(1, c.rows, c.depth, c.units, 1, 1));
    }
  }
  return tally.IsRight("fully connected");
}

bool CheckDepthwise(Arena& arena, int32_t first, int32_t count) {
  Tally tally;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) * 7919 + 1);
    const DepthwiseCase c = RandomDepthwiseCase(random);
    if (tally.Add(RunDepthwise(arena, random, c, true))) {
      PrintCase("depthwise", i, c.is_signed, c.is_quick, c.window);
    }
  }
  return tally.IsRight("depthwise");
}

bool CheckBinary(Arena& arena, int32_t first, int32_t count) {
  Tally tally;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) * 31 + 5);
    if (tally.Add(RunRandomBinary(arena, random))) {
      Print("case ");
      Print(i);
      Print(": binary\n");
    }
  }
  return tally.IsRight("binary");
}

bool CheckMoves(Arena& arena, int32_t first, int32_t count) {
  Tally map, fill, copy, box, take;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) * 13 + 2);
    const bool is_wrong[] = {
        map.Add(RunMap(arena, random, random.In(1, 1000))),
        fill.Add(RunFill(arena, random)),
        copy.Add(RunRandomCopy(arena, random)),
        box.Add(RunRandomBox(arena, random)),
        take.Add(RunRandomTake(arena, random)),
    };
    for (int k = 0; k < 5; ++k) {
      if (!is_wrong[k]) continue;
      Print("case ");
      Print(i);
      Print(k == 0   ? ": map\n"
            : k == 1 ? ": fill\n"
            : k == 2 ? ": copy\n"
            : k == 3 ? ": box\n"
                     : ": take\n");
    }
  }
  fill.varied = fill.cases;  // all its bytes are one
  const bool all[] = {map.IsRight("map"), fill.IsRight("fill"),
                      copy.IsRight("copy"), box.IsRight("box"),
                      take.IsRight("take")};
  return all[0] && all[1] && all[2] && all[3] && all[4];
}

bool CheckReductions(Arena& arena, int32_t first, int32_t count) {
  Tally pool, reduce;
  for (int32_t i = first; i < first + count; ++i) {
    Random random(static_cast<uint64_t>(i) * 17 + 3);
    const bool is_wrong[] = {pool.Add(RunRandomPool(arena, random)),
                             reduce.Add(RunRandomReduce(arena, random))};
    if (!is_wrong[0] && !is_wrong[1]) continue;
    Print("case ");
    Print(i);
    Print(is_wrong[0] ? ": pool\n" : ": reduce\n");
  }
  const bool pool_right = pool.IsRight("pool");
  return reduce.IsRight("reduce") && pool_right;
}

// Filters of three rows and one quad, which have specialized kernels. Varies
// how channels fill chunks of 128, alignment of pixels, strides, odd and even
// extents, padding and types, with weights whose difference from their zero
// point does not fit in INT8.
bool CheckThreeRows(Arena& arena) {
  static constexpr int32_t kChannels[] = {16,  32,  40,  64,  72,  96,
                                          128, 144, 160, 192, 256, 320};
  Tally depthwise;
  for (const int32_t channels : kChannels) {
    for (int32_t i = 0; i < 16; ++i) {
      Random random(static_cast<uint64_t>(channels) * 16 + i);
      DepthwiseCase c;
      c.window = SameWindow(random.In(3, 8), random.In(3, 17), channels,
                            channels, 3, i % 4 == 3 ? 1 : 2);
      if (i % 8 == 5) {
        // Without padding, from the first column on.
        c.window.pad_top = c.window.pad_left = 0;
        c.window.out_height = (c.window.in_height - 3) / 2 + 1;
        c.window.out_width = (c.window.in_width - 3) / 2 + 1;
      }
      if (i % 5 == 4) c.window.batch = 2;
      c.is_signed = i % 3 == 0;
      if (!c.is_signed) {
        c.weights_zero_point = random.In(-127, 127);
        c.least_weight = -128;
      }
      if (!depthwise.Add(RunDepthwise(arena, random, c, true))) continue;
      PrintCase("depthwise", 0, c.is_signed, true, c.window);
    }
  }
  return depthwise.IsRight("depthwise of three rows");
}

// A single channel decides about the form of requantization for all, wherever
// in a vector it is.
bool CheckSlowChannels(Arena& arena) {
  Tally rows;
  for (int32_t channel = 0; channel < 32; ++channel) {
    RowsCase c = {1, 20, 40};
    c.slow_channel = channel;
    Random random(static_cast<uint64_t>(channel) * 7 + 3);
    if (rows.Add(RunFullyConnected(arena, random, c, true))) {
      PrintCase("slow channel", channel, c.is_signed, c.is_quick,
                SameWindow(1, c.rows, c.depth, c.units, 1, 1));
    }
  }
  return rows.IsRight("fully connected with a slow channel");
}

// Convolutions with packed panels, which are rarely chosen for small random
// shapes: odd channels, strides, dilation, borders, types and images in strips.
bool CheckPackedPanels(Arena& arena) {
  constexpr int kCases = 24, kLeastPacked = 6;
  Tally packed;
  for (int i = 0; i < kCases; ++i) {
    Random random(static_cast<uint64_t>(i) * 101 + 7);
    DenseCase c;
    const int32_t filter = i % 3 == 0 ? random.In(2, 3) : 1;
    const int32_t in = random.In(1, filter > 1 ? 9 : 40);
    const int32_t out = random.In(1, i % 4 == 3 ? 128 : 40);
    c.window = SameWindow(random.In(20, 36), random.In(24, 48), in, out, filter,
                          random.In(1, 2));
    if (filter > 1 && i % 2 == 0) c.window.dilation_width = 2;
    if (i % 5 == 4) c.window.batch = 2;
    c.is_signed = i % 2 == 0;
    if (!c.is_signed) c.weights_zero_point = random.In(0, 255);
    Conv2dParams p = {};
    p.window = c.window;
    p.groups = 1;
    p.is_signed = c.is_signed;
    p.weights_zero_point = c.weights_zero_point;
    if (!PlanFewChannels(p).packed) continue;
    if (packed.Add(RunConv2d(arena, random, c, true))) {
      PrintCase("packed panel", i, c.is_signed, true, c.window);
    }
  }
  return packed.IsRight("packed panels") && packed.cases >= kLeastPacked;
}

// Depthwise convolutions whose vectors join pixels or whose quads hold any
// taps: by how many pixels a vector has, filters, strides, dilation, borders,
// and images in strips.
bool CheckDepthwiseTaps(Arena& arena) {
  static constexpr int32_t kChannels[] = {3, 17, 24, 33, 40, 65, 100, 130};
  // The last ones have output rows that share quads: any number of rows beside
  // whole fours, and of groups of 32 channels, full or not.
  static constexpr int32_t kFiveChannels[] = {17, 32,  40,  64,  65,
                                              96, 100, 128, 130, 160};
  static constexpr int32_t kThreeChannels[] = {8, 17, 30, 40};
  constexpr int kFirstFive = 48, kFirstThree = kFirstFive + 40;
  constexpr int kCases = kFirstThree + 8, kLeastUsed = 64;
  Tally taps;
  for (int i = 0; i < kCases; ++i) {
    Random random(static_cast<uint64_t>(i) * 89 + 5);
    const int five = i - kFirstFive;
    const int32_t channels = i < kFirstFive    ? kChannels[i % 8]
                             : i < kFirstThree ? kFiveChannels[five % 10]
                                               : kThreeChannels[five % 4];
    const int32_t filter = i % 3 == 0 ? 3 : random.In(4, 6);
    DepthwiseCase c;
    c.window =
        SameWindow(random.In(12, i % 16 == 3 ? 200 : 30), random.In(24, 60),
                   channels, channels, filter, i % 4 == 1 ? 2 : 1);
    if (i % 6 == 5) {
      c.window.pad_top = c.window.pad_left = 0;
      c.window.out_height = c.window.in_height - filter + 1;
      c.window.out_width = c.window.in_width - filter + 1;
      c.window.stride_height = c.window.stride_width = 1;
    }
    if (i % 7 == 6) {
      c.window.dilation_height = c.window.dilation_width = 2;
      c.window.pad_top = c.window.pad_left = filter - 1;
    }
    if (i >= kFirstThree) {
      c.window = SameWindow(random.In(32, 35), random.In(40, 47), channels,
                            channels, 3, 1);
    } else if (five >= 0) {
      const int32_t stride = 1 + five / 10 % 2;
      c.window = SameWindow(stride * random.In(4, 11), random.In(24, 40),
                            channels, channels, 5, stride);
    }
    if (i % 5 == 4) c.window.batch = 2;
    const int turn = five < 0 ? i : five / (i < kFirstThree ? 20 : 4);
    c.is_signed = turn % 2 == 0;
    if (!c.is_signed) {
      c.weights_zero_point = random.In(-20, 20);
      c.least_weight = -100;
      c.greatest_weight = 100;
    }
    const DepthwisePlan plan = PlanDepthwise(c.window);
    if (!MayUseDepthwiseTaps(plan, c.window) ||
        !PlanDepthwiseTaps(plan, c.window).used) {
      continue;
    }
    if (taps.Add(RunDepthwise(arena, random, c, true))) {
      PrintCase("depthwise by taps", i, c.is_signed, true, c.window);
    }
  }
  return taps.IsRight("depthwise by taps") && taps.cases >= kLeastUsed;
}

}  // namespace

bool CheckRandomCases(Arena& arena, int32_t first, int32_t count) {
  const bool dense = CheckDense(arena, first, count);
  const bool rows = CheckRows(arena, first, count);
  const bool depthwise = CheckDepthwise(arena, first, count);
  const bool three_rows = CheckThreeRows(arena);
  const bool slow = CheckSlowChannels(arena);
  const bool packed = CheckPackedPanels(arena);
  const bool taps = CheckDepthwiseTaps(arena);
  const bool binary = CheckBinary(arena, first, 4 * count);
  const bool moves = CheckMoves(arena, first, 2 * count);
  const bool reductions = CheckReductions(arena, first, count);
  return dense && rows && depthwise && three_rows && slow && packed && taps &&
         binary && moves && reductions;
}

bool CheckStrips(Arena& arena) {
  Tally dense, depthwise;
  struct Strips {
    Window window;
    int32_t groups;
  };
  const Strips kDense[] = {
      {SameWindow(33, 17, 400, 4, 3, 1), 1},   // copied with their border
      {SameWindow(40, 24, 400, 4, 3, 1), 2},   // the same, of groups
      {SameWindow(70, 70, 8, 40, 1, 1), 1},    // many pixels, not copied
      {SameWindow(120, 100, 3, 8, 3, 1), 1},   // few channels
      {SameWindow(150, 90, 3, 8, 3, 2), 1},    // the same, of stride 2
      {SameWindow(100, 90, 16, 24, 1, 1), 1},  // one tap, few channels
      {SameWindow(90, 91, 17, 9, 1, 1), 1},    // packed panels
      {SameWindow(120, 91, 5, 7, 3, 1), 1},    // the same, with a border
  };
  for (const Strips& strips : kDense) {
    DenseCase c;
    c.window = strips.window;
    c.groups = strips.groups;
    for (int is_signed = 0; is_signed < 2; ++is_signed) {
      c.is_signed = is_signed != 0;
      c.weights_zero_point = c.is_signed ? 128 : 131;
      Random random(11);
      if (dense.Add(RunConv2d(arena, random, c, true))) {
        PrintCase("convolution", c.groups, c.is_signed, true, c.window);
      }
    }
  }
  const Window kDepthwise[] = {SameWindow(60, 70, 40, 40, 3, 1),
                               SameWindow(90, 70, 40, 40, 3, 2),
                               SameWindow(60, 70, 17, 17, 5, 1)};
  for (const Window& window : kDepthwise) {
    DepthwiseCase c;
    c.window = window;
    Random random(11);
    if (depthwise.Add(RunDepthwise(arena, random, c, true))) {
      PrintCase("depthwise", 0, c.is_signed, true, window);
    }
  }
  const bool dense_right = dense.IsRight("convolution in strips");
  return depthwise.IsRight("depthwise in strips") && dense_right;
}

}  // namespace tflite::dsp::bench
