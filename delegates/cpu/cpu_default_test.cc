#include "delegates/cpu/cpu_default.h"

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/cpu_features.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::cpu {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::Elements;
using conformance::TensorHandle;

TfLiteConvParams OneByOne() {
  TfLiteConvParams p{};
  p.padding = kTfLitePaddingSame;
  p.stride_height = p.stride_width = 1;
  p.dilation_height_factor = p.dilation_width_factor = 1;
  return p;
}

// A 1x1 convolution to 16 channels and a function of its result.
Case SizedCase(int size) {
  TensorHandle result;
  return Case("Sized", "float32")
      .Op(kTfLiteBuiltinConv2d, OneByOne())
      .In(conformance::kFloat32, {1, size, size, 2})
      .Const(conformance::kFloat32, {16, 1, 1, 2})
      .Absent()
      .Inner(conformance::kFloat32)
      .As(result)
      .Op(kTfLiteBuiltinHardSwish)
      .Same(result)
      .Out(conformance::kFloat32)
      .Within(conformance::Near(1e-5));
}

// A quantized convolution whose operands and result are floats outside.
Case QuantizedCase() {
  TensorHandle quantized, result;
  return Case("Quantized", "int8")
      .Op(kTfLiteBuiltinQuantize)
      .In(conformance::kFloat32, {1, 64, 64, 2})
      .Inner(conformance::kInt8)
      .As(quantized)
      .Op(kTfLiteBuiltinConv2d, OneByOne())
      .Same(quantized)
      .Const(conformance::kInt8.Scaled(0.02f, 0), {16, 1, 1, 2})
      .Absent()
      .Inner(conformance::kInt8)
      .As(result)
      .Op(kTfLiteBuiltinDequantize)
      .Same(result)
      .Out(conformance::kFloat32);
}

// A quantized convolution with a result of 256 KB and an addition to it.
Case AddedCase() {
  TensorHandle result;
  return Case("Added", "int8")
      .Op(kTfLiteBuiltinConv2d, OneByOne())
      .In(conformance::kInt8, {1, 128, 128, 2})
      .Const(conformance::kInt8.Scaled(0.02f, 0), {16, 1, 1, 2})
      .Absent()
      .Inner(conformance::kInt8)
      .As(result)
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .Same(result)
      .In(conformance::kInt8, {1, 128, 128, 16})
      .Out(conformance::kInt8);
}

// Bytes times a function of them, on either side, of `size` * `size` * 16.
Case GatedCase(int size, int function, const conformance::Elements& type,
               bool gate_first) {
  TensorHandle x, gate;
  const bool is_signed = type.type == kTfLiteInt8;
  const float scale = function == kTfLiteBuiltinTanh ? 1 / 128.0f : 1 / 256.0f;
  const int zero = function == kTfLiteBuiltinTanh ? 0 : -128;
  return Case("Gated", "bytes")
      .Op(static_cast<TfLiteBuiltinOperator>(function))
      .In(type.Scaled(0.05f, is_signed ? 3 : 131).Range(1, 0),
          {1, size, size, 16})
      .As(x)
      .Inner(type.Scaled(scale, is_signed ? zero : zero + 128))
      .As(gate)
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .Same(gate_first ? gate : x)
      .Same(gate_first ? x : gate)
      .Out(type.Scaled(0.04f, is_signed ? -5 : 123));
}

// The distance of each row's elements from their mean, of `width` columns.
Case SpreadCase(int width, int axis, const Elements& type) {
  TensorHandle x, mean;
  TfLiteReducerParams kept{};
  kept.keep_dims = true;
  return Case("Spread", type.name)
      .Op(kTfLiteBuiltinMean, kept)
      .In(type, {16, width})
      .As(x)
      .List({static_cast<double>(axis)})
      .Inner(type)
      .As(mean)
      .Op(kTfLiteBuiltinSub, TfLiteSubParams{})
      .Same(x)
      .Same(mean)
      .Inner(type)
      .As(x)
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .Same(x)
      .Same(x)
      .Inner(type)
      .As(x)
      .Op(kTfLiteBuiltinMean, kept)
      .Same(x)
      .List({static_cast<double>(axis)})
      .Out(type)
      .Within(conformance::Near(1e-5));
}

class CpuDefault : public ::testing::Test {
 protected:
  bool MayFuse(const Case& c) {
    CaseRun run(c, 1);
    EXPECT_TRUE(run.Build(resolver_, nullptr).ok());
    return MayFuseFloats(run.interpreter().primary_subgraph().context());
  }

  bool MayFuseTablesOf(const Case& c) {
    CaseRun run(c, 1);
    EXPECT_TRUE(run.Build(resolver_, nullptr).ok());
    return MayFuseTables(run.interpreter().primary_subgraph().context());
  }

  bool MayFuseRowsOf(const Case& c) {
    CaseRun run(c, 1);
    EXPECT_TRUE(run.Build(resolver_, nullptr).ok());
    return MayFuseRows(run.interpreter().primary_subgraph().context());
  }

  // The nodes that stay with their operators.
  int Left(const Case& c) {
    const TfLiteDelegateUniquePtr delegate = CreateDefaultCpuDelegate();
    CaseRun run(c, 1);
    EXPECT_TRUE(run.Build(resolver_, nullptr).ok());
    EXPECT_TRUE(run.Allocate().ok());
    const conformance::TensorShapes shapes = run.Shapes();
    CaseRun delegated(c, 1);
    EXPECT_TRUE(delegated.Build(resolver_, &shapes).ok());
    EXPECT_EQ(delegated.interpreter().ModifyGraphWithDelegate(delegate.get()),
              kTfLiteOk);
    EXPECT_TRUE(delegated.Allocate().ok());
    conformance::ExpectSame(c, delegated);
    return conformance::NodesLeft(delegated.interpreter());
  }

  void SetUp() override {
    if (!base::DetectX86().avx2) {
      EXPECT_EQ(CreateDefaultCpuDelegate(), nullptr);
      GTEST_SKIP() << "another delegate takes floats by default";
    }
  }

  // Without default delegates, so that there is no other one.
  ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
};

TEST_F(CpuDefault, TakesWhatLosesALargeResult) {
  EXPECT_EQ(Left(SizedCase(64)), 0);
  EXPECT_EQ(Left(SizedCase(63)), 2);
  EXPECT_EQ(Left(AddedCase()), 2);
}

TEST_F(CpuDefault, IsNotAppliedWithoutFloatsBetweenNodes) {
  EXPECT_TRUE(MayFuse(SizedCase(64)));
  EXPECT_FALSE(MayFuse(QuantizedCase()));
  // A filter has rank 4, but is no image.
  EXPECT_FALSE(MayFuse(Case("Alone", "float32")
                           .Op(kTfLiteBuiltinConv2d, OneByOne())
                           .In(conformance::kFloat32, {1, 8, 8, 2})
                           .Const(conformance::kFloat32, {16, 1, 1, 2})
                           .Absent()
                           .Out(conformance::kFloat32)));
  // Where the shapes of results are known, images have rank 4.
  const auto shaped = [&](const Case& c) {
    CaseRun first(c, 1), run(c, 1);
    EXPECT_TRUE(first.Build(resolver_, nullptr).ok());
    EXPECT_TRUE(first.Allocate().ok());
    const conformance::TensorShapes shapes = first.Shapes();
    EXPECT_TRUE(run.Build(resolver_, &shapes).ok());
    return MayFuseFloats(run.interpreter().primary_subgraph().context());
  };
  EXPECT_TRUE(shaped(SizedCase(64)));
  EXPECT_FALSE(shaped(SpreadCase(3, 1, conformance::kFloat32)));
}

TEST_F(CpuDefault, MakesATableOfBytesTimesAFunctionOfThem) {
  for (const auto& type : {conformance::kInt8, conformance::kUInt8}) {
    for (const int function : {kTfLiteBuiltinLogistic, kTfLiteBuiltinTanh}) {
      for (const bool gate_first : {false, true}) {
        EXPECT_EQ(Left(GatedCase(16, function, type, gate_first)), 0);
      }
    }
  }
  EXPECT_EQ(Left(GatedCase(15, kTfLiteBuiltinLogistic, conformance::kInt8,
                           /*gate_first=*/false)),
            2);
}

TEST_F(CpuDefault, IsAppliedWhereBytesGateThemselves) {
  for (const bool gate_first : {false, true}) {
    EXPECT_TRUE(MayFuseTablesOf(
        GatedCase(16, kTfLiteBuiltinLogistic, conformance::kInt8, gate_first)));
  }
  EXPECT_FALSE(MayFuseTablesOf(SizedCase(64)));
  EXPECT_FALSE(MayFuseTablesOf(QuantizedCase()));
}

TEST_F(CpuDefault, RunsOperatorsOnRowsOfSomeBytesTogether) {
  EXPECT_EQ(Left(SpreadCase(64, 1, conformance::kFloat32)), 0);
  EXPECT_EQ(Left(SpreadCase(63, 1, conformance::kFloat32)), 4);
}

TEST_F(CpuDefault, IsAppliedWhereReductionsAreAlongTheLastAxisOfFloats) {
  EXPECT_TRUE(MayFuseRowsOf(SpreadCase(3, 1, conformance::kFloat32)));
  EXPECT_TRUE(MayFuseRowsOf(SpreadCase(3, -1, conformance::kFloat32)));
  EXPECT_FALSE(MayFuseRowsOf(SpreadCase(3, 0, conformance::kFloat32)));
  EXPECT_FALSE(MayFuseRowsOf(SpreadCase(3, 1, conformance::kInt8)));
  EXPECT_FALSE(MayFuseRowsOf(SizedCase(64)));
}

// A function of bytes that others read, too, stays.
TEST_F(CpuDefault, LeavesGatesThatAreReadAgain) {
  TensorHandle x, gate;
  const auto type = conformance::kInt8.Scaled(1 / 256.0f, -128);
  EXPECT_EQ(Left(Case("ReadAgain", "int8")
                     .Op(kTfLiteBuiltinLogistic)
                     .In(conformance::kInt8.Scaled(0.05f, 3), {1, 16, 16, 16})
                     .As(x)
                     .Inner(type)
                     .As(gate)
                     .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
                     .Same(x)
                     .Same(gate)
                     .Out(conformance::kInt8.Scaled(0.04f, -5))
                     .Op(kTfLiteBuiltinRelu)
                     .Same(gate)
                     .Out(type)),
            3);
}

TEST_F(CpuDefault, LeavesOperatorsOfTheApplicationsOwn) {
  const ops::builtin::BuiltinRefOpResolver others;
  resolver_.AddBuiltin(BuiltinOperator_HARD_SWISH,
                       others.FindOp(BuiltinOperator_HARD_SWISH, 1), 1, 1);
  EXPECT_EQ(Left(SizedCase(64)), 2);
}

}  // namespace
}  // namespace tflite::cpu
