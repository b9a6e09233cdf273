#include "kernels/dynamic_update_slice/dynamic_update_slice.h"

#include <climits>

#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kUpdate =
    MakeOpFunctions<&BindDynamicUpdateSlice,
                    &EvalDynamicUpdateSliceReference>();

TEST(DynamicUpdateSliceBind, RejectsTwoInputsAndFour_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kUpdate), "C1"));
  OpTest more;
  for (int i = 0; i < 4; ++i) more.Input<float>({1}, {1});
  more.Output<float>();
  EXPECT_TRUE(Violates(more.Run(kUpdate), "C1"));
}

TEST(DynamicUpdateSliceBind, RejectsMixedTypes_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({1}, {1}).Input<int32_t>({1}, {0});
  test.Output<float>();
  EXPECT_TRUE(Violates(test.Run(kUpdate), "C2"));
}

TEST(DynamicUpdateSliceBind, RejectsLargerUpdatesAndOtherRanks_C3) {
  for (const Shape& shape : {Shape({2}), Shape({1, 1})}) {
    OpTest test;
    test.Input<float>({1}, {1});
    test.Input<float>(shape, std::vector<float>(shape.num_elements()));
    test.Input<int32_t>({1}, {0}).Output<float>();
    EXPECT_TRUE(Violates(test.Run(kUpdate), "C3"));
  }
}

TEST(DynamicUpdateSliceBind, RejectsStartsOfAnotherShape_C4) {
  OpTest longer;
  longer.Input<float>({1}, {1}).Input<float>({1}, {1}).Input<int32_t>({2},
                                                                      {0, 0});
  longer.Output<float>();
  EXPECT_TRUE(Violates(longer.Run(kUpdate), "C4"));
  OpTest type;
  type.Input<float>({1}, {1}).Input<float>({1}, {1}).Input<int16_t>({1}, {0});
  type.Output<float>();
  EXPECT_TRUE(Violates(type.Run(kUpdate), "C4"));
}

TEST(DynamicUpdateSlice, ClampsTheStart) {
  const std::pair<std::vector<int64_t>, std::vector<double>> cases[] = {
      {{0, 1}, {1, 8, 9, 4, 5, 6}},
      {{1, 9}, {1, 2, 3, 4, 8, 9}},
      {{INT64_MIN, INT64_MIN}, {8, 9, 3, 4, 5, 6}}};
  for (const auto& [start, want] : cases) {
    OpTest test;
    test.Input<float>({2, 3}, {1, 2, 3, 4, 5, 6}).Input<float>({1, 2}, {8, 9});
    test.Input<int64_t>({2}, start).Output<float>();
    ASSERT_TRUE(IsOk(test.Run(kUpdate)));
    EXPECT_TRUE(test.OutputIs(want));
  }
}

TEST(DynamicUpdateSlice, EmptyUpdateAndScalar) {
  OpTest empty;
  empty.Input<int8_t>({2}, {1, 2})
      .Input<int8_t>({0}, {})
      .Input<int32_t>({1}, {1});
  empty.Output<int8_t>();
  ASSERT_TRUE(IsOk(empty.Run(kUpdate)));
  EXPECT_TRUE(empty.OutputIs({1, 2}));
  OpTest scalar;
  scalar.Input<float>({}, {1}).Input<float>({}, {2}).Input<int32_t>({0}, {});
  scalar.Output<float>();
  ASSERT_TRUE(IsOk(scalar.Run(kUpdate)));
  EXPECT_TRUE(scalar.OutputIs({2}));
}

TEST(DynamicUpdateSlice, StringsAndPackedElements) {
  OpTest strings;
  strings.Input<std::string>({2}, {"a", "b"}).Input<std::string>({1}, {"xyz"});
  strings.Input<int32_t>({1}, {1}).Output<std::string>();
  ASSERT_TRUE(IsOk(strings.Run(kUpdate)));
  EXPECT_EQ(strings.Out<std::string>(), (std::vector<std::string>{"a", "xyz"}));
  OpTest packed;
  packed.InputBytes(kTfLiteInt4, {3}, {0x21, 0x03});
  packed.InputBytes(kTfLiteInt4, {1}, {0x07}).Input<int32_t>({1}, {1});
  packed.OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(packed.Run(kUpdate)));
  EXPECT_EQ(packed.output(0)->data.uint8[0], 0x71);
  EXPECT_EQ(packed.output(0)->data.uint8[1], 0x03);
}

TEST(DynamicUpdateSlice, LargeValuesInThreads) {
  EXPECT_TRUE(ThreadsAgree(kUpdate, [](OpTest& test) {
    test.Input<float>({300, 700}, RandomElements<float>(210000, -1, 1, 1));
    test.Input<float>({7, 650}, RandomElements<float>(4550, -1, 1, 2));
    test.Input<int32_t>({2}, {11, 30}).Output<float>();
  }));
}

}  // namespace
}  // namespace tflite::kernels
