#include "kernels/mfcc/mfcc.h"

#include "flatbuffers/flexbuffers.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kMfcc = MakeOpFunctions<&BindMfcc, &EvalMfccReference>();

std::vector<uint8_t> Options(int bands, int coefficients, double lower = 100,
                             double upper = 3500) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Float("upper_frequency_limit", static_cast<float>(upper));
    builder.Float("lower_frequency_limit", static_cast<float>(lower));
    builder.Int("filterbank_channel_count", bands);
    builder.Int("dct_coefficient_count", coefficients);
  });
  builder.Finish();
  return builder.GetBuffer();
}

Status Compute(const std::vector<uint8_t>& options, int32_t bins = 3,
               int32_t rate = 8000) {
  OpTest test;
  test.Input<float>({1, 1, bins}, std::vector<float>(bins, 1.0f));
  test.Input<int32_t>({1}, {rate}).Output<float>().CustomOptions(options);
  return test.Run(kMfcc);
}

TEST(MfccBind, RejectsMissingRate_C1) {
  OpTest test;
  test.Input<float>({1, 1, 2}, {1, 1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kMfcc), "C1"));
}

TEST(MfccBind, RejectsTypesAndRanks_C2) {
  OpTest rank;
  rank.Input<float>({1, 2}, {1, 1}).Input<int32_t>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(rank.Run(kMfcc), "C2"));
  OpTest rate;
  rate.Input<float>({1, 1, 2}, {1, 1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(rate.Run(kMfcc), "C2"));
}

TEST(MfccBind, RejectsUnsoundOptions_C3) {
  EXPECT_TRUE(Violates(Compute({3}), "C3"));
}

TEST(MfccBind, RejectsCountsAndLimits_C4) {
  EXPECT_TRUE(IsOk(Compute(Options(3, 2))));
  EXPECT_TRUE(Violates(Compute(Options(0, 0)), "C4"));
  EXPECT_TRUE(Violates(Compute(Options(3, 4)), "C4"));
  EXPECT_TRUE(IsOk(Compute(Options(1 << 16, 2))));
  EXPECT_TRUE(Violates(Compute(Options((1 << 16) + 1, 2)), "C4"));
  EXPECT_TRUE(Violates(Compute(Options(3, 2, -1)), "C4"));
  EXPECT_TRUE(Violates(Compute(Options(3, 2, 100, 1e9)), "C4"));
  EXPECT_TRUE(Violates(Compute(Options(3, 2, 3500)), "C4"));
}

TEST(Mfcc, RejectsRatesAndSingleBins_C5) {
  EXPECT_TRUE(IsOk(Compute(Options(3, 2), 2)));
  EXPECT_TRUE(Violates(Compute(Options(3, 2), 1), "C5"));
  EXPECT_TRUE(Violates(Compute(Options(3, 2), 3, 0), "C5"));
}

TEST(Mfcc, ThreeBands) {
  // The numbers came from a few lines of numpy.
  OpTest test;
  test.Input<float>({1, 2, 9}, {1, 4, 9, 16, 25, 36, 49, 64, 81,  //
                                2, 0.5f, 3, 1, 0.25f, 6, 2, 1, 4});
  test.Input<int32_t>({1}, {8000}).Output<float>();
  test.CustomOptions(Options(3, 3));
  ASSERT_TRUE(IsOk(test.Run(kMfcc)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2, 3}));
  EXPECT_TRUE(test.OutputIs({4.12919577, -1.13810359, 0.08783574, 1.45751976,
                             -0.75960535, -0.12625594},
                            1e-5));
}

TEST(Mfcc, NoSlices) {
  OpTest test;
  test.Input<float>({2, 0, 9}, {}).Input<int32_t>({1}, {8000}).Output<float>();
  test.CustomOptions(Options(3, 3));
  ASSERT_TRUE(IsOk(test.Run(kMfcc)));
  EXPECT_EQ(test.OutShape(), Shape({2, 0, 3}));
}

}  // namespace
}  // namespace tflite::kernels
