#include "kernels/stablehlo_gather/stablehlo_gather.h"

#include <algorithm>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kGather =
    MakeOpFunctions<&BindStablehloGather, &EvalStablehloGatherReference>();

struct Options {
  std::vector<int64_t> offset_dims, collapsed, start_map;
  int64_t vector_dim;
  std::vector<int64_t> sizes;

  TfLiteStablehloGatherParams Params() const {
    TfLiteStablehloGatherParams p{};
    std::copy(offset_dims.begin(), offset_dims.end(), p.offset_dims);
    std::copy(collapsed.begin(), collapsed.end(), p.collapsed_slice_dims);
    std::copy(start_map.begin(), start_map.end(), p.start_index_map);
    std::copy(sizes.begin(), sizes.end(), p.slice_sizes);
    p.num_offset_dims = static_cast<int>(offset_dims.size());
    p.num_collapsed_slice_dims = static_cast<int>(collapsed.size());
    p.num_start_index_map = static_cast<int>(start_map.size());
    p.num_slice_sizes = static_cast<int>(sizes.size());
    p.index_vector_dim = vector_dim;
    return p;
  }
};

// Rows of a [3, 2] value by indices [2, 1].
const Options kRows = {{1}, {0}, {0}, 1, {1, 2}};

Status RunRows(const Options& options) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({2, 1}, {2, 0});
  test.Output<float>().Params(options.Params());
  return test.Run(kGather);
}

TEST(StablehloGatherBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Output<float>();
  test.Params(kRows.Params());
  EXPECT_TRUE(Violates(test.Run(kGather), "C1"));
}

TEST(StablehloGatherBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({2, 1}, {2, 0});
  test.Output<int32_t>().Params(kRows.Params());
  EXPECT_TRUE(Violates(test.Run(kGather), "C2"));
}

TEST(StablehloGatherBind, RejectsIndices_C3) {
  Options options = kRows;
  options.vector_dim = 3;
  EXPECT_TRUE(Violates(RunRows(options), "C3"));
  OpTest type;
  type.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Input<float>({2, 1}, {2, 0});
  type.Output<float>().Params(kRows.Params());
  EXPECT_TRUE(Violates(type.Run(kGather), "C3"));
}

TEST(StablehloGatherBind, RejectsSliceSizes_C4) {
  for (const std::vector<int64_t>& sizes :
       {std::vector<int64_t>{1, 3}, {1, -1}, {4, 2}}) {
    Options options = kRows;
    options.sizes = sizes;
    EXPECT_TRUE(Violates(RunRows(options), "C4"));
  }
  Options fewer = kRows;
  fewer.sizes = {1};
  EXPECT_TRUE(Violates(RunRows(fewer), "C4"));
}

TEST(StablehloGatherBind, RejectsCollapsedDims_C5) {
  Options range = kRows;
  range.collapsed = {2};
  EXPECT_TRUE(Violates(RunRows(range), "C5"));
  // Of no elements, there is none that the output could hold.
  for (const int64_t extent : {0, 2}) {
    Options size = kRows;
    size.sizes = {extent, 2};
    EXPECT_TRUE(Violates(RunRows(size), "C5")) << extent;
  }
}

TEST(StablehloGatherBind, RejectsOffsetDims_C6) {
  Options fewer = kRows;
  fewer.offset_dims = {};
  EXPECT_TRUE(Violates(RunRows(fewer), "C6"));
  Options range = kRows;
  range.offset_dims = {2};
  EXPECT_TRUE(Violates(RunRows(range), "C6"));
}

TEST(StablehloGatherBind, RejectsStartIndexMap_C7) {
  Options length = kRows;
  length.start_map = {0, 1};
  EXPECT_TRUE(Violates(RunRows(length), "C7"));
  Options range = kRows;
  range.start_map = {2};
  EXPECT_TRUE(Violates(RunRows(range), "C7"));
}

TEST(StablehloGather, RowsAndClampedStarts) {
  OpTest test;
  test.Input<int8_t>({3, 2}, {1, 2, 3, 4, 5, 6})
      .Input<int64_t>({3, 1}, {2, -5, 9});
  test.Output<int8_t>().Params(kRows.Params());
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.OutShape(), Shape({3, 2}));
  EXPECT_TRUE(test.OutputIs({5, 6, 1, 2, 5, 6}));
}

TEST(StablehloGather, WindowsWithTheirDimensionFirst) {
  OpTest test;
  test.Input<float>({4}, {1, 2, 3, 4}).Input<int32_t>({3, 1}, {0, 1, 3});
  test.Output<float>().Params(Options{{0}, {}, {0}, 1, {2}}.Params());
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.OutShape(), Shape({2, 3}));
  EXPECT_TRUE(test.OutputIs({1, 2, 3, 2, 3, 4}));
}

TEST(StablehloGather, IndexVectorsAlongTheFirstDimensionAndSwapped) {
  OpTest test;
  test.Input<std::string>({2, 2}, {"a", "b", "c", "d"});
  test.Input<int32_t>({2, 2}, {0, 1, 1, 0}).Output<std::string>();
  // Vectors (0, 1) and (1, 0) name column and row.
  test.Params(Options{{}, {0, 1}, {1, 0}, 0, {1, 1}}.Params());
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"c", "b"}));
}

// Places [2, 3] with index vectors along each dimension of the indices.
TEST(StablehloGather, PlacesOfTwoDimensions) {
  const std::vector<std::vector<int32_t>> indices = {
      // Row and column of each place.
      {2, 0, 1, 4, 2, 2, 0, 3, 0, 1, 1, 1},
      {2, 1, 2, 0, 4, 2, 0, 0, 1, 3, 1, 1},
      {2, 1, 2, 0, 0, 1, 0, 4, 2, 3, 1, 1}};
  const std::vector<Shape> shapes = {{2, 3, 2}, {2, 2, 3}, {2, 2, 3}};
  const int vector_dims[] = {2, 1, 0};
  for (int i = 0; i < 3; ++i) {
    OpTest test;
    test.Input<int16_t>(
        {3, 5}, {0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24});
    test.Input<int32_t>(shapes[i], indices[i]).Output<int16_t>();
    test.Params(Options{{}, {0, 1}, {0, 1}, vector_dims[i], {1, 1}}.Params());
    ASSERT_TRUE(IsOk(test.Run(kGather)));
    EXPECT_EQ(test.OutShape(), Shape({2, 3}));
    EXPECT_TRUE(test.OutputIs({20, 14, 22, 3, 1, 11})) << vector_dims[i];
  }
}

// The window between the two dimensions of the places.
TEST(StablehloGather, PlacesAroundTheWindow) {
  OpTest test;
  test.Input<int32_t>({7, 2},
                      {0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51, 60, 61});
  test.Input<int64_t>({2, 3, 1}, {6, 4, 2, 0, 1, 3});
  test.Output<int32_t>().Params(Options{{1}, {0}, {0}, 2, {1, 2}}.Params());
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2, 3}));
  EXPECT_TRUE(test.OutputIs({60, 40, 20, 61, 41, 21, 0, 10, 30, 1, 11, 31}));
}

TEST(StablehloGather, IndicesWithoutAVectorDimension) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({2}, {2, 0});
  test.Output<float>().Params(kRows.Params());
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_TRUE(test.OutputIs({5, 6, 1, 2}));
}

TEST(StablehloGather, SlicesWithoutElements) {
  OpTest test;
  test.Input<float>({3, 2}, {1, 2, 3, 4, 5, 6}).Input<int32_t>({2, 1}, {2, 0});
  test.Output<float>().Params(Options{{1}, {0}, {0}, 1, {1, 0}}.Params());
  ASSERT_TRUE(IsOk(test.Run(kGather)));
  EXPECT_EQ(test.OutShape(), Shape({2, 0}));
}

}  // namespace
}  // namespace tflite::kernels
