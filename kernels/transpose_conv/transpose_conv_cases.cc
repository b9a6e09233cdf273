#include "testing/conformance/case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite {
namespace conformance {
namespace {

struct Shapes {
  const char* id;
  std::vector<double> output;  // NHWC
  std::vector<int> filter;     // OHWI
  std::vector<int> input;      // NHWC
  TfLitePadding padding;
  int stride;
  bool has_bias = true;
  TfLiteFusedActivation activation = kTfLiteActNone;
};

void AddCases(CaseTable& table) {
  constexpr auto kSame = kTfLitePaddingSame;
  constexpr auto kValid = kTfLitePaddingValid;
  const Shapes kShapes[] = {
      {"Same3x3", {1, 5, 6, 8}, {8, 3, 3, 4}, {1, 5, 6, 4}, kSame, 1},
      {"Stride2", {1, 10, 12, 8}, {8, 3, 3, 4}, {1, 5, 6, 4}, kSame, 2},
      {"Stride2Odd", {1, 9, 11, 3}, {3, 3, 3, 4}, {1, 5, 6, 4}, kSame, 2},
      {"Valid2x2", {2, 10, 12, 5}, {5, 2, 2, 3}, {2, 5, 6, 3}, kValid, 2},
      {"Valid4x4", {1, 12, 14, 5}, {5, 4, 4, 3}, {1, 5, 6, 3}, kValid, 2},
      {"Batch2", {2, 10, 12, 4}, {4, 3, 3, 4}, {2, 5, 6, 4}, kSame, 2},
      {"NoBias", {1, 10, 12, 8}, {8, 3, 3, 4}, {1, 5, 6, 4}, kSame, 2, false},
      {"Relu",
       {1, 10, 12, 8},
       {8, 3, 3, 4},
       {1, 5, 6, 4},
       kSame,
       2,
       true,
       kTfLiteActRelu},
  };
  for (const SumElements& e : AllSumElements()) {
    for (const Shapes& s : kShapes) {
      TfLiteTransposeConvParams p{};
      p.padding = s.padding;
      p.stride_height = p.stride_width = s.stride;
      p.activation = s.activation;
      const int channels = s.filter[0];
      const int depth = s.filter[1] * s.filter[2] * s.filter[3];
      Case c(s.id, e.name);
      c.Op(kTfLiteBuiltinTransposeConv, p)
          .List(s.output)
          .Const(e.Weights(channels, 0), s.filter)
          .In(e.input, s.input);
      if (s.has_bias) c.Const(e.Bias(channels), {channels});
      table.Add(c.Out(e.Output(depth)).Within(e.Within(depth)));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
