#include "kernels/quantize/quantize.h"

#include <limits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kQuantize =
    MakeOpFunctions<&BindQuantize, &EvalQuantizeReference>();
constexpr OpFunctions kQuantizeCpu =
    MakeOpFunctions<&BindQuantize, &EvalQuantizeCpu, &PrepareQuantizeCpu>();
constexpr OpFunctions kDequantize =
    MakeOpFunctions<&BindDequantize, &EvalDequantizeReference>();
constexpr OpFunctions kDequantizeCpu =
    MakeOpFunctions<&BindDequantize, &EvalDequantizeCpu>();

TEST(QuantizeBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {0}).Input<float>({1}, {0}).Output<int8_t>({0.5f});
  EXPECT_TRUE(Violates(test.Run(kQuantize), "C1"));
}

TEST(QuantizeBind, RejectsOtherInputs_C2) {
  OpTest test;
  test.Input<double>({1}, {0}).Output<int8_t>({0.5f});
  EXPECT_TRUE(Violates(test.Run(kQuantize), "C2"));
}

TEST(QuantizeBind, RejectsOtherOutputs_C3) {
  OpTest test;
  test.Input<float>({1}, {0}).Output<float>({0.5f});
  EXPECT_TRUE(Violates(test.Run(kQuantize), "C3"));
  OpTest nibble;
  nibble.Input<int8_t>({1}, {0}, {0.5f}).OutputOf(kTfLiteInt4, {0.5f});
  EXPECT_TRUE(Violates(nibble.Run(kQuantize), "C3"));
}

TEST(QuantizeBind, RejectsOutputsWithoutSoundScales_C4) {
  OpTest none;
  none.Input<float>({1}, {0}).Output<int8_t>();
  EXPECT_TRUE(Violates(none.Run(kQuantize), "C4"));
  OpTest few;
  few.Input<float>({3}, {0, 0, 0}).Output<int8_t>({{1, 2}, {0, 0}, 0});
  EXPECT_TRUE(Violates(few.Run(kQuantize), "C4"));
  OpTest axis;
  axis.Input<float>({2}, {0, 0}).Output<int8_t>({{1, 2}, {0, 0}, 1});
  EXPECT_TRUE(Violates(axis.Run(kQuantize), "C4"));
  OpTest outside;
  outside.Input<float>({1}, {0}).Output<uint8_t>({0.5f, -1});
  EXPECT_TRUE(Violates(outside.Run(kQuantize), "C4"));
}

TEST(QuantizeBind, RequantizesWithOneScaleOnly_C5) {
  OpTest in;
  in.Input<int8_t>({2}, {0, 0}).Output<int8_t>({0.5f});
  EXPECT_TRUE(Violates(in.Run(kQuantize), "C5"));
  OpTest out;
  out.Input<int8_t>({2}, {0, 0}, {0.5f}).Output<int8_t>({{1, 2}, {0, 0}, 0});
  EXPECT_TRUE(Violates(out.Run(kQuantize), "C5"));
}

TEST(DequantizeBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<int8_t>({1}, {0}, {1})
      .Input<int8_t>({1}, {0}, {1})
      .Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDequantize), "C1"));
}

TEST(DequantizeBind, RejectsOtherTypes_C2_C3) {
  OpTest in;
  in.Input<int64_t>({1}, {0}, {1}).Output<float>();
  EXPECT_TRUE(Violates(in.Run(kDequantize), "C2"));
  OpTest out;
  out.Input<int8_t>({1}, {0}, {1}).Output<int32_t>();
  EXPECT_TRUE(Violates(out.Run(kDequantize), "C3"));
}

TEST(DequantizeBind, RejectsIntegersWithoutScale_C4) {
  OpTest test;
  test.Input<int8_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kDequantize), "C4"));
}

TEST(Quantize, RoundsHalvesAwayFromZeroAndSaturates) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const OpFunctions& functions : {kQuantize, kQuantizeCpu}) {
    OpTest test;
    test.Input<float>({16}, {0.25f, -0.25f, 0.24f, 1.5f, 100, -100, kInf, -kInf,
                             kNan, 0, 1e30f, -1e30f, 2, 2.25f, 0.75f, -0.75f});
    test.Output<int8_t>({0.5f, 3});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs(
        {4, 2, 3, 6, 127, -128, 127, -128, -128, 3, 127, -128, 7, 8, 5, 1}));
  }
}

TEST(Quantize, OneScaleASlice) {
  OpTest test;
  test.Input<float>({2, 3}, {1, 2, 3, 4, 5, 6})
      .Output<uint8_t>({{1, 0.5f, 2}, {0, 1, 2}, 1});
  ASSERT_TRUE(IsOk(test.Run(kQuantize)));
  EXPECT_TRUE(test.OutputIs({1, 5, 4, 4, 11, 5}));
}

TEST(Quantize, PacksNibbles) {
  OpTest test;
  test.Input<float>({3}, {-9, 1, 2.6f}).OutputOf(kTfLiteInt4, {1});
  ASSERT_TRUE(IsOk(test.Run(kQuantize)));
  ASSERT_EQ(test.output(0)->bytes, 2u);
  EXPECT_EQ(test.output(0)->data.uint8[0], 0x18);  // 1, -8
  EXPECT_EQ(test.output(0)->data.uint8[1], 0x03);
  OpTest most;
  most.Input<float>({2}, {9, -8}).OutputOf(kTfLiteInt4, {1});
  ASSERT_TRUE(IsOk(most.Run(kQuantize)));
  EXPECT_EQ(most.output(0)->data.uint8[0], 0x87);
  OpTest plain;
  plain.Input<float>({3}, {-9, 20, 2}).OutputOf(kTfLiteUInt4, {1});
  ASSERT_TRUE(IsOk(plain.Run(kQuantize)));
  EXPECT_EQ(plain.output(0)->data.uint8[0], 0xF0);  // 15, 0
  EXPECT_EQ(plain.output(0)->data.uint8[1], 0x02);
}

TEST(Quantize, ChangesScale) {
  for (const OpFunctions& functions : {kQuantize, kQuantizeCpu}) {
    OpTest bytes;
    // Reals 1, -3 and 60.5.
    bytes.Input<int8_t>({3}, {5, -3, 124}, {0.5f, 3})
        .Output<uint8_t>({0.25f, 100});
    ASSERT_TRUE(IsOk(bytes.Run(functions)));
    EXPECT_TRUE(bytes.OutputIs({104, 88, 255}));
    OpTest words;
    words.Input<int16_t>({2}, {1000, -32768}, {0.01f})
        .Output<int8_t>({0.1f, 5});
    ASSERT_TRUE(IsOk(words.Run(functions)));
    EXPECT_TRUE(words.OutputIs({105, -128}));
    OpTest wide;
    wide.Input<int32_t>({2}, {1000000, -7}, {0.01f}).Output<int16_t>({1});
    ASSERT_TRUE(IsOk(wide.Run(functions)));
    EXPECT_TRUE(wide.OutputIs({10000, 0}));
  }
}

TEST(Dequantize, PackedTypes) {
  OpTest nibbles;
  nibbles.InputBytes(kTfLiteInt4, {3}, {0x8F, 0x07}, {0.5f}).Output<float>();
  ASSERT_TRUE(IsOk(nibbles.Run(kDequantize)));
  EXPECT_TRUE(nibbles.OutputIs({-0.5, -4, 3.5}));
  OpTest plain;
  plain.InputBytes(kTfLiteUInt4, {2}, {0x8F}, {0.5f, 8}).Output<float>();
  ASSERT_TRUE(IsOk(plain.Run(kDequantize)));
  EXPECT_TRUE(plain.OutputIs({3.5, 0}));
  OpTest pairs;
  pairs.InputBytes(kTfLiteInt2, {4}, {0b01111000}, {2}).Output<float>();
  ASSERT_TRUE(IsOk(pairs.Run(kDequantize)));
  EXPECT_TRUE(pairs.OutputIs({0, -4, -2, 2}));
}

TEST(Dequantize, OneScaleASlice) {
  OpTest test;
  test.Input<int8_t>({2, 2}, {1, 2, 3, 4}, {{1, 0.5f}, {0, 1}, 0})
      .Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kDequantize)));
  EXPECT_TRUE(test.OutputIs({1, 2, 1, 1.5}));
}

TEST(Dequantize, ConstantsAreComputedWhilePreparing) {
  OpTest test;
  test.Const<half>({2}, {1.5f, -2}).Output<float>();
  ASSERT_TRUE(IsOk(test.Prepare(kDequantizeCpu)));
  EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
  EXPECT_TRUE(test.OutputIs({1.5, -2}));
}

TEST(Dequantize, EightBitFloatingPoint) {
  OpTest test;
  test.InputBytes(kTfLiteFloat8E4M3FN, {3}, {0x38, 0xc4, 0x01}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kDequantizeCpu)));
  EXPECT_TRUE(test.OutputIs({1, -3, 0x1p-9}));
}

TEST(QuantizeCpu, AgreesWithReference) {
  uint32_t seed = 1;
  for (const int32_t n : {1, 33, 70001}) {
    const std::vector<float> values = RandomElements<float>(n, -9, 9, ++seed);
    OpTest bytes(3), unsigned_bytes(3), words(3);
    bytes.Input<float>({n}, values).Output<int8_t>({0.05f, -7});
    unsigned_bytes.Input<float>({n}, values).Output<uint8_t>({0.05f, 120});
    words.Input<float>({n}, values).Output<int16_t>({3e-4f});
    for (OpTest* test : {&bytes, &unsigned_bytes, &words}) {
      EXPECT_TRUE(Agree(*test, kQuantize, kQuantizeCpu)) << n;
    }
    OpTest down(3), same(3), up(3);
    const auto stored = RandomElements<int16_t>(n, -32768, 32767, ++seed);
    down.Input<int16_t>({n}, stored, {3e-4f}).Output<int8_t>({0.071f, 9});
    same.Input<int16_t>({n}, stored, {3e-4f}).Output<int16_t>({4.1e-4f});
    EXPECT_TRUE(Agree(down, kQuantize, kQuantizeCpu)) << n;
    EXPECT_TRUE(Agree(same, kQuantize, kQuantizeCpu)) << n;
    // By a factor above 1.
    up.Input<int16_t>({n}, stored, {3e-4f}).Output<int16_t>({2e-4f});
    EXPECT_TRUE(Agree(up, kQuantize, kQuantizeCpu)) << n;
  }
  OpTest channels(3);
  channels.Input<float>({3, 4, 20}, RandomElements<float>(240, -9, 9, ++seed));
  channels.Output<int8_t>({{0.1f, 0.2f, 0.3f, 0.4f}, {0, 1, 2, 3}, 1});
  EXPECT_TRUE(Agree(channels, kQuantize, kQuantizeCpu));
}

TEST(DequantizeCpu, AgreesWithReference) {
  uint32_t seed = 1;
  for (const int32_t n : {1, 33, 70001}) {
    OpTest bytes(3), words(3), halves(3), bfloats(3), nibbles(3);
    bytes.Input<uint8_t>({n}, RandomElements<uint8_t>(n, 0, 255, ++seed),
                         {0.05f, 7});
    words.Input<int16_t>({n}, RandomElements<int16_t>(n, -32768, 32767, ++seed),
                         {0.05f});
    halves.Input<half>({n}, RandomElements<half>(n, -9, 9, ++seed));
    bfloats.Input<bfloat16>({n}, RandomElements<bfloat16>(n, -9, 9, ++seed));
    nibbles.InputBytes(kTfLiteInt4, {n},
                       RandomElements<uint8_t>((n + 1) / 2, 0, 255, ++seed),
                       {0.05f, 2});
    for (OpTest* test : {&bytes, &words, &halves, &bfloats, &nibbles}) {
      test->Output<float>();
      EXPECT_TRUE(Agree(*test, kDequantize, kDequantizeCpu)) << n;
    }
  }
  OpTest channels(3);
  channels.Input<int8_t>({4, 17}, RandomElements<int8_t>(68, -128, 127, ++seed),
                         {{0.1f, 0.2f, 0.3f, 0.4f}, {0, 1, 2, 3}, 0});
  channels.Output<float>();
  EXPECT_TRUE(Agree(channels, kDequantize, kDequantizeCpu));
}

}  // namespace
}  // namespace tflite::kernels
