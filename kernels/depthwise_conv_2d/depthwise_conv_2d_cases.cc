#include "testing/conformance/case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite {
namespace conformance {
namespace {

struct Shapes {
  const char* id;
  std::vector<int> input;  // NHWC
  int filter_height, filter_width, multiplier;
  TfLitePadding padding = kTfLitePaddingSame;
  int stride = 1, dilation = 1;
  TfLiteFusedActivation activation = kTfLiteActNone;
  bool has_bias = true;
};

Case Make(const Shapes& s, const SumElements& e) {
  TfLiteDepthwiseConvParams p{};
  p.padding = s.padding;
  p.stride_height = p.stride_width = s.stride;
  p.dilation_height_factor = p.dilation_width_factor = s.dilation;
  p.depth_multiplier = s.multiplier;
  p.activation = s.activation;
  const int channels = s.input[3] * s.multiplier;
  const int depth = s.filter_height * s.filter_width;
  Case c(s.id, e.name);
  c.Op(kTfLiteBuiltinDepthwiseConv2d, p)
      .In(e.input, s.input)
      .Const(e.Weights(channels, 3),
             {1, s.filter_height, s.filter_width, channels});
  if (s.has_bias) c.Const(e.Bias(channels), {channels});
  return c.Out(e.Output(depth)).Within(e.Within(depth));
}

std::vector<Shapes> AllShapes() {
  constexpr auto kSame = kTfLitePaddingSame;
  constexpr auto kValid = kTfLitePaddingValid;
  return {
      {"Same3x3", {1, 8, 8, 16}, 3, 3, 1},
      {"Valid3x3", {2, 7, 9, 5}, 3, 3, 1, kValid},
      {"Stride2", {1, 9, 10, 8}, 3, 3, 1, kSame, 2},
      {"Stride2Valid", {1, 9, 10, 24}, 3, 3, 1, kValid, 2},
      {"Same5x5", {1, 9, 9, 12}, 5, 5, 1},
      {"Multiplier2", {1, 6, 6, 4}, 3, 3, 2},
      {"Multiplier8OfOne", {1, 6, 6, 1}, 3, 3, 8},
      {"Dilated", {1, 12, 11, 4}, 3, 3, 1, kSame, 1, 2},
      {"OneByOne", {1, 5, 5, 7}, 1, 1, 1},
      {"Tall3x1", {1, 9, 5, 6}, 3, 1, 1},
      {"ManyChannels", {1, 4, 4, 67}, 3, 3, 1},
      {"NoBias", {1, 6, 6, 8}, 3, 3, 1, kSame, 1, 1, kTfLiteActNone, false},
      {"Relu", {1, 6, 6, 8}, 3, 3, 1, kSame, 1, 1, kTfLiteActRelu},
      {"Relu6", {1, 6, 6, 8}, 3, 3, 1, kSame, 1, 1, kTfLiteActRelu6},
      // Images and channels that end within a tile.
      {"Image17x19", {1, 17, 19, 33}, 3, 3, 1},
      {"Image65x33", {1, 65, 33, 5}, 3, 3, 1, kSame, 2},
      {"Channels257", {1, 3, 5, 257}, 3, 3, 1},
  };
}

void AddCases(CaseTable& table) {
  const std::vector<SumElements> types = AllSumElements();
  for (const SumElements& e : types) {
    for (const Shapes& s : AllShapes()) table.Add(Make(s, e));
  }
  // More rows than a grid of a GPU may have in one dimension.
  table.Add(Make({"ManyRows", {1, 65600, 2, 4}, 3, 1, 1}, types[0]));
  // Weights of four bits.
  const SumElements packed = {"int8_x_int4", kInt8, kTfLiteInt4, true,
                              kTfLiteInt32};
  for (const char* id : {"Valid3x3", "Multiplier2", "OneByOne"}) {
    for (const Shapes& s : AllShapes()) {
      if (s.id == std::string(id)) table.Add(Make(s, packed));
    }
  }
  table.AddRandom([types](Random& random) {
    const auto extent = [&](int64_t most) {
      return static_cast<int>(random.Int(1, most));
    };
    Shapes s = {"Window",  {extent(2), extent(12), extent(12), extent(30)},
                extent(4), extent(4),
                extent(3), kTfLitePaddingSame,
                extent(2)};
    if (random.Flip()) {
      s.padding = kTfLitePaddingValid;
      s.input[1] += s.filter_height;
      s.input[2] += s.filter_width;
    }
    return Make(s, random.Pick(types));
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
