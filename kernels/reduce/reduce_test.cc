#include "kernels/reduce/reduce.h"

#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/reduce/reduce_compute.h"
#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSum = MakeOpFunctions<&BindSum, &EvalReduceReference>();
constexpr OpFunctions kMean =
    MakeOpFunctions<&BindMean, &EvalReduceReference>();
constexpr OpFunctions kMax =
    MakeOpFunctions<&BindReduceMax, &EvalReduceReference>();
constexpr OpFunctions kProd =
    MakeOpFunctions<&BindReduceProd, &EvalReduceReference>();
constexpr OpFunctions kAny =
    MakeOpFunctions<&BindReduceAny, &EvalReduceReference>();

void Axes(OpTest& test, const std::vector<int32_t>& axes,
          bool keep_dims = false) {
  test.Const<int32_t>({static_cast<int32_t>(axes.size())}, axes);
  TfLiteReducerParams params{};
  params.keep_dims = keep_dims;
  test.Params(params);
}

// The value of LiteRT 2.3.0: one step below that of an exact factor.
TEST(Reduce, Int16SumIsThatOfTheReferenceRuntime) {
  OpTest test;
  test.Input<int16_t>({1, 4}, {-30599, 17036, -29758, -24210}, {0.00457f});
  test.Output<int16_t>({0.0193f});
  Axes(test, {1});
  ASSERT_TRUE(IsOk(test.Run(kSum)));
  EXPECT_TRUE(test.OutputIs({-15991}));
}

TEST(ReduceBind, RejectsMissingAxes_C1) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Output<float>().Params(TfLiteReducerParams{});
  EXPECT_TRUE(Violates(test.Run(kSum), "C1"));
}

TEST(ReduceBind, RejectsAxisOutsideOfTheRank_C2) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Output<float>();
  Axes(test, {1});
  EXPECT_TRUE(Violates(test.Run(kSum), "C2"));
}

TEST(Reduce, AxisOfAScalarIsItsOnlyElement) {
  for (const int32_t axis : {0, -1, 1}) {
    OpTest test;
    test.Input<float>({}, {7}).Output<float>();
    Axes(test, {axis});
    if (axis == 1) {
      EXPECT_TRUE(Violates(test.Run(kSum), "C2"));
    } else {
      ASSERT_TRUE(IsOk(test.Run(kSum)));
      EXPECT_TRUE(test.OutputIs({7}));
    }
  }
}

TEST(ReduceBind, RejectsNonInt32Axes_C2) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Const<int64_t>({1}, {0}).Output<float>();
  test.Params(TfLiteReducerParams{});
  EXPECT_TRUE(Violates(test.Run(kSum), "C2"));
}

TEST(ReduceBind, RejectsOtherTypes_C3) {
  OpTest logical;
  logical.Input<bool>({2}, {true, false}).Output<bool>();
  Axes(logical, {0});
  EXPECT_TRUE(Violates(logical.Run(kSum), "C3"));
  OpTest number;
  number.Input<float>({2}, {1, 2}).Output<float>();
  Axes(number, {0});
  EXPECT_TRUE(Violates(number.Run(kAny), "C3"));
  OpTest output;
  output.Input<float>({2}, {1, 2}).Output<int32_t>();
  Axes(output, {0});
  EXPECT_TRUE(Violates(output.Run(kSum), "C3"));
}

TEST(ReduceBind, RejectsRequantizedMaximum_C4) {
  OpTest test;
  test.Input<int8_t>({2}, {1, 2}, {0.5f}).Output<int8_t>({0.25f});
  Axes(test, {0});
  EXPECT_TRUE(Violates(test.Run(kMax), "C4"));
}

TEST(ReduceBind, RejectsZeroPointsOutsideOfTheType_C5) {
  for (const OpFunctions& functions : {kSum, kMean, kProd}) {
    for (const auto& [in, out] :
         {std::pair(128, 0), std::pair(INT32_MIN, 0), std::pair(0, -129)}) {
      OpTest test;
      test.Input<int8_t>({1}, {1}, {1.0f, in}).Output<int8_t>({1.0f, out});
      Axes(test, {0});
      EXPECT_TRUE(Violates(test.Run(functions), "C5"));
    }
  }
}

TEST(ReduceBind, TakesZeroPointsAtTheEndsOfTheType) {
  OpTest test;
  test.Input<int8_t>({1}, {1}, {1.0f, -128}).Output<int8_t>({1.0f, 127});
  Axes(test, {0});
  ASSERT_TRUE(IsOk(test.Run(kSum)));
  EXPECT_TRUE(test.OutputIs({127}));
}

// The bits of the multiplier are divided by the count, shifted up before as far
// as its exponent allows.
TEST(ReduceBind, DividesTheMultipliersOfMeans) {
  const std::tuple<float, int32_t, int> cases[] = {
      {1.0f, (int64_t{1} << 31) / 3, 0}, {0x1p-32f, (1 << 30) / 3, -31}};
  for (const auto& [scale, multiplier, shift] : cases) {
    OpTest test;
    test.Input<int8_t>({3}, {1, 2, 3}, scale).Output<int8_t>({1.0f});
    Axes(test, {0});
    const auto op = test.Bound(&BindMean);
    ASSERT_TRUE(IsOk(op.status()));
    EXPECT_EQ(op->mean_multiplier.multiplier, multiplier) << scale;
    EXPECT_EQ(op->mean_multiplier.shift, shift) << scale;
  }
}

TEST(ReduceReference, ReducesMiddleAndRepeatedAxes) {
  OpTest test;
  test.Input<float>({2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
      .Output<float>();
  Axes(test, {1, -2}, true);
  ASSERT_TRUE(IsOk(test.Run(kSum)));
  EXPECT_EQ(test.OutShape(), Shape({2, 1, 2}));
  EXPECT_TRUE(test.OutputIs({9, 12, 27, 30}));
}

TEST(ReduceReference, ReducesNothingWithoutAxes) {
  OpTest test;
  test.Input<int32_t>({2}, {5, -7}).Output<int32_t>();
  Axes(test, {});
  ASSERT_TRUE(IsOk(test.Run(kMean)));
  EXPECT_TRUE(test.OutputIs({5, -7}));
}

TEST(ReduceReference, ReducesNothingAtAll) {
  OpTest test;
  test.Input<float>({0, 2}, {}).Output<float>();
  Axes(test, {0});
  ASSERT_TRUE(IsOk(test.Run(kProd)));
  EXPECT_TRUE(test.OutputIs({1, 1}));
  ASSERT_TRUE(IsOk(test.Run(kMean)));
  EXPECT_TRUE(test.OutputIs({NAN, NAN}));
  constexpr double kMost = std::numeric_limits<float>::max();
  ASSERT_TRUE(IsOk(test.Run(kMax)));
  EXPECT_TRUE(test.OutputIs({-kMost, -kMost}));
  ASSERT_TRUE(
      IsOk(test.Run(MakeOpFunctions<&BindReduceMin, &EvalReduceReference>())));
  EXPECT_TRUE(test.OutputIs({kMost, kMost}));
  OpTest integers, quantized;
  integers.Input<int32_t>({0, 2}, {}).Output<int32_t>();
  Axes(integers, {0});
  ASSERT_TRUE(IsOk(integers.Run(kMean)));
  EXPECT_TRUE(integers.OutputIs({0, 0}));
  quantized.Input<int8_t>({0, 2}, {}, {0.5f, 3}).Output<int8_t>({0.5f, -7});
  Axes(quantized, {0});
  ASSERT_TRUE(IsOk(quantized.Run(kMean)));
  EXPECT_TRUE(quantized.OutputIs({-7, -7}));
}

TEST(Reduce, MaximumAndMinimumIgnoreNaN) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  const std::pair<OpFunctions, float> cases[] = {
      {kMax, 7},
      {MakeOpFunctions<&BindReduceMax, &EvalReduceCpu>(), 7},
      {MakeOpFunctions<&BindReduceMin, &EvalReduceReference>(), -2},
      {MakeOpFunctions<&BindReduceMin, &EvalReduceCpu>(), -2}};
  for (const auto& [op, expected] : cases) {
    for (const int32_t length : {3, 20, 70, 300}) {
      for (const int32_t at : {0, 1, length - 1}) {
        std::vector<float> row(length, kNaN);
        row[at] = 7;
        row[(at + 2) % length] = -2;
        for (const bool along_rows : {false, true}) {
          OpTest test;
          test.Input<float>(
                  along_rows ? Shape({1, length}) : Shape({length, 1}), row)
              .Output<float>();
          Axes(test, {along_rows ? 1 : 0});
          ASSERT_TRUE(IsOk(test.Run(op)));
          EXPECT_TRUE(test.OutputIs({expected}))
              << "at " << at << " of " << length << ", axis " << along_rows;
        }
      }
    }
  }
}

TEST(ReduceReference, IntegerMeansTruncateAndSumsWrap) {
  OpTest test;
  test.Input<int32_t>({3}, {-1, -2, -2}).Output<int32_t>();
  Axes(test, {0});
  ASSERT_TRUE(IsOk(test.Run(kMean)));
  EXPECT_TRUE(test.OutputIs({-1}));
  test.SetInput<int32_t>(0, {INT32_MAX, 1, 0});
  ASSERT_TRUE(IsOk(test.Run(kSum)));
  EXPECT_TRUE(test.OutputIs({INT32_MIN}));
}

TEST(ReduceReference, QuantizedSumIsRequantized) {
  OpTest test;
  // Reals 1, 2 and -0.5; their sum, 2.5, is 10 steps of 0.25 above 3.
  test.Input<int8_t>({3}, {3, 5, 0}, {0.5f, 1}).Output<int8_t>({0.25f, 3});
  Axes(test, {0});
  ASSERT_TRUE(IsOk(test.Run(kSum)));
  EXPECT_TRUE(test.OutputIs({13}));
}

// Innermost, middle and outermost axes, several groups; tails of vectors.
const std::vector<std::pair<Shape, std::vector<int32_t>>>& Patterns() {
  static const auto* patterns =
      new std::vector<std::pair<Shape, std::vector<int32_t>>>{
          {{7, 129}, {1}},
          {{129, 7}, {0}},
          {{3, 5, 33}, {1}},
          {{2, 3, 4}, {0, 2}},
          {{1, 6, 6, 70}, {1, 2}},
          {{5}, {0}},
          {{70, 5}, {0}},
          {{3, 90, 4, 67}, {0, 2}},
          {{400, 70}, {0}},
          {{3, 5, 4, 67}, {1, 3}},
          {{2, 3, 2, 70, 2}, {0, 2, 4}},
          {{2, 80, 70, 3}, {1}},
          // Short rows, several together.
          {{37, 20}, {1}},
          {{70, 16}, {1}},
          {{19, 63}, {1}},
          {{5, 300}, {1}},
          // A long one, and columns that fill one to four vectors.
          {{2, 9000}, {1}},
          {{520, 16}, {0}},
          {{2, 5, 3, 23}, {0, 2}},
          {{300, 34}, {0}},
          {{270, 61}, {0}},
          // Blocks of rows in two groups of axes, and more than 256 in all.
          {{2, 3, 2, 3, 2, 70}, {0, 2, 4}},
          {{3, 2, 5, 2, 2, 9}, {0, 2, 4}},
          {{7, 2, 90, 64}, {0, 2}},
          {{3, 4}, {}}};
  return *patterns;
}

template <typename T>
void ExpectAgreement(double min, double max, double relative) {
  constexpr OpFunctions kPairs[][2] = {
      {kSum, MakeOpFunctions<&BindSum, &EvalReduceCpu>()},
      {kMean, MakeOpFunctions<&BindMean, &EvalReduceCpu>()},
      {kMax, MakeOpFunctions<&BindReduceMax, &EvalReduceCpu>()},
      {MakeOpFunctions<&BindReduceMin, &EvalReduceReference>(),
       MakeOpFunctions<&BindReduceMin, &EvalReduceCpu>()},
      {kProd, MakeOpFunctions<&BindReduceProd, &EvalReduceCpu>()}};
  uint32_t seed = 1;
  for (const auto& [shape, axes] : Patterns()) {
    for (const auto& [reference, cpu] : kPairs) {
      // Without quantization, sums wrap.
      for (const Quantized& quantized : {Quantized(0.5f, 3), Quantized()}) {
        OpTest test(/*threads=*/2);
        test.Input<T>(shape,
                      RandomElements<T>(shape.num_elements(), min, max, ++seed),
                      quantized);
        test.Output<T>(quantized);
        Axes(test, axes);
        EXPECT_TRUE(Agree(test, reference, cpu, 1e-5, relative))
            << shape.ToString() << " " << quantized.scales.size();
      }
    }
  }
}

TEST(ReduceCpu, AgreesWithReference) {
  ExpectAgreement<float>(0.5, 1.5, 1e-5);
  ExpectAgreement<int8_t>(-128, 127, 0);
  ExpectAgreement<uint8_t>(0, 255, 0);
  ExpectAgreement<int16_t>(-1000, 1000, 0);
  ExpectAgreement<int32_t>(INT32_MIN, INT32_MAX, 0);
  ExpectAgreement<int64_t>(-1e15, 1e15, 0);
}

// Sums that 32 bits do not hold, in rows and in columns.
TEST(ReduceCpu, LongSumsAgreeWithReference) {
  constexpr int32_t kLong = 70000;
  for (const auto& [shape, axis] :
       {std::pair<Shape, int32_t>{{2, kLong}, 1}, {{kLong, 2}, 0}}) {
    for (const int16_t value : {INT16_MIN, INT16_MAX}) {
      OpTest test;
      test.Input<int16_t>(shape, std::vector<int16_t>(2 * kLong, value),
                          {1, 0});
      test.Output<int16_t>({131072.0f, 0});
      Axes(test, {axis});
      EXPECT_TRUE(
          Agree(test, kSum, MakeOpFunctions<&BindSum, &EvalReduceCpu>()));
      // 70000 * 32767 / 2^17 is 17499.4.
      EXPECT_TRUE(
          test.OutputIs(std::vector<double>(2, value < 0 ? -17500 : 17499)));
      EXPECT_TRUE(
          Agree(test, kMean, MakeOpFunctions<&BindMean, &EvalReduceCpu>()));
    }
  }
}

// Few are true, or few false: the search of a row ends early or late.
TEST(ReduceCpu, BooleansAgreeWithReference) {
  constexpr OpFunctions kPairs[][2] = {
      {MakeOpFunctions<&BindReduceAny, &EvalReduceReference>(),
       MakeOpFunctions<&BindReduceAny, &EvalReduceCpu>()},
      {MakeOpFunctions<&BindReduceAll, &EvalReduceReference>(),
       MakeOpFunctions<&BindReduceAll, &EvalReduceCpu>()}};
  auto patterns = Patterns();
  patterns.push_back({{9, 700}, {1}});
  uint32_t seed = 1;
  for (const auto& [shape, axes] : patterns) {
    for (const bool mostly : {false, true}) {
      std::vector<bool> values;
      for (const uint8_t v :
           RandomElements<uint8_t>(shape.num_elements(), 0, 255, ++seed)) {
        values.push_back((v == 7) != mostly);
      }
      for (const auto& [reference, cpu] : kPairs) {
        OpTest test(/*threads=*/2);
        test.Input<bool>(shape, values).Output<bool>();
        Axes(test, axes);
        EXPECT_TRUE(Agree(test, reference, cpu, 0, 0)) << shape.ToString();
      }
    }
  }
}

// One element decides, wherever it is in a row.
TEST(ReduceCpu, BooleansAreFoundAnywhereInRows) {
  constexpr OpFunctions kAnyCpu =
      MakeOpFunctions<&BindReduceAny, &EvalReduceCpu>();
  constexpr OpFunctions kAllCpu =
      MakeOpFunctions<&BindReduceAll, &EvalReduceCpu>();
  for (const int32_t length : {1, 15, 16, 100, 255, 256, 512, 513, 1100}) {
    // Row r has its odd element at r, the last row has none.
    const Shape shape({length + 1, length});
    for (const bool any : {false, true}) {
      std::vector<bool> values(shape.num_elements(), !any);
      for (int32_t r = 0; r < length; ++r) values[r * length + r] = any;
      std::vector<double> want(length, any);
      want.push_back(!any);
      OpTest test(/*threads=*/2);
      test.Input<bool>(shape, values).Output<bool>();
      Axes(test, {1});
      ASSERT_TRUE(IsOk(test.Run(any ? kAnyCpu : kAllCpu)));
      EXPECT_TRUE(test.OutputIs(want)) << length;
    }
  }
}

// Sums of small integers are exact in any order: each element counts once.
TEST(ReduceCpu, RowsOfAnyLengthAreSummedOnce) {
  for (int32_t length = 1; length < 200; ++length) {
    std::vector<float> values;
    for (const int8_t v : RandomElements<int8_t>(20 * length, -90, 90, 3)) {
      values.push_back(v);
    }
    OpTest test;
    test.Input<float>({20, length}, values).Output<float>();
    Axes(test, {1});
    EXPECT_TRUE(
        Agree(test, kSum, MakeOpFunctions<&BindSum, &EvalReduceCpu>(), 0, 0))
        << length;
  }
}

// More columns than registers hold at a time, in narrow and in wide chunks.
TEST(ReduceCpu, ManyColumnsAgreeWithReference) {
  constexpr OpFunctions kSumCpu = MakeOpFunctions<&BindSum, &EvalReduceCpu>();
  constexpr OpFunctions kMaxCpu =
      MakeOpFunctions<&BindReduceMax, &EvalReduceCpu>();
  for (const int32_t width : {65, 80, 81, 96, 97, 112, 113, 128, 129, 150}) {
    const Shape shape({3, 21, 7, width});
    const auto make = [&](OpTest& test) {
      test.Input<float>(
          shape, RandomElements<float>(shape.num_elements(), 0.5, 1.5, 1));
      test.Output<float>();
      Axes(test, {0, 2});
    };
    OpTest sum, max(2), integers;
    make(sum);
    EXPECT_TRUE(Agree(sum, kSum, kSumCpu, 0, 1e-5)) << width;
    make(max);
    EXPECT_TRUE(Agree(max, kMax, kMaxCpu)) << width;
    EXPECT_TRUE(ThreadsAgree(kSumCpu, make)) << width;
    integers.Input<int32_t>(
        shape, RandomElements<int32_t>(shape.num_elements(), -9999, 9999, 2));
    integers.Output<int32_t>();
    Axes(integers, {0, 2});
    EXPECT_TRUE(Agree(integers, kMax, kMaxCpu)) << width;
  }
}

TEST(ReduceProd, ConstantsAreComputedWhilePreparing) {
  OpTest test;
  test.Const<int32_t>({3}, {2, -3, 4}).Output<int32_t>();
  Axes(test, {0});
  ASSERT_TRUE(IsOk(test.Prepare(kProd)));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  EXPECT_TRUE(test.OutputIs({-24}));
}

// Without elements, extents may be of any size.
TEST(ReduceBind, KeepsAxesApartWhoseProductIsTooLarge) {
  OpTest test;
  test.Input<float>({0, 1 << 28, 1 << 28}, {}).Output<float>();
  Axes(test, {1, 2});
  ASSERT_EQ(test.Run(kMean), OkStatus());
  EXPECT_TRUE(test.Out<float>().empty());
  EXPECT_EQ(test.Bound(&BindMean)->count, 0);
}

// More rows than are reduced together, and rows that are cut into parts.
TEST(RowReduction, GivesTheBitsOfTheOperator) {
  using Bind = StatusOr<Reduce> (*)(const NodeView&);
  const std::pair<Bind, OpFunctions> cases[] = {
      {&BindSum, MakeOpFunctions<&BindSum, &EvalReduceCpu>()},
      {&BindMean, MakeOpFunctions<&BindMean, &EvalReduceCpu>()},
      {&BindReduceMax, MakeOpFunctions<&BindReduceMax, &EvalReduceCpu>()}};
  for (const auto& [bind, functions] : cases) {
    for (const Shape& shape : {Shape({100, 5}), Shape({3, 70001})}) {
      const auto values =
          RandomElements<float>(shape.num_elements(), 0.5, 1.5, 1);
      OpTest test;
      test.Input<float>(shape, values).Output<float>();
      Axes(test, {1});
      const auto op = test.Bound(bind);
      ASSERT_TRUE(IsOk(op.status()));
      const RowReduction rows(*op);
      ASSERT_TRUE(rows.found());
      std::vector<float> out(shape[0]);
      rows.Run(values.data(), shape[0], out.data());
      ASSERT_TRUE(IsOk(test.Run(functions)));
      EXPECT_EQ(test.Out<float>(), out) << shape.ToString();
    }
  }
}

TEST(RowReduction, HasNoneForProductsAndIntegers) {
  OpTest floats, integers;
  floats.Input<float>({1, 2}, {1, 2}).Output<float>();
  Axes(floats, {1});
  EXPECT_FALSE(RowReduction(*floats.Bound(&BindReduceProd)).found());
  integers.Input<int32_t>({1, 2}, {1, 2}).Output<int32_t>();
  Axes(integers, {1});
  EXPECT_FALSE(RowReduction(*integers.Bound(&BindReduceMax)).found());
}

TEST(RowReduction, HasNoneForRowsWithoutElements) {
  EXPECT_EQ(ReduceParts(/*results=*/1, /*elements=*/0, /*steps=*/0), 1);
  OpTest test;
  test.Input<float>({2, 0}, {}).Output<float>();
  Axes(test, {1});
  const auto op = test.Bound(&BindSum);
  ASSERT_TRUE(IsOk(op.status()));
  EXPECT_FALSE(RowReduction(*op).found());
}

// Reductions to a few results are cut into parts, the same on each machine.
TEST(ReduceCpu, LargeReductionsAreCutIntoParts) {
  constexpr OpFunctions kSumCpu = MakeOpFunctions<&BindSum, &EvalReduceCpu>();
  constexpr OpFunctions kMaxCpu =
      MakeOpFunctions<&BindReduceMax, &EvalReduceCpu>();
  const std::pair<Shape, std::vector<int32_t>> patterns[] = {
      {{400, 501}, {0, 1}},
      {{3001, 33}, {0}},
      {{4000, 1, 20}, {0}},
      {{70, 50, 60}, {0, 2}},
      {{1, 100003}, {1}}};
  for (const auto& [shape, axes] : patterns) {
    const std::vector<float> values =
        RandomElements<float>(shape.num_elements(), 0.5, 1.5, 1);
    const auto make = [&, &shape = shape, &axes = axes](OpTest& test) {
      test.Input<float>(shape, values).Output<float>();
      Axes(test, axes);
    };
    OpTest sum(3), max(3), integers(3);
    make(sum);
    EXPECT_TRUE(Agree(sum, kSum, kSumCpu, 0, 1e-4)) << shape.ToString();
    make(max);
    EXPECT_TRUE(Agree(max, kMax, kMaxCpu)) << shape.ToString();
    integers.Input<int32_t>(
        shape, RandomElements<int32_t>(shape.num_elements(), -9999, 9999, 2));
    integers.Output<int32_t>();
    Axes(integers, axes);
    EXPECT_TRUE(Agree(integers, kSum, kSumCpu)) << shape.ToString();
    EXPECT_TRUE(ThreadsAgree(kSumCpu, make)) << shape.ToString();
  }
}

}  // namespace
}  // namespace tflite::kernels
