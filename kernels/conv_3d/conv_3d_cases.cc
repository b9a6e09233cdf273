#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Shapes {
  const char* id;
  std::vector<int> input;  // batch, depth, height, width, channels
  std::vector<int> filter;
  TfLitePadding padding;
  int stride = 1, dilation = 1;
  TfLiteFusedActivation activation = kTfLiteActNone;
};

TfLiteConv3DParams Params(const Shapes& s) {
  return {s.padding,  s.stride,   s.stride,   s.stride,
          s.dilation, s.dilation, s.dilation, s.activation};
}

int Depth3d(const Shapes& s, int channels) {
  return s.filter[0] * s.filter[1] * s.filter[2] * channels;
}

void AddCases(CaseTable& table) {
  const Shapes kShapes[] = {
      {"Same", {1, 4, 5, 6, 3}, {3, 3, 3, 3, 4}, kTfLitePaddingSame},
      {"Valid", {2, 4, 5, 4, 2}, {2, 3, 2, 2, 3}, kTfLitePaddingValid},
      {"Stride2", {1, 5, 6, 7, 2}, {2, 2, 2, 2, 3}, kTfLitePaddingSame, 2},
      {"Dilated", {1, 6, 6, 6, 2}, {2, 2, 2, 2, 3}, kTfLitePaddingSame, 1, 2},
      {"Relu",
       {1, 3, 3, 3, 2},
       {2, 2, 2, 2, 3},
       kTfLitePaddingSame,
       1,
       1,
       kTfLiteActRelu},
  };
  for (const Shapes& s : kShapes) {
    const int channels = s.filter[4];
    table.Add(Case(s.id, "float32")
                  .Op(kTfLiteBuiltinConv3d, Params(s))
                  .In(kFloat32, s.input)
                  .Const(kFloat32, s.filter)
                  .Const(kFloat32, {channels})
                  .Out(kFloat32)
                  .Within(Depth(Depth3d(s, s.filter[3]))));
  }
  // The filter is [depth, height, width, out_channels, in_channels].
  const Shapes kTransposed[] = {
      {"Same", {1, 3, 4, 5, 2}, {3, 3, 3, 4, 2}, kTfLitePaddingSame},
      {"Stride2", {1, 2, 3, 4, 2}, {2, 2, 2, 3, 2}, kTfLitePaddingSame, 2},
  };
  for (const Shapes& s : kTransposed) {
    std::vector<double> out(s.input.begin(), s.input.end());
    for (const int d : {1, 2, 3}) out[d] *= s.stride;
    out[4] = s.filter[3];
    table.Add(Case(s.id, "float32")
                  .Op(kTfLiteBuiltinConv3dTranspose, Params(s))
                  .List(out)
                  .Const(kFloat32, s.filter)
                  .In(kFloat32, s.input)
                  .Const(kFloat32, {s.filter[3]})
                  .Out(kFloat32)
                  .Within(Depth(Depth3d(s, s.filter[4]))));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
