#include "tensorflow_lite_lite/schema/sparsity.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::schema {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::unique_ptr<DimensionMetadataT> Dense(int size) {
  auto dim = std::make_unique<DimensionMetadataT>();
  dim->format = DimensionType_DENSE;
  dim->dense_size = size;
  return dim;
}

template <typename Vector, typename Values>
SparseIndexVectorUnion Index(const Values& values) {
  Vector table;
  table.values.assign(values.begin(), values.end());
  SparseIndexVectorUnion index;
  index.Set(std::move(table));
  return index;
}

template <typename Vector = Int32VectorT>
std::unique_ptr<DimensionMetadataT> Compressed(std::vector<int> segments,
                                               std::vector<int> indices) {
  auto dim = std::make_unique<DimensionMetadataT>();
  dim->format = DimensionType_SPARSE_CSR;
  dim->array_segments = Index<Vector>(segments);
  dim->array_indices = Index<Vector>(indices);
  return dim;
}

// A 3x4 matrix with the elements (0,1), (2,0) and (2,3).
SparsityParametersT Matrix() {
  SparsityParametersT s;
  s.traversal_order = {0, 1};
  s.dim_metadata.push_back(Dense(3));
  s.dim_metadata.push_back(Compressed({0, 1, 1, 3}, {1, 0, 3}));
  return s;
}

// A 4x4 matrix of 2x2 blocks, of which (0,1) and (1,0) are stored.
SparsityParametersT Blocks() {
  SparsityParametersT s;
  s.traversal_order = {0, 1, 2, 3};
  s.block_map = {0, 1};
  s.dim_metadata.push_back(Dense(2));
  s.dim_metadata.push_back(Compressed({0, 1, 2}, {1, 0}));
  s.dim_metadata.push_back(Dense(2));
  s.dim_metadata.push_back(Dense(2));
  return s;
}

class Packed {
 public:
  explicit Packed(const SparsityParametersT& s) {
    builder_.Finish(SparsityParameters::Pack(builder_, &s));
  }
  const SparsityParameters& get() const {
    return *flatbuffers::GetRoot<SparsityParameters>(
        builder_.GetBufferPointer());
  }

 private:
  flatbuffers::FlatBufferBuilder builder_;
};

StatusOr<SparseExtent> Check(const SparsityParametersT& s,
                             const std::vector<int32_t>& shape) {
  return CheckSparsity(Packed(s).get(), shape);
}

std::string Problem(const SparsityParametersT& s,
                    const std::vector<int32_t>& shape) {
  return std::string(Check(s, shape).status().message());
}

TEST(CheckSparsity, CountsStoredValues) {
  const auto matrix = Check(Matrix(), {3, 4});
  ASSERT_TRUE(matrix.ok()) << matrix.status();
  EXPECT_EQ(matrix->values, 3);
  const auto blocks = Check(Blocks(), {4, 4});
  ASSERT_TRUE(blocks.ok()) << blocks.status();
  EXPECT_EQ(blocks->values, 8);
}

TEST(CheckSparsity, ReadsEveryIndexType) {
  SparsityParametersT s = Matrix();
  s.dim_metadata[1] = Compressed<Uint16VectorT>({0, 1, 1, 3}, {1, 0, 3});
  EXPECT_EQ(Problem(s, {3, 4}), "");
  s.dim_metadata[1] = Compressed<Uint8VectorT>({0, 1, 1, 3}, {1, 0, 4});
  EXPECT_THAT(Problem(s, {3, 4}), HasSubstr("element 2 is 4"));
}

TEST(CheckSparsity, ChecksTraversalOrder) {
  SparsityParametersT s = Matrix();
  EXPECT_THAT(Problem(s, {3, 4, 1}),
              HasSubstr("2 elements for 3 dimensions and 0 blocks"));
  s.traversal_order = {0, 0};
  EXPECT_THAT(Problem(s, {3, 4}),
              HasSubstr("not a permutation: element 1 is 0"));
  s.traversal_order = {0, 2};
  EXPECT_THAT(Problem(s, {3, 4}),
              HasSubstr("not a permutation: element 1 is 2"));
  s.traversal_order = {-1, 1};
  EXPECT_THAT(Problem(s, {3, 4}),
              HasSubstr("not a permutation: element 0 is -1"));
}

TEST(CheckSparsity, ChecksNumberOfLevels) {
  SparsityParametersT s = Matrix();
  s.dim_metadata.pop_back();
  EXPECT_THAT(Problem(s, {3, 4}),
              HasSubstr("dim_metadata has 1 elements for 2 levels"));
}

TEST(CheckSparsity, ChecksDenseSizes) {
  SparsityParametersT s = Matrix();
  s.dim_metadata[0]->dense_size = 4;
  EXPECT_THAT(Problem(s, {3, 4}),
              HasSubstr("level 0 has dense_size 4 where the shape gives 3"));
}

TEST(CheckSparsity, ChecksBlocks) {
  SparsityParametersT s = Blocks();
  s.block_map = {0, 2};
  EXPECT_THAT(Problem(s, {4, 4}), HasSubstr("block_map element 1 is 2"));
  s.block_map = {0, 0};
  EXPECT_THAT(Problem(s, {4, 4}), HasSubstr("block_map element 1 is 0"));
  EXPECT_THAT(Problem(Blocks(), {4, 5}),
              HasSubstr("dimension 1 of size 5 does not divide"));
  s = Blocks();
  s.dim_metadata[2]->dense_size = 0;
  EXPECT_THAT(Problem(s, {4, 4}), HasSubstr("block 0 is not dense"));
  s.dim_metadata[2] = Compressed({0, 1}, {0});
  EXPECT_THAT(Problem(s, {4, 4}), HasSubstr("block 0 is not dense"));
}

TEST(CheckSparsity, ChecksSegments) {
  const auto problem = [](std::vector<int> segments) {
    SparsityParametersT s = Matrix();
    s.dim_metadata[1] = Compressed(std::move(segments), {1, 0, 3});
    return Problem(s, {3, 4});
  };
  EXPECT_EQ(problem({0, 1, 1, 3}), "");
  EXPECT_THAT(problem({}), HasSubstr("level 1: array_segments has 0 elements"));
  EXPECT_THAT(problem({0, 1, 3}), HasSubstr("3 elements for 3 positions"));
  EXPECT_THAT(problem({1, 1, 1, 3}), HasSubstr("does not begin with 0"));
  EXPECT_THAT(problem({0, 2, 1, 3}), HasSubstr("decreases at element 2"));
  EXPECT_THAT(problem({0, 1, 1, 2}), HasSubstr("ends with 2, there are 3"));
}

TEST(CheckSparsity, ChecksIndices) {
  SparsityParametersT s = Matrix();
  s.dim_metadata[1] = Compressed({0, 1, 1, 3}, {1, 0, 4});
  EXPECT_THAT(Problem(s, {3, 4}),
              HasSubstr("array_indices element 2 is 4 in a dimension of 4"));
  s.dim_metadata[1] = Compressed({0, 1, 1, 3}, {-1, 0, 3});
  EXPECT_THAT(Problem(s, {3, 4}), HasSubstr("array_indices element 0 is -1"));
}

TEST(CheckSparsity, RejectsUnknownFormat) {
  SparsityParametersT s = Matrix();
  s.dim_metadata[0]->format = static_cast<DimensionType>(2);
  EXPECT_THAT(Problem(s, {3, 4}), HasSubstr("level 0 has the unknown format"));
}

TEST(MakeSparsity, CopiesLayout) {
  const Packed packed(Blocks());
  const auto made = MakeSparsity(packed.get());
  ASSERT_TRUE(made.ok()) << made.status();
  const TfLiteSparsity& s = **made;
  const auto values = [](const TfLiteIntArray* a) {
    return std::vector<int>(a->data, a->data + a->size);
  };
  EXPECT_THAT(values(s.traversal_order), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(values(s.block_map), ElementsAre(0, 1));
  ASSERT_EQ(s.dim_metadata_size, 4);
  EXPECT_EQ(s.dim_metadata[0].format, kTfLiteDimDense);
  EXPECT_EQ(s.dim_metadata[0].dense_size, 2);
  EXPECT_EQ(s.dim_metadata[1].format, kTfLiteDimSparseCSR);
  EXPECT_THAT(values(s.dim_metadata[1].array_segments), ElementsAre(0, 1, 2));
  EXPECT_THAT(values(s.dim_metadata[1].array_indices), ElementsAre(1, 0));
  TfLiteSparsityFree(*made);
}

}  // namespace
}  // namespace tflite::schema
