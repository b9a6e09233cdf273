#include "kernels/scatter_nd/scatter_nd.h"

#include <climits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kScatterNd =
    MakeOpFunctions<&BindScatterNd, &EvalScatterNdReference>();

TEST(ScatterNdBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<int32_t>({1, 1}, {0}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kScatterNd), "C1"));
}

TEST(ScatterNdBind, RejectsTypesThatDoNotAdd_C2) {
  OpTest test;
  test.Input<int32_t>({1, 1}, {0}).Input<std::string>({1}, {"a"});
  test.Const<int32_t>({1}, {1}).Output<std::string>();
  EXPECT_TRUE(Violates(test.Run(kScatterNd), "C2"));
  OpTest mixed;
  mixed.Input<int32_t>({1, 1}, {0})
      .Input<float>({1}, {1})
      .Const<int32_t>({1}, {1});
  mixed.Output<int32_t>();
  EXPECT_TRUE(Violates(mixed.Run(kScatterNd), "C2"));
}

TEST(ScatterNdBind, RejectsIndices_C3) {
  OpTest type;
  type.Input<int16_t>({1, 1}, {0})
      .Input<float>({1}, {1})
      .Const<int32_t>({1}, {1});
  type.Output<float>();
  EXPECT_TRUE(Violates(type.Run(kScatterNd), "C3"));
  OpTest scalar;
  scalar.Input<int32_t>({}, {0}).Input<float>({}, {1}).Const<int32_t>({1}, {1});
  scalar.Output<float>();
  EXPECT_TRUE(Violates(scalar.Run(kScatterNd), "C3"));
  OpTest shape;
  shape.Input<int32_t>({1, 1}, {0}).Input<float>({1}, {1});
  shape.Const<int32_t>({1, 1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(shape.Run(kScatterNd), "C3"));
}

TEST(ScatterNdBind, RejectsDeepIndices_C4) {
  OpTest test;
  test.Input<int32_t>({1, 2}, {0, 0})
      .Input<float>({1}, {1})
      .Const<int32_t>({1}, {1});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kScatterNd), "C4"));
}

TEST(ScatterNdBind, RejectsUpdatesOfAnotherShape_C5) {
  OpTest test;
  test.Input<int32_t>({1, 1}, {0})
      .Input<float>({2}, {1, 2})
      .Const<int32_t>({1}, {3});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kScatterNd), "C5"));
}

TEST(ScatterNd, RejectsIndicesOutOfRange_C6) {
  for (int32_t index : {-1, 3}) {
    OpTest test;
    test.Input<int32_t>({1, 1}, {index}).Input<float>({1}, {1});
    test.Const<int32_t>({1}, {3}).Output<float>();
    EXPECT_TRUE(Violates(test.Run(kScatterNd), "C6"));
  }
}

TEST(ScatterNd, RowsAddUp) {
  OpTest test;
  test.Input<int64_t>({3, 1}, {2, 0, 2})
      .Input<float>({3, 2}, {1, 2, 3, 4, 5, 6});
  test.Const<int64_t>({2}, {3, 2}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kScatterNd)));
  EXPECT_TRUE(test.OutputIs({3, 4, 0, 0, 6, 8}));
}

TEST(ScatterNd, EachTypeOfNumber) {
  OpTest bytes;
  bytes.Input<int32_t>({2, 1}, {0, 0}).Input<int8_t>({2}, {100, 100});
  bytes.Const<int32_t>({1}, {2}).Output<int8_t>();
  ASSERT_TRUE(IsOk(bytes.Run(kScatterNd)));
  EXPECT_TRUE(bytes.OutputIs({-56, 0}));
  OpTest bools;
  bools.Input<int32_t>({2, 1}, {1, 1}).Input<bool>({2}, {true, true});
  bools.Const<int32_t>({1}, {2}).Output<bool>();
  ASSERT_TRUE(IsOk(bools.Run(kScatterNd)));
  EXPECT_TRUE(bools.OutputIs({0, 1}));
  OpTest halves;
  halves.Input<int32_t>({2, 1}, {0, 0}).Input<half>({2}, {1.5f, 2});
  halves.Const<int32_t>({1}, {1}).Output<half>();
  ASSERT_TRUE(IsOk(halves.Run(kScatterNd)));
  EXPECT_TRUE(halves.OutputIs({3.5}));
}

TEST(ScatterNd, ShapeKnownAtRunTime) {
  OpTest test;
  test.Input<int32_t>({1, 2}, {0, 1}).Input<int32_t>({1}, {7});
  test.Input<int32_t>({2}, {1, 2}).Output<int32_t>();
  ASSERT_TRUE(IsOk(test.Run(kScatterNd)));
  EXPECT_TRUE(test.OutputIs({0, 7}));
  test.SetInput<int32_t>(2, {INT_MAX, INT_MAX});
  EXPECT_FALSE(IsOk(test.Invoke()));
}

}  // namespace
}  // namespace tflite::kernels
