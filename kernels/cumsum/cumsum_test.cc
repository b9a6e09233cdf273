#include "kernels/cumsum/cumsum.h"

#include <climits>

#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kCumsum =
    MakeOpFunctions<&BindCumsum, &EvalCumsumReference>();
constexpr OpFunctions kCumsumCpu =
    MakeOpFunctions<&BindCumsum, &EvalCumsumCpu>();

TEST(CumsumBind, RejectsOneInputAndThree_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>().Params(TfLiteCumsumParams{});
  EXPECT_TRUE(Violates(test.Run(kCumsum), "C1"));
  OpTest more;
  for (int i = 0; i < 3; ++i) more.Input<float>({1}, {1});
  more.Output<float>().Params(TfLiteCumsumParams{});
  EXPECT_TRUE(Violates(more.Run(kCumsum), "C1"));
}

TEST(CumsumBind, RejectsTypes_C2) {
  OpTest test;
  test.Input<int8_t>({1}, {1}).Const<int32_t>({}, {0}).Output<int8_t>();
  test.Params(TfLiteCumsumParams{});
  EXPECT_TRUE(Violates(test.Run(kCumsum), "C2"));
}

TEST(CumsumBind, RejectsSeveralAxes_C3) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({2}, {0, 0}).Output<float>();
  test.Params(TfLiteCumsumParams{});
  EXPECT_TRUE(Violates(test.Run(kCumsum), "C3"));
}

TEST(Cumsum, RejectsAxisOutOfRange_C4) {
  for (int32_t axis : {1, -2}) {
    OpTest test;
    test.Input<float>({1}, {1}).Input<int32_t>({}, {axis}).Output<float>();
    test.Params(TfLiteCumsumParams{});
    EXPECT_TRUE(Violates(test.Run(kCumsum), "C4"));
  }
}

TEST(Cumsum, EachDirectionOfTheInnerAxis) {
  const std::pair<TfLiteCumsumParams, std::vector<double>> cases[] = {
      {{false, false}, {1, 3, 6}},
      {{true, false}, {0, 1, 3}},
      {{false, true}, {6, 5, 3}},
      {{true, true}, {5, 3, 0}}};
  for (const auto& [params, want] : cases) {
    OpTest test;
    test.Input<int64_t>({3}, {1, 2, 3})
        .Input<int32_t>({}, {-1})
        .Output<int64_t>();
    test.Params(params);
    ASSERT_TRUE(IsOk(test.Run(kCumsum)));
    EXPECT_TRUE(test.OutputIs(want));
  }
}

TEST(Cumsum, EachDirectionOfAnOuterAxis) {
  const std::pair<TfLiteCumsumParams, std::vector<double>> cases[] = {
      {{false, false}, {1, 2, 4, 6}},
      {{true, false}, {0, 0, 1, 2}},
      {{false, true}, {4, 6, 3, 4}},
      {{true, true}, {3, 4, 0, 0}}};
  for (const auto& [params, want] : cases) {
    OpTest test;
    test.Input<float>({1, 2, 2}, {1, 2, 3, 4}).Const<int64_t>({1}, {1});
    test.Output<float>().Params(params);
    ASSERT_TRUE(IsOk(test.Run(kCumsum)));
    EXPECT_TRUE(test.OutputIs(want));
  }
}

TEST(Cumsum, IntegersWrapAndNoElements) {
  OpTest wrap;
  wrap.Input<int32_t>({2}, {INT_MAX, 1})
      .Const<int32_t>({}, {0})
      .Output<int32_t>();
  wrap.Params(TfLiteCumsumParams{});
  ASSERT_TRUE(IsOk(wrap.Run(kCumsum)));
  EXPECT_TRUE(wrap.OutputIs({2147483647.0, -2147483648.0}));
  OpTest empty;
  empty.Input<float>({0, 2}, {}).Const<int32_t>({}, {0}).Output<float>();
  empty.Params(TfLiteCumsumParams{});
  ASSERT_TRUE(IsOk(empty.Run(kCumsum)));
  EXPECT_EQ(empty.OutShape(), Shape({0, 2}));
}

TEST(Cumsum, ThreadsTakeSums) {
  for (const int axis : {0, 1, 2}) {
    for (const bool exclusive : {false, true}) {
      for (const bool reverse : {false, true}) {
        for (const OpFunctions& kernel : {kCumsum, kCumsumCpu}) {
          EXPECT_TRUE(ThreadsAgree(kernel, [&](OpTest& test) {
            test.Input<float>({30, 40, 50},
                              RandomElements<float>(60000, 0, 1, 1));
            test.Const<int32_t>({}, {axis}).Output<float>();
            test.Params(TfLiteCumsumParams{exclusive, reverse});
          })) << axis;
        }
      }
    }
  }
}

// Rows that are summed together and single ones; whole vectors of columns and
// what is left of them. The order of additions is the same.
TEST(CumsumCpu, IsTheReference) {
  for (const int32_t rows : {1, 16, 37}) {
    for (const int32_t columns : {0, 1, 3, 4, 19}) {
      for (const int options : {0, 1, 2, 3}) {
        OpTest test;
        test.Input<float>({rows, columns},
                          RandomElements<float>(rows * columns, -1, 1, 1));
        test.Input<int32_t>({}, {1}).Output<float>();
        test.Params(TfLiteCumsumParams{options % 2 == 1, options >= 2});
        EXPECT_TRUE(Agree(test, kCumsum, kCumsumCpu))
            << rows << " rows of " << columns << ", options " << options;
        test.SetInput<int32_t>(1, {0});
        EXPECT_TRUE(Agree(test, kCumsum, kCumsumCpu))
            << columns << " columns of " << rows << ", options " << options;
      }
    }
  }
}

TEST(CumsumCpu, RejectsAxisOutOfRange_C4) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({}, {1}).Output<float>();
  test.Params(TfLiteCumsumParams{});
  EXPECT_TRUE(Violates(test.Run(kCumsumCpu), "C4"));
}

}  // namespace
}  // namespace tflite::kernels
