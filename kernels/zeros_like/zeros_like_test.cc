#include "kernels/zeros_like/zeros_like.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kZerosLike =
    MakeOpFunctions<&BindZerosLike, &EvalZerosLikeReference>();

TEST(ZerosLikeBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kZerosLike), "C1"));
}

TEST(ZerosLikeBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kZerosLike), "C2"));
  OpTest strings;
  strings.Input<std::string>({1}, {"a"}).Output<std::string>();
  EXPECT_TRUE(Violates(strings.Run(kZerosLike), "C2"));
}

TEST(ZerosLike, KeepsShapeAndType) {
  OpTest test;
  test.Input<int64_t>({2, 2}, {1, -2, 3, 4}).Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kZerosLike)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({0, 0, 0, 0}));
}

TEST(ZerosLike, Empty) {
  OpTest test;
  test.Input<float>({0, 3}, {}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kZerosLike)));
  EXPECT_EQ(test.OutShape(), Shape({0, 3}));
}

}  // namespace
}  // namespace tflite::kernels
