// The limits of the device, operator by operator: what it just takes has the
// bits of the reference, and what is too much is left to the CPU with the
// reason.
#include <cmath>
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
  const Elements e = kInt8.Scaled(0.1f, 3);
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

// As many transfers as one operator may become.
TEST(EdgeTpuMoves, MayBe4096Transfers) {
  const std::vector<int> shape(5, 16);
  ExpectTaken(Case("Mean", "int8")
                  .Op(kTfLiteBuiltinMean, TfLiteReducerParams{false})
                  .In(kInt8, shape)
                  .List({1, 3})
                  .Out(kInt8)
                  .Within(conformance::Exact()));
  ExpectTaken(Case("Transpose", "int8")
                  .Op(kTfLiteBuiltinTranspose, TfLiteTransposeParams{})
                  .In(kInt8, shape)
                  .List({4, 3, 2, 1, 0})
                  .Out(kInt8)
                  .Within(conformance::Exact()));
  // The same of several copies together.
  for (const int parts : {4096, 4097}) {
    Case c("Split", "int8");
    c.Op(kTfLiteBuiltinSplit, TfLiteSplitParams{parts})
        .Const(kInt32, {}, {0})
        .In(kInt8, {parts, 2})
        .Within(conformance::Exact());
    for (int i = 0; i < parts; ++i) c.Out(kInt8);
    if (parts == 4096) {
      ExpectTaken(c);
    } else {
      ExpectRefused(c, "it needs 4097 transfers");
    }
  }
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

// Sums of up to 510 times the larger scale of an operand.
TEST(EdgeTpuRefusals, SumsThatOverflow) {
  const auto sum = [](float out_scale) {
    const Elements x = kInt8.Scaled(1, -128);
    return Case("Add", "int8")
        .Op(kTfLiteBuiltinAdd, TfLiteAddParams{kTfLiteActNone, false})
        .In(x, {2, 40}, {127, 126, -128, 0})
        .In(x, {2, 40}, {127, -128, 127})
        .Out(kInt8.Scaled(out_scale, 5))
        .Within(conformance::Exact());
  };
  ExpectTaken(sum(std::ldexp(1.01f, -22)));
  ExpectRefused(sum(std::ldexp(1.0f, -22)),
                "scales that differ by 2^23 are not supported");
}

// All but the zero point saturate.
TEST(EdgeTpuQuantize, ToMuchSmallerScales) {
  for (const Elements& from : {kInt8, kUInt8}) {
    for (const Elements& to : {kInt8, kUInt8}) {
      ExpectTaken(Case("Quantize", from.name)
                      .Op(kTfLiteBuiltinQuantize)
                      .In(from.Scaled(1, 3).Range(1, -1), {2, 300})
                      .Out(to.Scaled(std::ldexp(1.0f, -26), 7))
                      .Within(conformance::Exact()));
    }
  }
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
  // Of the second input's requantization; the first one needs none.
  ExpectRefused(Case("Concatenation", "int8")
                    .Op(kTfLiteBuiltinConcatenation,
                        TfLiteConcatenationParams{1, kTfLiteActNone})
                    .In(e, {2, 1, 60000})
                    .In(e.Scaled(0.2f, 3), {2, 1, 60000})
                    .Out(e)
                    .Within(conformance::Exact()),
                kNoRoom);
}

// The taps of all rows are one transfer.
TEST(EdgeTpuPlainArrays, ResizeToLimitedExtents) {
  const auto resize = [](int rows) {
    const Elements e = kUInt8.Scaled(0.1f, 3);
    return Case("ResizeBilinear", "uint8")
        .Op(kTfLiteBuiltinResizeBilinear,
            TfLiteResizeBilinearParams{false, false})
        .In(e, {1, 2, 1, 1})
        .List({static_cast<double>(rows), 1})
        .Out(e)
        .Within(conformance::Exact());
  };
  const Target target = PlainArrayTarget(Dataflow::kWeightStationary, 64, 64);
  // Of 12 bytes, with one of the only column, in at most 2^24 bytes.
  ExpectTaken(resize(1398100), target);
  ExpectRefused(resize(1398101), "it does not fit in the memory of a tile",
                target);
}

TEST(EdgeTpuRefusals, LargeBatches) {
  constexpr char kReason[] = "a batch of 4097 images is not supported";
  const Elements e = kInt8.Scaled(0.1f, 3);
  const auto pool = [&](int batch) {
    TfLitePoolParams p{};
    p.padding = kTfLitePaddingValid;
    p.stride_height = p.stride_width = p.filter_height = p.filter_width = 2;
    return Case("MaxPool", "int8")
        .Op(kTfLiteBuiltinMaxPool2d, p)
        .In(e, {batch, 2, 2, 1})
        .Out(e)
        .Within(conformance::Exact());
  };
  ExpectTaken(pool(4096));
  ExpectRefused(pool(4097), kReason);
  TfLiteConvParams p{};
  p.padding = kTfLitePaddingSame;
  p.stride_height = p.stride_width = 1;
  p.dilation_height_factor = p.dilation_width_factor = 1;
  ExpectRefused(Case("Conv", "int8")
                    .Op(kTfLiteBuiltinConv2d, p)
                    .In(e, {4097, 1, 1, 2})
                    .Const(kInt8.Scaled(0.02f), {2, 1, 1, 2})
                    .Absent()
                    .Out(e)
                    .Within(conformance::Exact()),
                kReason);
  ExpectRefused(Case("ResizeBilinear", "int8")
                    .Op(kTfLiteBuiltinResizeBilinear,
                        TfLiteResizeBilinearParams{false, false})
                    .In(e, {4097, 2, 2, 1})
                    .List({3, 3})
                    .Out(e)
                    .Within(conformance::Exact()),
                kReason);
  // Their rows are those of one image.
  for (const int channels : {1, 2}) {
    ExpectTaken(Case("Mean", "int8")
                    .Op(kTfLiteBuiltinMean, TfLiteReducerParams{false})
                    .In(e, {4097, 2, 2, channels})
                    .List({1, 2})
                    .Out(e)
                    .Within(conformance::Exact()));
  }
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

}  // namespace
}  // namespace tflite::edgetpu
