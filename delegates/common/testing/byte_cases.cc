#include "delegates/common/testing/byte_cases.h"

#include <algorithm>
#include <string>

#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::delegates {

using conformance::Case;
using conformance::Elements;
using conformance::kInt16;
using conformance::kInt32;
using conformance::kInt8;
using conformance::kUInt8;

Case ByteCases::GroupedConv() {
  const int groups = Int(2, 6), depth = Int(1, 9), units = Int(1, 23);
  const int filter = Int(1, 3);
  const int channels = groups * units;
  TfLiteConvParams p{};
  p.padding = Padding();
  p.stride_height = Int(1, 2);
  p.stride_width = Int(1, 2);
  p.dilation_height_factor = p.dilation_width_factor = 1;
  p.activation = random_.Flip() ? kTfLiteActRelu6 : kTfLiteActNone;
  return Start("GroupedConv")
      .Op(kTfLiteBuiltinConv2d, p)
      .In(Bytes(), {Int(1, 3), Extent(filter), Extent(filter), groups * depth})
      .Const(Weights(channels, 0), {channels, filter, filter, depth})
      .Absent()
      .Out(Bytes());
}

Case ByteCases::Conv() {
  const int depth = Int(1, 40), channels = Int(1, 150), filter = Int(1, 4);
  TfLiteConvParams p{};
  p.padding = kTfLitePaddingSame;
  p.stride_height = p.stride_width = Int(1, 3);
  p.dilation_height_factor = Int(1, 2);
  p.dilation_width_factor = Int(1, 2);
  return Start("Conv")
      .Op(kTfLiteBuiltinConv2d, p)
      .In(Bytes(), {Int(1, 3), Extent(1), Extent(1), depth})
      .Const(Weights(channels, 0), {channels, filter, filter, depth})
      .Absent()
      .Out(Bytes());
}

Case ByteCases::Depthwise() {
  const int channels = Int(1, 90), multiplier = Int(1, 3);
  const int filter = Int(1, 5);
  TfLiteDepthwiseConvParams p{};
  p.padding = kTfLitePaddingSame;
  p.stride_height = p.stride_width = Int(1, 2);
  p.depth_multiplier = multiplier;
  p.dilation_height_factor = p.dilation_width_factor = 1;
  return Start("Depthwise")
      .Op(kTfLiteBuiltinDepthwiseConv2d, p)
      .In(Bytes(), {Int(1, 3), Extent(1), Extent(1), channels})
      .Const(Weights(channels * multiplier, 3),
             {1, filter, filter, channels * multiplier})
      .Absent()
      .Out(Bytes());
}

Case ByteCases::Mean() {
  const std::vector<int> shape = Shape(1, 5, 9);
  const std::vector<double> axes = Axes(shape);
  return Start("Mean")
      .Op(kTfLiteBuiltinMean, TfLiteReducerParams{random_.Flip()})
      .In(Bytes(), shape)
      .List(axes)
      .Out(Bytes());
}

Case ByteCases::L2Normalization() {
  std::vector<int> shape(static_cast<size_t>(Int(1, 4)));
  for (int& extent : shape) extent = Int(1, 12);
  shape.back() = Int(1, 200);
  const Elements out =
      random_.Int(0, 3) == 0
          ? Bytes()
          : Kind().Scaled(1.f / 128, is_signed_ ? Int(-3, 3) : Int(120, 135));
  return Start("L2Normalization")
      .Op(kTfLiteBuiltinL2Normalization, TfLiteL2NormParams{kTfLiteActNone})
      .In(Bytes(), shape)
      .Out(out);
}

Case ByteCases::Softmax() {
  const float beta = random_.Flip() ? 1.0f : 0.3f;
  return Start("Softmax")
      .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{beta})
      .In(Bytes(), {Int(1, 20), Int(1, 300)})
      .Out(Kind().Scaled(1.f / 256, is_signed_ ? -128 : 0));
}

Case ByteCases::ResizeBilinear() {
  const bool corners = random_.Flip();
  const Elements e = Bytes();
  return Start("ResizeBilinear")
      .Op(kTfLiteBuiltinResizeBilinear,
          TfLiteResizeBilinearParams{corners, !corners && random_.Flip()})
      .In(e, {Int(1, 3), Extent(1), Extent(1), Int(1, 70)})
      .List({static_cast<double>(Int(1, 20)), static_cast<double>(Int(1, 20))})
      .Out(e);
}

Case ByteCases::FullyConnected() {
  const int depth = Int(1, 300), units = Int(1, 200);
  return Start("FullyConnected")
      .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
      .In(Bytes(), {Int(1, 20), depth})
      .Const(Weights(units, 0), {units, depth})
      .Absent()
      .Out(Bytes());
}

Case ByteCases::Add() {
  const std::vector<int> shape = {Int(1, 3), Int(1, 9), Int(1, 9), Int(1, 40)};
  return Start("Add")
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{kTfLiteActNone, false})
      .In(Bytes(), shape)
      .In(Bytes(), random_.Flip() ? shape : std::vector<int>{shape[3]})
      .Out(Bytes());
}

Case ByteCases::Lstm() {
  is_signed_ = true;
  const int batch = Int(1, 3), steps = Int(1, 5), inputs = Int(1, 20);
  // Up to two groups of lanes in a tile.
  const int cells = random_.Int(0, 3) == 0 ? Int(60, 140) : Int(1, 30);
  const bool projected = random_.Int(0, 2) == 0, coupled = random_.Flip();
  const int outputs = projected ? Int(1, 70) : cells;
  const bool time_major = random_.Flip();
  const float cell_clip = random_.Flip() ? 0.0f : 0.3f;
  const float clip = projected && random_.Flip() ? 0.2f : 0.0f;
  const Elements x = kInt8.Scaled(1.f / 100, End()),
                 state = kInt8.Scaled(1.f / 128, End());
  Case c = Start("Lstm");
  c.Op(kTfLiteBuiltinUnidirectionalSequenceLstm,
       TfLiteUnidirectionalSequenceLSTMParams{kTfLiteActTanh, cell_clip, clip,
                                              time_major, false, false})
      .In(x, {time_major ? steps : batch, time_major ? batch : steps, inputs});
  const auto matrix = [&](int rows, int columns) {
    const float scale = 0.002f * static_cast<float>(Int(1, 20));
    c.Const(kInt8.Scaled(scale).Range(1, -1), {rows, columns});
  };
  for (const int columns : {inputs, outputs}) {
    for (int gate = 0; gate < 4; ++gate) {
      coupled&& gate == 0 ? (void)c.Absent() : matrix(cells, columns);
    }
  }
  c.Absent().Absent().Absent();
  const Elements bias = kInt32.Scaled(1e-5f).Range(-0.1, 0.1);
  for (int gate = 0; gate < 4; ++gate) {
    coupled&& gate == 0 ? c.Absent() : c.Const(bias, {cells});
  }
  if (projected) {
    matrix(outputs, cells);
    random_.Flip() ? c.Const(bias, {outputs}) : c.Absent();
  } else {
    c.Absent().Absent();
  }
  const auto bits = static_cast<float>(1 << Int(9, 15));
  c.Variable(state, {batch, outputs})
      .Variable(kInt16.Scaled(1 / bits), {batch, cells})
      .Out(state);
  for (int gate = 0; gate < 4; ++gate) {
    c.Intermediate(kInt16.Scaled(1.f / 4096));
  }
  c.Intermediate(kInt8.Scaled(
      1.f / 128, projected ? Int(-127, 127) : state.zero_points[0]));
  return c;
}

Case ByteCases::TransposeConv() {
  const int depth = Int(1, 40), channels = Int(1, 70);
  const int filter = Int(1, 5), stride = Int(1, 3);
  TfLiteTransposeConvParams p{};
  p.padding = Padding();
  p.stride_height = p.stride_width = stride;
  p.activation = random_.Flip() ? kTfLiteActRelu6 : kTfLiteActNone;
  const std::vector<int> in = {Int(1, 2), Int(1, 8), Int(1, 8), depth};
  std::vector<double> out = {static_cast<double>(in[0])};
  for (int i = 1; i <= 2; ++i) {
    const int least = (in[static_cast<size_t>(i)] - 1) * stride +
                      (p.padding == kTfLitePaddingSame ? 1 : filter);
    out.push_back(Int(least, least + stride - 1));
  }
  out.push_back(channels);
  return Start("TransposeConv")
      .Op(kTfLiteBuiltinTransposeConv, p)
      .List(out)
      .Const(Weights(channels, 0), {channels, filter, filter, depth})
      .In(Bytes(), in)
      .Out(Bytes());
}

Case ByteCases::Pool() {
  TfLitePoolParams p{};
  p.padding = Padding();
  p.filter_height = Int(1, 6);
  p.filter_width = Int(1, 6);
  p.stride_height = Int(1, 4);
  p.stride_width = Int(1, 4);
  p.activation = random_.Flip() ? kTfLiteActReluN1To1 : kTfLiteActNone;
  const Elements e = Bytes();
  return Start("Pool")
      .Op(random_.Flip() ? kTfLiteBuiltinAveragePool2d
                         : kTfLiteBuiltinMaxPool2d,
          p)
      .In(e, {Int(1, 3), Extent(p.filter_height), Extent(p.filter_width),
              Int(1, 150)})
      .Out(e);
}

Case ByteCases::ResizeNearest() {
  const Elements e = Bytes();
  return Start("ResizeNearest")
      .Op(kTfLiteBuiltinResizeNearestNeighbor,
          TfLiteResizeNearestNeighborParams{random_.Flip(), random_.Flip()})
      .In(e, {Int(1, 3), Extent(1), Extent(1), Int(1, 70)})
      .List({static_cast<double>(Int(1, 20)), static_cast<double>(Int(1, 20))})
      .Out(e);
}

Case ByteCases::Extreme() {
  const std::vector<int> shape = Shape(1, 5, 17);
  const Elements e = Bytes();
  return Start("Extreme")
      .Op(random_.Flip() ? kTfLiteBuiltinReduceMax : kTfLiteBuiltinReduceMin,
          TfLiteReducerParams{random_.Flip()})
      .In(e, shape)
      .List(Axes(shape))
      .Out(e);
}

Case ByteCases::ArgMinMax() {
  const std::vector<int> shape = Shape(1, 4, 40);
  const double axis = Int(0, static_cast<int>(shape.size()) - 1);
  Case c = Start("ArgMinMax");
  if (random_.Flip()) {
    c.Op(kTfLiteBuiltinArgMax, TfLiteArgMaxParams{kTfLiteInt32});
  } else {
    c.Op(kTfLiteBuiltinArgMin, TfLiteArgMinParams{kTfLiteInt32});
  }
  return c.In(Bytes(), shape).Const(kInt32, {}, {axis}).Out(kInt32);
}

Case ByteCases::Binary() {
  const std::vector<int> shape = Shape(1, 5, 12);
  std::vector<int> x = random_.Flip() ? shape : Stretched(shape), y = shape;
  if (x == shape) y = Stretched(shape);
  if (random_.Flip()) std::swap(x, y);
  const TfLiteFusedActivation activation =
      random_.Flip() ? kTfLiteActRelu : kTfLiteActNone;
  Case c = Start("Binary");
  switch (Int(0, 5)) {
    case 0:
      c.Op(kTfLiteBuiltinAdd, TfLiteAddParams{activation, false});
      break;
    case 1:
      c.Op(kTfLiteBuiltinSub, TfLiteSubParams{activation, false});
      break;
    case 2:
      c.Op(kTfLiteBuiltinMul, TfLiteMulParams{activation});
      break;
    case 3:
      c.Op(kTfLiteBuiltinSquaredDifference);
      break;
    case 4:
      c.Op(kTfLiteBuiltinMaximum);
      break;
    default:
      c.Op(kTfLiteBuiltinMinimum);
  }
  const Elements e = Bytes();
  return c.In(e, x)
      .In(random_.Flip() ? e : Bytes(), y)
      .Out(random_.Flip() ? e : Narrow());
}

Case ByteCases::Prelu() {
  const std::vector<int> shape = Shape(1, 4, 14);
  return Start("Prelu")
      .Op(kTfLiteBuiltinPrelu)
      .In(Bytes(), shape)
      .Const(Bytes(), Stretched(shape))
      .Out(random_.Flip() ? Bytes() : Narrow());
}

Case ByteCases::Svdf() {
  is_signed_ = true;
  const int batch = Int(1, 3), inputs = Int(1, 140), rank = Int(1, 3);
  const int units = Int(1, 70), memory = Int(1, 40), filters = units * rank;
  const Elements time = kInt16.Scaled(1e-4f).Range(1, -1),
                 state = kInt16.Scaled(random_.Pick<float>({1e-3f, 1e-5f}));
  Case c = Start("Svdf");
  c.Op(kTfLiteBuiltinSvdf, TfLiteSVDFParams{rank, kTfLiteActNone, false})
      .In(kInt8.Scaled(1.f / 64, End()).Range(1, -1), {batch, inputs})
      .Const(kInt8.Scaled(0.01f).Range(1, -1), {filters, inputs})
      .Const(time, {filters, memory});
  if (random_.Flip()) {
    c.Const(kInt32.Scaled(1e-7f).Range(-0.5, 0.5), {units});
  } else {
    c.Absent();
  }
  return c.Variable(state, {batch, filters * memory})
      .Out(kInt8.Scaled(random_.Pick<float>({1.f / 32, 2e-5f}), End()));
}

Case ByteCases::MirrorPad() {
  const bool reflects = random_.Flip();
  const std::vector<int> shape = Shape(1, 5, 9);
  std::vector<double> paddings;
  for (const int extent : shape) {
    for (int i = 0; i < 2; ++i) {
      paddings.push_back(Int(0, extent - (reflects ? 1 : 0)));
    }
  }
  const Elements e = Bytes();
  return Start("MirrorPad")
      .Op(kTfLiteBuiltinMirrorPad,
          TfLiteMirrorPaddingParams{reflects ? kTfLiteMirrorPaddingReflect
                                             : kTfLiteMirrorPaddingSymmetric})
      .In(e, shape)
      .Const(kInt32, {static_cast<int>(shape.size()), 2}, paddings)
      .Out(e);
}

Case ByteCases::Pad() {
  const std::vector<int> shape = Shape(1, 5, 9);
  std::vector<double> paddings;
  for (size_t i = 0; i < 2 * shape.size(); ++i) paddings.push_back(Int(0, 4));
  const Elements e = Bytes();
  return Start("Pad")
      .Op(kTfLiteBuiltinPad)
      .In(e, shape)
      .Const(kInt32, {static_cast<int>(shape.size()), 2}, paddings)
      .Out(e);
}

Case ByteCases::StridedSlice() {
  const std::vector<int> shape = Shape(1, 5, 13);
  std::vector<double> begins, ends, strides;
  for (const int extent : shape) {
    const int begin = Int(0, extent - 1);
    begins.push_back(begin);
    ends.push_back(Int(begin + 1, extent));
    strides.push_back(Int(1, 3));
  }
  const Elements e = Bytes();
  return Start("StridedSlice")
      .Op(kTfLiteBuiltinStridedSlice, TfLiteStridedSliceParams{})
      .In(e, shape)
      .List(begins)
      .List(ends)
      .List(strides)
      .Out(e);
}

Case ByteCases::Transpose() {
  const std::vector<int> shape = Shape(1, 5, 21);
  std::vector<double> axes;
  for (size_t i = 0; i < shape.size(); ++i) {
    axes.insert(axes.begin() + Int(0, static_cast<int>(i)),
                static_cast<double>(i));
  }
  const Elements e = Bytes();
  return Start("Transpose")
      .Op(kTfLiteBuiltinTranspose, TfLiteTransposeParams{})
      .In(e, shape)
      .List(axes)
      .Out(e);
}

Case ByteCases::Tile() {
  const std::vector<int> shape = Shape(1, 3, 13);
  std::vector<double> multiples;
  for (size_t i = 0; i < shape.size(); ++i) multiples.push_back(Int(1, 4));
  const Elements e = Bytes();
  return Start("Tile")
      .Op(kTfLiteBuiltinTile)
      .In(e, shape)
      .List(multiples)
      .Out(e);
}

Case ByteCases::Concatenation() {
  std::vector<int> shape = Shape(1, 5, 12);
  const int axis = Int(0, static_cast<int>(shape.size()) - 1);
  const Elements out = Bytes();
  Case c = Start("Concatenation");
  c.Op(kTfLiteBuiltinConcatenation,
       TfLiteConcatenationParams{axis, kTfLiteActNone});
  for (int i = Int(1, 4); i > 0; --i) {
    shape[static_cast<size_t>(axis)] = Int(1, 12);
    c.In(random_.Flip() ? out : Bytes(), shape);
  }
  return c.Out(out);
}

const Elements& ByteCases::Kind() const { return is_signed_ ? kInt8 : kUInt8; }

Case ByteCases::Start(const char* name) const {
  return Case(name, Kind().name).Within(conformance::Exact());
}

int ByteCases::End() {
  return random_.Pick<int>({-128, 127, 0, Int(-128, 127)});
}

Elements ByteCases::Bytes() {
  const int zero_point = is_signed_ ? End() : End() + 128;
  const float scale = random_.Pick<float>({0.05f, 0.02f, 0.3f});
  return Kind().Scaled(scale, zero_point).Range(1, -1);
}

Elements ByteCases::Narrow() {
  const int zero_point = is_signed_ ? End() : End() + 128;
  return Kind().Scaled(random_.Pick<float>({0.01f, 1e-5f, 1e-12f}), zero_point);
}

// Per channel: the smallest scale is 2^-20 of the largest one.
Elements ByteCases::Weights(int channels, int dimension) {
  if (!is_signed_) return kUInt8.Scaled(0.01f, End() + 128).Range(1, -1);
  if (random_.Flip()) return kInt8.Scaled(0.01f).Range(1, -1);
  Elements e = kInt8.PerChannel(channels, dimension).Range(1, -1);
  for (float& scale : e.scales) {
    if (random_.Int(0, 3) != 0) continue;
    scale *= random_.Pick<float>({1e-6f, 1e-3f, 50.0f});
  }
  return e;
}

std::vector<int> ByteCases::Shape(int least_rank, int most_rank,
                                  int most_extent) {
  std::vector<int> shape(static_cast<size_t>(Int(least_rank, most_rank)));
  for (int& extent : shape) extent = Int(1, most_extent);
  return shape;
}

std::vector<int> ByteCases::Stretched(const std::vector<int>& shape) {
  std::vector<int> stretched = shape;
  for (int& extent : stretched) extent = random_.Flip() ? extent : 1;
  const int dropped = Int(0, static_cast<int>(shape.size()) - 1);
  stretched.erase(stretched.begin(), stretched.begin() + dropped);
  return stretched;
}

std::vector<double> ByteCases::Axes(const std::vector<int>& shape) {
  const int rank = static_cast<int>(shape.size());
  std::vector<double> axes;
  for (int axis = 0; axis < rank; ++axis) {
    if (random_.Flip()) axes.push_back(random_.Flip() ? axis : axis - rank);
  }
  if (axes.empty()) axes.push_back(rank - 1);
  return axes;
}

void ExpectBytesOfTheReference(TfLiteDelegate* delegate,
                               const std::vector<ByteCases::Make>& makes,
                               uint64_t seeds) {
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    for (size_t i = 0; i < makes.size(); ++i) {
      ByteCases cases(seed * 977 + i);
      const Case c = (cases.*makes[i])();
      SCOPED_TRACE(c.id() + " " + std::to_string(seed));
      const auto run = conformance::Prepared(c, delegate);
      ASSERT_EQ(conformance::NodesLeft(run->interpreter()), 0)
          << conformance::Refusals(run->interpreter());
      conformance::ExpectSame(c, *run);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace tflite::delegates
