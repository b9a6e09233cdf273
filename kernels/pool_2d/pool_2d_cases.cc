#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Window {
  const char* id;
  std::vector<int> input;  // NHWC
  TfLitePadding padding;
  int filter_height, filter_width, stride_height, stride_width;
  TfLiteFusedActivation activation = kTfLiteActNone;
};

TfLitePoolParams Params(const Window& w) {
  TfLitePoolParams p{};
  p.padding = w.padding;
  p.filter_height = w.filter_height;
  p.filter_width = w.filter_width;
  p.stride_height = w.stride_height;
  p.stride_width = w.stride_width;
  p.activation = w.activation;
  return p;
}

Case Make(int code, const Window& w, const Elements& e) {
  const int terms = w.filter_height * w.filter_width;
  return Case(w.id, e.name)
      .Op(code, Params(w))
      .In(e, w.input)
      .Out(e)
      .Within(code == kTfLiteBuiltinMaxPool2d ? Exact() : Depth(terms));
}

std::vector<Window> Windows() {
  constexpr auto kSame = kTfLitePaddingSame;
  constexpr auto kValid = kTfLitePaddingValid;
  return {
      {"Same3x3", {1, 5, 5, 3}, kSame, 3, 3, 1, 1},
      {"Same3x3Stride2", {2, 7, 8, 5}, kSame, 3, 3, 2, 2},
      {"Valid2x2Stride2", {1, 8, 8, 16}, kValid, 2, 2, 2, 2},
      {"Valid3x2", {1, 6, 7, 4}, kValid, 3, 2, 1, 1},
      {"ManyChannels", {1, 9, 9, 67}, kSame, 3, 3, 2, 2},
      {"OneByOne", {1, 4, 4, 8}, kValid, 1, 1, 1, 1},
      {"OneByOneStride2", {1, 4, 5, 8}, kValid, 1, 1, 2, 2},
      {"Global", {2, 7, 7, 24}, kValid, 7, 7, 1, 1},
      {"LargerThanImage", {1, 3, 3, 2}, kSame, 5, 5, 1, 1},
      {"Flat1x5", {1, 3, 11, 4}, kSame, 1, 5, 1, 3},
      {"Relu", {1, 5, 5, 3}, kSame, 3, 3, 1, 1, kTfLiteActRelu},
      {"Relu6", {1, 5, 5, 3}, kValid, 2, 2, 1, 1, kTfLiteActRelu6},
      {"ReluN1To1", {1, 5, 5, 3}, kSame, 2, 2, 2, 2, kTfLiteActReluN1To1},
      {"EmptyBatch", {0, 5, 5, 3}, kSame, 3, 3, 1, 1},
      // Images and channels that end within a tile.
      {"Image17x19", {1, 17, 19, 33}, kSame, 3, 3, 1, 1},
      {"Image65x33", {1, 65, 33, 5}, kValid, 2, 2, 2, 2},
      {"Channels257", {1, 3, 5, 257}, kSame, 3, 3, 1, 1},
  };
}

void AddCases(CaseTable& table) {
  for (const int code : {kTfLiteBuiltinAveragePool2d, kTfLiteBuiltinMaxPool2d,
                         kTfLiteBuiltinL2Pool2d}) {
    std::vector<Elements> types = {kFloat32, kInt8, kUInt8, kInt16};
    if (code == kTfLiteBuiltinL2Pool2d) types = {kFloat32};
    for (const Elements& e : types) {
      for (const Window& w : Windows()) table.Add(Make(code, w, e));
    }
    table.AddRandom([code, types](Random& random) {
      const auto extent = [&](int64_t most) {
        return static_cast<int>(random.Int(1, most));
      };
      const Window w = {
          "Window",
          {extent(3), extent(12), extent(12), extent(40)},
          random.Flip() ? kTfLitePaddingSame : kTfLitePaddingValid,
          extent(4),
          extent(4),
          extent(3),
          extent(3)};
      Window fitting = w;
      if (w.padding == kTfLitePaddingValid) {
        fitting.input[1] += w.filter_height;
        fitting.input[2] += w.filter_width;
      }
      return Make(code, fitting, random.Pick(types));
    });
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
