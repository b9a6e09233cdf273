#include "kernels/lsh_projection/lsh_projection.h"

#include "kernels/lsh_projection/fingerprint.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kLsh =
    MakeOpFunctions<&BindLshProjection, &EvalLshProjectionReference>();
constexpr TfLiteLSHProjectionParams kSparse = {kTfLiteLshProjectionSparse};
constexpr TfLiteLSHProjectionParams kDense = {kTfLiteLshProjectionDense};

TEST(LshProjectionBind, RejectsOneInputAndFour_C1) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Output<int32_t>().Params(kDense);
  EXPECT_TRUE(Violates(test.Run(kLsh), "C1"));
  OpTest more;
  for (int i = 0; i < 4; ++i) more.Input<float>({1}, {1});
  more.Output<int32_t>().Params(kDense);
  EXPECT_TRUE(Violates(more.Run(kLsh), "C1"));
}

TEST(LshProjectionBind, RejectsTypes_C2) {
  OpTest test;
  test.Input<double>({1, 1}, {1}).Input<int32_t>({1}, {1}).Output<int32_t>();
  test.Params(kDense);
  EXPECT_TRUE(Violates(test.Run(kLsh), "C2"));
}

TEST(LshProjectionBind, RejectsShapes_C3) {
  OpTest bits;
  bits.Input<float>({1, 33}, std::vector<float>(33)).Input<int32_t>({1}, {1});
  bits.Output<int32_t>().Params(kDense);
  EXPECT_TRUE(Violates(bits.Run(kLsh), "C3"));
  OpTest scalar;
  scalar.Input<float>({1, 1}, {1}).Input<int32_t>({}, {1}).Output<int32_t>();
  scalar.Params(kDense);
  EXPECT_TRUE(Violates(scalar.Run(kLsh), "C3"));
}

TEST(LshProjectionBind, RejectsOtherNumberOfWeights_C4) {
  OpTest test;
  test.Input<float>({1, 1}, {1})
      .Input<int32_t>({2}, {1, 2})
      .Input<float>({1}, {1});
  test.Output<int32_t>().Params(kDense);
  EXPECT_TRUE(Violates(test.Run(kLsh), "C4"));
}

TEST(LshProjectionBind, RejectsUnknownKind_C5) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Input<int32_t>({1}, {1}).Output<int32_t>();
  test.Params(TfLiteLSHProjectionParams{});
  EXPECT_TRUE(Violates(test.Run(kLsh), "C5"));
}

// Recorded from the reference runtime.
TEST(LshProjection, RecordedBits) {
  const std::vector<float> seeds = {0.123f, 0.456f, -0.321f,
                                    1.234f, 5.678f, -4.321f};
  const std::vector<int32_t> items = {12345, 54321,     67890,
                                      9876,  -12345678, -87654321};
  const std::vector<float> weights = {0.5f, -2.0f, 1.5f};
  OpTest dense;
  dense.Input<float>({3, 2}, seeds).Input<int32_t>({3, 2}, items);
  dense.Input<float>({3}, weights).Output<int32_t>().Params(kDense);
  ASSERT_TRUE(IsOk(dense.Run(kLsh)));
  EXPECT_TRUE(dense.OutputIs({1, 1, 0, 1, 1, 1}));
  OpTest sparse;
  sparse.Input<float>({3, 2}, seeds).Input<int32_t>({3, 2}, items);
  sparse.Output<int32_t>().Params(kSparse);
  ASSERT_TRUE(IsOk(sparse.Run(kLsh)));
  EXPECT_TRUE(sparse.OutputIs({1, 7, 8}));
}

TEST(LshProjection, SparseHashesStartAtTheirFunction) {
  OpTest test;
  test.Input<float>({2, 3}, {1, 2, 3, 1, 2, 3}).Input<uint8_t>({1}, {7});
  test.Output<int32_t>().Params(kSparse);
  ASSERT_TRUE(IsOk(test.Run(kLsh)));
  const std::vector<double> hashes = test.Numbers();
  ASSERT_EQ(hashes.size(), 2u);
  EXPECT_EQ(hashes[1], hashes[0] + 8);
}

// 32 bits fill the hash: the number of the function is shifted out.
TEST(LshProjection, HashesOf32Bits) {
  std::vector<float> seeds(64);
  for (int i = 0; i < 64; ++i) seeds[i] = static_cast<float>(i % 32);
  OpTest dense, sparse;
  dense.Input<float>({2, 32}, seeds).Input<uint8_t>({1}, {7});
  dense.Output<int32_t>().Params(kDense);
  ASSERT_TRUE(IsOk(dense.Run(kLsh)));
  uint32_t number = 0;
  for (int i = 0; i < 32; ++i) number = number << 1 | dense.Out<int32_t>()[i];
  sparse.Input<float>({2, 32}, seeds).Input<uint8_t>({1}, {7});
  sparse.Output<int32_t>().Params(kSparse);
  ASSERT_TRUE(IsOk(sparse.Run(kLsh)));
  EXPECT_EQ(sparse.Out<int32_t>(),
            std::vector<int32_t>(2, static_cast<int32_t>(number)));
}

TEST(LshProjection, WithoutItems) {
  OpTest test;
  test.Input<float>({1, 2}, {1, 2})
      .Input<int32_t>({0, 3}, {})
      .Output<int32_t>();
  test.Params(kDense);
  ASSERT_TRUE(IsOk(test.Run(kLsh)));
  EXPECT_TRUE(test.OutputIs({0, 0}));
}

// Computed with the FarmHash library.
TEST(Fingerprint64, LengthsOfEachKind) {
  const std::string text =
      "The quick brown fox jumps over the lazy dog. Pack my box with five "
      "dozen "
      "liquor jugs; how vexingly quick daft zebras jump! The quick brown fox "
      "jumps "
      "over the lazy dog. Pack my box with five dozen liquor jugs; ";
  const std::pair<size_t, uint64_t> cases[] = {
      {1, 0x12f77cd62637857a},   {3, 0x85887769ddcc73fd},
      {4, 0xf4ed8b2e41e836a5},   {7, 0xfb3b4353192e2b87},
      {8, 0x46d0ffb3ee9d8c07},   {16, 0x3bf6bd3bebd31655},
      {17, 0xc7a32da958c02dbd},  {32, 0xb65964dee7761262},
      {33, 0xf25fea09db06b3d6},  {64, 0x7412be74acf1d269},
      {65, 0x060fb151d1a24aff},  {128, 0x97bfbdb01de49227},
      {129, 0xcb40144e6e9971d1}, {200, 0x72924006bde7811c},
  };
  for (const auto& [length, want] : cases) {
    EXPECT_EQ(Fingerprint64(text.data(), length), want) << length;
  }
  EXPECT_EQ(Fingerprint64("", 0), 0x9ae16a3b2f90404fu);
}

}  // namespace
}  // namespace tflite::kernels
