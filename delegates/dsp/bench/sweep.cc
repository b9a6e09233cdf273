#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/networks.h"

namespace tflite::dsp::bench {
namespace {

struct Sizes {
  int32_t height, width;
};
constexpr Sizes kSizes[] = {{7, 9}, {15, 15}, {57, 55}};
constexpr int32_t kChannels[] = {17, 40, 100};
constexpr int32_t kRowCounts[] = {1, 3, 16};
constexpr int32_t kDepths[] = {17, 101, 333, 1021};
constexpr int32_t kUnits[] = {17, 40, 100, 1001};

// Adds a layer to the sum of its kind. The worst ratio is that of the layers
// whose bound is `kLeastBound` packets or more: those with less are
// dominated by preparation.
constexpr int64_t kLeastBound = 20000;
void Add(const Sum& one, SweepSum* to) {
  to->sum.packets += one.packets;
  to->sum.bound += one.bound;
  if (one.bound >= kLeastBound &&
      one.packets * to->worst.bound > to->worst.packets * one.bound) {
    to->worst = one;
  }
}

void RunConvolutions(Arena& arena, const Sizes& size, int32_t in,
                     int32_t stride, bool print, Sweep* sweep) {
  const auto run = [&](bool depthwise, int32_t out, int32_t filter,
                       SweepSum* to) {
    const Window w =
        SameWindow(size.height, size.width, in, out, filter, stride);
    Sum one;
    MeasureLayer(arena, {depthwise, 1, w}, false, print, &one);
    Add(one, to);
  };
  for (const int32_t out : kChannels) {
    if (stride == 1) run(false, out, 1, &sweep->one_by_one);
    run(false, out, 3, &sweep->three_by_three);
  }
  run(true, in, 3, &sweep->depthwise3);
  run(true, in, 5, &sweep->depthwise5);
}

}  // namespace

Sweep RunSweep(Arena& arena, bool print) {
  Sweep sweep;
  for (const Sizes& size : kSizes) {
    for (const int32_t channels : kChannels) {
      for (int32_t stride = 1; stride <= 2; ++stride) {
        RunConvolutions(arena, size, channels, stride, print, &sweep);
      }
    }
  }
  for (const int32_t rows : kRowCounts) {
    for (const int32_t depth : kDepths) {
      for (const int32_t units : kUnits) {
        Add(MeasureRows(arena, {rows, depth, units}, false, print),
            &sweep.rows);
      }
    }
  }
  return sweep;
}

}  // namespace tflite::dsp::bench
