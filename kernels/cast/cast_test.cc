#include "kernels/cast/cast.h"

#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kCast = MakeOpFunctions<&BindCast, &EvalCastReference>();
constexpr OpFunctions kCastCpu = MakeOpFunctions<&BindCast, &EvalCastCpu>();

// Casts `in` to To on both kernels.
template <typename To, typename From>
::testing::AssertionResult Gives(const std::vector<From>& in,
                                 const std::vector<double>& want) {
  for (const OpFunctions& functions : {kCast, kCastCpu}) {
    OpTest test;
    test.Input<From>({static_cast<int32_t>(in.size())}, in);
    test.Output<To>();
    const Status status = test.Run(functions);
    if (!status.ok()) return IsOk(status);
    const auto result = test.OutputIs(want);
    if (!result) return result;
  }
  return ::testing::AssertionSuccess();
}

TEST(CastBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {0}).Input<float>({1}, {0}).Output<int8_t>();
  EXPECT_TRUE(Violates(test.Run(kCast), "C1"));
}

TEST(Cast, EightBitFloatingPoint) {
  OpTest to;
  to.Input<float>({4}, {1.0625f, -3.0f, 448.0f, 0.0f});
  to.OutputOf(kTfLiteFloat8E4M3FN);
  ASSERT_TRUE(IsOk(to.Run(kCast)));
  const auto* bytes = static_cast<const uint8_t*>(to.output(0)->data.data);
  EXPECT_EQ(std::vector<uint8_t>(bytes, bytes + 4),
            (std::vector<uint8_t>{0x38, 0xc4, 0x7e, 0x00}));
  OpTest from;
  from.InputBytes(kTfLiteFloat8E5M2, {3}, {0x3c, 0xc2, 0x01}).Output<int32_t>();
  ASSERT_TRUE(IsOk(from.Run(kCast)));
  EXPECT_TRUE(from.OutputIs({1, -3, 0}));
}

TEST(Cast, ToEightBitFloatingPointOfTwoFractionBits) {
  OpTest to;
  to.Input<float>({3}, {1.0f, -3.0f, 0.0f}).OutputOf(kTfLiteFloat8E5M2);
  ASSERT_TRUE(IsOk(to.Run(kCast)));
  const auto* bytes = static_cast<const uint8_t*>(to.output(0)->data.data);
  EXPECT_EQ(std::vector<uint8_t>(bytes, bytes + 3),
            (std::vector<uint8_t>{0x3c, 0xc2, 0x00}));
}

TEST(Cast, ConstantsAreComputedWhilePreparing) {
  for (const OpFunctions& functions : {kCast, kCastCpu}) {
    OpTest test;
    test.Const<float>({2}, {1.5f, -2}).Output<int32_t>();
    ASSERT_TRUE(IsOk(test.Prepare(functions)));
    EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
    EXPECT_TRUE(test.OutputIs({1, -2}));
  }
}

TEST(CastBind, RejectsStrings_C2) {
  OpTest in;
  in.Input<std::string>({1}, {"1"}).Output<float>();
  EXPECT_TRUE(Violates(in.Run(kCast), "C2"));
  OpTest out;
  out.Input<float>({1}, {1}).Output<std::string>();
  EXPECT_TRUE(Violates(out.Run(kCast), "C2"));
}

TEST(Cast, FloatsToIntegersDropTheFractionAndSaturate) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> in = {1.9f,   -1.9f, 300,   -300, 1e20f,
                                 -1e20f, kInf,  -kInf, kNan};
  EXPECT_TRUE(Gives<int8_t>(in, {1, -1, 127, -128, 127, -128, 127, -128, 127}));
  EXPECT_TRUE(Gives<uint8_t>(in, {1, 0, 255, 0, 255, 0, 255, 0, 255}));
  EXPECT_TRUE(Gives<int32_t>(in, {1, -1, 300, -300, 2147483647.0, -2147483648.0,
                                  2147483647.0, -2147483648.0, 2147483647.0}));
  EXPECT_TRUE(
      Gives<bool>(std::vector<float>{0, -0.0f, 0.5f, kNan}, {0, 0, 1, 1}));
  // Beyond the signed integers.
  EXPECT_TRUE(
      Gives<uint64_t>(std::vector<double>{1e19, -1, 0.5}, {1e19, 0, 0}));
  // One more than the largest integer, and the lowest one.
  EXPECT_TRUE(Gives<int32_t>(std::vector<float>{0x1p31f, -0x1p31f},
                             {2147483647.0, -2147483648.0}));
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  OpTest wide;
  wide.Input<float>({5}, {1e20f, -1e20f, kNan, 0x1p63f, -0x1p63f});
  wide.Output<int64_t>();
  for (const OpFunctions& functions : {kCast, kCastCpu}) {
    ASSERT_TRUE(IsOk(wide.Run(functions)));
    EXPECT_EQ(wide.Out<int64_t>(),
              (std::vector<int64_t>{kMax, -kMax - 1, kMax, kMax, -kMax - 1}));
  }
}

TEST(Cast, IntegersKeepTheirLowBits) {
  EXPECT_TRUE(
      Gives<int8_t>(std::vector<int32_t>{300, -300, 128}, {44, -44, -128}));
  EXPECT_TRUE(Gives<uint8_t>(std::vector<int8_t>{-1, 5}, {255, 5}));
  EXPECT_TRUE(Gives<int64_t>(std::vector<int32_t>{-7}, {-7}));
  EXPECT_TRUE(
      Gives<int32_t>(std::vector<int64_t>{(int64_t{1} << 32) + 3}, {3}));
  EXPECT_TRUE(Gives<uint16_t>(std::vector<int32_t>{-1}, {65535}));
  EXPECT_TRUE(Gives<bool>(std::vector<int32_t>{0, 256}, {0, 1}));
}

TEST(Cast, IntegersToFloats) {
  EXPECT_TRUE(Gives<float>(std::vector<int32_t>{-5, 16777217}, {-5, 16777216}));
  EXPECT_TRUE(Gives<half>(std::vector<int64_t>{-5, 70000}, {-5, HUGE_VAL}));
  EXPECT_TRUE(
      Gives<double>(std::vector<uint32_t>{4294967295u}, {4294967295.0}));
  EXPECT_TRUE(Gives<float>(std::vector<bool>{true, false}, {1, 0}));
}

TEST(Cast, FloatsToFloats) {
  EXPECT_TRUE(Gives<half>(std::vector<float>{1.0f, 70000}, {1, HUGE_VAL}));
  EXPECT_TRUE(
      Gives<float>(std::vector<half>{half(1.5f), half(-2.0f)}, {1.5, -2}));
  EXPECT_TRUE(Gives<bfloat16>(std::vector<float>{1.00390625f}, {1}));
  EXPECT_TRUE(Gives<float>(std::vector<double>{0.1}, {0.1f}));
}

TEST(Cast, ComplexNumbers) {
  using C = std::complex<float>;
  EXPECT_TRUE(Gives<float>(std::vector<C>{{1.5f, 9}}, {1.5}));
  EXPECT_TRUE(Gives<int32_t>(std::vector<C>{{-3.7f, 9}}, {-3}));
  EXPECT_TRUE(Gives<bool>(std::vector<C>{{1, 0}, {0, 1}}, {1, 0}));
  EXPECT_TRUE(Gives<C>(std::vector<float>{2}, {2, 0}));
  using Wide = std::complex<double>;
  EXPECT_TRUE(Gives<Wide>(std::vector<C>{{2, 3}, {4, 5}}, {2, 3, 4, 5}));
  const std::vector<Wide> wide = {{2, 3}, {-1.5, 0.25}};
  EXPECT_TRUE(Gives<C>(wide, {2, 3, -1.5, 0.25}));
  EXPECT_TRUE(Gives<float>(wide, {2, -1.5}));
}

TEST(Cast, PackedTypes) {
  OpTest out;
  out.Input<float>({3}, {-20, 1.9f, 7}).OutputOf(kTfLiteInt4);
  ASSERT_TRUE(IsOk(out.Run(kCastCpu)));
  EXPECT_EQ(out.output(0)->data.uint8[0], 0x18);  // 1, -8
  EXPECT_EQ(out.output(0)->data.uint8[1], 0x07);
  OpTest in;
  in.InputBytes(kTfLiteInt4, {2}, {0x8F}).Output<int32_t>();
  ASSERT_TRUE(IsOk(in.Run(kCastCpu)));
  EXPECT_TRUE(in.OutputIs({-1, -8}));
  const struct {
    TfLiteType type;
    std::vector<uint8_t> bytes;
    std::vector<double> numbers;
    uint8_t ends;
  } kOthers[] = {{kTfLiteUInt4, {0x8F, 0x01}, {15, 8, 1}, 0xF0},
                 {kTfLiteInt4, {0x8F, 0x01}, {-1, -8, 1}, 0x78},
                 {kTfLiteInt2, {0x1B}, {-1, -2, 1}, 0x16}};
  for (const auto& other : kOthers) {
    OpTest from, to;
    from.InputBytes(other.type, {3}, other.bytes).Output<int32_t>();
    ASSERT_TRUE(IsOk(from.Run(kCastCpu)));
    EXPECT_TRUE(from.OutputIs(other.numbers));
    // What is beyond the range becomes its end.
    to.Input<float>({4}, {-90, 90, 1, 0}).OutputOf(other.type);
    ASSERT_TRUE(IsOk(to.Run(kCastCpu)));
    EXPECT_EQ(to.output(0)->data.uint8[0], other.ends)
        << TfLiteTypeGetName(other.type);
  }
}

TEST(Cast, SameTypeCopies) {
  EXPECT_TRUE(Gives<int16_t>(std::vector<int16_t>{1, -2}, {1, -2}));
  OpTest empty;
  empty.Input<float>({0, 2}, {}).Output<int32_t>();
  ASSERT_TRUE(IsOk(empty.Run(kCastCpu)));
  EXPECT_EQ(empty.OutShape(), Shape({0, 2}));
}

template <typename From>
void ExpectAgreement(double min, double max) {
  constexpr int32_t kCount = 70001;
  const auto values = RandomElements<From>(kCount, min, max, 1);
  for (const TfLiteType to :
       {kTfLiteFloat32, kTfLiteFloat64, kTfLiteFloat16, kTfLiteBFloat16,
        kTfLiteInt8, kTfLiteUInt8, kTfLiteInt16, kTfLiteInt32, kTfLiteInt64,
        kTfLiteBool}) {
    OpTest test(3);
    test.Input<From>({kCount}, values);
    test.OutputOf(to);
    EXPECT_TRUE(Agree(test, kCast, kCastCpu)) << TfLiteTypeGetName(to);
  }
}

TEST(CastCpu, AgreesWithReference) {
  ExpectAgreement<float>(-400, 400);
  ExpectAgreement<half>(-400, 400);
  ExpectAgreement<bfloat16>(-400, 400);
  ExpectAgreement<int8_t>(-128, 127);
  ExpectAgreement<uint8_t>(0, 255);
  ExpectAgreement<int32_t>(-2e9, 2e9);
  ExpectAgreement<int64_t>(-9e18, 9e18);
  ExpectAgreement<bool>(0, 1);
}

}  // namespace
}  // namespace tflite::kernels
