#include "delegates/dsp/bench/checks.h"
#include "delegates/dsp/bench/row_case.h"
#include "delegates/dsp/bench/tally.h"

// Every kernel with extents at which vectors are full, and those beside them:
// what is done for the last vector, and only then, shows there.
namespace tflite::dsp::bench {
namespace {

struct Extended {
  const char* name;
  // `n`: the extent. `odd`: alternates from one extent to the next.
  CaseResult (*run)(Arena& arena, Random& random, int32_t n, bool odd);
};

DenseCase Dense(int32_t in, int32_t out, bool odd) {
  DenseCase c;
  c.window = SameWindow(3, 5, in, out, odd ? 3 : 1, 1);
  c.is_signed = odd;
  c.weights_zero_point = odd ? 128 : 77;
  return c;
}

CaseResult Columns(Arena& arena, Random& random, int32_t n, bool odd) {
  DenseCase c;
  c.window = SameWindow(2, n, 4, 40, 3, odd ? 1 : 2);
  return RunConv2d(arena, random, c, true);
}

CaseResult Depthwise(Arena& arena, Random& random, int32_t height,
                     int32_t width, int32_t channels, int32_t stride) {
  DepthwiseCase c;
  c.window = SameWindow(height, width, channels, channels, 3, stride);
  return RunDepthwise(arena, random, c, true);
}

CaseResult Transposed(Arena& arena, Random& random, int32_t width, int32_t in,
                      int32_t out, bool odd) {
  Window w = SameWindow(4, 2 * width, in, out, 3, 1);
  w.in_height = 2;
  w.in_width = width;
  w.stride_height = w.stride_width = 2;
  return RunTransposeConv(arena, random, w, odd, !odd);
}

CaseResult Binary(Arena& arena, Random& random, BinaryForm8 form, int32_t n,
                  bool odd) {
  return RunBinary(arena, random, {form, odd, Scales::kSecond}, n);
}

CaseResult Reduced(Arena& arena, Random& random, int32_t rows, int32_t columns,
                   int32_t reduced, bool odd) {
  const int32_t extents[] = {rows, columns};
  return RunReduce(arena, random, odd ? ReduceForm::kMean : ReduceForm::kMax, 2,
                   extents, reduced, odd);
}

// Every second element, or every third.
CaseResult Spread(Arena& arena, Random& random, int32_t n, bool odd) {
  const int32_t step = odd ? 2 : 3;
  const int32_t extents[] = {3, n};
  const int32_t in[] = {step * n, step}, out[] = {n, 1};
  return RunBox(arena, random, 2, extents, in, out);
}

constexpr Extended kConvolutions[] = {
    {"convolution, channels read",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunConv2d(arena, random, Dense(n, 17, odd), true);
     }},
    {"convolution, channels written",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunConv2d(arena, random, Dense(17, n, odd), true);
     }},
    {"convolution, columns", Columns},
    {"fully connected, depth",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunFullyConnected(arena, random, {odd ? 1 : 3, n, 40}, true);
     }},
    {"fully connected, units",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunFullyConnected(arena, random, {odd ? 1 : 3, 40, n}, true);
     }},
    {"fully connected, rows",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunFullyConnected(arena, random, {n, odd ? 20 : 33, 9}, true);
     }},
    {"depthwise, channels",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Depthwise(arena, random, 3, 5, n, odd ? 1 : 2);
     }},
    {"depthwise, columns",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Depthwise(arena, random, 2, n, 40, odd ? 1 : 2);
     }},
    {"depthwise, columns of whole vectors",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Depthwise(arena, random, 2, n, 128, odd ? 1 : 2);
     }},
    {"transpose convolution, channels read",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Transposed(arena, random, 3, n, 5, odd);
     }},
    {"transpose convolution, channels written",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Transposed(arena, random, 3, 5, n, odd);
     }},
    {"transpose convolution, columns",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Transposed(arena, random, n, 5, 7, odd);
     }},
};

constexpr Extended kOthers[] = {
    {"pool, channels",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunPool(arena, random, SameWindow(3, 4, n, n, 3, 1),
                      odd ? PoolForm::kMax : PoolForm::kAverage, odd);
     }},
    {"reduction, rows",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Reduced(arena, random, n, 40, 1, odd);
     }},
    {"reduction, columns that stay",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Reduced(arena, random, 9, n, 1, odd);
     }},
    {"reduction, columns",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Reduced(arena, random, 9, n, 2, odd);
     }},
    {"softmax", [](Arena& arena, Random& random, int32_t n,
                   bool odd) { return RunSoftmax(arena, random, 2, n, odd); }},
    {"softmax, rows",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunSoftmax(arena, random, n, 7, odd);
     }},
    {"softmax of one peak",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunSoftmax(arena, random, n, n, odd, true);
     }},
    {"L2 normalization",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunL2Normalization(arena, random, 2, n, odd);
     }},
    {"L2 normalization of one element",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunL2Normalization(arena, random, 2, n, odd, true);
     }},
    {"arg min and max",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunArgMinMax(arena, random, 130, n, 1, odd);
     }},
    {"arg min and max, rows",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunArgMinMax(arena, random, n, 9, 1, odd);
     }},
    {"arg min and max, columns that stay",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunArgMinMax(arena, random, 2, 9, n, odd);
     }},
    {"bilinear resize, channels",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunResizeBilinear(
           arena, random, {3, 3, n, 5, 6, odd ? 0.5f : 0.61803f, 0.0f, odd});
     }},
    {"bilinear resize, columns",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunResizeBilinear(
           arena, random, {2, n, 5, 3, n, odd ? 0.5f : 0.61803f, 0.0f, !odd});
     }},
    {"bilinear resize, images",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunResizeBilinear(arena, random,
                                {2, 3, n, 3, 4, 0.61803f, 0.0f, odd, 3});
     }},
    {"transpose, rows",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunTranspose(arena, random, n, odd ? 3 : 40);
     }},
    {"transpose, columns",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunTranspose(arena, random, odd ? 3 : 40, n);
     }},
    {"every second or third element", Spread},
    {"map", [](Arena& arena, Random& random, int32_t n,
               bool) { return RunMap(arena, random, n); }},
    {"sum",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Binary(arena, random, BinaryForm8::kSum, n, odd);
     }},
    {"product",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Binary(arena, random, BinaryForm8::kProduct, n, odd);
     }},
    {"product of every second element",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunSpreadProduct(arena, random, n, odd);
     }},
    {"maximum and minimum",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Binary(arena, random,
                     odd ? BinaryForm8::kMaximum : BinaryForm8::kMinimum, n,
                     odd);
     }},
    {"squared difference",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Binary(arena, random, BinaryForm8::kSquare, n, odd);
     }},
    {"table of an operand",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return Binary(arena, random, BinaryForm8::kTable, n, odd);
     }},
    {"table of two operands",
     [](Arena& arena, Random& random, int32_t n, bool) {
       return RunTableOfPairs(arena, random, n);
     }},
    {"LSTM, inputs",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunLstm(arena, random, {1, 1, n, 5, odd ? 3 : 0, odd});
     }},
    {"LSTM, cells",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunLstm(arena, random, {1, 1, 5, n, 0, odd, !odd});
     }},
    {"LSTM, bits of cells",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunLstm(arena, random, {2, 1, 5, 40, 0, odd, false, 4 + n % 3});
     }},
    {"LSTM, projection",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunLstm(arena, random, {1, 1, 5, 9, n, odd});
     }},
    {"SVDF, inputs",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunSvdf(arena, random, {1, n, 5, odd ? 1 : 2, 4});
     }},
    {"SVDF, units",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunSvdf(arena, random, {1, 9, n, odd ? 1 : 2, 4});
     }},
    {"SVDF, memory",
     [](Arena& arena, Random& random, int32_t n, bool odd) {
       return RunSvdf(arena, random, {1, 9, 3, odd ? 1 : 2, n});
     }},
};

bool CheckExtents(Arena& arena, const Extended& kernel) {
  static constexpr int32_t kExtents[] = {
      1, 2, 4, 8, 16, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 255, 256, 257};
  Tally tally;
  bool odd = false;
  for (const int32_t n : kExtents) {
    for (int32_t form = 0; form < 2; ++form, odd = !odd) {
      Random random(static_cast<uint64_t>(n) * 2 + form);
      if (!tally.Add(kernel.run(arena, random, n, odd))) continue;
      Print("extent ");
      Print(n);
      Print(odd ? ", odd: " : ": ");
      Print(kernel.name);
      Print("\n");
    }
  }
  return tally.IsRight(kernel.name);
}

}  // namespace

bool CheckEdges(Arena& arena) {
  bool all = true;
  for (const Extended& kernel : kConvolutions) {
    all = CheckExtents(arena, kernel) && all;
  }
  for (const Extended& kernel : kOthers) {
    all = CheckExtents(arena, kernel) && all;
  }
  return all;
}

}  // namespace tflite::dsp::bench
