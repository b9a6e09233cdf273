#include "kernels/embedding_lookup/embedding_lookup.h"

#include <utility>
#include <vector>

#include "kernels/testing/layouts.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kLookup =
    MakeOpFunctions<&BindEmbeddingLookup, &EvalEmbeddingLookupReference>();
constexpr OpFunctions kSparse =
    MakeOpFunctions<&BindEmbeddingLookupSparse,
                    &EvalEmbeddingLookupSparseReference>();

TEST(EmbeddingLookupBind, RejectsOneInputAndThree_C1) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kLookup), "C1"));
  OpTest more;
  for (int i = 0; i < 3; ++i) more.Input<float>({1}, {1});
  more.Output<float>();
  EXPECT_TRUE(Violates(more.Run(kLookup), "C1"));
}

TEST(EmbeddingLookupBind, RejectsNonVectorIds_C2) {
  OpTest rank;
  rank.Input<int32_t>({1, 1}, {0}).Const<float>({1, 1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(rank.Run(kLookup), "C2"));
  OpTest type;
  type.Input<float>({1}, {0}).Const<float>({1, 1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(type.Run(kLookup), "C2"));
}

TEST(EmbeddingLookupBind, RejectsScalarAndStringTables_C3) {
  OpTest scalar;
  scalar.Input<int32_t>({1}, {0}).Const<float>({}, {1}).Output<float>();
  EXPECT_TRUE(Violates(scalar.Run(kLookup), "C3"));
  OpTest strings;
  strings.Input<int32_t>({1}, {0}).Const<std::string>({1}, {"a"});
  strings.Output<std::string>();
  EXPECT_TRUE(Violates(strings.Run(kLookup), "C3"));
}

TEST(EmbeddingLookupBind, RejectsOtherOutputTypes_C4) {
  OpTest test;
  test.Input<int32_t>({1}, {0})
      .Const<int16_t>({1, 1}, {1}, 1.0f)
      .Output<float>();
  EXPECT_TRUE(Violates(test.Run(kLookup), "C4"));
}

TEST(EmbeddingLookupBind, RejectsOtherNumbersOfScales_C5) {
  OpTest none;
  none.Input<int32_t>({1}, {0}).Const<int8_t>({2, 1}, {1, 2}).Output<float>();
  EXPECT_TRUE(Violates(none.Run(kLookup), "C5"));
  OpTest three;
  three.Input<int32_t>({1}, {0});
  three.Const<int8_t>({2, 1}, {1, 2}, {{1, 1, 1}, {0, 0, 0}, 0})
      .Output<float>();
  EXPECT_TRUE(Violates(three.Run(kLookup), "C5"));
}

// There are as many columns as rows.
TEST(EmbeddingLookupBind, RejectsScalesOfColumns_C5) {
  OpTest test;
  test.Input<int32_t>({1}, {0});
  test.Const<int8_t>({2, 2}, {1, 2, 3, 4}, {{1, 10}, {0, 0}, 1})
      .Output<float>();
  EXPECT_TRUE(Violates(test.Run(kLookup), "C5"));
}

TEST(EmbeddingLookupBind, RejectsZeroPointsWithoutARow_C5) {
  OpTest test;
  test.Input<int32_t>({1}, {0});
  test.Const<int8_t>({2, 1}, {1, 2}, {{1, 1}, {0, 0, 0}, 0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kLookup), "C5"));
}

TEST(EmbeddingLookup, RejectsIdsOutside_C6) {
  for (int32_t id : {-1, 2}) {
    OpTest test;
    test.Input<int32_t>({1}, {id}).Const<float>({2, 1}, {1, 2}).Output<float>();
    EXPECT_TRUE(Violates(test.Run(kLookup), "C6"));
  }
}

TEST(EmbeddingLookup, GivesTheBytesOfUInt8AsInt8) {
  OpTest test;
  test.Input<int32_t>({1}, {1});
  test.Const<uint8_t>({2, 2}, {1, 2, 200, 4}).Output<int8_t>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({-56, 4}));
}

TEST(EmbeddingLookup, CopiesRows) {
  OpTest test;
  test.Input<int32_t>({3}, {2, 0, 2});
  test.Const<float>({3, 1, 2}, {1, 2, 3, 4, 5, 6}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_EQ(test.OutShape(), Shape({3, 1, 2}));
  EXPECT_TRUE(test.OutputIs({5, 6, 1, 2, 5, 6}));
}

TEST(EmbeddingLookup, CopiesPackedRows) {
  OpTest test;
  test.Input<int64_t>({3}, {1, 0, 1});
  // Rows 1 2 3 and 4 5 6.
  test.ConstBytes(kTfLiteInt4, {2, 3}, {0x21, 0x43, 0x65})
      .OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  const auto* bytes = reinterpret_cast<uint8_t*>(test.output(0)->data.raw);
  EXPECT_EQ(std::vector<uint8_t>(bytes, bytes + 5),
            (std::vector<uint8_t>{0x54, 0x16, 0x32, 0x54, 0x06}));
}

TEST(EmbeddingLookup, ClearsTheRestOfAByte) {
  OpTest test;
  test.Input<int32_t>({1}, {1});
  test.ConstBytes(kTfLiteInt4, {2, 1}, {0x21}).OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_EQ(*reinterpret_cast<uint8_t*>(test.output(0)->data.raw), 0x02);
}

TEST(EmbeddingLookup, TakesTablesOfNumbers) {
  OpTest test;
  test.Input<int32_t>({2}, {2, 0}).Const<float>({3}, {1, 2, 3});
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_EQ(test.OutShape(), Shape({2}));
  EXPECT_TRUE(test.OutputIs({3, 1}));
}

TEST(EmbeddingLookup, TakesNoIdsAndEmptyRows) {
  OpTest ids;
  ids.Input<int32_t>({0}, {}).Const<float>({1, 2}, {1, 2}).Output<float>();
  ASSERT_TRUE(IsOk(ids.Run(kLookup)));
  EXPECT_EQ(ids.OutShape(), Shape({0, 2}));
  OpTest rows;
  rows.Input<int32_t>({2}, {0, 0}).Const<float>({1, 0}, {}).Output<float>();
  ASSERT_TRUE(IsOk(rows.Run(kLookup)));
  EXPECT_EQ(rows.OutShape(), Shape({2, 0}));
}

TEST(EmbeddingLookup, ScalesTheWholeTable) {
  OpTest test;
  test.Input<int32_t>({1}, {1});
  test.Const<int8_t>({2, 2}, {1, 2, 3, -4}, {0.5f, 1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({1, -2.5}));
}

// Also where the difference from the zero point leaves 32 bits.
TEST(EmbeddingLookup, AnyZeroPointHasItsResult) {
  OpTest test;
  test.Input<int32_t>({2}, {1, 0});
  test.Const<int8_t>({2, 1}, {0, -2}, {{0.5f, 0.5f}, {INT32_MIN, INT32_MAX}, 0})
      .Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({-0x1p30, 0x1p30}));
}

// A single zero point is not that of the first row.
TEST(EmbeddingLookup, ScalesOfRowsNeedNoZeroPoints) {
  OpTest test;
  test.Input<int32_t>({2}, {0, 1});
  test.Const<int8_t>({2, 1}, {3, 4}, {{0.5f, 2}, {7}, 0}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({1.5, 8}));
}

TEST(EmbeddingLookup, ScalesRowsToHalf) {
  OpTest test;
  test.Input<int32_t>({2}, {1, 0});
  test.ConstBytes(kTfLiteInt2, {2, 2}, {0b10011101}, {{0.5f, 4}, {0, 0}, 0});
  test.Output<half>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({4, -8, 0.5, -0.5}));
}

TEST(EmbeddingLookup, ScalesBlocks) {
  OpTest test;
  std::vector<float> scales = {1, 10, 100, 1000};
  test.Input<int32_t>({1}, {1});
  test.ConstBytes(kTfLiteInt4, {2, 4}, {0x21, 0xF7, 0x03, 0x10})
      .Output<float>();
  test.Intermediate(kTfLiteFloat32);
  TfLiteTensor* first = test.input(0);
  QuantizeInBlocks(2, {2, 2}, scales, 3, first + 3, test.input(1));
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({300, 0, 0, 1000}));
}

// The scales of a table of eight numbers in blocks of two are four.
TEST(EmbeddingLookupBind, RejectsBlocksWithoutScales_C5) {
  for (const auto& [size, count] : {std::pair(2, 3), {2, 5}, {3, 4}, {0, 4}}) {
    OpTest test;
    std::vector<float> scales(count, 1.0f);
    test.Input<int32_t>({1}, {1});
    test.ConstBytes(kTfLiteInt4, {2, 4}, {0x21, 0xF7, 0x03, 0x10})
        .Output<float>();
    test.Intermediate(kTfLiteFloat32);
    TfLiteTensor* first = test.input(0);
    QuantizeInBlocks(size, {count}, scales, 3, first + 3, test.input(1));
    EXPECT_TRUE(Violates(test.Run(kLookup), "C5")) << size << " " << count;
  }
}

// The scales are the graph's first tensor.
TEST(EmbeddingLookup, TakesScalesFromTheFirstTensor) {
  OpTest test;
  std::vector<float> scales = {1, 10, 100, 1000};
  test.Intermediate(kTfLiteFloat32).Input<int32_t>({1}, {1});
  test.ConstBytes(kTfLiteInt4, {2, 4}, {0x21, 0xF7, 0x03, 0x10})
      .Output<float>();
  QuantizeInBlocks(2, {2, 2}, scales, 0, test.input(0) - 1, test.input(1));
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({300, 0, 0, 1000}));
}

// The graph has four tensors.
TEST(EmbeddingLookupBind, RejectsScalesThatAreNoTensor_C5) {
  for (const int index : {-1, 4}) {
    OpTest test;
    std::vector<float> scales = {1, 10, 100, 1000};
    test.Input<int32_t>({1}, {1});
    test.ConstBytes(kTfLiteInt4, {2, 4}, {0x21, 0xF7, 0x03, 0x10})
        .Output<float>();
    test.Intermediate(kTfLiteFloat32);
    QuantizeInBlocks(2, {2, 2}, scales, index, test.input(0) + 3,
                     test.input(1));
    const Status status = test.Run(kLookup);
    EXPECT_TRUE(Violates(status, "C5"));
    EXPECT_NE(status.message().find("no tensor of scales"), std::string::npos)
        << status;
  }
}

TEST(EmbeddingLookup, ReadsOldUInt8TablesAsInt8) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Const<uint8_t>({1, 1}, {0xFD}, 1.0f);
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kLookup)));
  EXPECT_TRUE(test.OutputIs({-3}));
}

TfLiteEmbeddingLookupSparseParams Combine(TfLiteCombinerType combiner) {
  TfLiteEmbeddingLookupSparseParams params{};
  params.combiner = combiner;
  return params;
}

// Rows 0 and 2 of an output of three.
void AddSparse(OpTest& test, TfLiteCombinerType combiner,
               const std::vector<int32_t>& ids = {1, 2, 0},
               const std::vector<int32_t>& indices = {0, 0, 2, 1, 2, 0},
               const std::vector<int32_t>& shape = {3, 2}) {
  test.Input<int32_t>({3}, ids).Input<int32_t>({3, 2}, indices);
  test.Input<int32_t>({2}, shape).Input<float>({3}, {2, 3, 4});
  test.Input<float>({3, 2}, {1, 2, 10, 20, 100, 200}).Output<float>();
  test.Params(Combine(combiner));
}

TEST(EmbeddingLookupSparseBind, RejectsFourInputsAndSix_S1) {
  OpTest test;
  test.Input<int32_t>({1}, {0})
      .Input<int32_t>({1, 1}, {0})
      .Input<int32_t>({1}, {1});
  test.Input<float>({1}, {1}).Output<float>();
  test.Params(Combine(kTfLiteCombinerTypeSum));
  EXPECT_TRUE(Violates(test.Run(kSparse), "S1"));
  OpTest more;
  for (int i = 0; i < 6; ++i) more.Input<float>({1}, {1});
  more.Output<float>().Params(Combine(kTfLiteCombinerTypeSum));
  EXPECT_TRUE(Violates(more.Run(kSparse), "S1"));
}

TEST(EmbeddingLookupSparseBind, RejectsOtherIndices_S2) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<int32_t>({2, 1}, {0, 0});
  test.Input<int32_t>({1}, {1}).Input<float>({1}, {1}).Input<float>({1, 1},
                                                                    {1});
  test.Output<float>().Params(Combine(kTfLiteCombinerTypeSum));
  EXPECT_TRUE(Violates(test.Run(kSparse), "S2"));
}

TEST(EmbeddingLookupSparseBind, RejectsOtherWeights_S3) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<int32_t>({1, 1}, {0});
  test.Input<int32_t>({1}, {1})
      .Input<float>({2}, {1, 1})
      .Input<float>({1, 1}, {1});
  test.Output<float>().Params(Combine(kTfLiteCombinerTypeSum));
  EXPECT_TRUE(Violates(test.Run(kSparse), "S3"));
}

TEST(EmbeddingLookupSparseBind, RejectsShapesWithoutExtents_S3) {
  OpTest test;
  test.Input<int32_t>({3}, {0, 0, 0}).Input<int32_t>({3, 0}, {});
  test.Const<int32_t>({0}, {}).Input<float>({3}, {1, 1, 1});
  test.Input<float>({1, 1}, {1}).Output<float>();
  test.Params(Combine(kTfLiteCombinerTypeSum));
  EXPECT_TRUE(Violates(test.Run(kSparse), "S3"));
}

TEST(EmbeddingLookupSparseBind, RejectsNegativeShapes_S4) {
  OpTest test;
  AddSparse(test, kTfLiteCombinerTypeSum, {1, 2, 0}, {0, 0, 2, 1, 2, 0},
            {-3, 2});
  EXPECT_TRUE(Violates(test.Run(kSparse), "S4"));
}

TEST(EmbeddingLookupSparseBind, RejectsOtherCombiners_S5) {
  OpTest test;
  AddSparse(test, static_cast<TfLiteCombinerType>(3));
  EXPECT_TRUE(Violates(test.Run(kSparse), "S5"));
}

TEST(EmbeddingLookupSparse, RejectsIndicesOutOfRange_S6) {
  OpTest id, index;
  AddSparse(id, kTfLiteCombinerTypeSum, {1, 3, 0});
  EXPECT_TRUE(Violates(id.Run(kSparse), "S6"));
  AddSparse(index, kTfLiteCombinerTypeSum, {1, 2, 0}, {0, 0, 2, 2, 2, 0});
  EXPECT_TRUE(Violates(index.Run(kSparse), "S6"));
}

TEST(EmbeddingLookupSparse, SumsWeightedRows) {
  OpTest test;
  AddSparse(test, kTfLiteCombinerTypeSum);
  ASSERT_TRUE(IsOk(test.Run(kSparse)));
  EXPECT_EQ(test.OutShape(), Shape({3, 2}));
  EXPECT_TRUE(test.OutputIs({20, 40, 0, 0, 304, 608}));
}

TEST(EmbeddingLookupSparse, TakesTablesOfNumbers) {
  OpTest test;
  test.Input<int32_t>({2}, {2, 0}).Input<int32_t>({2, 2}, {0, 0, 1, 0});
  test.Input<int32_t>({2}, {2, 1}).Input<float>({2}, {2, 3});
  test.Input<float>({3}, {1, 10, 100}).Output<float>();
  test.Params(Combine(kTfLiteCombinerTypeSum));
  ASSERT_TRUE(IsOk(test.Run(kSparse)));
  EXPECT_EQ(test.OutShape(), Shape({2}));
  EXPECT_TRUE(test.OutputIs({200, 3}));
}

TEST(EmbeddingLookupSparse, DividesByWeights) {
  OpTest mean, root;
  AddSparse(mean, kTfLiteCombinerTypeMean);
  ASSERT_TRUE(IsOk(mean.Run(kSparse)));
  EXPECT_TRUE(mean.OutputIs({10, 20, 0, 0, 304 / 7.0, 608 / 7.0}, 1e-5));
  AddSparse(root, kTfLiteCombinerTypeSqrtn);
  ASSERT_TRUE(IsOk(root.Run(kSparse)));
  EXPECT_TRUE(root.OutputIs({10, 20, 0, 0, 304 / 5.0, 608 / 5.0}, 1e-5));
}

// The last coordinate, which does not count, is in bounds too.
TEST(EmbeddingLookupSparse, TakesIndicesOfThreeDimensions) {
  OpTest test;
  test.Input<int32_t>({2}, {1, 0}).Input<int32_t>({2, 3}, {1, 2, 1, 0, 1, 0});
  test.Const<int32_t>({3}, {2, 3, 2}).Input<float>({2}, {2, 3});
  test.Input<float>({2, 2}, {1, 10, 100, 1000}).Output<float>();
  test.Params(Combine(kTfLiteCombinerTypeSum));
  ASSERT_TRUE(IsOk(test.Run(kSparse)));
  EXPECT_EQ(test.OutShape(), Shape({2, 3, 2}));
  EXPECT_TRUE(test.OutputIs({0, 0, 3, 30, 0, 0, 0, 0, 0, 0, 200, 2000}));
}

// Entries of one row need not stand together.
TEST(EmbeddingLookupSparse, TakesEntriesInAnyOrder) {
  OpTest test;
  AddSparse(test, kTfLiteCombinerTypeMean, {1, 2, 0}, {2, 0, 0, 1, 2, 1});
  ASSERT_TRUE(IsOk(test.Run(kSparse)));
  EXPECT_TRUE(test.OutputIs({100, 200, 0, 0, 4, 8}, 1e-5));
}

}  // namespace
}  // namespace tflite::kernels
