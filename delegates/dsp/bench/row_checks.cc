#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/row_case.h"

// Kernels other than convolutions and element-wise ones: results equal those of
// the scalar form, and packets per 128 outputs of both forms.
namespace tflite::dsp::bench {
namespace {

struct RandomCase {
  const char* name;
  CaseResult (*run)(Arena& arena, Random& random);
};
constexpr RandomCase kRandomCases[] = {
    {"softmax", RunRandomSoftmax},
    {"L2 normalization", RunRandomL2Normalization},
    {"arg min and max", RunRandomArgMinMax},
    {"bilinear resize", RunRandomResize},
    {"transpose", RunRandomTranspose},
    {"transpose convolution", RunRandomTransposeConv},
    {"LSTM", RunRandomLstm},
    {"SVDF", RunRandomSvdf},
};

// A shape, the number of its outputs, and the recorded packets for 128 of them,
// in thousandths.
struct Shape {
  const char* name;
  int32_t outputs;
  int64_t recorded;
  CaseResult (*run)(Arena& arena, Random& random);
};

constexpr int32_t kMean[] = {1, 49, 1280};
constexpr int32_t kLast[] = {256, 64};
constexpr int32_t kImages[] = {8, 14, 14, 64};

// Of stride 2, the output twice as large as the input.
CaseResult RunDoubling(Arena& arena, Random& random, int32_t size,
                       int32_t in_channels, int32_t out_channels,
                       int32_t filter) {
  Window w =
      SameWindow(2 * size, 2 * size, in_channels, out_channels, filter, 1);
  w.in_height = w.in_width = size;
  w.stride_height = w.stride_width = 2;
  return RunTransposeConv(arena, random, w, true, true);
}

constexpr Shape kShapes[] = {
    {"transpose convolution 4x4 16x16x64 to 32x32x32", 32 * 32 * 32, 421667,
     [](Arena& arena, Random& random) {
       return RunDoubling(arena, random, 16, 64, 32, 4);
     }},
    {"transpose convolution 2x2 16x16x32 to 32x32x2", 32 * 32 * 2, 3378062,
     [](Arena& arena, Random& random) {
       return RunDoubling(arena, random, 16, 32, 2, 2);
     }},
    {"bilinear resize, INT8, 12x12x64 to 24x24", 24 * 24 * 64, 133204,
     [](Arena& arena, Random& random) {
       return RunResizeBilinear(arena, random,
                                {12, 12, 64, 24, 24, 0.5f, -0.25f, true});
     }},
    {"bilinear resize, UINT8, 9x9x256 to 33x33", 33 * 33 * 256, 57927,
     [](Arena& arena, Random& random) {
       return RunResizeBilinear(arena, random,
                                {9, 9, 256, 33, 33, 0.25f, 0.0f, false});
     }},
    {"bilinear resize, UINT8, 9x9x21 to 64x64", 64 * 64 * 21, 312684,
     [](Arena& arena, Random& random) {
       return RunResizeBilinear(arena, random,
                                {9, 9, 21, 64, 64, 0.1269f, 0.0f, false});
     }},
    {"arg max, 4096 rows of 21", 4096, 508125,
     [](Arena& arena, Random& random) {
       return RunArgMinMax(arena, random, 4096, 21, 1, false);
     }},
    {"arg max, one row of 1001", 1, 23680000,
     [](Arena& arena, Random& random) {
       return RunArgMinMax(arena, random, 1, 1001, 1, true);
     }},
    {"softmax, one row of 1001", 1001, 1022209,
     [](Arena& arena, Random& random) {
       return RunSoftmax(arena, random, 1, 1001, true);
     }},
    {"softmax, 100 rows of 12", 1200, 3883306,
     [](Arena& arena, Random& random) {
       return RunSoftmax(arena, random, 100, 12, true);
     }},
    {"L2 normalization, 8 rows of 256", 8 * 256, 184375,
     [](Arena& arena, Random& random) {
       return RunL2Normalization(arena, random, 8, 256, false);
     }},
    {"average pool 3x3, 14x14x256", 14 * 14 * 256, 63515,
     [](Arena& arena, Random& random) {
       return RunPool(arena, random, SameWindow(14, 14, 256, 256, 3, 1),
                      PoolForm::kAverage, true);
     }},
    {"max pool 3x3, 14x14x256", 14 * 14 * 256, 46688,
     [](Arena& arena, Random& random) {
       return RunPool(arena, random, SameWindow(14, 14, 256, 256, 3, 1),
                      PoolForm::kMax, true);
     }},
    {"mean of 7x7x1280 over rows and columns", 1280, 135600,
     [](Arena& arena, Random& random) {
       return RunReduce(arena, random, ReduceForm::kMean, 3, kMean, 2, true);
     }},
    {"mean of 256x64 over the last dimension", 256, 666500,
     [](Arena& arena, Random& random) {
       return RunReduce(arena, random, ReduceForm::kMean, 2, kLast, 2, true);
     }},
    {"LSTM, 8 steps of 28 inputs, 20 cells", 8 * 20, 19964000,
     [](Arena& arena, Random& random) {
       return RunLstm(arena, random, {8, 1, 28, 20, 0, false});
     }},
    {"LSTM, 2 steps of 256 inputs, 128 cells", 2 * 128, 16099500,
     [](Arena& arena, Random& random) {
       return RunLstm(arena, random, {2, 1, 256, 128, 0, false});
     }},
    {"LSTM of layer normalization, 8 steps of 40 inputs, 256 cells", 8 * 256,
     17649062,
     [](Arena& arena, Random& random) {
       return RunLstm(arena, random, {8, 1, 40, 256, 0, false, true});
     }},
    {"SVDF, 96 inputs, 64 units of rank 2, memory 10", 64, 9388000,
     [](Arena& arena, Random& random) {
       return RunSvdf(arena, random, {1, 96, 64, 2, 10});
     }},
    {"squared difference, INT8", 12800, 66880,
     [](Arena& arena, Random& random) {
       return RunBinary(arena, random,
                        {BinaryForm8::kSquare, true, Scales::kSecond}, 12800);
     }},
    {"table of two operands, one of them a scalar", 12800, 9170,
     [](Arena& arena, Random& random) {
       return RunBinary(arena, random,
                        {BinaryForm8::kTable, true, Scales::kEqual, false,
                         Stretch::kElement},
                        12800);
     }},
    {"table of two operands", 12800, 141660,
     [](Arena& arena, Random& random) {
       return RunTableOfPairs(arena, random, 12800);
     }},
    {"arg max of 1001x64 over the first dimension", 64, 4620000,
     [](Arena& arena, Random& random) {
       return RunArgMinMax(arena, random, 1, 1001, 64, true);
     }},
    {"arg max of 256x20x3 over the middle dimension", 256 * 3, 961000,
     [](Arena& arena, Random& random) {
       return RunArgMinMax(arena, random, 256, 20, 3, false);
     }},
    {"mean of 8x14x14x64 over images and columns", 14 * 64, 934142,
     [](Arena& arena, Random& random) {
       return RunReduce(arena, random, ReduceForm::kMean, 4, kImages, 5, true);
     }},
    {"greatest of 8x14x14x64 over rows and channels", 8 * 14, 6961142,
     [](Arena& arena, Random& random) {
       return RunReduce(arena, random, ReduceForm::kMax, 4, kImages, 10, true);
     }},
    {"every second column of 56x56x16", 56 * 28 * 16, 39607,
     [](Arena& arena, Random& random) {
       static constexpr int32_t kExtents[] = {56 * 28, 16};
       static constexpr int32_t kIn[] = {32, 1}, kOut[] = {16, 1};
       return RunBox(arena, random, 2, kExtents, kIn, kOut);
     }},
    {"every second channel of 784x16", 784 * 8, 76142,
     [](Arena& arena, Random& random) {
       static constexpr int32_t kExtents[] = {784 * 8};
       static constexpr int32_t kIn[] = {2}, kOut[] = {1};
       return RunBox(arena, random, 1, kExtents, kIn, kOut);
     }},
    {"three channels into those of 784x8", 784 * 3, 125061,
     [](Arena& arena, Random& random) {
       static constexpr int32_t kExtents[] = {784, 3};
       static constexpr int32_t kIn[] = {3, 1}, kOut[] = {8, 1};
       return RunBox(arena, random, 2, kExtents, kIn, kOut);
     }},
    {"transpose 3x4096", 3 * 4096, 100125,
     [](Arena& arena, Random& random) {
       return RunTranspose(arena, random, 3, 4096);
     }},
    {"transposes 96 times 8x10", 96 * 80, 94616,
     [](Arena& arena, Random& random) {
       static constexpr int32_t kExtents[] = {96, 8, 10};
       static constexpr int32_t kIn[] = {80, 1, 8}, kOut[] = {80, 10, 1};
       return RunBox(arena, random, 3, kExtents, kIn, kOut);
     }},
    {"transpose 784x96", 784 * 96, 28292,
     [](Arena& arena, Random& random) {
       return RunTranspose(arena, random, 784, 96);
     }},
    {"transpose 4096x3", 4096 * 3, 59020,
     [](Arena& arena, Random& random) {
       return RunTranspose(arena, random, 4096, 3);
     }},
};

// Other versions of the compiler differ by a little.
constexpr int32_t kSparePercent = 5;

int64_t Per128(uint32_t packets, const Shape& shape) {
  return int64_t{packets} * 128 * 1000 / shape.outputs;
}

}  // namespace

bool CheckRandomRows(Arena& arena, int32_t first, int32_t count) {
  bool all = true;
  for (const RandomCase& c : kRandomCases) {
    int32_t right = 0, varied = 0;
    for (int32_t i = first; i < first + count; ++i) {
      Random random(static_cast<uint64_t>(i) * 7919 + 1);
      const CaseResult result = c.run(arena, random);
      right += result.is_right;
      varied += result.is_varied;
      if (result.is_right) continue;
      Print("case ");
      Print(i);
      Print(": ");
      Print(c.name);
      Print("\n");
    }
    Print(c.name);
    Print(": ");
    Print(right);
    Print(" of ");
    Print(count);
    Print(" cases right, ");
    Print(varied);
    Print(" with varied outputs\n");
    all = all && right == count && varied * 2 >= count;
  }
  return all;
}

void PrintRows(Arena& arena) {
  for (const Shape& shape : kShapes) {
    Random random(3);
    const CaseResult result = shape.run(arena, random);
    Print("| ");
    Print(shape.name);
    Print(" |");
    PrintRatio(Per128(result.packets, shape), 1000);
    Print(" |");
    PrintRatio(Per128(result.scalar_packets, shape), 1000);
    Print(" |\n");
  }
}

bool CheckRowPackets(Arena& arena) {
  bool all = true;
  for (const Shape& shape : kShapes) {
    Random random(3);
    const CaseResult result = shape.run(arena, random);
    const int64_t packets = Per128(result.packets, shape);
    const bool slow = packets * 100 > shape.recorded * (100 + kSparePercent);
    Print(slow || !result.is_right ? "FAILED " : "passed ");
    Print(shape.name);
    Print(": packets for 128 outputs");
    PrintRatio(packets, 1000);
    Print(", recorded");
    PrintRatio(shape.recorded, 1000);
    if (!result.is_right) Print(", wrong outputs");
    Print("\n");
    all = all && !slow && result.is_right;
  }
  return all;
}

}  // namespace tflite::dsp::bench
