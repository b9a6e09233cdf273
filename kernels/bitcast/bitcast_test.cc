#include "kernels/bitcast/bitcast.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kBitcast =
    MakeOpFunctions<&BindBitcast, &EvalBitcastReference>();

TEST(BitcastBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kBitcast), "C1"));
}

TEST(BitcastBind, RejectsPackedTypesAndStrings_C2) {
  OpTest packed;
  packed.InputBytes(kTfLiteInt4, {2}, {0x21}).Output<int8_t>();
  EXPECT_TRUE(Violates(packed.Run(kBitcast), "C2"));
  OpTest strings;
  strings.Input<std::string>({1}, {"a"}).Output<int8_t>();
  EXPECT_TRUE(Violates(strings.Run(kBitcast), "C2"));
}

TEST(BitcastBind, RejectsOtherInnermostExtent_C3) {
  OpTest test;
  test.Input<int16_t>({4}, {1, 2, 3, 4}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kBitcast), "C3"));
  OpTest scalar;
  scalar.Input<int16_t>({}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(scalar.Run(kBitcast), "C3"));
}

TEST(Bitcast, SameSizeKeepsShape) {
  OpTest test;
  test.Input<float>({2, 1}, {1.0f, -2.0f}).Output<uint32_t>();
  ASSERT_TRUE(IsOk(test.Run(kBitcast)));
  EXPECT_EQ(test.OutShape(), Shape({2, 1}));
  EXPECT_TRUE(test.OutputIs({0x3f800000, 0xc0000000}));
}

TEST(Bitcast, AnyOtherByteIsTrue) {
  OpTest test;
  test.Input<uint8_t>({4}, {0, 1, 2, 255}).Output<bool>();
  ASSERT_TRUE(IsOk(test.Run(kBitcast)));
  const uint8_t* bytes = test.output(0)->data.uint8;
  EXPECT_EQ(std::vector<uint8_t>(bytes, bytes + 4),
            (std::vector<uint8_t>{0, 1, 1, 1}));
}

TEST(Bitcast, SmallerElementsAddADimension) {
  OpTest test;
  test.Input<uint32_t>({2}, {0x04030201, 0x08070605}).Output<uint8_t>();
  ASSERT_TRUE(IsOk(test.Run(kBitcast)));
  EXPECT_EQ(test.OutShape(), Shape({2, 4}));
  EXPECT_TRUE(test.OutputIs({1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Bitcast, LargerElementsTakeADimension) {
  OpTest test;
  test.Input<int32_t>({1, 2}, {1, 2}).Output<int64_t>();
  ASSERT_TRUE(IsOk(test.Run(kBitcast)));
  EXPECT_EQ(test.OutShape(), Shape({1}));
  EXPECT_TRUE(test.OutputIs({8589934593.0}));
}

}  // namespace
}  // namespace tflite::kernels
