#include "kernels/batch_matmul/batch_matmul_cpu.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/stored/float_row.h"
#include "kernels/testing/op_test.h"
#include "kernels/testing/state_memory.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReference =
    MakeOpFunctions<&BindBatchMatmul, &EvalBatchMatmulReference>();
constexpr OpFunctions kFast =
    MakeOpFunctions<&BindBatchMatmul, &EvalBatchMatmulCpu,
                    &PrepareBatchMatmulCpu>();

enum class Kind {
  kFloat,
  kHybrid,
  kHybridAsymmetric,
  kInt8,
  kInt16,
  kInt16ByInt8,
  kRaw
};
constexpr Kind kKinds[] = {Kind::kFloat, Kind::kHybrid, Kind::kHybridAsymmetric,
                           Kind::kInt8,  Kind::kInt16,  Kind::kInt16ByInt8,
                           Kind::kRaw};

struct Product {
  Shape lhs_batch, rhs_batch;
  int32_t rows, depth, columns;
};

Shape With(Shape batch, int32_t rows, int32_t columns, bool transposed) {
  batch.push_back(transposed ? columns : rows);
  batch.push_back(transposed ? rows : columns);
  return batch;
}

void AddOperands(OpTest& test, Kind kind, const Shape& lhs, const Shape& rhs,
                 bool constant, uint32_t seed) {
  const int64_t l = lhs.num_elements(), r = rhs.num_elements();
  const auto add_rhs = [&](auto values, const Quantized& quantized) {
    if (constant) {
      test.Const(rhs, values, quantized);
    } else {
      test.Input(rhs, values, quantized);
    }
  };
  switch (kind) {
    case Kind::kFloat:
      test.Input(lhs, RandomElements<float>(l, -1, 1, seed));
      add_rhs(RandomElements<float>(r, -1, 1, seed + 1), {});
      test.Output<float>();
      break;
    case Kind::kHybrid:
    case Kind::kHybridAsymmetric:
      test.Input(lhs, RandomElements<float>(l, -1, 2, seed));
      add_rhs(RandomElements<int8_t>(r, -127, 127, seed + 1), 0.02f);
      test.Output<float>();
      break;
    case Kind::kInt16:
      test.Input(lhs, RandomElements<int16_t>(l, -32768, 32767, seed), 0.001f);
      add_rhs(RandomElements<int16_t>(r, -32768, 32767, seed + 1), 0.001f);
      test.Output<int16_t>(0.05f);
      break;
    case Kind::kInt16ByInt8:
      test.Input(lhs, RandomElements<int16_t>(l, -32768, 32767, seed), 0.001f);
      add_rhs(RandomElements<int8_t>(r, -128, 127, seed + 1), 0.02f);
      test.Output<int16_t>(0.01f);
      break;
    default:
      test.Input(lhs, RandomElements<int8_t>(l, -128, 127, seed), {0.02f, -7});
      add_rhs(RandomElements<int8_t>(r, -128, 127, seed + 1), {0.03f, 11});
      if (kind == Kind::kRaw) {
        test.Output<int32_t>();
      } else {
        test.Output<int8_t>({0.5f, 3});
      }
  }
}

class BatchMatMulCpu : public testing::TestWithParam<Kind> {};

TEST_P(BatchMatMulCpu, AgreesWithReference) {
  const std::vector<Product> products = {
      {{}, {}, 1, 1, 1},
      {{}, {}, 5, 70, 33},
      {{3}, {3}, 9, 8, 17},
      {{2, 3}, {}, 7, 20, 40},
      {{}, {4}, 2, 9, 3},
      {{2, 1}, {1, 5}, 8, 6, 16},
      {{1, 2, 3}, {3}, 1, 64, 8},
      {{2}, {2}, 1, 300, 1},
      {{2}, {2}, 0, 3, 4},
      {{2}, {2}, 3, 0, 4},
      {{0}, {0}, 3, 2, 4},
      {{12}, {12}, 16, 8, 16},
      // More ranges than there are rooms of scratch memory.
      {{9}, {9}, 64, 80, 64},
      {{2, 2}, {2, 2}, 33, 5, 2},
      {{1}, {6}, 4, 130, 20},
      // Few rows, by blocks of columns and parts of the depth.
      {{5}, {5}, 1, 4, 64},
      {{5}, {5}, 4, 64, 4},
      {{}, {3}, 3, 37, 119},
      {{2, 1}, {2, 3}, 2, 50, 1100},
      {{2}, {2}, 2, 80, 530},
  };
  uint32_t seed = 0;
  for (const Product& p : products) {
    for (int bits = 0; bits < 8; ++bits) {
      TfLiteBatchMatMulParams params{};
      params.adj_x = bits & 1;
      params.adj_y = bits & 2;
      params.asymmetric_quantize_inputs = GetParam() == Kind::kHybridAsymmetric;
      OpTest test(++seed % 3 + 1);
      AddOperands(
          test, GetParam(), With(p.lhs_batch, p.rows, p.depth, params.adj_x),
          With(p.rhs_batch, p.depth, p.columns, params.adj_y), bits & 4, seed);
      test.Params(params);
      const double tolerance = GetParam() <= Kind::kHybridAsymmetric ? 1e-4 : 0;
      EXPECT_TRUE(Agree(test, kReference, kFast, tolerance, tolerance))
          << "kind " << static_cast<int>(GetParam()) << " lhs "
          << p.lhs_batch.ToString() << " rhs " << p.rhs_batch.ToString()
          << " of " << p.rows << "x" << p.depth << "x" << p.columns
          << " options " << bits;
    }
  }
}

// Deep products and, for what is kept of each column, shallow ones.
TEST_P(BatchMatMulCpu, ReportsItsMemory) {
  for (const int32_t depth : {1, 2, 300}) {
    const int32_t columns = depth < 3 ? 20000 : 1000;
    OpTest test;
    AddOperands(test, GetParam(), {8, depth}, {depth, columns}, true, 1);
    test.Params(TfLiteBatchMatMulParams{});
    EXPECT_TRUE(ReportsItsMemory(test, kReference, kFast)) << depth;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, BatchMatMulCpu, testing::ValuesIn(kKinds));

// Rows of lhs have scales 1, 0.01, 10 and 0.1, so that a product with the scale
// of another row is far off. The columns of rhs are (3, 2) and (-1, 4) halves.
TEST(BatchMatmulCpu, ScalesHybridRowsOfBroadcastMatricesByTheirOwnScale) {
  struct Broadcast {
    Shape lhs, rhs;
    std::vector<double> out;
  };
  const Broadcast cases[] = {
      {{4, 1, 2}, {2, 1}, {126.5, 1.265, 1265, 12.65}},
      {{2, 2, 2}, {2, 1}, {126.5, 1.265, 1265, 12.65}},
      {{2, 2, 2}, {1, 2, 1}, {126.5, 1.265, 1265, 12.65}},
      {{4, 2},
       {2, 2, 1},
       {126.5, 1.265, 1265, 12.65, -191.5, -1.915, -1915, -19.15}},
      {{2, 1, 2, 2},
       {2, 2, 1},
       {126.5, 1.265, -191.5, -1.915, 1265, 12.65, -1915, -19.15}},
  };
  const std::vector<float> lhs = {127,  -64,  1.27f, -0.64f,
                                  1270, -640, 12.7f, -6.4f};
  const std::vector<int8_t> rhs = {3, 2, -1, 4};
  for (const Broadcast& c : cases) {
    for (const bool constant : {false, true}) {
      for (const OpFunctions& kernel : {kReference, kFast}) {
        OpTest test;
        test.Input(c.lhs, lhs);
        const std::vector<int8_t> elements(rhs.begin(),
                                           rhs.begin() + c.rhs.num_elements());
        constant ? test.Const(c.rhs, elements, 0.5f)
                 : test.Input(c.rhs, elements, 0.5f);
        test.Output<float>().Params(TfLiteBatchMatMulParams{});
        ASSERT_TRUE(IsOk(test.Run(kernel)));
        EXPECT_TRUE(test.OutputIs(c.out, 0, 1e-5))
            << c.lhs.ToString() << " by " << c.rhs.ToString();
      }
    }
  }
}

// 100 * (3 - 1) + 200 * (5 - 1): the engine's 64-bit sums have no zero points.
TEST(BatchMatmulCpu, CountsTheZeroPointOfInt8ThatInt16Multiplies) {
  for (const bool constant : {false, true}) {
    for (const OpFunctions& kernel : {kReference, kFast}) {
      OpTest test;
      test.Input<int16_t>({1, 2}, {100, 200}, 1.0f);
      const std::vector<int8_t> rhs = {3, 5};
      constant ? test.Const({2, 1}, rhs, {1.0f, 1})
               : test.Input({2, 1}, rhs, {1.0f, 1});
      test.Output<int16_t>(1.0f).Params(TfLiteBatchMatMulParams{});
      ASSERT_TRUE(IsOk(test.Run(kernel)));
      EXPECT_TRUE(test.OutputIs({1000}));
    }
  }
}

// The state of the fast kernel does not serve products that it does not
// support.
TEST(BatchMatmulCpu, StateEndsWhereAResizeGivesTooDeepProducts) {
  OpTest test;
  AddOperands(test, Kind::kHybrid, {1, 8}, {8, 2}, /*constant=*/false, 1);
  test.Params(TfLiteBatchMatMulParams{});
  ASSERT_TRUE(IsOk(test.Run(kFast)));
  constexpr int32_t kDepth = 33000;
  test.ResizeInput(0, {1, kDepth});
  test.SetInput(0, std::vector<float>(kDepth, 1));
  test.ResizeInput(1, {kDepth, 2});
  test.SetInput(1, std::vector<int8_t>(2 * kDepth, 1));
  ASSERT_TRUE(IsOk(test.Run(kFast)));
  EXPECT_TRUE(test.OutputIs({660, 660}, 0, 1e-5));
}

// Batches of 5 by 3 by 21 on 4 threads.
std::vector<size_t> ScratchBytes(Kind kind, int32_t batches, bool adj_x,
                                 bool constant) {
  OpTest test(4);
  TfLiteBatchMatMulParams params{};
  params.adj_x = adj_x;
  AddOperands(test, kind, With({batches}, 5, 3, adj_x), {batches, 3, 21},
              constant, 1);
  test.Params(params);
  EXPECT_TRUE(IsOk(test.Prepare(kFast)));
  return test.ScratchBytes();
}

size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

// A slot for each thread that multiplies matrices of its own: the right matrix
// and where its sums start, unless it is constant, the transposed left one, and
// what the product needs.
TEST(BatchMatmulCpu, RequestsASlotForEachThread) {
  const auto product = [](GemmType type, int threads) -> size_t {
    return PlanGemm(GemmMatrix(type, 21, 3), 5, nullptr, threads)
        .scratch_bytes();
  };
  const auto right = [](GemmType type) {
    const GemmMatrix matrix(type, 21, 3);
    size_t bytes = 0;
    EXPECT_TRUE(matrix.CheckedBytes(&bytes));
    return Aligned(bytes) + Aligned(matrix.padded_columns() * 4);
  };
  const struct {
    Kind kind;
    GemmType type;
    size_t element_bytes;
  } kinds[] = {{Kind::kFloat, GemmType::kFloat, 4},
               {Kind::kInt8, GemmType::kByte, 1},
               {Kind::kInt16ByInt8, GemmType::kInt16, 2}};
  for (const auto& k : kinds) {
    for (const int32_t batches : {2, 3, 4, 5}) {
      const bool at_once = batches >= 4;
      const size_t slots = at_once ? 4 : 1;
      const size_t work = product(k.type, at_once ? 1 : 4);
      const size_t left = Aligned(5 * 3 * k.element_bytes);
      const auto scratch = [&](bool adj_x, bool constant) {
        return ScratchBytes(k.kind, batches, adj_x, constant);
      };
      using Sizes = std::vector<size_t>;
      EXPECT_EQ(scratch(false, true), Sizes{slots * work});
      EXPECT_EQ(scratch(true, true), (Sizes{slots * (left + work)}));
      EXPECT_EQ(scratch(false, false), (Sizes{slots * (right(k.type) + work)}));
      EXPECT_EQ(scratch(true, false),
                (Sizes{slots * (right(k.type) + left + work)}));
    }
  }
}

// Rows with three words each, and floats to transpose.
TEST(BatchMatmulCpu, RequestsMemoryForHybridRows) {
  for (const bool adj_x : {false, true}) {
    const std::vector<size_t> sizes =
        ScratchBytes(Kind::kHybrid, 2, adj_x, true);
    ASSERT_EQ(sizes.size(), adj_x ? 3u : 2u);
    EXPECT_EQ(sizes[1], 2u * 5 * (12 + 3));
    if (adj_x) EXPECT_EQ(sizes[2], 2u * 5 * 3 * 4);
  }
}

// 64 packed matrices of 36 MB are more than a scratch tensor holds.
TEST(BatchMatmulCpu, MultipliesLargeMatricesOneAfterAnother) {
  constexpr int32_t kBatches = 64, kDepth = 6000;
  TfLiteBatchMatMulParams params{};
  params.adj_x = true;
  OpTest test(kBatches);
  test.Input<int8_t>({kBatches, kDepth, 1},
                     std::vector<int8_t>(kBatches * kDepth));
  test.Input<int8_t>({kDepth, kDepth}, std::vector<int8_t>(kDepth * kDepth));
  test.Output<int32_t>().Params(params);
  ASSERT_TRUE(IsOk(test.Prepare(kFast)));
  EXPECT_LT(test.ScratchBytes()[0], 2u * kDepth * kDepth);
}

// Constants are packed for the first run and not read again, also after the
// node is prepared for another left operand.
TEST(BatchMatmulCpu, PacksConstantsOnce) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 10}).Const<float>({2, 1}, {3, 4});
  test.Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kFast)));
  EXPECT_TRUE(test.OutputIs({43}));
  test.SetInput<float>(1, {7, 7});
  test.ResizeInput(0, {2, 2});
  test.SetInput<float>(0, {1, 10, 10, 1});
  ASSERT_TRUE(IsOk(test.PrepareAgain()));
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({43, 34}));
}

// The most rows that are multiplied by matrices that are not packed.
int64_t MostFewRows(const BatchMatMul& op) {
  int64_t rows = 0;
  while (rows < 9 && HasFewRows(op, rows + 1)) ++rows;
  return rows;
}

TEST(BatchMatmulFewRows, AreMultipliedByMatricesAsTheyLie) {
  if (!HasStoredFloatRow()) GTEST_SKIP() << "no code for this processor";
  BatchMatMul lines;
  lines.columns = 2;
  lines.depth = 30;
  BatchMatMul columns = lines;
  columns.adj_y = true;
  BatchMatMul long_columns = columns;
  long_columns.depth = 3000;
  // Packing a matrix takes longer than one product with it, and less than many.
  EXPECT_GE(MostFewRows(columns), 1);
  EXPECT_LE(MostFewRows(columns), MostFewRows(long_columns));
  EXPECT_LE(MostFewRows(long_columns), MostFewRows(lines));
  EXPECT_LT(MostFewRows(lines), 9);
  // A single column lies as those of a transposed matrix do.
  long_columns.adj_y = false;
  long_columns.columns = 1;
  BatchMatMul column = long_columns;
  column.adj_y = true;
  EXPECT_EQ(MostFewRows(long_columns), MostFewRows(column));
  // Only one row is solid in a transposed operand.
  BatchMatMul transposed = lines;
  transposed.adj_x = true;
  EXPECT_EQ(MostFewRows(transposed), 1);
  BatchMatMul constant = lines;
  constant.rhs_constant = true;
  EXPECT_EQ(MostFewRows(constant), 0);
  BatchMatMul hybrid = lines;
  hybrid.kind = BatchMatMul::Kind::kHybrid;
  EXPECT_EQ(MostFewRows(hybrid), 0);
}

#if UINTPTR_MAX == UINT32_MAX
// 2^26 matrices of one element, each packed into at least 64 bytes.
TEST(BatchMatmulCpu, PackedConstantsBeyondTheAddressSpaceAreAnError) {
  constexpr int kMatrices = 1 << 26;
  OpTest test;
  test.Input<int8_t>({1, 1}, {1}, 1.0f);
  test.ConstBytes(kTfLiteInt8, {kMatrices, 1, 1},
                  std::vector<uint8_t>(kMatrices), 1.0f);
  test.Output<int8_t>(1.0f);
  EXPECT_FALSE(test.Run(kFast).ok());
}
#endif

}  // namespace
}  // namespace tflite::kernels
