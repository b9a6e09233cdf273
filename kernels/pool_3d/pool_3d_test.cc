#include "kernels/pool_3d/pool_3d.h"

#include "flatbuffers/flexbuffers.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kAverage =
    MakeOpFunctions<&BindAveragePool3d, &EvalPool3dReference>();
constexpr OpFunctions kMax =
    MakeOpFunctions<&BindMaxPool3d, &EvalPool3dReference>();

std::vector<uint8_t> Options(const std::string& padding,
                             const std::vector<int>& ksize = {1, 2, 2, 3, 1},
                             const std::vector<int>& strides = {1, 1, 2, 2, 1},
                             const std::string& format = "NDHWC") {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.String("data_format", format);
    builder.String("padding", padding);
    const auto write = [&](const char* key, const std::vector<int>& numbers) {
      builder.TypedVector(key, [&] {
        for (const int number : numbers) builder.Int(number);
      });
    };
    write("ksize", ksize);
    write("strides", strides);
  });
  builder.Finish();
  return builder.GetBuffer();
}

Status Bind(const std::vector<uint8_t>& options,
            const Shape& shape = {1, 1, 1, 1, 1}) {
  OpTest test;
  const std::vector<float> values(shape.num_elements(), 1.0f);
  test.Input<float>(shape, values).Output<float>().CustomOptions(options);
  return test.Run(kAverage);
}

TEST(Pool3dBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kMax), "C1"));
}

TEST(Pool3dBind, RejectsRankFour_C2) {
  EXPECT_TRUE(Violates(Bind(Options("SAME"), {1, 1, 1, 1}), "C2"));
}

TEST(Pool3dBind, RejectsUnsoundOptions_C3) {
  EXPECT_TRUE(IsOk(Bind(Options("SAME"))));
  EXPECT_TRUE(
      IsOk(Bind(Options("SAME", {1, 1, 1, 1, 1}, {1, 1, INT32_MAX, 1, 1}))));
  EXPECT_TRUE(Violates(Bind({1, 2, 3}), "C3"));
  EXPECT_TRUE(Violates(Bind(Options("FULL")), "C3"));
  EXPECT_TRUE(Violates(Bind(Options("SAME", {1, 2, 2, 1})), "C3"));
  EXPECT_TRUE(Violates(Bind(Options("SAME", {2, 2, 2, 2, 1})), "C3"));
  EXPECT_TRUE(Violates(Bind(Options("SAME", {1, 0, 2, 2, 1})), "C3"));
  EXPECT_TRUE(
      Violates(Bind(Options("SAME", {1, 1, 1, 1, 1}, {1, 1, 0, 1, 1})), "C3"));
  EXPECT_TRUE(Violates(
      Bind(Options("SAME", {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, "NCDHW")), "C3"));
}

TEST(Pool3dBind, RejectsOtherTypes_C4) {
  OpTest test;
  test.Input<int32_t>({1, 1, 1, 1, 1}, {1}).Output<int32_t>();
  test.CustomOptions(Options("SAME"));
  EXPECT_TRUE(Violates(test.Run(kMax), "C4"));
}

TEST(Pool3dBind, RejectsRequantization_C5) {
  OpTest test;
  test.Input<int8_t>({1, 1, 1, 1, 1}, {1}, {0.5f, 0})
      .Output<int8_t>({0.25f, 0});
  test.CustomOptions(Options("SAME"));
  EXPECT_TRUE(Violates(test.Run(kMax), "C5"));
}

// Two images of 2 by 3 by 4, two channels. The results came from loops in
// numpy.
const std::vector<int> kValues = {
    7,   8,   -12, 13,  16, 5,   8,   -13, -5,  -20, -2, 19, -20, -11, 14, -15,
    1,   -4,  -9,  12,  16, -15, 8,   9,   11,  -13, 8,  -6, -7,  -1,  -7, 4,
    -17, -13, 12,  13,  -9, 7,   -16, 18,  11,  10,  -6, -8, -4,  6,   12, 13,
    -12, 10,  13,  -5,  2,  14,  -8,  -16, 0,   -2,  1,  2,  -2,  -15, 19, -15,
    -15, -14, 11,  9,   -4, -16, 18,  -7,  -18, -8,  4,  7,  -4,  -15, 9,  -11,
    19,  -6,  -14, -18, 17, 2,   -11, 15,  -5,  0,   12, 15, 1,   -14, 0,  -20};

template <typename T>
void ExpectPool(const OpFunctions& pool, const std::string& padding,
                const std::vector<double>& want) {
  OpTest test;
  const Quantized quantized =
      std::is_same_v<T, float> ? Quantized() : Quantized(0.5f, 3);
  test.Input<T>({2, 2, 3, 4, 2}, std::vector<T>(kValues.begin(), kValues.end()),
                quantized);
  test.Output<T>(quantized).CustomOptions(Options(padding));
  ASSERT_TRUE(IsOk(test.Run(pool)));
  EXPECT_EQ(test.OutShape(), padding == "SAME" ? Shape({2, 2, 2, 2, 2})
                                               : Shape({2, 1, 1, 1, 2}));
  EXPECT_TRUE(test.OutputIs(want, 1e-5));
}

TEST(Pool3d, AveragesWhatTheWindowCovers) {
  ExpectPool<float>(kAverage, "VALID", {-1.5, 0.08333333, 0.5, -2.833333});
  ExpectPool<float>(
      kAverage, "SAME",
      {-1.5,      0.08333333, -2.625,     -0.75,     1.5,      0.1666667,
       8,         3.25,       -0.3333333, -2.166667, -9.75,    7,
       0.3333333, 2.666667,   4,          9.5,       0.5,      -2.833333,
       2.75,      -5.125,     0,          -3.333333, 3.75,     -14.25,
       0.6666667, -6.333333,  2.75,       -2.25,     2.666667, 0.3333333,
       0.5,       -17});
}

TEST(Pool3d, IntegerAveragesRoundHalvesAway) {
  const std::vector<double> want = {-2, 0,   -3, -1, 2,  0,  8,  3, 0,  -2, -10,
                                    7,  0,   3,  4,  10, 1,  -3, 3, -5, 0,  -3,
                                    4,  -14, 1,  -6, 3,  -2, 3,  0, 1,  -17};
  ExpectPool<int8_t>(kAverage, "SAME", want);
  ExpectPool<int16_t>(kAverage, "SAME", want);
}

TEST(Pool3d, Maxima) {
  const std::vector<double> want = {16, 19, 16, 18, 16, 12, 16, 13, 12, 13, -7,
                                    18, 11, 10, 12, 13, 19, 14, 19, 15, 12, 15,
                                    18, -7, 19, 7,  17, 15, 12, 15, 1,  -14};
  ExpectPool<float>(kMax, "SAME", want);
  ExpectPool<int8_t>(kMax, "SAME", want);
  ExpectPool<int16_t>(kMax, "VALID", {16, 19, 19, 14});
}

TEST(Pool3d, MaximumOfInfinitiesIsInfinite) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  OpTest test;
  test.Input<float>({1, 2, 3, 4, 1}, std::vector<float>(24, -kInfinity));
  test.Output<float>().CustomOptions(Options("VALID"));
  ASSERT_TRUE(IsOk(test.Run(kMax)));
  EXPECT_TRUE(test.OutputIs({-kInfinity}));
}

TEST(Pool3d, NoChannels) {
  OpTest test;
  test.Input<float>({1, 2, 2, 2, 0}, {}).Output<float>();
  test.CustomOptions(Options("VALID", {1, 1, 1, 1, 1}));
  ASSERT_TRUE(IsOk(test.Run(kAverage)));
  EXPECT_EQ(test.OutShape(), Shape({1, 2, 1, 1, 0}));
}

}  // namespace
}  // namespace tflite::kernels
