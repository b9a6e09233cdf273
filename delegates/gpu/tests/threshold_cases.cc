#include "delegates/gpu/tests/threshold_cases.h"

#include <string>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::Elements;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::kInt8;
using conformance::SumElements;

// Extents around multiples of vectors, tiles and workgroups.
constexpr int kExtents[] = {1, 3, 4, 7, 8, 15, 16, 31, 32, 33, 47, 48, 63, 64};
constexpr int kUsual = 32;
// Rows of grids.
constexpr int kGrids[] = {11, 12, 47, 48, 64};

struct Sum {
  int pixels, depth, channels;
  std::string name() const {
    return base::StrCat(pixels, "x", depth, "x", channels);
  }
};

// Each of the three extents in turn, the others being the usual one.
std::vector<Sum> Sums() {
  std::vector<Sum> sums;
  for (const int extent : kExtents) {
    sums.push_back({extent, kUsual, kUsual});
    if (extent == kUsual) continue;
    sums.push_back({kUsual, extent, kUsual});
    sums.push_back({kUsual, kUsual, extent});
  }
  return sums;
}

Case Convolution(const SumElements& e, const Sum& sum, int filter) {
  TfLiteConvParams conv{};
  conv.padding = kTfLitePaddingSame;
  conv.stride_height = conv.stride_width = 1;
  conv.dilation_height_factor = conv.dilation_width_factor = 1;
  return Case(base::StrCat("Conv", filter, "_", sum.name()), e.name)
      .Op(kTfLiteBuiltinConv2d, conv)
      .In(e.input, {1, 1, sum.pixels, sum.depth})
      .Const(e.Weights(sum.channels, 0),
             {sum.channels, filter, filter, sum.depth})
      .Const(e.Bias(sum.channels), {sum.channels})
      .Out(e.Output(filter * filter * sum.depth));
}

Case Depthwise(const SumElements& e, int pixels, int channels, int filter) {
  TfLiteDepthwiseConvParams depthwise{};
  depthwise.padding = kTfLitePaddingSame;
  depthwise.stride_height = depthwise.stride_width = 1;
  depthwise.dilation_height_factor = depthwise.dilation_width_factor = 1;
  depthwise.depth_multiplier = 1;
  return Case(base::StrCat("Depthwise", filter, "_", pixels, "x", channels),
              e.name)
      .Op(kTfLiteBuiltinDepthwiseConv2d, depthwise)
      .In(e.input, {1, 1, pixels, channels})
      .Const(e.Weights(channels, 3), {1, filter, filter, channels})
      .Const(e.Bias(channels), {channels})
      .Out(e.Output(filter * filter));
}

Case Dense(const SumElements& e, const Sum& sum) {
  return Case("Dense" + sum.name(), e.name)
      .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
      .In(e.input, {sum.pixels, sum.depth})
      .Const(e.Weights(sum.channels, 0), {sum.channels, sum.depth})
      .Const(e.Bias(sum.channels), {sum.channels})
      .Out(e.Output(sum.depth));
}

void AddSums(const SumElements& e, std::vector<Case>& cases) {
  for (const Sum& sum : Sums()) {
    cases.push_back(Convolution(e, sum, 1));
    cases.push_back(Dense(e, sum));
  }
  for (const int extent : kExtents) {
    cases.push_back(Depthwise(e, extent, kUsual, 3));
    if (extent != kUsual) cases.push_back(Depthwise(e, kUsual, extent, 3));
  }
  // Filters with few channels, and with the most taps that some kernels take.
  for (const int depth : {1, 2}) {
    cases.push_back(Convolution(e, {kUsual, depth, kUsual}, 3));
  }
  for (const int filter : {16, 17}) {
    cases.push_back(Depthwise(e, 4, kUsual, filter));
  }
}

void AddProducts(std::vector<Case>& cases) {
  for (const Sum& sum : Sums()) {
    cases.push_back(
        Case("Product" + sum.name(), "float32")
            .Op(kTfLiteBuiltinBatchMatmul, TfLiteBatchMatMulParams{})
            .In(kFloat32, {1, sum.pixels, sum.depth})
            .In(kFloat32, {1, sum.depth, sum.channels})
            .Out(kFloat32));
  }
}

// `count` rows, each of which becomes one result or is normalized.
void AddRows(int count, int depth, std::vector<Case>& cases) {
  const std::string id = base::StrCat(count, "x", depth);
  cases.push_back(Case("Softmax" + id, "float32")
                      .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
                      .In(kFloat32, {count, depth})
                      .Out(kFloat32));
  cases.push_back(
      Case("ArgMax" + id, "float32")
          .Op(kTfLiteBuiltinArgMax, TfLiteArgMaxParams{kTfLiteInt32})
          .In(kFloat32, {count, depth})
          .Const(kInt32, {}, {1})
          .Out(kInt32));
  for (const Elements& e : {kFloat32, kInt8}) {
    cases.push_back(Case("Mean" + id, e.name)
                        .Op(kTfLiteBuiltinMean, TfLiteReducerParams{true})
                        .In(e, {count, depth})
                        .List({1.0})
                        .Out(e));
  }
}

// Operators whose grids follow the innermost extents.
void AddImages(int height, int width, std::vector<Case>& cases) {
  const std::string id = base::StrCat(height, "x", width);
  for (const Elements& e : {kFloat32, kInt8}) {
    cases.push_back(Case("Transpose" + id, e.name)
                        .Op(kTfLiteBuiltinTranspose)
                        .In(e, {2, height, width})
                        .List({0, 2, 1})
                        .Out(e));
    cases.push_back(Case("Add" + id, e.name)
                        .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                        .In(e, {height, width})
                        .In(e, {1, width})
                        .Out(e));
  }
  cases.push_back(Case("Resize" + id, "float32")
                      .Op(kTfLiteBuiltinResizeBilinear,
                          TfLiteResizeBilinearParams{false, true})
                      .In(kFloat32, {1, 3, 4, width})
                      .List({1.0 * height, 6.0})
                      .Out(kFloat32));
}

// As many as a chain of kernels takes, and one more.
Case SumOf(int operands) {
  Case c(base::StrCat("SumOf", operands), "float32");
  c.Op(kTfLiteBuiltinAddN);
  for (int i = 0; i < operands; ++i) c.In(kFloat32, {5, 7});
  return c.Out(kFloat32);
}

}  // namespace

std::vector<Case> ThresholdCases() {
  std::vector<Case> cases;
  for (const SumElements& e : conformance::AllSumElements()) {
    if (e.name == "float32" || e.name == "int8_per_channel") AddSums(e, cases);
  }
  AddProducts(cases);
  for (const int operands : {3, 4}) cases.push_back(SumOf(operands));
  for (const int count : {63, 64}) {
    for (const int depth : {63, 64, 127, 128}) AddRows(count, depth, cases);
  }
  for (const int extent : kGrids) {
    AddImages(5, extent, cases);
    AddImages(extent, 5, cases);
  }
  return cases;
}

}  // namespace tflite::gpu
