#include "kernels/space_to_batch_nd/space_to_batch_nd.h"

#include <climits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kToBatch =
    MakeOpFunctions<&BindSpaceToBatchNd, &EvalSpaceToBatchNdReference>();
constexpr OpFunctions kToSpace =
    MakeOpFunctions<&BindBatchToSpaceNd, &EvalSpaceToBatchNdReference>();

TEST(SpaceToBatchNdBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Const<int32_t>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kToBatch), "C1"));
}

TEST(SpaceToBatchNdBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Const<int32_t>({1}, {1});
  test.Const<int32_t>({1, 2}, {0, 0}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kToBatch), "C2"));
}

TEST(SpaceToBatchNdBind, RejectsShapesOfBlockAndPaddings_C3) {
  OpTest all;
  all.Input<float>({1}, {1}).Const<int32_t>({1}, {1}).Const<int32_t>({1, 2},
                                                                     {0, 0});
  all.Output<float>();
  EXPECT_TRUE(Violates(all.Run(kToBatch), "C3"));
  OpTest fewer;
  fewer.Input<float>({1, 1, 1}, {1}).Const<int32_t>({2}, {1, 1});
  fewer.Const<int32_t>({1, 2}, {0, 0}).Output<float>();
  EXPECT_TRUE(Violates(fewer.Run(kToSpace), "C3"));
}

TEST(SpaceToBatchNdBind, RejectsNumbersOutsideOfTheirLimits_C4) {
  constexpr int64_t kBeyond = int64_t{INT32_MAX} + 1;
  // Block, paddings or crops before and after.
  const int64_t cases[][3] = {{0, 0, 0},      {-1, 0, 0}, {kBeyond, 0, 0},
                              {1, -1, 1},     {1, 1, -1}, {1, kBeyond, 0},
                              {1, 0, kBeyond}};
  for (const auto& [block, before, after] : cases) {
    for (const OpFunctions& kernel : {kToBatch, kToSpace}) {
      OpTest test;
      test.Input<float>({1, 1}, {1}).Const<int64_t>({1}, {block});
      test.Const<int64_t>({1, 2}, {before, after}).Output<float>();
      EXPECT_TRUE(Violates(test.Run(kernel), "C4"))
          << block << " " << before << " " << after;
    }
  }
}

TEST(SpaceToBatchNdBind, RejectsBlocksThatDoNotDivide_C5) {
  OpTest space;
  space.Input<float>({1, 3}, {1, 2, 3}).Const<int32_t>({1}, {2});
  space.Const<int32_t>({1, 2}, {0, 0}).Output<float>();
  EXPECT_TRUE(Violates(space.Run(kToBatch), "C5"));
  OpTest batch;
  batch.Input<float>({3, 1}, {1, 2, 3}).Const<int32_t>({1}, {2});
  batch.Const<int32_t>({1, 2}, {0, 0}).Output<float>();
  EXPECT_TRUE(Violates(batch.Run(kToSpace), "C5"));
  OpTest crop;
  crop.Input<float>({2, 1}, {1, 2}).Const<int32_t>({1}, {2});
  crop.Const<int32_t>({1, 2}, {2, 1}).Output<float>();
  EXPECT_TRUE(Violates(crop.Run(kToSpace), "C5"));
}

TEST(SpaceToBatchNdBind, RejectsSizesThatOverflow) {
  OpTest test;
  test.Input<float>({2, 1, 1}, {1, 2}).Const<int32_t>({2}, {INT_MAX, INT_MAX});
  test.Const<int64_t>({2, 2}, {INT_MAX - 1, 0, INT_MAX - 1, 0}).Output<float>();
  EXPECT_FALSE(IsOk(test.Run(kToBatch)));
}

TEST(SpaceToBatchNd, PlacesBecomeBatches) {
  OpTest test;
  test.Input<int16_t>({1, 2, 4, 1}, {1, 2, 3, 4, 5, 6, 7, 8});
  test.Const<int32_t>({2}, {2, 2}).Const<int32_t>({2, 2}, {0, 0, 0, 0});
  test.Output<int16_t>();
  ASSERT_TRUE(IsOk(test.Run(kToBatch)));
  EXPECT_EQ(test.OutShape(), Shape({4, 1, 2, 1}));
  EXPECT_TRUE(test.OutputIs({1, 3, 2, 4, 5, 7, 6, 8}));
}

TEST(SpaceToBatchNd, PadsWithTheZeroPoint) {
  OpTest test;
  test.Input<int8_t>({1, 2, 2}, {1, 2, 3, 4}, {0.5f, -7})
      .Input<int64_t>({1}, {2});
  test.Input<int64_t>({1, 2}, {1, 1}).Output<int8_t>({0.5f, -7});
  ASSERT_TRUE(IsOk(test.Run(kToBatch)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2, 2}));
  EXPECT_TRUE(test.OutputIs({-7, -7, 3, 4, 1, 2, -7, -7}));
}

TEST(SpaceToBatchNd, PadsWithZeroPointsOfTwoBytes) {
  const Quantized quantized(0.5f, 300);
  OpTest test;
  test.Input<int16_t>({1, 2, 2}, {1, 2, 3, 4}, quantized);
  test.Const<int32_t>({1}, {2}).Const<int32_t>({1, 2}, {1, 1});
  test.Output<int16_t>(quantized);
  ASSERT_TRUE(IsOk(test.Run(kToBatch)));
  EXPECT_TRUE(test.OutputIs({300, 300, 3, 4, 1, 2, 300, 300}));
}

// All small blocks, paddings and crops of one dimension.
TEST(SpaceToBatchNd, PadsAndCropsByAnyAmounts) {
  constexpr int8_t kZero = -7;
  for (int i = 0; i < 5 * 3 * 3 * 3; ++i) {
    const int32_t extent = i % 5 + 1, before = i / 5 % 3, after = i / 15 % 3,
                  block = i / 45 + 1;
    const int32_t padded = before + extent + after;
    if (padded % block != 0) continue;
    SCOPED_TRACE(testing::Message() << extent << " elements, " << before
                                    << " and " << after << ", block " << block);
    std::vector<int8_t> line(padded, kZero), cropped(extent);
    for (int32_t x = 0; x < extent; ++x) {
      cropped[x] = line[before + x] = static_cast<int8_t>(x + 1);
    }
    std::vector<int8_t> batches;
    for (int32_t place = 0; place < block; ++place) {
      for (int32_t x = place; x < padded; x += block)
        batches.push_back(line[x]);
    }
    const auto run = [&, block = block, before = before, after = after](
                         const OpFunctions& kernel, const Shape& shape,
                         const std::vector<int8_t>& in) {
      OpTest test;
      test.Input<int8_t>(shape, in, {0.5f, kZero}).Const<int32_t>({1}, {block});
      test.Const<int32_t>({1, 2}, {before, after});
      test.Output<int8_t>({0.5f, kZero});
      EXPECT_TRUE(IsOk(test.Run(kernel)));
      return test.Out<int8_t>();
    };
    EXPECT_EQ(run(kToBatch, {1, extent, 1}, cropped), batches);
    EXPECT_EQ(run(kToSpace, {block, padded / block, 1}, batches), cropped);
  }
}

TEST(BatchToSpaceNd, UndoesIt) {
  OpTest test;
  test.Input<std::string>({4, 1, 2}, {"1", "3", "2", "4", "5", "7", "6", "8"});
  test.Const<int32_t>({2}, {2, 2}).Const<int32_t>({2, 2}, {0, 0, 0, 0});
  test.Output<std::string>();
  ASSERT_TRUE(IsOk(test.Run(kToSpace)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2, 4}));
  EXPECT_EQ(test.Out<std::string>(),
            (std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8"}));
}

TEST(BatchToSpaceNd, CropsBothEnds) {
  OpTest test;
  test.Input<float>({3, 2, 1}, {1, 4, 2, 5, 3, 6}).Input<int32_t>({1}, {3});
  test.Input<int32_t>({1, 2}, {1, 2}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kToSpace)));
  EXPECT_TRUE(test.OutputIs({2, 3, 4}));
  test.SetInput<int32_t>(2, {3, 3});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_EQ(test.OutShape(), Shape({1, 0, 1}));
}

}  // namespace
}  // namespace tflite::kernels
