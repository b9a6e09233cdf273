#include "kernels/sparse_to_dense/sparse_to_dense.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSparseToDense =
    MakeOpFunctions<&BindSparseToDense, &EvalSparseToDenseReference>();

TEST(SparseToDenseBind, RejectsThreeInputs_C1) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Const<int32_t>({1}, {1}).Input<float>({1}, {1});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSparseToDense), "C1"));
}

TEST(SparseToDenseBind, RejectsMixedTypesAndSeveralDefaults_C2) {
  OpTest mixed;
  mixed.Input<int32_t>({1}, {0}).Const<int32_t>({1}, {1}).Input<float>({1},
                                                                       {1});
  mixed.Input<int32_t>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(mixed.Run(kSparseToDense), "C2"));
  OpTest several;
  several.Input<int32_t>({1}, {0}).Const<int32_t>({1}, {1}).Input<float>({1},
                                                                         {1});
  several.Input<float>({2}, {0, 0}).Output<float>();
  EXPECT_TRUE(Violates(several.Run(kSparseToDense), "C2"));
}

TEST(SparseToDenseBind, RejectsIndexType_C3) {
  OpTest test;
  test.Input<float>({1}, {0}).Const<int32_t>({1}, {1}).Input<float>({1}, {1});
  test.Input<float>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSparseToDense), "C3"));
}

TEST(SparseToDenseBind, RejectsIndicesOfAnotherShape_C4) {
  OpTest test;
  test.Input<int32_t>({1, 1}, {0})
      .Const<int32_t>({2}, {1, 1})
      .Input<float>({1}, {1});
  test.Input<float>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSparseToDense), "C4"));
}

TEST(SparseToDenseBind, RejectsOtherNumberOfValues_C5) {
  OpTest test;
  test.Input<int32_t>({2}, {0, 1})
      .Const<int32_t>({1}, {3})
      .Input<float>({3}, {1, 2, 3});
  test.Input<float>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kSparseToDense), "C5"));
}

TEST(SparseToDense, RejectsIndicesOutOfRange_C6) {
  for (int32_t index : {-1, 3}) {
    OpTest test;
    test.Input<int32_t>({1}, {index})
        .Const<int32_t>({1}, {3})
        .Input<float>({1}, {1});
    test.Input<float>({}, {0}).Output<float>();
    EXPECT_TRUE(Violates(test.Run(kSparseToDense), "C6"));
  }
}

TEST(SparseToDense, MatrixOfIndicesLaterValuesCount) {
  OpTest test;
  test.Input<int64_t>({3, 2}, {0, 1, 1, 0, 0, 1}).Const<int64_t>({2}, {2, 2});
  test.Input<int8_t>({3}, {5, 6, 7}).Input<int8_t>({}, {-1}).Output<int8_t>();
  ASSERT_TRUE(IsOk(test.Run(kSparseToDense)));
  EXPECT_TRUE(test.OutputIs({-1, 7, 6, -1}));
}

TEST(SparseToDense, OneValueForAll) {
  OpTest test;
  test.Input<int32_t>({2}, {0, 2}).Input<int32_t>({1}, {3});
  test.Input<std::string>({}, {"x"}).Input<std::string>({}, {"-"});
  test.Output<std::string>();
  ASSERT_TRUE(IsOk(test.Run(kSparseToDense)));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"x", "-", "x"}));
}

TEST(SparseToDense, ScalarIndex) {
  OpTest test;
  test.Input<int32_t>({}, {1}).Const<int32_t>({1}, {2}).Input<float>({}, {4});
  test.Input<float>({}, {0.5f}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kSparseToDense)));
  EXPECT_TRUE(test.OutputIs({0.5, 4}));
}

}  // namespace
}  // namespace tflite::kernels
