// Single operators with random shapes and quantizations, among them zero points
// at the ends of the type, scales of channels that differ by large factors, and
// batches: all run on the device, with the bits of the reference.
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "delegates/edgetpu/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::edgetpu {
namespace {

using conformance::Case;
using conformance::Elements;
using conformance::kInt16;
using conformance::kInt32;
using conformance::kInt8;
using conformance::kUInt8;
using conformance::Random;

class Maker {
 public:
  explicit Maker(uint64_t seed) : random_(seed), is_signed_(random_.Flip()) {}

  Case GroupedConv() {
    const int groups = Int(2, 6), depth = Int(1, 9), units = Int(1, 23);
    const int filter = Int(1, 3);
    const int channels = groups * units;
    TfLiteConvParams p{};
    p.padding = random_.Flip() ? kTfLitePaddingSame : kTfLitePaddingValid;
    p.stride_height = Int(1, 2);
    p.stride_width = Int(1, 2);
    p.dilation_height_factor = p.dilation_width_factor = 1;
    p.activation = random_.Flip() ? kTfLiteActRelu6 : kTfLiteActNone;
    return Start("GroupedConv")
        .Op(kTfLiteBuiltinConv2d, p)
        .In(Bytes(),
            {Int(1, 3), Extent(filter), Extent(filter), groups * depth})
        .Const(Weights(channels, 0), {channels, filter, filter, depth})
        .Absent()
        .Out(Bytes());
  }

  Case Conv() {
    const int depth = Int(1, 40), channels = Int(1, 150), filter = Int(1, 4);
    TfLiteConvParams p{};
    p.padding = kTfLitePaddingSame;
    p.stride_height = p.stride_width = Int(1, 3);
    p.dilation_height_factor = Int(1, 2);
    p.dilation_width_factor = Int(1, 2);
    return Start("Conv")
        .Op(kTfLiteBuiltinConv2d, p)
        .In(Bytes(), {Int(1, 3), Int(1, 12), Int(1, 12), depth})
        .Const(Weights(channels, 0), {channels, filter, filter, depth})
        .Absent()
        .Out(Bytes());
  }

  Case Depthwise() {
    const int channels = Int(1, 90), multiplier = Int(1, 3);
    const int filter = Int(1, 5);
    TfLiteDepthwiseConvParams p{};
    p.padding = kTfLitePaddingSame;
    p.stride_height = p.stride_width = Int(1, 2);
    p.depth_multiplier = multiplier;
    p.dilation_height_factor = p.dilation_width_factor = 1;
    return Start("Depthwise")
        .Op(kTfLiteBuiltinDepthwiseConv2d, p)
        .In(Bytes(), {Int(1, 3), Int(1, 12), Int(1, 12), channels})
        .Const(Weights(channels * multiplier, 3),
               {1, filter, filter, channels * multiplier})
        .Absent()
        .Out(Bytes());
  }

  Case Mean() {
    std::vector<int> shape(static_cast<size_t>(Int(1, 5)));
    for (int& extent : shape) extent = Int(1, 9);
    std::vector<double> axes;
    const int rank = static_cast<int>(shape.size());
    for (int axis = 0; axis < rank; ++axis) {
      if (random_.Flip()) axes.push_back(random_.Flip() ? axis : axis - rank);
    }
    if (axes.empty()) axes.push_back(rank - 1);
    return Start("Mean")
        .Op(kTfLiteBuiltinMean, TfLiteReducerParams{random_.Flip()})
        .In(Bytes(), shape)
        .List(axes)
        .Out(Bytes());
  }

  Case L2Normalization() {
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

  Case Softmax() {
    const float beta = random_.Flip() ? 1.0f : 0.3f;
    return Start("Softmax")
        .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{beta})
        .In(Bytes(), {Int(1, 20), Int(1, 300)})
        .Out(Kind().Scaled(1.f / 256, is_signed_ ? -128 : 0));
  }

  Case ResizeBilinear() {
    const bool corners = random_.Flip();
    const Elements e = Bytes();
    return Start("ResizeBilinear")
        .Op(kTfLiteBuiltinResizeBilinear,
            TfLiteResizeBilinearParams{corners, !corners && random_.Flip()})
        .In(e, {Int(1, 3), Int(1, 11), Int(1, 11), Int(1, 70)})
        .List(
            {static_cast<double>(Int(1, 20)), static_cast<double>(Int(1, 20))})
        .Out(e);
  }

  Case FullyConnected() {
    const int depth = Int(1, 300), units = Int(1, 200);
    return Start("FullyConnected")
        .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
        .In(Bytes(), {Int(1, 20), depth})
        .Const(Weights(units, 0), {units, depth})
        .Absent()
        .Out(Bytes());
  }

  Case Add() {
    const std::vector<int> shape = {Int(1, 3), Int(1, 9), Int(1, 9),
                                    Int(1, 40)};
    return Start("Add")
        .Op(kTfLiteBuiltinAdd, TfLiteAddParams{kTfLiteActNone, false})
        .In(Bytes(), shape)
        .In(Bytes(), random_.Flip() ? shape : std::vector<int>{shape[3]})
        .Out(Bytes());
  }

  Case Lstm() {
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
        .In(x,
            {time_major ? steps : batch, time_major ? batch : steps, inputs});
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

 private:
  int Int(int least, int most) {
    return static_cast<int>(random_.Int(least, most));
  }
  int Extent(int filter) { return Int(filter, filter + 9); }
  const Elements& Kind() const { return is_signed_ ? kInt8 : kUInt8; }
  Case Start(const char* name) const {
    return Case(name, Kind().name).Within(conformance::Exact());
  }

  // A zero point, often at one end of INT8.
  int End() { return random_.Pick<int>({-128, 127, 0, Int(-128, 127)}); }

  Elements Bytes() {
    const int zero_point = is_signed_ ? End() : End() + 128;
    const float scale = random_.Pick<float>({0.05f, 0.02f, 0.3f});
    return Kind().Scaled(scale, zero_point).Range(1, -1);
  }

  // Per channel: the smallest scale is 2^-20 of the largest one.
  Elements Weights(int channels, int dimension) {
    if (!is_signed_) return kUInt8.Scaled(0.01f, End() + 128).Range(1, -1);
    if (random_.Flip()) return kInt8.Scaled(0.01f).Range(1, -1);
    Elements e = kInt8.PerChannel(channels, dimension).Range(1, -1);
    for (float& scale : e.scales) {
      if (random_.Int(0, 3) != 0) continue;
      scale *= random_.Pick<float>({1e-6f, 1e-3f, 50.0f});
    }
    return e;
  }

  Random random_;
  bool is_signed_;
};

Target SmallTiles() {
  Target t = DefaultTarget();
  t.name = "small_tiles";
  t.tile_rows = 2;
  t.tile_columns = 3;
  t.array_columns = 16;
  t.tile_memory_bytes = 65536;
  t.parameter_store_bytes = 2048;
  return t;
}

class EdgeTpuOperators : public ::testing::TestWithParam<Target> {};

TEST_P(EdgeTpuOperators, HaveTheBitsOfTheReference) {
  using Make = Case (Maker::*)();
  constexpr Make kMakes[] = {&Maker::GroupedConv,
                             &Maker::Conv,
                             &Maker::Depthwise,
                             &Maker::Mean,
                             &Maker::Lstm,
                             &Maker::Lstm,
                             &Maker::L2Normalization,
                             &Maker::Softmax,
                             &Maker::ResizeBilinear,
                             &Maker::FullyConnected,
                             &Maker::Add};
  const DelegatePtr delegate = DelegateOn(GetParam());
  ASSERT_NE(delegate, nullptr);
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    for (size_t i = 0; i < std::size(kMakes); ++i) {
      Maker maker(seed * 977 + i);
      const Case c = (maker.*kMakes[i])();
      SCOPED_TRACE(c.id() + " " + std::to_string(seed));
      const auto run = conformance::Prepared(c, delegate.get());
      ASSERT_EQ(conformance::NodesLeft(run->interpreter()), 0)
          << conformance::Refusals(run->interpreter());
      conformance::ExpectSame(c, *run);
      if (HasFailure()) return;
    }
  }
}

void ExpectRefused(const Case& c, const std::string& reason,
                   const Target& target = DefaultTarget()) {
  const DelegatePtr delegate = DelegateOn(target);
  ASSERT_NE(delegate, nullptr);
  const auto run = conformance::Prepared(c, delegate.get());
  EXPECT_EQ(conformance::Refusals(run->interpreter()), reason + "\n");
  conformance::ExpectSame(c, *run);
}

void ExpectTaken(const Case& c, const Target& target = DefaultTarget()) {
  const DelegatePtr delegate = DelegateOn(target);
  ASSERT_NE(delegate, nullptr);
  const auto run = conformance::Prepared(c, delegate.get());
  EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 0)
      << conformance::Refusals(run->interpreter());
  conformance::ExpectSame(c, *run);
}

TEST(EdgeTpuRefusals, SoftmaxOfANegativeBeta) {
  const Elements e = conformance::kInt8.Scaled(0.1f, 3);
  ExpectRefused(Case("Softmax", "int8")
                    .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{-1})
                    .In(e, {2, 40})
                    .Out(e.Scaled(1.f / 256, -128))
                    .Within(conformance::Exact()),
                "beta -1 is not supported");
}

// Strides, of which an instruction has no larger ones than 2^24.
TEST(EdgeTpuRefusals, StridesBeyondTheInstructions) {
  const Elements e = kInt8.Scaled(0.1f, 3);
  for (const int stride : {1 << 24, (1 << 24) + 1}) {
    TfLitePoolParams pool{};
    pool.padding = kTfLitePaddingSame;
    pool.stride_height = stride;
    pool.stride_width = 1;
    pool.filter_height = pool.filter_width = 2;
    const Case pooled = Case("MaxPool", "int8")
                            .Op(kTfLiteBuiltinMaxPool2d, pool)
                            .In(e, {1, 4, 4, 3})
                            .Out(e)
                            .Within(conformance::Exact());
    TfLiteConvParams conv{};
    conv.padding = kTfLitePaddingSame;
    conv.stride_height = 1;
    conv.stride_width = stride;
    conv.dilation_height_factor = conv.dilation_width_factor = 1;
    const Case convolved = Case("Conv", "int8")
                               .Op(kTfLiteBuiltinConv2d, conv)
                               .In(e, {1, 4, 4, 3})
                               .Const(kInt8.Scaled(0.02f), {2, 1, 1, 3})
                               .Absent()
                               .Out(kInt8.Scaled(0.1f, 5))
                               .Within(conformance::Exact());
    if (stride == 1 << 24) {
      ExpectTaken(pooled);
      ExpectTaken(convolved);
    } else {
      ExpectRefused(pooled, "stride_rows is 16777217");
      ExpectRefused(convolved, "stride_columns is 16777217");
    }
  }
}

// With its padding of channels, the image has more bytes than an instruction
// may have.
TEST(EdgeTpuPlainArrays, TakeLargeImages) {
  const Target target = PlainArrayTarget(Dataflow::kWeightStationary, 64, 64);
  const Elements e = kInt8.Scaled(0.1f, 3);
  const std::vector<int> shape = {1, 640, 640, 3};
  ExpectTaken(Case("Relu", "int8")
                  .Op(kTfLiteBuiltinRelu)
                  .In(e, shape)
                  .Out(e)
                  .Within(conformance::Exact()),
              target);
  ExpectTaken(Case("Maximum", "int8")
                  .Op(kTfLiteBuiltinMaximum)
                  .In(e, shape)
                  .In(e, shape)
                  .Out(e)
                  .Within(conformance::Exact()),
              target);
}

// 17 times 17 times 17 pieces of two dimensions.
TEST(EdgeTpuRefusals, MovesOfManyPieces) {
  const std::vector<int> shape(5, 17);
  ExpectRefused(Case("Mean", "int8")
                    .Op(kTfLiteBuiltinMean, TfLiteReducerParams{false})
                    .In(kInt8, shape)
                    .List({1, 3})
                    .Out(kInt8)
                    .Within(conformance::Exact()),
                "it needs 4913 transfers");
  ExpectRefused(Case("Transpose", "int8")
                    .Op(kTfLiteBuiltinTranspose, TfLiteTransposeParams{})
                    .In(kInt8, shape)
                    .List({4, 3, 2, 1, 0})
                    .Out(kInt8)
                    .Within(conformance::Exact()),
                "it needs 4913 transfers");
}

TEST(EdgeTpuRefusals, ProductsThatOverflow) {
  const auto product = [](float out_scale) {
    const Elements x = kInt8.Scaled(1, 3).Range(-9, 9);
    return Case("Mul", "int8")
        .Op(kTfLiteBuiltinMul, TfLiteMulParams{kTfLiteActNone})
        .In(x, {2, 40})
        .In(x, {2, 40})
        .Out(kInt8.Scaled(out_scale, 5))
        .Within(conformance::Exact());
  };
  ExpectTaken(product(1.f / 8192));
  ExpectRefused(product(1.f / 16384),
                "scales that differ by 2^15 are not supported");
}

TEST(EdgeTpuRefusals, StridesThatSpreadTheInputFar) {
  TfLiteTransposeConvParams p{};
  p.padding = kTfLitePaddingValid;
  p.stride_height = p.stride_width = 2100;
  ExpectRefused(Case("TransposeConv", "int8")
                    .Op(kTfLiteBuiltinTransposeConv, p)
                    .List({1, 2101, 2101, 1})
                    .Const(kInt8.Scaled(0.02f), {1, 1, 1, 4})
                    .In(kInt8.Scaled(0.1f, 3), {1, 2, 2, 4})
                    .Out(kInt8.Scaled(0.1f, 5))
                    .Within(conformance::Exact()),
                "strides that spread the input so far are not supported");
}

TEST(EdgeTpuRefusals, WhatDoesNotFitInATile) {
  const char* const kNoRoom = "it does not fit in the memory of a tile";
  const Elements e = kInt8.Scaled(0.1f, 3);
  ExpectRefused(Case("Softmax", "int8")
                    .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
                    .In(e, {1, 60000})
                    .Out(e.Scaled(1.f / 256, -128))
                    .Within(conformance::Exact()),
                kNoRoom);
  ExpectRefused(Case("Relu", "int8")
                    .Op(kTfLiteBuiltinRelu)
                    .In(e, {1, 2097152})
                    .Out(e)
                    .Within(conformance::Exact()),
                kNoRoom);
  ExpectRefused(Case("Mean", "int8")
                    .Op(kTfLiteBuiltinMean, TfLiteReducerParams{false})
                    .In(e, {1, 200, 200, 1})
                    .List({1, 2})
                    .Out(e)
                    .Within(conformance::Exact()),
                kNoRoom);
}

TEST(EdgeTpuRefusals, MeansWhoseSumsOverflow) {
  const Elements e = kInt8.Scaled(0.1f, 3);
  ExpectRefused(Case("Mean", "int8")
                    .Op(kTfLiteBuiltinMean, TfLiteReducerParams{false})
                    .In(e, {8421505})
                    .List({0})
                    .Out(e)
                    .Within(conformance::Exact()),
                "a mean of 8421505 elements is not supported");
}

// Sums of as many squares fit 32 bits, or not.
TEST(EdgeTpuL2Normalization, OfLongRows) {
  for (const int depth : {33024, 33025}) {
    const Case c = Case("L2Normalization", "int8")
                       .Op(kTfLiteBuiltinL2Normalization,
                           TfLiteL2NormParams{kTfLiteActNone})
                       .In(kInt8.Scaled(0.1f, 3), {1, depth})
                       .Out(kInt8.Scaled(1.f / 128))
                       .Within(conformance::Exact());
    ExpectTaken(c);
  }
}

TEST(EdgeTpuRefusals, MatricesInSeveralTiles) {
  Target target = PlainArrayTarget(Dataflow::kWeightStationary, 16, 16);
  target.name = "two_tiles";
  target.tile_rows = 2;
  TfLiteConvParams p{};
  p.padding = kTfLitePaddingSame;
  p.stride_height = p.stride_width = 1;
  p.dilation_height_factor = p.dilation_width_factor = 1;
  ExpectRefused(Case("Conv", "int8")
                    .Op(kTfLiteBuiltinConv2d, p)
                    .In(kInt8.Scaled(0.1f, 3), {1, 4, 4, 8})
                    .Const(kInt8.Scaled(0.02f), {8, 3, 3, 8})
                    .Absent()
                    .Out(kInt8.Scaled(0.1f, 5))
                    .Within(conformance::Exact()),
                "arrays that multiply matrices in more than one tile", target);
}

// A layer of one cell.
Case SmallLstm(int steps, float projection_scale) {
  const bool projected = projection_scale > 0;
  const Elements state = kInt8.Scaled(1.f / 128, 3);
  Case c("Lstm", "int8");
  c.Within(conformance::Exact())
      .Op(kTfLiteBuiltinUnidirectionalSequenceLstm,
          TfLiteUnidirectionalSequenceLSTMParams{kTfLiteActTanh, 0, 0, false,
                                                 false, false})
      .In(kInt8.Scaled(1.f / 100, 3), {1, steps, 1});
  for (int matrix = 0; matrix < 8; ++matrix) {
    c.Const(kInt8.Scaled(0.01f).Range(1, -1), {1, 1});
  }
  c.Absent().Absent().Absent();
  for (int gate = 0; gate < 4; ++gate) {
    c.Const(kInt32.Scaled(1e-5f).Range(-0.1, 0.1), {1});
  }
  if (projected) {
    c.Const(kInt8.Scaled(projection_scale), {1, 1});
  } else {
    c.Absent();
  }
  c.Absent()
      .Variable(state, {1, 1})
      .Variable(kInt16.Scaled(1.f / 2048), {1, 1})
      .Out(state);
  for (int gate = 0; gate < 4; ++gate) {
    c.Intermediate(kInt16.Scaled(1.f / 4096));
  }
  c.Intermediate(kInt8.Scaled(1.f / 128, 3));
  return c;
}

TEST(EdgeTpuRefusals, LongSequences) {
  ExpectTaken(SmallLstm(4096, 0));
  ExpectRefused(SmallLstm(4097, 0), "4097 steps are not supported");
}

TEST(EdgeTpuRefusals, ProjectionsThatGrow) {
  // The factor is this scale: the hidden state has that of the output.
  ExpectTaken(SmallLstm(2, 255));
  ExpectRefused(SmallLstm(2, 256),
                "projections that grow so much are not supported");
}

INSTANTIATE_TEST_SUITE_P(
    Targets, EdgeTpuOperators,
    ::testing::Values(DefaultTarget(), SmallTiles(),
                      PlainArrayTarget(Dataflow::kWeightStationary, 16, 16)),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace tflite::edgetpu
