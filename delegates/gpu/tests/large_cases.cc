#include "delegates/gpu/tests/large_cases.h"

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

struct Image {
  int height, width, channels;

  std::vector<int> shape() const { return {1, height, width, channels}; }
  std::string name() const {
    return base::StrCat(height, "x", width, "x", channels);
  }
};
// Few and many pixels, with few and many channels; multiples of 4, 8, 16 and 32
// and others.
constexpr Image kImages[] = {{56, 56, 24}, {40, 9, 32}, {14, 14, 96},
                             {7, 7, 320},  {1, 1, 512}, {33, 35, 36}};

struct Window {
  int extent, stride;
};
constexpr Window kWindows[] = {{1, 1}, {3, 1}, {3, 2}, {5, 1}};

void AddConvolutions(const SumElements& e, std::vector<Case>& cases) {
  for (const Image& image : kImages) {
    for (const Window& w : kWindows) {
      if (w.extent > image.height || w.extent > image.width) continue;
      const std::string id =
          base::StrCat(w.extent, "s", w.stride, "_", image.name());
      TfLiteConvParams conv{};
      conv.padding = kTfLitePaddingSame;
      conv.stride_height = conv.stride_width = w.stride;
      conv.dilation_height_factor = conv.dilation_width_factor = 1;
      for (const int out : {8, 64}) {
        const int depth = w.extent * w.extent * image.channels;
        cases.push_back(Case(base::StrCat("Conv", out, "_", id), e.name)
                            .Op(kTfLiteBuiltinConv2d, conv)
                            .In(e.input, image.shape())
                            .Const(e.Weights(out, 0),
                                   {out, w.extent, w.extent, image.channels})
                            .Const(e.Bias(out), {out})
                            .Out(e.Output(depth)));
      }
      TfLiteDepthwiseConvParams depthwise{};
      depthwise.padding = kTfLitePaddingSame;
      depthwise.stride_height = depthwise.stride_width = w.stride;
      depthwise.dilation_height_factor = depthwise.dilation_width_factor = 1;
      depthwise.depth_multiplier = 1;
      cases.push_back(Case("Depthwise" + id, e.name)
                          .Op(kTfLiteBuiltinDepthwiseConv2d, depthwise)
                          .In(e.input, image.shape())
                          .Const(e.Weights(image.channels, 3),
                                 {1, w.extent, w.extent, image.channels})
                          .Const(e.Bias(image.channels), {image.channels})
                          .Out(e.Output(w.extent * w.extent)));
    }
  }
}

void AddProducts(const SumElements& e, std::vector<Case>& cases) {
  for (const int rows : {1, 4, 33, 128}) {
    for (const int depth : {64, 513}) {
      for (const int units : {10, 256}) {
        cases.push_back(
            Case(base::StrCat("Dense", rows, "x", depth, "x", units), e.name)
                .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
                .In(e.input, {rows, depth})
                .Const(e.Weights(units, 0), {units, depth})
                .Const(e.Bias(units), {units})
                .Out(e.Output(depth)));
      }
    }
  }
}

void AddBatchMatmuls(std::vector<Case>& cases) {
  for (const bool transposed : {false, true}) {
    TfLiteBatchMatMulParams params{};
    params.adj_y = transposed;
    for (const int extent : {16, 64, 130}) {
      const std::vector<int> right = transposed
                                         ? std::vector<int>{4, extent, 48}
                                         : std::vector<int>{4, 48, extent};
      cases.push_back(
          Case(base::StrCat("Product", transposed, "_", extent), "float32")
              .Op(kTfLiteBuiltinBatchMatmul, params)
              .In(kFloat32, {4, extent, 48})
              .In(kFloat32, right)
              .Out(kFloat32));
    }
  }
}

// Operators on images that have one input and one output.
void AddImages(const Elements& e, std::vector<Case>& cases) {
  for (const Image& image : kImages) {
    TfLitePoolParams pool{};
    pool.padding = kTfLitePaddingSame;
    pool.filter_height = pool.filter_width = 3;
    pool.stride_height = pool.stride_width = 2;
    for (const int code :
         {kTfLiteBuiltinAveragePool2d, kTfLiteBuiltinMaxPool2d}) {
      cases.push_back(
          Case(base::StrCat("Pool", code, "_", image.name()), e.name)
              .Op(code, pool)
              .In(e, image.shape())
              .Out(e));
    }
    for (const std::vector<double>& axes :
         {std::vector<double>{1, 2}, {3}, {1, 3}}) {
      cases.push_back(Case(base::StrCat("Mean", axes.front(), "to", axes.back(),
                                        "_", image.name()),
                           e.name)
                          .Op(kTfLiteBuiltinMean, TfLiteReducerParams{true})
                          .In(e, image.shape())
                          .List(axes)
                          .Out(e));
    }
    cases.push_back(Case("Resize_" + image.name(), e.name)
                        .Op(kTfLiteBuiltinResizeBilinear,
                            TfLiteResizeBilinearParams{false, true})
                        .In(e, image.shape())
                        .List({30.0, 40.0})
                        .Out(e));
    cases.push_back(Case("Transpose_" + image.name(), e.name)
                        .Op(kTfLiteBuiltinTranspose)
                        .In(e, image.shape())
                        .List({0, 3, 1, 2})
                        .Out(e));
    cases.push_back(Case("Add_" + image.name(), e.name)
                        .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                        .In(e, image.shape())
                        .In(e, {image.channels})
                        .Out(e));
  }
}

void AddRows(std::vector<Case>& cases) {
  for (const int depth : {33, 128, 1001, 5000}) {
    cases.push_back(Case(base::StrCat("Softmax", depth), "float32")
                        .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
                        .In(kFloat32, {3, depth})
                        .Out(kFloat32));
    cases.push_back(
        Case(base::StrCat("ArgMax", depth), "float32")
            .Op(kTfLiteBuiltinArgMax, TfLiteArgMaxParams{kTfLiteInt32})
            .In(kFloat32, {3, depth})
            .Const(kInt32, {}, {1})
            .Out(kInt32));
    cases.push_back(Case(base::StrCat("Gather", depth), "float32")
                        .Op(kTfLiteBuiltinGather, TfLiteGatherParams{})
                        .In(kFloat32, {50, depth})
                        .Const(kInt32, {5}, {3, 0, 49, 7, 7})
                        .Out(kFloat32));
  }
}

}  // namespace

std::vector<Case> LargeCases() {
  std::vector<Case> cases;
  for (const SumElements& e : conformance::AllSumElements()) {
    if (e.input.type == kTfLiteInt16 || e.input.type == kTfLiteUInt8) continue;
    AddConvolutions(e, cases);
    AddProducts(e, cases);
  }
  AddBatchMatmuls(cases);
  for (const Elements& e : {kFloat32, kInt8}) AddImages(e, cases);
  AddRows(cases);
  return cases;
}

}  // namespace tflite::gpu
