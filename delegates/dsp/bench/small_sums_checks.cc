#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/row_case.h"
#include "delegates/dsp/bench/tally.h"

// Sums of a few units, which factors divide by two or more: where halves go,
// and that the one below zero is negative, sums of many products hardly show.
namespace tflite::dsp::bench {
namespace {

// `run` for each type, with factors that the fast requantization covers and
// with any.
template <typename Run>
bool CheckForms(const char* name, const Run& run) {
  constexpr int32_t kCases = 12;
  Tally tally;
  for (int32_t i = 0; i < kCases; ++i) {
    Random random(static_cast<uint64_t>(i) * 13 + 7);
    if (!tally.Add(run(random, i % 2 == 0, i % 3 != 0))) continue;
    Print("case ");
    Print(i);
    Print(": ");
    Print(name);
    Print(" of small sums\n");
  }
  return tally.IsRight(name);
}

// Of UINT8: 128, which needs no sums of inputs, one beside it, or any.
int32_t WeightsZeroPoint(Random& random) {
  return random.OneIn(3) ? random.In(0, 255) : random.In(127, 129);
}

bool CheckDense(Arena& arena) {
  struct Form {
    const char* name;
    Window window;
    int32_t groups;
  };
  const Form kForms[] = {
      {"tiles", SameWindow(5, 9, 64, 70, 3, 1), 1},
      {"tiles of groups", SameWindow(5, 9, 64, 70, 3, 1), 2},
      {"few channels, nine taps", SameWindow(20, 40, 3, 8, 3, 2), 1},
      {"few channels, taps", SameWindow(20, 40, 3, 8, 5, 1), 1},
      {"few channels, pixels", SameWindow(20, 20, 16, 24, 1, 1), 1},
      {"few channels, eight quads", SameWindow(20, 20, 32, 24, 1, 1), 1},
      {"packed panels", SameWindow(30, 40, 17, 9, 1, 1), 1},
  };
  bool all = true;
  for (const Form& form : kForms) {
    const auto run = [&](Random& random, bool is_signed, bool is_quick) {
      DenseCase c;
      c.window = form.window;
      c.groups = form.groups;
      c.is_signed = is_signed;
      c.is_quick = is_quick;
      if (!is_signed) c.weights_zero_point = WeightsZeroPoint(random);
      c.is_small = true;
      return RunConv2d(arena, random, c, true);
    };
    all = CheckForms(form.name, run) && all;
  }
  return all;
}

bool CheckDepthwise(Arena& arena) {
  struct Form {
    const char* name;
    Window window;
  };
  const Form kForms[] = {
      {"depthwise, stored quads", SameWindow(5, 9, 70, 70, 3, 1)},
      {"depthwise, two passes", SameWindow(5, 9, 160, 160, 3, 2)},
      {"depthwise, two pixels", SameWindow(5, 9, 64, 64, 3, 2)},
      {"depthwise, pixels anywhere", SameWindow(5, 9, 40, 40, 3, 2)},
      {"depthwise, own quads", SameWindow(5, 9, 40, 40, 3, 3)},
      {"depthwise, joined pixels", SameWindow(12, 30, 17, 17, 5, 1)},
      {"depthwise, shared rows", SameWindow(12, 30, 128, 128, 5, 1)},
  };
  bool all = true;
  for (const Form& form : kForms) {
    const auto run = [&](Random& random, bool is_signed, bool is_quick) {
      DepthwiseCase c;
      c.window = form.window;
      c.is_signed = is_signed;
      c.is_quick = is_quick;
      if (!is_signed && random.OneIn(2)) {
        // Less their zero point, weights are no bytes.
        c.weights_zero_point = random.In(60, 127);
        c.least_weight = -128;
      }
      c.is_small = true;
      return RunDepthwise(arena, random, c, true);
    };
    all = CheckForms(form.name, run) && all;
  }
  return all;
}

bool CheckRows(Arena& arena, int32_t rows) {
  const auto run = [&](Random& random, bool is_signed, bool is_quick) {
    RowsCase c = {rows, 33, 70};
    c.is_signed = is_signed;
    c.is_quick = is_quick;
    if (!is_signed) c.weights_zero_point = WeightsZeroPoint(random);
    c.is_small = true;
    return RunFullyConnected(arena, random, c, true);
  };
  return CheckForms("fully connected", run);
}

bool CheckTransposeConv(Arena& arena) {
  Window w = SameWindow(4, 18, 5, 40, 3, 1);
  w.in_height = 2;
  w.in_width = 9;
  w.stride_height = w.stride_width = 2;
  const auto run = [&](Random& random, bool is_signed, bool is_quick) {
    return RunTransposeConv(arena, random, w, is_signed, is_quick, true);
  };
  return CheckForms("transpose convolution", run);
}

}  // namespace

bool CheckSmallSums(Arena& arena) {
  const bool dense = CheckDense(arena);
  const bool depthwise = CheckDepthwise(arena);
  const bool row = CheckRows(arena, 1);
  const bool rows = CheckRows(arena, 5);
  return CheckTransposeConv(arena) && dense && depthwise && row && rows;
}

}  // namespace tflite::dsp::bench
