// Instructions on 16-bit numbers and on rows, with results by hand.
#include "delegates/edgetpu/simulator/execute_words.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <tuple>
#include <vector>

#include "delegates/edgetpu/simulator/instruction_test_fixture.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

using Words = std::vector<int16_t>;

using ExecuteWords = InstructionTest;

TEST_F(ExecuteWords, NarrowScalesAndSaturates) {
  Put<int32_t>(0, {10, -7, 1 << 20, -(1 << 20)});
  // Addresses need no alignment.
  Put<int16_t>(129, {5, 100, 30000, -30000});
  Narrow n;
  n.base = 129;
  n.output = 201;
  n.rows = 2;
  n.lanes = 2;
  n.row_bytes = 6;
  n.factor = 1 << 30;  // 1/2
  Run(n);
  // -7 / 2 is rounded upwards.
  EXPECT_EQ(Get<int16_t>(201, 2), (Words{10, 97}));
  EXPECT_EQ(Get<int16_t>(207, 2), (Words{32767, -32768}));
  n.flags = kStart;
  n.factor_shift = 1;
  Run(n);
  EXPECT_EQ(Get<int16_t>(201, 2), (Words{10, -7}));
}

TEST_F(ExecuteWords, CurvesAreLogisticAndTangent) {
  Put<int16_t>(0, {0, 4096, -4096, 32767, -32768});
  Curve c;
  c.output = 64;
  c.count = 5;
  c.integer_bits = 3;
  for (const bool tangent : {false, true}) {
    c.flags = tangent ? kTangent : 0;
    Run(c);
    const auto results = Get<int16_t>(64, 5);
    const double arguments[] = {0, 1, -1, 32767 / 4096.0, -8};
    for (int i = 0; i < 5; ++i) {
      const double exact =
          tangent ? std::tanh(arguments[i]) : 1 / (1 + std::exp(-arguments[i]));
      EXPECT_NEAR(results[static_cast<size_t>(i)] / 32768.0, exact, 4e-4);
    }
  }
}

TEST_F(ExecuteWords, MixAddsProductsAndClamps) {
  Put<int16_t>(0, {1 << 14, -(1 << 14), 32767, 3});  // a
  Put<int16_t>(16, {100, 101, 32767, 1});            // b
  Put<int16_t>(32, {32767, 0, 32767, 32766});        // c
  Put<int16_t>(48, {64, 5, 32767, 1 << 14});         // d
  Mix m;
  m.b = 16;
  m.c = 32;
  m.d = 48;
  m.output = 64;
  m.count = 4;
  m.first_shift = 15;
  m.second_shift = 15;
  Run(m);
  // 50 + 64; -50.5 away from zero; saturated; 0 + 16383.
  EXPECT_EQ(Get<int16_t>(64, 4), (Words{114, -51, 32767, 16383}));
  m.limit = 60;
  Run(m);
  EXPECT_EQ(Get<int16_t>(64, 4), (Words{60, -51, 60, 60}));
  m.limit = 32768;
  m.flags = kRest;
  Run(m);
  // 32767 - c in place of c: 0, 32767, 0 and 1.
  EXPECT_EQ(Get<int16_t>(64, 4), (Words{50, -46, 32766, 1}));
}

TEST_F(ExecuteWords, FinishGivesBytes) {
  Put<int16_t>(0, {1 << 14, -(1 << 14), 32767, 1});
  Put<int16_t>(16, {1 << 14, 1 << 14, 32767, 1});
  Put<uint8_t>(64, {9, 9, 9, 9, 9, 9});
  Finish f;
  f.y = 16;
  f.output = 64;
  f.positions = 2;
  f.lanes = 2;
  f.row_bytes = 3;
  f.zero_point = 5;
  // 2^-24: 2^28 becomes 16.
  f.factor = 1 << 30;
  f.factor_shift = -23;
  f.min = -128;
  f.max = 60;
  Run(f);
  EXPECT_EQ(Get<int8_t>(64, 6), (std::vector<int8_t>{21, -11, 9, 60, 5, 9}));
}

TEST_F(ExecuteWords, UnitizeDividesRowsByTheirLength) {
  // (3, 4) around zero point 2, and a row of zero points.
  Put<uint8_t>(0, {5, 6, 0, 2, 2, 0});
  Unitize u;
  u.output = 64;
  u.rows = 2;
  u.count = 2;
  u.input_row_bytes = u.output_row_bytes = 3;
  u.input_zero_point = 2;
  u.zero_point = 128;
  u.shift_before = 7;
  u.max = 255;
  Run(u);
  EXPECT_EQ(Get<uint8_t>(64, 2), (std::vector<uint8_t>{128 + 77, 128 + 102}));
  EXPECT_EQ(Get<uint8_t>(67, 2), (std::vector<uint8_t>{128, 128}));
  u.flags = kReal;
  const float scale = 0.1f;
  std::memcpy(&u.scale, &scale, sizeof(scale));
  Run(u);
  EXPECT_EQ(Get<uint8_t>(64, 2), (std::vector<uint8_t>{128 + 6, 128 + 8}));
  EXPECT_EQ(Get<uint8_t>(67, 2), (std::vector<uint8_t>{128, 128}));
  // A length of 1.
  const float hundredth = 0.01f;
  std::memcpy(&u.scale, &hundredth, sizeof(hundredth));
  Put<uint8_t>(0, {1, 2, 0, 2, 3, 0});
  Run(u);
  EXPECT_EQ(Get<uint8_t>(64, 2), (std::vector<uint8_t>{28, 128}));
  EXPECT_EQ(Get<uint8_t>(67, 2), (std::vector<uint8_t>{128, 228}));
  // No number becomes the smallest output.
  u.scale = 0x7FC00000;
  Run(u);
  EXPECT_EQ(Get<uint8_t>(64, 2), (std::vector<uint8_t>{0, 0}));
}

TEST_F(ExecuteWords, BlendsInFloatingPoint) {
  // Two rows of two columns; the position in the middle of them.
  Put<uint8_t>(0, {10, 20, 30, 41});
  const float half = 0.5f;
  int32_t bits;
  std::memcpy(&bits, &half, sizeof(bits));
  Put<int32_t>(64, {0, 1, bits});
  Blend b;
  b.output = 128;
  b.row_taps = b.column_taps = 64;
  b.lanes = 1;
  b.height = b.width = 2;
  b.row_bytes = 2;
  b.column_bytes = 1;
  b.flags = kReal;
  Run(b);
  EXPECT_EQ(Get<uint8_t>(128, 1), std::vector<uint8_t>{25});  // of 25.25
  // Weights that are no numbers, or large ones, stay in the type.
  for (const auto& [weight, result, signed_result] :
       {std::tuple(0x7FC00000, 0, -128), {0x4F000000, 255, 127}}) {
    Put<int32_t>(64, {0, 1, weight});
    b.flags = kReal;
    Run(b);
    EXPECT_EQ(Get<uint8_t>(128, 1), std::vector<uint8_t>(1, result));
    b.flags = kReal | kSigned;
    Run(b);
    EXPECT_EQ(Get<int8_t>(128, 1), std::vector<int8_t>(1, signed_result));
  }
}

TEST_F(ExecuteWords, OperandsOutsideOfTheTileAreRefused) {
  const uint32_t end = 196608;
  const auto refused = [&](const Instruction& i) {
    return base::IsInvalid(
        CheckInstruction(i, program_.target, program_.memory));
  };
  Narrow n;
  n.lanes = 4;
  EXPECT_FALSE(refused(n));
  for (auto field : {&Narrow::accumulators, &Narrow::base, &Narrow::output}) {
    Narrow bad = n;
    bad.*field = end - 7;
    EXPECT_TRUE(refused(bad));
  }
  n.factor_shift = 31;
  EXPECT_TRUE(refused(n));
  Curve c;
  c.count = 4;
  EXPECT_FALSE(refused(c));
  c.integer_bits = 7;
  EXPECT_TRUE(refused(c));
  Mix m;
  m.count = 4;
  EXPECT_FALSE(refused(m));
  for (auto field : {&Mix::a, &Mix::b, &Mix::c, &Mix::d, &Mix::output}) {
    Mix bad = m;
    bad.*field = end - 7;
    EXPECT_TRUE(refused(bad));
  }
  m.second_shift = 32;
  EXPECT_TRUE(refused(m));
  Finish f;
  f.lanes = 4;
  EXPECT_FALSE(refused(f));
  f.positions = 1u << 24;
  EXPECT_TRUE(refused(f));
  Unitize u;
  u.count = 4;
  EXPECT_FALSE(refused(u));
  u.shift_after = 16;
  EXPECT_TRUE(refused(u));
}

}  // namespace
}  // namespace tflite::edgetpu
