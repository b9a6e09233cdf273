// Operators on rows of matrices, run a few rows at a time: the bits are those
// of the operators one after another.
#include "delegates/cpu/cpu_rows.h"

#include <memory>
#include <string>
#include <vector>

#include "delegates/cpu/cpu_delegate.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::cpu {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::Random;
using conformance::TensorHandle;

TEST(RowFormOf, IsByTheLastAxis) {
  const Shape out({2, 3, 4});
  EXPECT_EQ(RowFormOf(out, out), RowForm::kMatrix);
  EXPECT_EQ(RowFormOf(Shape({2, 3, 1}), out), RowForm::kColumn);
  EXPECT_EQ(RowFormOf(Shape({4}), out), RowForm::kShared);
  EXPECT_EQ(RowFormOf(Shape({1, 1, 4}), out), RowForm::kShared);
  EXPECT_EQ(RowFormOf(Shape({1, 1}), out), RowForm::kScalar);
  EXPECT_EQ(RowFormOf(Shape({}), out), RowForm::kScalar);
  EXPECT_EQ(RowFormOf(Shape({1, 3, 4}), out), std::nullopt);
  EXPECT_EQ(RowFormOf(Shape({3, 1}), out), std::nullopt);
  const Shape column({6, 1});
  EXPECT_EQ(RowFormOf(column, column), RowForm::kColumn);
  EXPECT_EQ(RowFormOf(Shape({1}), column), RowForm::kScalar);
  // Where there are as many rows as columns.
  EXPECT_EQ(RowFormOf(Shape({4}), Shape({4, 4})), RowForm::kShared);
  EXPECT_EQ(RowFormOf(Shape({4, 1}), Shape({4, 4})), RowForm::kColumn);
}

TEST(RowExtentsOf, CountsTheLastAxis) {
  const auto is = [](const Shape& shape, int64_t rows, int64_t width) {
    const RowExtents extents = RowExtentsOf(shape);
    return extents.rows == rows && extents.width == width;
  };
  EXPECT_TRUE(is(Shape({2, 3, 4}), 6, 4));
  EXPECT_TRUE(is(Shape({5}), 1, 5));
  EXPECT_TRUE(is(Shape({5, 1}), 5, 1));
  EXPECT_TRUE(is(Shape({}), 1, 1));
}

// A matrix for the values between the operators, of a block of rows.
TEST(RowProgram, HasMemoryForABlockOfRows) {
  RowSteps steps;
  for (const ValueId in : {0, 1, 2}) {
    kernels::Unary negation{};
    negation.kind = kernels::UnaryKind::kNeg;
    negation.type = kTfLiteFloat32;
    RowStep& step = steps.steps.emplace_back();
    step.op = negation;
    step.in[0].value = in;
    step.out.value = in + 1;
  }
  struct Memory {
    int64_t rows, width;
    size_t floats;  // a multiple of 16
  };
  for (const Memory& memory : {Memory{1000, 10, 64 * 10},
                               {5, 10, 64},
                               {1000, 97, 63 * 97 + 1},
                               {1000, 2048, 3 * 2048},
                               {1000, 7000, 7008}}) {
    SCOPED_TRACE(memory.width);
    steps.extents = {memory.rows, memory.width};
    const RowProgram program(steps, [](ValueId v) { return v == 1 || v == 2; });
    EXPECT_EQ(program.ScratchBytes(1), memory.floats * sizeof(float));
    EXPECT_EQ(program.ScratchBytes(3), 3 * memory.floats * sizeof(float));
    const RowProgram without(steps, [](ValueId) { return false; });
    EXPECT_EQ(without.ScratchBytes(1), 0u);
  }
}

// Of all runs.
struct Ran {
  std::vector<std::string> results;
  int left = 0;  // nodes
  std::string refusals;
};

Ran RunOf(const Case& c, bool delegated, int threads) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
      CpuDelegateCreate(nullptr), CpuDelegateDelete);
  conformance::CaseRun shaped(c, 1);
  EXPECT_TRUE(shaped.Build(resolver, nullptr).ok());
  EXPECT_TRUE(shaped.Allocate().ok());
  const conformance::TensorShapes shapes = shaped.Shapes();
  conformance::CaseRun run(c, 1);
  EXPECT_TRUE(run.Build(resolver, &shapes, threads).ok());
  if (delegated) {
    EXPECT_EQ(run.interpreter().ModifyGraphWithDelegate(delegate.get()),
              kTfLiteOk);
  }
  Ran ran;
  // Twice each: the second run finds the memory of the first one.
  for (int i = 0; i < 4; ++i) {
    if (i == 2) EXPECT_TRUE(run.ResizeInputs(2));
    if (i % 2 == 0) EXPECT_TRUE(run.Allocate().ok());
    const auto results = run.Invoke();
    EXPECT_TRUE(results.ok()) << results.status();
    if (!results.ok()) return ran;
    for (const auto& result : *results) ran.results.push_back(result.bytes);
  }
  ran.left = conformance::NodesLeft(run.interpreter());
  ran.refusals = conformance::Refusals(run.interpreter());
  return ran;
}

// Expects the operators' bits; returns how many nodes the delegate leaves.
int LeftOf(const Case& c, int threads = 1) {
  const Ran expected = RunOf(c, /*delegated=*/false, threads);
  const Ran ran = RunOf(c, /*delegated=*/true, threads);
  EXPECT_EQ(ran.results.size(), expected.results.size());
  EXPECT_TRUE(ran.results == expected.results);
  return ran.left;
}

TfLiteReducerParams Kept() {
  TfLiteReducerParams params{};
  params.keep_dims = true;
  return params;
}

// Layer normalization as converters write it, of the sum of two inputs, which
// is a result, too.
Case NormalizationCase(int rows, int width) {
  TensorHandle x, mean, factor, scaled;
  return Case("Normalization", "float32")
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .In(kFloat32, {1, rows, width})
      .In(kFloat32, {1, rows, width})
      .Out(kFloat32)
      .As(x)
      .Op(kTfLiteBuiltinMean, Kept())
      .Same(x)
      .List({2})
      .Inner(kFloat32)
      .As(mean)
      .Op(kTfLiteBuiltinSquaredDifference)
      .Same(x)
      .Same(mean)
      .Inner(kFloat32)
      .As(factor)
      .Op(kTfLiteBuiltinMean, Kept())
      .Same(factor)
      .List({-1})
      .Inner(kFloat32)
      .As(factor)
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .Same(factor)
      .Const(kFloat32, {}, {0.001})
      .Inner(kFloat32)
      .As(factor)
      .Op(kTfLiteBuiltinRsqrt)
      .Same(factor)
      .Inner(kFloat32)
      .As(factor)
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .Same(factor)
      .Const(kFloat32, {width})
      .Inner(kFloat32)
      .As(factor)
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .Same(x)
      .Same(factor)
      .Inner(kFloat32)
      .As(scaled)
      .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
      .Same(mean)
      .Same(factor)
      .Inner(kFloat32)
      .As(factor)
      .Op(kTfLiteBuiltinSub, TfLiteSubParams{})
      .Const(kFloat32, {width})
      .Same(factor)
      .Inner(kFloat32)
      .As(factor)
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .Same(scaled)
      .Same(factor)
      .Out(kFloat32);
}

TEST(CpuRows, NormalizeWithTheBitsOfTheOperators) {
  for (const int threads : {1, 3}) {
    // One row; fewer and more than a block; rows that do not fit the cache;
    // sums in parts; widths around those of vectors.
    EXPECT_EQ(LeftOf(NormalizationCase(1, 40), threads), 0);
    EXPECT_EQ(LeftOf(NormalizationCase(5, 64), threads), 0);
    EXPECT_EQ(LeftOf(NormalizationCase(200, 96), threads), 0);
    EXPECT_EQ(LeftOf(NormalizationCase(300, 257), threads), 0);
    EXPECT_EQ(LeftOf(NormalizationCase(7, 20000), threads), 0);
    EXPECT_EQ(LeftOf(NormalizationCase(70, 3), threads), 0);
    EXPECT_EQ(LeftOf(NormalizationCase(64, 17), threads), 0);
    EXPECT_EQ(LeftOf(NormalizationCase(9, 2), threads), 0);
  }
}

// A vector is one row.
TEST(CpuRows, TakeVectors) {
  TensorHandle x, mean;
  const Case c = Case("Vector", "float32")
                     .Op(kTfLiteBuiltinMean, Kept())
                     .In(kFloat32, {40})
                     .As(x)
                     .List({0})
                     .Inner(kFloat32)
                     .As(mean)
                     .Op(kTfLiteBuiltinSub, TfLiteSubParams{})
                     .Same(x)
                     .Same(mean)
                     .Inner(kFloat32)
                     .As(x)
                     .Op(kTfLiteBuiltinSquare)
                     .Same(x)
                     .Inner(kFloat32)
                     .As(x)
                     .Op(kTfLiteBuiltinSum, Kept())
                     .Same(x)
                     .List({0})
                     .Out(kFloat32);
  EXPECT_EQ(LeftOf(c), 0);
}

// A graph of random operators on rows: any operands, results read never, once
// or several times, inside and outside.
Case RandomCase(uint64_t seed) {
  Random random(seed);
  const auto pick = [&random](int count) {
    return static_cast<int>(random.Int(0, count - 1));
  };
  const int rows = 1 + pick(70), width = 2 + pick(90);
  const auto values = kFloat32.Range(0.25, 2);
  Case c("Random", "float32");
  std::vector<TensorHandle> matrices, columns;
  const auto operand = [&](bool column, bool any) {
    std::vector<TensorHandle>& own = column ? columns : matrices;
    const int form = any ? pick(5) : 0;
    if (form == 4) return void(c.Const(values, {1}));
    if (form == 3 && !column) return void(c.Const(values, {width}));
    if (form == 2 && !column && !columns.empty()) {
      return void(c.Same(columns[pick(static_cast<int>(columns.size()))]));
    }
    if (own.empty()) {
      TensorHandle input;
      c.In(values, {rows, column ? 1 : width}).As(input);
      return own.push_back(input);
    }
    c.Same(own[pick(static_cast<int>(own.size()))]);
  };
  constexpr int kBinary[] = {kTfLiteBuiltinAdd,     kTfLiteBuiltinSub,
                             kTfLiteBuiltinMul,     kTfLiteBuiltinDiv,
                             kTfLiteBuiltinMaximum, kTfLiteBuiltinMinimum};
  constexpr int kUnary[] = {kTfLiteBuiltinExp, kTfLiteBuiltinNeg,
                            kTfLiteBuiltinRsqrt, kTfLiteBuiltinSqrt,
                            kTfLiteBuiltinSquare};
  constexpr int kReduction[] = {kTfLiteBuiltinMean, kTfLiteBuiltinSum,
                                kTfLiteBuiltinReduceMax};
  const int nodes = 4 + pick(12);
  for (int i = 0; i < nodes; ++i) {
    const int kind = i == 0 ? 0 : pick(6);
    const bool column = kind == 0 || (kind % 2 == 1 && !columns.empty());
    if (kind == 0) {
      c.Op(kReduction[pick(3)], Kept());
      operand(false, false);
      c.List({1});
    } else if (kind < 3) {
      c.Op(kUnary[pick(5)]);
      operand(column, false);
    } else {
      TfLiteAddParams params{};  // all of these begin with the activation
      if (pick(4) == 0) params.activation = kTfLiteActRelu6;
      c.Op(kBinary[pick(6)], params);
      const bool swapped = pick(2) == 0;
      operand(column, swapped);
      operand(column, !swapped);
    }
    TensorHandle result;
    (pick(3) == 0 || i + 1 == nodes ? c.Out(kFloat32) : c.Inner(kFloat32))
        .As(result);
    (column ? columns : matrices).push_back(result);
  }
  return c;
}

TEST(CpuRows, RandomGraphsHaveTheBitsOfTheOperators) {
  int fused = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const Case c = RandomCase(seed);
    const auto nodes = static_cast<int>(c.graphs()[0].nodes.size());
    if (LeftOf(c, 1 + static_cast<int>(seed % 2)) < nodes) ++fused;
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_GT(fused, 100);
}

// A result that another operator reads before the last of the rows.
TEST(CpuRows, DoNotRunBehindWhatReadsThem) {
  TensorHandle x, mean, turned;
  const Case c = Case("Between", "float32")
                     .Op(kTfLiteBuiltinMean, Kept())
                     .In(kFloat32, {1, 6, 6})
                     .As(x)
                     .List({2})
                     .Inner(kFloat32)
                     .As(mean)
                     .Op(kTfLiteBuiltinSub, TfLiteSubParams{})
                     .Same(x)
                     .Same(mean)
                     .Inner(kFloat32)
                     .As(x)
                     .Op(kTfLiteBuiltinTranspose)
                     .Same(x)
                     .List({0, 2, 1})
                     .Inner(kFloat32)
                     .As(turned)
                     .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
                     .Same(x)
                     .Same(turned)
                     .Out(kFloat32)
                     .As(x)
                     .Op(kTfLiteBuiltinMean, Kept())
                     .Same(x)
                     .List({2})
                     .Inner(kFloat32)
                     .As(mean)
                     .Op(kTfLiteBuiltinSub, TfLiteSubParams{})
                     .Same(x)
                     .Same(mean)
                     .Inner(kFloat32)
                     .As(x)
                     .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
                     .Same(x)
                     .Same(x)
                     .Out(kFloat32);
  EXPECT_EQ(LeftOf(c), 3);
}

TEST(CpuRows, LeaveFewOperatorsAndThoseWithoutAReduction) {
  TensorHandle x;
  const Case pair = Case("Pair", "float32")
                        .Op(kTfLiteBuiltinMean, Kept())
                        .In(kFloat32, {4, 8})
                        .List({1})
                        .Inner(kFloat32)
                        .As(x)
                        .Op(kTfLiteBuiltinNeg)
                        .Same(x)
                        .Out(kFloat32);
  const Ran ran = RunOf(pair, /*delegated=*/true, 1);
  EXPECT_EQ(ran.left, 2);
  EXPECT_THAT(ran.refusals, ::testing::HasSubstr("fusion would save little"));
  Case unreduced("Unreduced", "float32");
  for (int i = 0; i < 5; ++i) {
    unreduced.Op(kTfLiteBuiltinNeg);
    i == 0 ? unreduced.In(kFloat32, {4, 8}) : unreduced.Same(x);
    (i == 4 ? unreduced.Out(kFloat32) : unreduced.Inner(kFloat32)).As(x);
  }
  EXPECT_EQ(LeftOf(unreduced), 5);
}

// A reduction of other axes than the last one, or to another rank, makes no
// column.
TEST(CpuRows, LeaveReductionsThatMakeNoColumn) {
  for (const bool kept : {false, true}) {
    TensorHandle x;
    const Case c =
        Case("NoColumn", "float32")
            .Op(kTfLiteBuiltinMean, kept ? Kept() : TfLiteReducerParams{})
            .In(kFloat32, {4, 8})
            .List({kept ? 0.0 : 1.0})
            .Inner(kFloat32)
            .As(x)
            .Op(kTfLiteBuiltinNeg)
            .Same(x)
            .Out(kFloat32);
    const Ran ran = RunOf(c, /*delegated=*/true, 1);
    EXPECT_EQ(ran.left, 2);
    EXPECT_THAT(ran.refusals, ::testing::HasSubstr("not a column"));
  }
}

}  // namespace
}  // namespace tflite::cpu
