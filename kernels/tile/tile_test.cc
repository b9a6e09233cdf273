#include "kernels/tile/tile.h"

#include <climits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kTile = MakeOpFunctions<&BindTile, &EvalTileReference>();
constexpr OpFunctions kBroadcastTo =
    MakeOpFunctions<&BindBroadcastTo, &EvalTileReference>();
constexpr OpFunctions kFill = MakeOpFunctions<&BindFill, &EvalTileReference>();

TEST(TileBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kTile), "C1"));
}

TEST(TileBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Const<int32_t>({1}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kTile), "C2"));
}

TEST(TileBind, RejectsMultiplesOfAnotherShapeOrType_C3) {
  OpTest fewer;
  fewer.Input<float>({1, 1}, {1}).Const<int32_t>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(fewer.Run(kTile), "C3"));
  OpTest type;
  type.Input<float>({1}, {1}).Const<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(type.Run(kTile), "C3"));
  OpTest matrix;
  matrix.Const<int32_t>({1, 1}, {1}).Input<float>({}, {1}).Output<float>();
  EXPECT_TRUE(Violates(matrix.Run(kFill), "C3"));
  OpTest shape;
  shape.Input<float>({1}, {1}).Const<int32_t>({1, 1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(shape.Run(kBroadcastTo), "C3"));
}

TEST(BroadcastTo, ShapesThatAreNotConstantAreReportedWhenRunning_C3) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({1, 1}, {1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Prepare(kBroadcastTo)));
  EXPECT_TRUE(Violates(test.Invoke(), "C3"));
}

// Up to 64 elements of constants are computed in advance.
TEST(Tile, SmallConstantsAreKnownAfterPrepare) {
  for (const int32_t count : {64, 65}) {
    OpTest test;
    test.Const<float>({1}, {5}).Const<int32_t>({1}, {count}).Output<float>();
    ASSERT_TRUE(IsOk(test.Prepare(kTile)));
    EXPECT_EQ(test.output(0)->allocation_type == kTfLitePersistentRo,
              count == 64);
  }
}

TEST(Tile, TakesMultiplesOfAnyShape) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2}).Const<int32_t>({2, 1}, {2, 1});
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kTile)));
  EXPECT_TRUE(test.OutputIs({1, 2, 1, 2}));
}

TEST(TileBind, RejectsNegativeMultiplesAndExtents_C4) {
  OpTest tile;
  tile.Input<float>({1}, {1}).Const<int32_t>({1}, {-1}).Output<float>();
  EXPECT_TRUE(Violates(tile.Run(kTile), "C4"));
  OpTest broadcast;
  broadcast.Input<float>({1}, {1}).Const<int32_t>({1}, {-1}).Output<float>();
  EXPECT_TRUE(Violates(broadcast.Run(kBroadcastTo), "C4"));
  OpTest fill;
  fill.Const<int32_t>({1}, {-1}).Input<float>({}, {1}).Output<float>();
  EXPECT_TRUE(Violates(fill.Run(kFill), "C4"));
}

TEST(TileBind, RejectsValuesThatDoNotStretch_C5) {
  const std::vector<int32_t> cases[] = {{3, 1}, {2}, {}};
  for (const auto& shape : cases) {
    OpTest test;
    test.Input<float>({1, 2}, {1, 2});
    test.Const<int32_t>({static_cast<int32_t>(shape.size())}, shape)
        .Output<float>();
    EXPECT_TRUE(Violates(test.Run(kBroadcastTo), "C5"));
  }
  OpTest fill;
  fill.Const<int32_t>({1}, {1}).Input<float>({2}, {1, 2}).Output<float>();
  EXPECT_TRUE(Violates(fill.Run(kFill), "C5"));
}

TEST(TileBind, RejectsSizesThatOverflow) {
  OpTest test;
  test.Input<float>({2}, {1, 2})
      .Const<int64_t>({1}, {INT64_MAX})
      .Output<float>();
  EXPECT_FALSE(IsOk(test.Run(kTile)));
  OpTest fill;
  fill.Const<int32_t>({3}, {INT_MAX, INT_MAX, INT_MAX}).Input<float>({}, {1});
  fill.Output<float>();
  EXPECT_FALSE(IsOk(fill.Run(kFill)));
}

TEST(Tile, EachDimension) {
  OpTest test;
  test.Input<int8_t>({2, 2}, {1, 2, 3, 4}).Const<int64_t>({2}, {2, 2});
  test.Output<int8_t>();
  ASSERT_TRUE(IsOk(test.Run(kTile)));
  EXPECT_EQ(test.OutShape(), Shape({4, 4}));
  EXPECT_TRUE(test.OutputIs({1, 2, 1, 2, 3, 4, 3, 4, 1, 2, 1, 2, 3, 4, 3, 4}));
}

TEST(Tile, MultiplesThatAreKnownWhenRunning) {
  OpTest test;
  test.Input<std::string>({2}, {"a", "b"}).Input<int32_t>({1}, {2});
  test.Output<std::string>();
  ASSERT_TRUE(IsOk(test.Run(kTile)));
  EXPECT_EQ(test.Out<std::string>(),
            (std::vector<std::string>{"a", "b", "a", "b"}));
  test.SetInput<int32_t>(1, {0});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_EQ(test.OutShape(), Shape({0}));
}

TEST(BroadcastTo, StretchesAndAddsDimensions) {
  OpTest test;
  test.Input<double>({2, 1}, {1, 2})
      .Const<int32_t>({3}, {2, 2, 2})
      .Output<double>();
  ASSERT_TRUE(IsOk(test.Run(kBroadcastTo)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2, 2}));
  EXPECT_TRUE(test.OutputIs({1, 1, 2, 2, 1, 1, 2, 2}));
}

TEST(BroadcastTo, PackedElements) {
  OpTest test;
  test.InputBytes(kTfLiteInt4, {2, 1}, {0x21}).Const<int32_t>({2}, {2, 3});
  test.OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(test.Run(kBroadcastTo)));
  EXPECT_EQ(test.output(0)->data.uint8[0], 0x11);
  EXPECT_EQ(test.output(0)->data.uint8[1], 0x21);
  EXPECT_EQ(test.output(0)->data.uint8[2], 0x22);
}

TEST(BroadcastTo, WithoutElements) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2}).Const<int32_t>({2}, {0, 2}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kBroadcastTo)));
  EXPECT_EQ(test.OutShape(), Shape({0, 2}));
}

TEST(BroadcastTo, LargeCopiesInThreads) {
  OpTest test(2);
  const auto row = RandomElements<int16_t>(1000, -9, 9, 1);
  test.Input<int16_t>({1, 1000}, row).Const<int32_t>({2}, {400, 1000});
  test.Output<int16_t>();
  ASSERT_TRUE(IsOk(test.Run(kBroadcastTo)));
  const auto out = test.Out<int16_t>();
  for (int i : {0, 199, 399}) {
    EXPECT_TRUE(std::equal(row.begin(), row.end(), out.begin() + i * 1000));
  }
}

TEST(Fill, EverySizeOfElement) {
  OpTest bytes;
  bytes.Const<int32_t>({2}, {2, 2}).Input<uint8_t>({}, {7}).Output<uint8_t>();
  ASSERT_TRUE(IsOk(bytes.Run(kFill)));
  EXPECT_TRUE(bytes.OutputIs({7, 7, 7, 7}));
  OpTest words;
  words.Const<int64_t>({1}, {3}).Input<int64_t>({1}, {-8}).Output<int64_t>();
  ASSERT_TRUE(IsOk(words.Run(kFill)));
  EXPECT_TRUE(words.OutputIs({-8, -8, -8}));
  OpTest complex;
  complex.Const<int32_t>({1}, {2}).Input<std::complex<double>>({}, {{1, 2}});
  complex.Output<std::complex<double>>();
  ASSERT_TRUE(IsOk(complex.Run(kFill)));
  EXPECT_TRUE(complex.OutputIs({1, 2, 1, 2}));
}

TEST(Fill, ShapeKnownAtRunTime) {
  OpTest test;
  test.Input<int32_t>({1}, {2})
      .Input<std::string>({}, {"hi"})
      .Output<std::string>();
  ASSERT_TRUE(IsOk(test.Run(kFill)));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"hi", "hi"}));
}

}  // namespace
}  // namespace tflite::kernels
