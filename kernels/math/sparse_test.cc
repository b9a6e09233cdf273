#include "kernels/math/sparse.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/layouts.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

// A float tensor of the shape with `values` in the layout.
class SparseTensor {
 public:
  SparseTensor(const Shape& shape, const SparseLayout& layout,
               std::vector<float> values)
      : values_(std::move(values)) {
    tensor_.type = kTfLiteFloat32;
    tensor_.dims = ToIntArray(shape);
    tensor_.data.f = values_.data();
    tensor_.bytes = values_.size() * sizeof(float);
    tensor_.allocation_type = kTfLiteMmapRo;
    SetSparsity(layout, &tensor_);
  }
  ~SparseTensor() { TfLiteTensorFree(&tensor_); }

  TensorView view() { return TensorView(&tensor_); }
  TfLiteTensor* raw() { return &tensor_; }
  std::vector<float> Dense() {
    std::vector<float> out(view().num_elements(), -1.0f);
    EXPECT_TRUE(IsOk(ExpandSparse(view(), out.data())));
    return out;
  }

 private:
  std::vector<float> values_;
  TfLiteTensor tensor_{};
};

bool Refused(SparseTensor& tensor, const std::string& text) {
  const Status status = CheckSparse(tensor.view());
  EXPECT_NE(status.message().find(text), std::string::npos) << status;
  return !status.ok();
}

const SparseLayout kRows = {
    {0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1, 3}, {2, 0, 1})}};

TEST(Sparse, ExpandsRows) {
  SparseTensor tensor({2, 3}, kRows, {1, 2, 3});
  EXPECT_TRUE(IsOk(CheckSparse(tensor.view())));
  EXPECT_EQ(tensor.Dense(), (std::vector<float>{0, 0, 1, 2, 3, 0}));
}

TEST(Sparse, ExpandsColumns) {
  SparseTensor tensor(
      {2, 3}, {{1, 0}, {}, {DenseLevel(3), CsrLevel({0, 1, 1, 3}, {1, 0, 1})}},
      {1, 2, 3});
  EXPECT_EQ(tensor.Dense(), (std::vector<float>{0, 0, 2, 1, 0, 3}));
}

TEST(Sparse, ExpandsBlocks) {
  // 2x2 blocks of a 2x4 matrix; the second is stored.
  SparseTensor tensor(
      {2, 4},
      {{0, 1, 2, 3},
       {0, 1},
       {DenseLevel(1), CsrLevel({0, 1}, {1}), DenseLevel(2), DenseLevel(2)}},
      {1, 2, 3, 4});
  EXPECT_EQ(tensor.Dense(), (std::vector<float>{0, 0, 1, 2, 0, 0, 3, 4}));
}

TEST(Sparse, ExpandsBlocksOfOneElement) {
  SparseTensor tensor(
      {2, 2}, {{0, 1, 2}, {1}, {DenseLevel(2), DenseLevel(2), DenseLevel(1)}},
      {1, 2, 3, 4});
  EXPECT_EQ(tensor.Dense(), (std::vector<float>{1, 2, 3, 4}));
}

TEST(Sparse, IgnoresIndicesBehindTheLastSegment) {
  SparseTensor tensor(
      {2, 3}, {{0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1, 1}, {2, 7})}}, {5});
  EXPECT_EQ(tensor.Dense(), (std::vector<float>{0, 0, 5, 0, 0, 0}));
}

TEST(Sparse, TakesNoListForAnEmptyOne) {
  SparseTensor tensor({2, 3}, kRows, {1, 2, 3});
  TfLiteIntArray*& blocks = tensor.raw()->sparsity->block_map;
  TfLiteIntArrayFree(blocks);
  blocks = nullptr;
  EXPECT_EQ(tensor.Dense(), (std::vector<float>{0, 0, 1, 2, 3, 0}));
}

TEST(Sparse, ExpandsTwoSparseLevels) {
  SparseTensor tensor(
      {3, 2},
      {{0, 1}, {}, {CsrLevel({0, 2}, {0, 2}), CsrLevel({0, 1, 2}, {1, 0})}},
      {5, 6});
  EXPECT_EQ(tensor.Dense(), (std::vector<float>{0, 5, 0, 0, 6, 0}));
}

TEST(Sparse, ExpandsNothingToZeros) {
  SparseTensor tensor(
      {2, 2}, {{0, 1}, {}, {DenseLevel(2), CsrLevel({0, 0, 0}, {})}}, {});
  EXPECT_EQ(tensor.Dense(), (std::vector<float>{0, 0, 0, 0}));
}

// An attempt to visit all positions of the first levels would take years.
TEST(Sparse, TakesLargeExtentsWithoutElements) {
  constexpr int kMost = 2147483647;
  SparseTensor tensor(
      {kMost, 0},
      {{0, 2, 1}, {1}, {DenseLevel(kMost), DenseLevel(kMost), DenseLevel(0)}},
      {});
  EXPECT_TRUE(IsOk(CheckSparse(tensor.view())));
  EXPECT_EQ(tensor.Dense(), std::vector<float>());
}

TEST(Sparse, RefusesDenseTensors) {
  SparseTensor tensor({2, 3}, kRows, {1, 2, 3});
  TfLiteSparsityFree(tensor.raw()->sparsity);
  tensor.raw()->sparsity = nullptr;
  EXPECT_TRUE(Refused(tensor, "not a sparse tensor"));
}

TEST(Sparse, RefusesElementsOfLessThanAByte) {
  SparseTensor tensor({2, 3}, kRows, {1, 2, 3});
  tensor.raw()->type = kTfLiteInt4;
  EXPECT_TRUE(Refused(tensor, "not a sparse tensor of whole bytes"));
}

TEST(Sparse, RefusesMissingMetadata) {
  SparseTensor tensor({2, 3}, kRows, {1, 2, 3});
  TfLiteSparsity& sparsity = *tensor.raw()->sparsity;
  sparsity.dim_metadata_size = 1;
  EXPECT_TRUE(Refused(tensor, "1 dimensions are stored, 2 traversed"));
  sparsity.dim_metadata_size = 2;
  TfLiteDimensionMetadata* const metadata = sparsity.dim_metadata;
  sparsity.dim_metadata = nullptr;
  EXPECT_TRUE(Refused(tensor, "2 dimensions are stored, 2 traversed"));
  sparsity.dim_metadata = metadata;
}

TEST(Sparse, RefusesTooFewLevels) {
  SparseTensor tensor({2, 3}, {{0}, {}, {DenseLevel(2)}}, {1, 2});
  EXPECT_TRUE(Refused(tensor, "1 dimensions are stored"));
}

TEST(Sparse, RefusesRepeatedDimensions) {
  SparseTensor tensor({2, 2}, {{0, 0}, {}, {DenseLevel(2), DenseLevel(2)}},
                      {1, 2, 3, 4});
  EXPECT_TRUE(Refused(tensor, "not a permutation"));
}

TEST(Sparse, RefusesDimensionsThatDoNotExist) {
  for (const int dimension : {2, -1}) {
    SparseTensor tensor({2, 2},
                        {{0, dimension}, {}, {DenseLevel(2), DenseLevel(2)}},
                        {1, 2, 3, 4});
    EXPECT_TRUE(Refused(tensor, "not a permutation")) << dimension;
  }
}

TEST(Sparse, TakesSixteenLevels) {
  for (const int levels : {16, 17}) {
    SparseLayout layout;
    for (int i = 0; i < levels; ++i) {
      layout.order.push_back(i);
      layout.levels.push_back(DenseLevel(1));
    }
    SparseTensor tensor(Shape::Filled(levels, 1), layout, {5});
    if (levels == 16) {
      EXPECT_EQ(tensor.Dense(), (std::vector<float>{5}));
    } else {
      EXPECT_TRUE(Refused(tensor, "17 traversed"));
    }
  }
}

TEST(Sparse, RefusesOtherExtents) {
  SparseTensor tensor({2, 3}, {{0, 1}, {}, {DenseLevel(2), DenseLevel(4)}},
                      std::vector<float>(8));
  EXPECT_TRUE(Refused(tensor, "4 is stored for 3"));
}

TEST(Sparse, RefusesBlocksThatDoNotDivide) {
  SparseTensor tensor(
      {2, 3}, {{0, 1, 2}, {1}, {DenseLevel(2), DenseLevel(1), DenseLevel(2)}},
      std::vector<float>(4));
  EXPECT_TRUE(Refused(tensor, "blocks of 2 along dimension 1"));
}

TEST(Sparse, RefusesBlocksOfNothing) {
  SparseTensor tensor(
      {2, 2}, {{0, 1, 2}, {1}, {DenseLevel(2), DenseLevel(2), DenseLevel(0)}},
      std::vector<float>(4));
  EXPECT_TRUE(Refused(tensor, "blocks of 0 along dimension 1"));
}

TEST(Sparse, RefusesBlocksOfOtherDimensions) {
  for (const int dimension : {2, -1}) {
    SparseTensor tensor(
        {2, 4},
        {{0, 1, 2}, {dimension}, {DenseLevel(2), DenseLevel(4), DenseLevel(1)}},
        std::vector<float>(8));
    EXPECT_TRUE(Refused(
        tensor, "blocks of 1 along dimension " + std::to_string(dimension)));
  }
}

TEST(Sparse, RefusesSparseBlocks) {
  SparseLevel block = CsrLevel({0, 1}, {0});
  block.dense_size = 1;
  SparseTensor tensor({2, 2},
                      {{0, 1, 2}, {1}, {DenseLevel(2), DenseLevel(2), block}},
                      {1, 2, 3, 4});
  EXPECT_TRUE(Refused(tensor, "blocks of 1 along dimension 1"));
}

TEST(Sparse, RefusesDisorderedSegments) {
  for (const std::vector<int>& segments :
       {std::vector<int>{0, 2, 1}, {-1, 0, 2}}) {
    SparseTensor tensor(
        {2, 3}, {{0, 1}, {}, {DenseLevel(2), CsrLevel(segments, {0, 1})}},
        {1, 2});
    EXPECT_TRUE(Refused(tensor, "not in order"));
  }
}

TEST(Sparse, RefusesIndicesOutside) {
  for (const int index : {3, -1}) {
    SparseTensor tensor(
        {2, 3}, {{0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1, 2}, {0, index})}},
        {1, 2});
    EXPECT_TRUE(Refused(
        tensor, "index " + std::to_string(index) + " in a dimension of 3"));
  }
}

TEST(Sparse, RefusesMissingIndices) {
  SparseTensor tensor(
      {2, 3}, {{0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1, 5}, {0, 1})}},
      {1, 2});
  EXPECT_TRUE(Refused(tensor, "segments end at 5 of 2"));
}

TEST(Sparse, RefusesMissingSegments) {
  SparseTensor tensor(
      {2, 3}, {{0, 1}, {}, {DenseLevel(2), CsrLevel({0, 1}, {0})}}, {1});
  EXPECT_TRUE(Refused(tensor, "2 segments, not 3"));
  SparseTensor none({2, 3}, {{0, 1}, {}, {DenseLevel(2), CsrLevel({}, {0})}},
                    {1});
  EXPECT_TRUE(Refused(none, "segments end at 0 of 1 indices"));
}

TEST(Sparse, RefusesMissingValues) {
  SparseTensor tensor({2, 3}, kRows, {1, 2});
  EXPECT_TRUE(Refused(tensor, "stores 2 values, not 3"));
}

}  // namespace
}  // namespace tflite::kernels
