#ifndef DELEGATES_DSP_BENCH_NETWORKS_H_
#define DELEGATES_DSP_BENCH_NETWORKS_H_

#include "delegates/dsp/bench/kernel_case.h"

namespace tflite::dsp::bench {

// A convolution and how many of it a network has.
struct Layer {
  bool is_depthwise;
  int32_t count;
  Window window;
  int32_t groups = 1;  // of a convolution
};

// Packets run and those of the bound.
struct Sum {
  int64_t packets = 0, bound = 0;
};

// Runs each convolution of MobileNet v1 and v2 (1.0, 224x224) once, without
// comparing outputs; the returned sum has each as often as the network. A line
// for each is printed if `print`: packets, bound, ratio, weight bytes loaded.
Sum RunNetwork(Arena& arena, int version, bool print);

// One convolution of INT8; a line for it is printed.
CaseResult MeasureLayer(Arena& arena, const Layer& layer, bool compare,
                        bool print, Sum* sum);

// Shapes that suit vectors badly: the sum of them, each once, compared with the
// scalar kernels.
struct OddSum {
  Sum sum;
  bool is_right = true;
};
OddSum RunOddShapes(Arena& arena, bool print);
void PrintFullyConnected(Arena& arena);
void PrintBinary(Arena& arena);

// A fully connected layer of INT8, as MeasureLayer.
Sum MeasureRows(Arena& arena, const RowsCase& c, bool compare, bool print);

// Odd channels, extents and depths by kind: the sum, and the worst ratio of
// those with at least 20000 packets in their bound.
struct SweepSum {
  Sum sum, worst = {0, 1};
};
struct Sweep {
  SweepSum one_by_one, three_by_three, depthwise3, depthwise5, rows;
};
Sweep RunSweep(Arena& arena, bool print);

}  // namespace tflite::dsp::bench

#endif  // DELEGATES_DSP_BENCH_NETWORKS_H_
