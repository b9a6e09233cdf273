#include "kernels/pad/pad.h"

#include <climits>

#include "kernels/testing/op_test.h"
#include "kernels/testing/threads_agree.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kPad = MakeOpFunctions<&BindPad, &EvalPadReference>();
constexpr OpFunctions kPadv2 = MakeOpFunctions<&BindPadv2, &EvalPadReference>();
constexpr OpFunctions kStablehloPad =
    MakeOpFunctions<&BindStablehloPad, &EvalPadReference>();

TfLiteStablehloPadParams Paddings(const std::vector<int64_t>& low,
                                  const std::vector<int64_t>& high,
                                  const std::vector<int64_t>& interior) {
  TfLiteStablehloPadParams params{};
  for (size_t d = 0; d < low.size(); ++d) {
    params.edge_padding_low[d] = low[d];
    params.edge_padding_high[d] = high[d];
    params.interior_padding[d] = interior[d];
  }
  return params;
}

TEST(PadBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kPad), "C1"));
}

TEST(PadBind, RejectsMixedTypes_C2) {
  OpTest output;
  output.Input<float>({1}, {1})
      .Const<int32_t>({1, 2}, {0, 0})
      .Output<int32_t>();
  EXPECT_TRUE(Violates(output.Run(kPad), "C2"));
  OpTest element;
  element.Input<float>({1}, {1}).Const<int32_t>({1, 2}, {0, 0});
  element.Const<int32_t>({}, {0}).Output<float>();
  EXPECT_TRUE(Violates(element.Run(kPadv2), "C2"));
}

TEST(PadBind, RejectsPaddingsOfAnotherShape_C3) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Const<int32_t>({1, 2}, {0, 0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kPad), "C3"));
  OpTest deep;
  deep.Input<float>(Shape::Filled(9, 1), {1})
      .Input<float>({}, {0})
      .Output<float>();
  deep.Params(Paddings({}, {}, {}));
  EXPECT_TRUE(Violates(deep.Run(kStablehloPad), "C3"));
  OpTest eight;
  eight.Input<float>(Shape::Filled(8, 1), {1}).Input<float>({}, {0});
  eight.Output<float>().Params(Paddings({}, {}, {}));
  EXPECT_TRUE(IsOk(eight.Run(kStablehloPad)));
}

TEST(PadBind, SomePaddingsOfAnotherShapeAreReportedWhenRunning_C3) {
  OpTest later, scalar;
  later.Input<float>({1, 1}, {1}).Input<int32_t>({1, 2}, {0, 0});
  scalar.Input<float>({}, {1}).Const<int32_t>({1, 2}, {0, 0});
  for (OpTest* test : {&later, &scalar}) {
    test->Output<float>();
    ASSERT_TRUE(IsOk(test->Prepare(kPad)));
    EXPECT_TRUE(Violates(test->Invoke(), "C3"));
  }
}

TEST(PadBind, RejectsNegativePaddings_C4) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1, 2}, {-1, 1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kPad), "C4"));
  OpTest interior;
  interior.Input<float>({1}, {1}).Input<float>({}, {0}).Output<float>();
  interior.Params(Paddings({0}, {0}, {-1}));
  EXPECT_TRUE(Violates(interior.Run(kStablehloPad), "C4"));
}

TEST(PadBind, RejectsElementsOfAnotherKind_C5) {
  OpTest two;
  two.Input<float>({1}, {1}).Const<int32_t>({1, 2}, {0, 0});
  two.Const<float>({2}, {0, 0}).Output<float>();
  EXPECT_TRUE(Violates(two.Run(kPadv2), "C5"));
  OpTest scale;
  scale.Input<int8_t>({1}, {1}, {0.5f, 3}).Const<int32_t>({1, 2}, {0, 0});
  scale.Const<int8_t>({}, {0}, {0.5f, 4}).Output<int8_t>({0.5f, 3});
  EXPECT_TRUE(Violates(scale.Run(kPadv2), "C5"));
}

TEST(PadBind, RejectsExtentsThatOverflow) {
  for (int64_t amount : {int64_t{INT32_MAX}, INT64_MAX}) {
    OpTest test;
    test.Input<float>({1}, {1}).Const<int64_t>({1, 2}, {amount, amount});
    test.Output<float>();
    EXPECT_FALSE(IsOk(test.Run(kPad)));
  }
  OpTest interior;
  interior.Input<float>({3}, {1, 2, 3}).Input<float>({}, {0}).Output<float>();
  interior.Params(Paddings({0}, {0}, {INT64_MAX}));
  EXPECT_FALSE(IsOk(interior.Run(kStablehloPad)));
}

TEST(StablehloPadBind, TakesPaddingsUpToALimit) {
  constexpr int64_t kMost = int64_t{1} << 30;
  const auto prepare = [](OpTest& test, int64_t low, int64_t high) {
    test.Input<float>({1}, {1}).Input<float>({}, {0}).Output<float>();
    test.Params(Paddings({low}, {high}, {0}));
    return test.Prepare(kStablehloPad);
  };
  OpTest limits;
  ASSERT_TRUE(IsOk(prepare(limits, kMost, -kMost)));
  EXPECT_EQ(limits.OutShape(), Shape({1}));
  OpTest above, below;
  EXPECT_FALSE(IsOk(prepare(above, kMost + 1, -kMost)));
  EXPECT_FALSE(IsOk(prepare(below, kMost, -kMost - 1)));
}

TEST(Pad, EveryDimension) {
  OpTest test;
  test.Input<float>({2, 1, 2}, {1, 2, 3, 4});
  test.Const<int32_t>({3, 2}, {0, 1, 1, 0, 0, 1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kPad)));
  EXPECT_EQ(test.OutShape(), Shape({3, 2, 3}));
  EXPECT_TRUE(
      test.OutputIs({0, 0, 0, 1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Pad, SmallPaddingTypes) {
  OpTest bytes;
  bytes.Input<int64_t>({1}, {7})
      .Const<int8_t>({1, 2}, {1, 2})
      .Output<int64_t>();
  ASSERT_TRUE(IsOk(bytes.Run(kPad)));
  EXPECT_TRUE(bytes.OutputIs({0, 7, 0, 0}));
  OpTest bools;
  bools.Input<bool>({1}, {true})
      .Const<bool>({1, 2}, {true, false})
      .Output<bool>();
  ASSERT_TRUE(IsOk(bools.Run(kPad)));
  EXPECT_TRUE(bools.OutputIs({0, 1}));
}

TEST(Pad, ZeroPointIsTheZeroOfQuantizedTensors) {
  OpTest bytes;
  bytes.Input<uint8_t>({1}, {9}, {0.5f, 130}).Const<int16_t>({1, 2}, {1, 1});
  bytes.Output<uint8_t>({0.5f, 130});
  ASSERT_TRUE(IsOk(bytes.Run(kPad)));
  EXPECT_TRUE(bytes.OutputIs({130, 9, 130}));
  OpTest words;
  words.Input<int16_t>({1}, {9}, {0.5f, -300}).Const<int32_t>({1, 2}, {1, 0});
  words.Output<int16_t>({0.5f, -300});
  ASSERT_TRUE(IsOk(words.Run(kPad)));
  EXPECT_TRUE(words.OutputIs({-300, 9}));
}

TEST(Pad, StringsAndPackedElements) {
  OpTest strings;
  strings.Input<std::string>({1}, {"a"}).Const<int32_t>({1, 2}, {1, 0});
  strings.Output<std::string>();
  ASSERT_TRUE(IsOk(strings.Run(kPad)));
  EXPECT_EQ(strings.Out<std::string>(), (std::vector<std::string>{"", "a"}));
  OpTest packed;
  packed.InputBytes(kTfLiteInt4, {2}, {0x21}).Const<int32_t>({1, 2}, {1, 1});
  packed.OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(packed.Run(kPad)));
  EXPECT_EQ(packed.output(0)->data.uint8[0], 0x10);
  EXPECT_EQ(packed.output(0)->data.uint8[1], 0x02);
}

TEST(Pad, EmptyValueAndScalar) {
  OpTest empty;
  empty.Input<float>({0, 1}, {})
      .Const<int32_t>({2, 2}, {1, 0, 0, 1})
      .Output<float>();
  ASSERT_TRUE(IsOk(empty.Run(kPad)));
  EXPECT_EQ(empty.OutShape(), Shape({1, 2}));
  EXPECT_TRUE(empty.OutputIs({0, 0}));
  OpTest scalar;
  scalar.Input<float>({}, {5}).Const<int32_t>({0, 2}, {}).Output<float>();
  ASSERT_TRUE(IsOk(scalar.Run(kPad)));
  EXPECT_TRUE(scalar.OutputIs({5}));
}

TEST(Padv2, PaddingsThatAreKnownWhenRunning) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Input<int32_t>({1, 2}, {1, 0});
  test.Input<float>({1}, {9}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kPadv2)));
  EXPECT_TRUE(test.OutputIs({9, 1, 2}));
  test.SetInput<int32_t>(1, {0, 2});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({1, 2, 9, 9}));
}

TEST(StablehloPad, PartsCropsAndPads) {
  OpTest test;
  test.Input<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({}, {9});
  test.Output<int32_t>().Params(Paddings({1, -1}, {-1, 1}, {1, 0}));
  ASSERT_TRUE(IsOk(test.Run(kStablehloPad)));
  EXPECT_EQ(test.OutShape(), Shape({3, 3}));
  EXPECT_TRUE(test.OutputIs({9, 9, 9, 2, 3, 9, 9, 9, 9}));
}

TEST(StablehloPad, CropsBetweenElements) {
  OpTest test;
  test.Input<float>({3}, {1, 2, 3}).Input<float>({}, {9}).Output<float>();
  test.Params(Paddings({-2}, {-1}, {2}));
  ASSERT_TRUE(IsOk(test.Run(kStablehloPad)));
  EXPECT_TRUE(test.OutputIs({9, 2, 9, 9}));
}

TEST(StablehloPad, NothingHasNoGaps) {
  OpTest test;
  test.Input<float>({0}, {}).Input<float>({}, {9}).Output<float>();
  test.Params(Paddings({1}, {1}, {1}));
  ASSERT_TRUE(IsOk(test.Run(kStablehloPad)));
  EXPECT_TRUE(test.OutputIs({9, 9}));
}

TEST(StablehloPad, NothingLeft) {
  for (const int64_t low : {-2, -3}) {
    OpTest test;
    test.Input<float>({2, 2}, {1, 2, 3, 4}).Input<float>({}, {9});
    test.Output<float>().Params(Paddings({low, 1}, {0, 0}, {0, 0}));
    ASSERT_TRUE(IsOk(test.Run(kStablehloPad)));
    EXPECT_EQ(test.OutShape(), Shape({0, 0})) << low;
  }
}

TEST(Pad, ThreadsTakeRows) {
  const std::vector<int32_t> paddings[] = {{0, 0, 1, 2, 3, 1, 0, 0},
                                           {2, 1, 0, 0, 0, 0, 0, 0},
                                           {0, 0, 0, 0, 0, 4, 1, 0},
                                           {1, 1, 1, 1, 1, 1, 1, 1}};
  for (const Shape& shape : {Shape({1, 60, 50, 30}), Shape({5, 20, 30, 30})}) {
    for (const std::vector<int32_t>& padding : paddings) {
      EXPECT_TRUE(ThreadsAgree(kPad, [&](OpTest& test) {
        test.Input<float>(shape, RandomElements<float>(90000, -1, 1, 1));
        test.Const<int32_t>({4, 2}, padding).Output<float>();
      })) << shape.ToString();
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
