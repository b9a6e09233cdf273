#include "testing/conformance/case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite {
namespace conformance {
namespace {

struct Shapes {
  const char* id;
  std::vector<int> input;   // NHWC
  std::vector<int> filter;  // OHWI
  TfLitePadding padding = kTfLitePaddingSame;
  int stride_height = 1, stride_width = 1;
  int dilation_height = 1, dilation_width = 1;
  TfLiteFusedActivation activation = kTfLiteActNone;
  bool has_bias = true;
};

TfLiteConvParams Params(const Shapes& s) {
  TfLiteConvParams p{};
  p.padding = s.padding;
  p.stride_height = s.stride_height;
  p.stride_width = s.stride_width;
  p.dilation_height_factor = s.dilation_height;
  p.dilation_width_factor = s.dilation_width;
  p.activation = s.activation;
  return p;
}

Case Make(const Shapes& s, const SumElements& e) {
  const int channels = s.filter[0];
  const int depth = s.filter[1] * s.filter[2] * s.filter[3];
  Case c(s.id, e.name);
  c.Op(kTfLiteBuiltinConv2d, Params(s))
      .In(e.input, s.input)
      .Const(e.Weights(channels, 0), s.filter);
  if (s.has_bias) c.Const(e.Bias(channels), {channels});
  return c.Out(e.Output(depth)).Within(e.Within(depth));
}

std::vector<Shapes> AllShapes() {
  constexpr auto kSame = kTfLitePaddingSame;
  constexpr auto kValid = kTfLitePaddingValid;
  return {
      {"Same3x3", {1, 8, 8, 3}, {16, 3, 3, 3}},
      {"Valid3x3", {2, 7, 9, 5}, {7, 3, 3, 5}, kValid},
      {"Pointwise", {1, 6, 7, 24}, {40, 1, 1, 24}},
      {"PointwiseStride2", {1, 7, 7, 16}, {8, 1, 1, 16}, kSame, 2, 2},
      {"Stride2", {1, 9, 10, 8}, {12, 3, 3, 8}, kSame, 2, 2},
      {"Stride2By1", {1, 9, 10, 4}, {4, 3, 3, 4}, kValid, 2, 1},
      {"Dilated", {1, 12, 11, 4}, {6, 3, 3, 4}, kSame, 1, 1, 2, 3},
      {"Even2x2", {1, 6, 6, 4}, {4, 2, 2, 4}},
      {"Wide1x7", {1, 5, 13, 3}, {5, 1, 7, 3}},
      {"OneOutput", {1, 5, 5, 9}, {1, 3, 3, 9}},
      {"Batch3", {3, 4, 5, 6}, {8, 3, 3, 6}},
      {"WholeImage", {1, 5, 5, 6}, {10, 5, 5, 6}, kValid},
      {"NoBias",
       {1, 6, 6, 4},
       {8, 3, 3, 4},
       kSame,
       1,
       1,
       1,
       1,
       kTfLiteActNone,
       false},
      {"Relu", {1, 6, 6, 4}, {8, 3, 3, 4}, kSame, 1, 1, 1, 1, kTfLiteActRelu},
      {"Relu6", {1, 6, 6, 4}, {8, 3, 3, 4}, kSame, 1, 1, 1, 1, kTfLiteActRelu6},
      {"ReluN1To1",
       {1, 6, 6, 4},
       {8, 3, 3, 4},
       kSame,
       1,
       1,
       1,
       1,
       kTfLiteActReluN1To1},
      {"Grouped", {1, 6, 6, 8}, {12, 3, 3, 4}},
      // Images and channels that end within a tile of 16, 32, 64 or 128.
      {"Image17x19", {1, 17, 19, 9}, {33, 3, 3, 9}},
      {"Image65x33", {1, 65, 33, 3}, {17, 3, 3, 3}, kSame, 2, 2},
      {"Image33x65", {1, 33, 65, 4}, {5, 1, 1, 4}, kValid},
      {"Pointwise129", {1, 5, 7, 65}, {129, 1, 1, 65}},
      {"Deep1161", {1, 3, 5, 129}, {10, 3, 3, 129}},
  };
}

void AddCases(CaseTable& table) {
  const std::vector<SumElements> types = AllSumElements();
  for (const SumElements& e : types) {
    for (const Shapes& s : AllShapes()) {
      // Hybrid sums have no groups.
      if (e.is_hybrid() && s.input[3] != s.filter[3]) continue;
      table.Add(Make(s, e));
    }
  }
  // More than a block of pixels and of channels of kernels that compute in
  // blocks.
  const SumElements floats = PlainSumElements()[0];
  table.Add(
      Make({"Colors", {2, 9, 8, 3}, {68, 3, 3, 3}, kTfLitePaddingSame, 2, 1},
           floats));
  table.Add(Make({"OddOutputs", {2, 9, 7, 20}, {67, 2, 3, 20}}, floats));
  for (const SumElements& e : PlainSumElements()) {
    const Shapes s = {"", {1, 5, 5, 3}, {4, 3, 3, 3}};
    table.Add(Case("FilterIsInput", e.name)
                  .Op(kTfLiteBuiltinConv2d, Params(s))
                  .In(e.input, s.input)
                  .In(e.Weights(4, 0), s.filter)
                  .Const(e.Bias(4), {4})
                  .Out(e.Output(27))
                  .Within(e.Within(27)));
  }
  // Weights of four bits.
  for (const SumElements& e :
       {SumElements{"int8_x_int4", kInt8, kTfLiteInt4, true, kTfLiteInt32},
        SumElements{"hybrid_int4", kFloat32, kTfLiteInt4, true,
                    kTfLiteFloat32}}) {
    const std::vector<Shapes> shapes = AllShapes();
    for (int i = 0; i < 3; ++i) table.Add(Make(shapes[i], e));
  }
  table.AddRandom([types](Random& random) {
    const auto extent = [&](int64_t most) {
      return static_cast<int>(random.Int(1, most));
    };
    const int channels = extent(20);
    Shapes s = {"Window",
                {extent(2), extent(12), extent(12), channels},
                {extent(24), extent(4), extent(4), channels},
                kTfLitePaddingSame,
                extent(2),
                extent(2)};
    if (random.Flip()) {
      s.padding = kTfLitePaddingValid;
      s.input[1] += s.filter[1];
      s.input[2] += s.filter[2];
    }
    return Make(s, random.Pick(types));
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
