#include "kernels/binary/binary.h"

#include <cstring>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

// One operator's functions on the two kernels.
struct Kernels {
  const char* name;
  OpFunctions reference, cpu;
};
template <auto kBind>
constexpr Kernels KernelsOf(const char* name) {
  return {name, MakeOpFunctions<kBind, &EvalBinaryReference>(),
          MakeOpFunctions<kBind, &EvalBinaryCpu, &PrepareBinaryCpu>()};
}

constexpr Kernels kAdd = KernelsOf<&BindAdd>("ADD");
constexpr Kernels kSub = KernelsOf<&BindSub>("SUB");
constexpr Kernels kMul = KernelsOf<&BindMul>("MUL");
constexpr Kernels kDiv = KernelsOf<&BindDiv>("DIV");
constexpr Kernels kMaximum = KernelsOf<&BindMaximum>("MAXIMUM");
constexpr Kernels kMinimum = KernelsOf<&BindMinimum>("MINIMUM");
constexpr Kernels kSquaredDifference =
    KernelsOf<&BindSquaredDifference>("SQUARED_DIFFERENCE");
constexpr Kernels kPow = KernelsOf<&BindPow>("POW");
constexpr Kernels kFloorDiv = KernelsOf<&BindFloorDiv>("FLOOR_DIV");
constexpr Kernels kFloorMod = KernelsOf<&BindFloorMod>("FLOOR_MOD");
constexpr Kernels kAtan2 = KernelsOf<&BindAtan2>("ATAN2");
constexpr Kernels kXor = KernelsOf<&BindBitwiseXor>("BITWISE_XOR");
constexpr Kernels kRightShift = KernelsOf<&BindRightShift>("RIGHT_SHIFT");
constexpr Kernels kLogicalAnd = KernelsOf<&BindLogicalAnd>("LOGICAL_AND");
constexpr Kernels kLogicalOr = KernelsOf<&BindLogicalOr>("LOGICAL_OR");
constexpr Kernels kHloAdd = KernelsOf<&BindStablehloAdd>("STABLEHLO_ADD");
constexpr Kernels kHloMultiply =
    KernelsOf<&BindStablehloMultiply>("STABLEHLO_MULTIPLY");
constexpr Kernels kHloMaximum =
    KernelsOf<&BindStablehloMaximum>("STABLEHLO_MAXIMUM");
constexpr Kernels kHloMinimum =
    KernelsOf<&BindStablehloMinimum>("STABLEHLO_MINIMUM");
constexpr Kernels kHloAnd = KernelsOf<&BindStablehloAnd>("STABLEHLO_AND");
constexpr Kernels kHloShiftLeft =
    KernelsOf<&BindStablehloShiftLeft>("STABLEHLO_SHIFT_LEFT");

// x and y as vectors of one length.
template <typename T>
void Pair(OpTest& test, const std::vector<T>& x, const std::vector<T>& y) {
  const Shape shape = {static_cast<int32_t>(x.size())};
  test.Input<T>(shape, x);
  test.Input<T>(shape, y);
  test.Output<T>();
}

template <typename T>
::testing::AssertionResult Gives(const Kernels& kernels,
                                 const std::vector<T>& x,
                                 const std::vector<T>& y,
                                 const std::vector<double>& want,
                                 double abs = 0) {
  for (const OpFunctions& functions : {kernels.reference, kernels.cpu}) {
    OpTest test;
    Pair<T>(test, x, y);
    const Status status = test.Run(functions);
    if (!status.ok()) return IsOk(status);
    const auto result = test.OutputIs(want, abs);
    if (!result) return result;
  }
  return ::testing::AssertionSuccess();
}

TEST(BinaryBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kAdd.reference), "C1"));
}

TEST(BinaryBind, RejectsMixedTypes_C2) {
  OpTest inputs;
  inputs.Input<float>({1}, {1}).Input<int32_t>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(inputs.Run(kAdd.reference), "C2"));
  OpTest output;
  output.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<half>();
  EXPECT_TRUE(Violates(output.Run(kAdd.reference), "C2"));
}

TEST(BinaryBind, RejectsUnknownTypes_C3) {
  OpTest logical;
  Pair<bool>(logical, {true}, {true});
  EXPECT_TRUE(Violates(logical.Run(kAdd.reference), "C3"));
  OpTest number;
  Pair<float>(number, {1}, {1});
  EXPECT_TRUE(Violates(number.Run(kXor.reference), "C3"));
  EXPECT_TRUE(Violates(number.Run(kLogicalAnd.reference), "C3"));
}

TEST(BinaryBind, RejectsNonBroadcastingShapes_C4) {
  OpTest test;
  test.Input<float>({2}, {1, 2}).Input<float>({3}, {1, 2, 3}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kAdd.reference), "C4"));
  OpTest hlo;
  hlo.Input<float>({2}, {1, 2}).Input<float>({1}, {1}).Output<float>();
  for (const Kernels& kernels :
       {kHloAdd, kHloMultiply, kHloMaximum, kHloMinimum}) {
    EXPECT_TRUE(Violates(hlo.Run(kernels.reference), "C4")) << kernels.name;
  }
  OpTest integers;
  integers.Input<int32_t>({2}, {1, 2}).Input<int32_t>({1}, {1});
  integers.Output<int32_t>();
  EXPECT_TRUE(Violates(integers.Run(kHloAnd.reference), "C4"));
  EXPECT_TRUE(Violates(integers.Run(kHloShiftLeft.reference), "C4"));
}

TEST(BinaryBind, RejectsScaleOnSomeTensorsOnly_C5) {
  OpTest test;
  test.Input<int8_t>({1}, {1}, {0.5f})
      .Input<int8_t>({1}, {1})
      .Output<int8_t>({0.5f});
  EXPECT_TRUE(Violates(test.Run(kAdd.reference), "C5"));
}

TEST(BinaryBind, RejectsZeroPointsOfInt16_C6) {
  OpTest test;
  test.Input<int16_t>({1}, {1}, {0.5f}).Input<int16_t>({1}, {1}, {0.5f, 3});
  test.Output<int16_t>({0.5f});
  EXPECT_TRUE(Violates(test.Run(kMul.reference), "C6"));
}

TEST(BinaryBind, RejectsActivationsThatAreNotIntervals_C7) {
  for (const auto activation :
       {kTfLiteActTanh, kTfLiteActSignBit, kTfLiteActSigmoid}) {
    OpTest test;
    Pair<float>(test, {1}, {1});
    test.Params(TfLiteMulParams{activation});
    EXPECT_TRUE(Violates(test.Run(kMul.reference), "C7")) << activation;
  }
}

TEST(BinaryEval, RejectsIntegerDivisionByZero_C8) {
  for (const Kernels& kernels : {kDiv, kFloorDiv, kFloorMod}) {
    OpTest test;
    Pair<int32_t>(test, {1, 2}, {1, 0});
    EXPECT_TRUE(Violates(test.Run(kernels.reference), "C8")) << kernels.name;
    EXPECT_TRUE(Violates(test.Run(kernels.cpu), "C8")) << kernels.name;
  }
}

TEST(BinaryEval, RejectsNegativePowersOfIntegers_C9) {
  OpTest test;
  Pair<int32_t>(test, {2}, {-1});
  EXPECT_TRUE(Violates(test.Run(kPow.reference), "C9"));
}

TEST(Binary, FloatFunctions) {
  EXPECT_TRUE(Gives<float>(kAdd, {1, 2}, {3, -5}, {4, -3}));
  EXPECT_TRUE(Gives<float>(kSub, {1, 2}, {3, -5}, {-2, 7}));
  EXPECT_TRUE(Gives<float>(kMul, {1.5f, 2}, {3, -5}, {4.5, -10}));
  EXPECT_TRUE(Gives<float>(kDiv, {1, 3}, {4, 0}, {0.25, HUGE_VAL}));
  EXPECT_TRUE(Gives<float>(kMaximum, {1, 2}, {3, -5}, {3, 2}));
  EXPECT_TRUE(Gives<float>(kMinimum, {1, 2}, {3, -5}, {1, -5}));
  EXPECT_TRUE(Gives<float>(kSquaredDifference, {1, 2}, {3, -5}, {4, 49}));
  EXPECT_TRUE(Gives<float>(kPow, {2, 4}, {3, -0.5f}, {8, 0.5}, 1e-6));
  EXPECT_TRUE(Gives<float>(kFloorDiv, {7, -7, 7}, {2, 2, -2}, {3, -4, -4}));
  // 2.9999998, which as a float would be 3.
  EXPECT_TRUE(Gives<float>(kFloorDiv, {-9.9f, 9.9f}, {-3.3f, 3.3f}, {2, 2}));
  EXPECT_TRUE(
      Gives<float>(kFloorMod, {7, -7, 7, -7}, {3, 3, -3, -3}, {1, 2, -2, -1}));
  EXPECT_TRUE(
      Gives<float>(kAtan2, {1, -1}, {0, -1}, {1.5707963, -2.3561945}, 1e-6));
}

TEST(Binary, IntegersWrapAndRoundTowardsZeroOrDown) {
  constexpr int32_t kMin = -2147483647 - 1;
  EXPECT_TRUE(Gives<int32_t>(kAdd, {2147483647}, {1}, {-2147483648.0}));
  EXPECT_TRUE(Gives<int32_t>(kSub, {kMin}, {1}, {2147483647}));
  EXPECT_TRUE(Gives<int32_t>(kMul, {65536, -3}, {65537, 5}, {65536, -15}));
  EXPECT_TRUE(Gives<int32_t>(kDiv, {-7, kMin}, {2, -1}, {-3, -2147483648.0}));
  EXPECT_TRUE(Gives<int32_t>(kFloorDiv, {-7, 7, kMin}, {2, -2, -1},
                             {-4, -4, -2147483648.0}));
  EXPECT_TRUE(
      Gives<int32_t>(kFloorMod, {-7, 7, kMin}, {3, -3, -1}, {2, -2, 0}));
  EXPECT_TRUE(
      Gives<int32_t>(kPow, {-3, 7, 2}, {3, 0, 31}, {-27, 1, -2147483648.0}));
  EXPECT_TRUE(Gives<int16_t>(kAdd, {30000}, {30000}, {-5536}));
  EXPECT_TRUE(Gives<uint8_t>(kSub, {1}, {2}, {255}));
  EXPECT_TRUE(Gives<int64_t>(kMul, {int64_t{1} << 40}, {3}, {3298534883328.0}));
}

TEST(Binary, Bits) {
  EXPECT_TRUE(Gives<int32_t>(kXor, {6, -1}, {3, 1}, {5, -2}));
  EXPECT_TRUE(Gives<int32_t>(kRightShift, {-100, -100, 100, 7}, {3, 40, 31, -1},
                             {-13, -1, 0, 7}));
  EXPECT_TRUE(Gives<uint8_t>(kRightShift, {255}, {4}, {15}));
  EXPECT_TRUE(Gives<int8_t>(kHloShiftLeft, {7, 7, 7, -1}, {3, 8, -1, 7},
                            {56, 0, 0, -128}));
  EXPECT_TRUE(Gives<int32_t>(kHloShiftLeft, {7, 7, 7, 7}, {0, 31, 32, -1},
                             {7, -2147483648.0, 0, 0}));
  EXPECT_TRUE(Gives<int32_t>(kHloAnd, {6}, {3}, {2}));
}

TEST(Binary, Logic) {
  const std::vector<bool> x = {true, true, false, false},
                          y = {true, false, true, false};
  const std::vector<double> both = {1, 0, 0, 0}, any = {1, 1, 1, 0};
  EXPECT_TRUE(Gives<bool>(kLogicalAnd, x, y, both));
  EXPECT_TRUE(Gives<bool>(kLogicalOr, x, y, any));
  EXPECT_TRUE(Gives<bool>(kHloAdd, x, y, any));
  EXPECT_TRUE(Gives<bool>(kHloMaximum, x, y, any));
  EXPECT_TRUE(Gives<bool>(kHloMultiply, x, y, both));
  EXPECT_TRUE(Gives<bool>(kHloMinimum, x, y, both));
  EXPECT_TRUE(Gives<bool>(kHloAnd, x, y, both));
}

TEST(Binary, ComplexNumbers) {
  using C = std::complex<float>;
  EXPECT_TRUE(Gives<C>(kAdd, {{1, 2}}, {{3, -1}}, {4, 1}));
  EXPECT_TRUE(Gives<C>(kSub, {{1, 2}}, {{3, -1}}, {-2, 3}));
  EXPECT_TRUE(Gives<C>(kMul, {{1, 2}}, {{3, -1}}, {5, 5}));
  EXPECT_TRUE(Gives<C>(kDiv, {{1, 2}}, {{3, -1}}, {0.1, 0.7}, 1e-6));
}

TEST(Binary, ActivationClamps) {
  OpTest floats;
  Pair<float>(floats, {1, -3, 9}, {1, 1, 1});
  floats.Params(TfLiteAddParams{kTfLiteActRelu6, false});
  ASSERT_TRUE(IsOk(floats.Run(kAdd.cpu)));
  EXPECT_TRUE(floats.OutputIs({2, 0, 6}));
  OpTest integers;
  Pair<int32_t>(integers, {1, -3, 9}, {1, 1, 1});
  integers.Params(TfLiteAddParams{kTfLiteActReluN1To1, false});
  ASSERT_TRUE(IsOk(integers.Run(kAdd.cpu)));
  EXPECT_TRUE(integers.OutputIs({1, -1, 1}));
}

// Unsigned integers have no lower bound but 0.
TEST(Binary, ActivationClampsUnsignedIntegers) {
  OpTest test;
  Pair<uint32_t>(test, {1, 5, 6, 0xFFFFFFFF}, {1, 1, 1, 0});
  test.Params(TfLiteAddParams{kTfLiteActRelu6, false});
  for (const OpFunctions& functions : {kAdd.reference, kAdd.cpu}) {
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({2, 6, 6, 6}));
  }
}

// STABLEHLO_ operators take stored integers for what they are.
TEST(Binary, StablehloIgnoresScales) {
  const std::pair<Kernels, std::vector<double>> cases[] = {
      {kHloAdd, {5, -127}},    {kHloMultiply, {6, -2}},
      {kHloMaximum, {3, 127}}, {kHloMinimum, {2, 2}},
      {kHloAnd, {2, 2}},       {kHloShiftLeft, {16, -4}}};
  for (const auto& [kernels, want] : cases) {
    OpTest test;
    test.Input<int8_t>({2}, {2, 127}, {0.5f, 1});
    test.Input<int8_t>({2}, {3, 2}, {0.25f, 2}).Output<int8_t>({0.125f, 3});
    for (const OpFunctions& functions : {kernels.reference, kernels.cpu}) {
      ASSERT_TRUE(IsOk(test.Run(functions)));
      EXPECT_TRUE(test.OutputIs(want)) << kernels.name;
    }
  }
}

TEST(Binary, OptionsThatWereNeverSetHaveNoActivation) {
  TfLiteAddParams params{};
  std::memset(&params.activation, 0x5a, sizeof(params.activation));
  OpTest test;
  Pair<float>(test, {1, -3, 9}, {1, 1, 1});
  test.Params(params);
  ASSERT_TRUE(IsOk(test.Run(kAdd.cpu)));
  EXPECT_TRUE(test.OutputIs({2, -2, 10}));
}

// Reals 1.5 and -2 plus 0.75 and 10, in steps of 0.25 that end at 7.75.
TEST(Binary, QuantizedSumRoundsAndSaturates) {
  for (const OpFunctions& functions : {kAdd.reference, kAdd.cpu}) {
    OpTest test;
    test.Input<int8_t>({2}, {4, -3}, {0.5f, 1})
        .Input<int8_t>({2}, {3, 40}, {0.25f});
    test.Output<int8_t>({0.25f, 96});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({105, 127}));
  }
}

TEST(Binary, QuantizedProductQuotientAndSquare) {
  const auto run = [](const Kernels& kernels, const std::vector<double>& want) {
    OpTest test;
    // Reals 3, -2 and 4, 0.5.
    test.Input<uint8_t>({2}, {16, 6}, {0.5f, 10})
        .Input<uint8_t>({2}, {16, 2}, {0.25f});
    test.Output<uint8_t>({0.5f, 100});
    for (const OpFunctions& functions : {kernels.reference, kernels.cpu}) {
      ASSERT_TRUE(IsOk(test.Run(functions)));
      EXPECT_TRUE(test.OutputIs(want)) << kernels.name;
    }
  };
  run(kMul, {124, 98});                 // 12, -1
  run(kDiv, {102, 92});                 // 0.75 (away from zero), -4
  run(kSquaredDifference, {102, 113});  // 1, 6.25
  run(kMaximum, {108, 101});            // 4, 0.5
  run(kMinimum, {106, 96});             // 3, -2
}

// Values of LiteRT 2.3.0, whose factors are rounded to float: one step from
// those of exact factors.
TEST(Binary, Int16ProductAndQuotientAreThoseOfTheReferenceRuntime) {
  const auto run = [](const Kernels& kernels, const std::vector<float>& scales,
                      int16_t a, int16_t b, double want) {
    OpTest test;
    test.Input<int16_t>({1}, {a}, {scales[0]});
    test.Input<int16_t>({1}, {b}, {scales[1]});
    test.Output<int16_t>({scales[2]});
    for (const OpFunctions& functions : {kernels.reference, kernels.cpu}) {
      ASSERT_TRUE(IsOk(test.Run(functions)));
      EXPECT_TRUE(test.OutputIs({want})) << kernels.name;
    }
  };
  run(kMul, {0.01072f, 0.01906f, 4.09f}, -22386, 16010, -17905);
  run(kDiv, {0.383f, 0.00183f, 0.00293f}, 8584, 27484, 22310);
}

// Values of LiteRT 2.3.0.
TEST(Mul, GivesTheUpperByteOfInt16) {
  for (const OpFunctions& functions : {kMul.reference, kMul.cpu}) {
    OpTest test;
    test.Input<int16_t>({4}, {-32768, 32767, -20000, 300}, {1.0f / 32768});
    test.Input<int16_t>({4}, {-32768, 16000, 13000, 300}, {1.0f / 32768});
    test.Output<int8_t>({1.0f / 128, -20}).Params(TfLiteMulParams{});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({108, 43, -51, -20}));
    OpTest other;
    other.Input<int16_t>({2}, {-32768, 300}, {1.0f / 32768});
    other.Input<int16_t>({2}, {-32768, 300}, {1.0f / 32768});
    other.Output<uint8_t>({1.0f / 128, 90}).Params(TfLiteMulParams{});
    ASSERT_TRUE(IsOk(other.Run(functions)));
    EXPECT_TRUE(other.OutputIs({218, 90}));
  }
}

TEST(BinaryEval, RejectsDivisionByAQuantizedZero_C8) {
  for (const OpFunctions& functions : {kDiv.reference, kDiv.cpu}) {
    OpTest test;
    test.Input<int8_t>({2}, {5, -5}, {0.5f})
        .Input<int8_t>({2}, {4, 3}, {0.5f, 3});
    test.Output<int8_t>({0.5f});
    EXPECT_TRUE(Violates(test.Run(functions), "C8"));
  }
}

// Scales 2^-3 and 2^-1 for a result of 2^-1: 20/8 + 3/2 = 4, the first operand
// rounded to 3 steps.
TEST(Binary, Int16WithPowerOfTwoScales) {
  OpTest test;
  test.Input<int16_t>({2}, {20, 32767}, {0.125f})
      .Input<int16_t>({2}, {3, 32767}, {0.5f});
  test.Output<int16_t>({0.5f}).Params(TfLiteAddParams{kTfLiteActNone, true});
  for (const OpFunctions& functions : {kAdd.reference, kAdd.cpu}) {
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({8, 32767}));
  }
}

// 3/2 - 20/8 = -1, in halves: the second operand is the finer one.
TEST(Binary, Int16DifferenceWithPowerOfTwoScales) {
  OpTest test;
  test.Input<int16_t>({2}, {3, -32768}, {0.5f})
      .Input<int16_t>({2}, {20, 32767}, {0.125f});
  test.Output<int16_t>({0.5f}).Params(TfLiteSubParams{kTfLiteActNone, true});
  for (const OpFunctions& functions : {kSub.reference, kSub.cpu}) {
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({-2, -32768}));
  }
}

// Shifts need powers of two, no more than 15 bits between them, and one operand
// with the result's scale.
TEST(BinaryBind, ChoosesShiftsByScales) {
  const struct {
    float x, y, out;
    bool shifts;
  } cases[] = {{1, 0x1p-15f, 1, true},  {0x1p-15f, 1, 1, true},
               {1, 0x1p-16f, 1, false}, {0x1p-16f, 1, 1, false},
               {1, 2, 1, false},        {2, 1, 1, false},
               {1, 1, 2, false},        {0.75f, 1, 1, false},
               {1, 0.75f, 1, false},    {1, 1, 0.75f, false}};
  for (const auto& c : cases) {
    for (const bool wanted : {true, false}) {
      OpTest test;
      test.Input<int16_t>({1}, {1}, {c.x}).Input<int16_t>({1}, {1}, {c.y});
      test.Output<int16_t>({c.out});
      test.Params(TfLiteAddParams{kTfLiteActNone, wanted});
      const auto op = test.Bound(&BindAdd);
      ASSERT_TRUE(IsOk(op.status()));
      EXPECT_EQ(op->q.form == BinaryForm::kShifted, c.shifts && wanted)
          << c.x << ", " << c.y << ", " << c.out;
    }
  }
}

// Outputs so fine that results are multiplied by more than one, and saturate.
TEST(BinaryCpu, QuantizedFactorsAboveOneAreThoseOfTheReference) {
  const struct {
    Kernels kernels;
    float byte_scale, word_scale;
  } cases[] = {{kAdd, 1.4e-6f, 4.5e-5f},
               {kSub, 1.4e-6f, 4.5e-5f},
               {kMul, 0.75f, 0.75f},
               {kSquaredDifference, 1.8e-4f, 1}};
  for (const auto& c : cases) {
    OpTest bytes;
    bytes.Input<int8_t>({300}, RandomElements<int8_t>(300, -128, 127, 1), 1.0f)
        .Input<int8_t>({300}, RandomElements<int8_t>(300, -128, 127, 2), 1.0f)
        .Output<int8_t>(c.byte_scale);
    EXPECT_TRUE(Agree(bytes, c.kernels.reference, c.kernels.cpu))
        << c.kernels.name;
    OpTest words;
    words
        .Input<int16_t>({300}, RandomElements<int16_t>(300, -32768, 32767, 3),
                        1.0f)
        .Input<int16_t>({300}, RandomElements<int16_t>(300, -32768, 32767, 4),
                        1.0f)
        .Output<int16_t>(c.word_scale);
    EXPECT_TRUE(Agree(words, c.kernels.reference, c.kernels.cpu))
        << c.kernels.name;
  }
}

// Pairs of shapes with all kinds of rows.
const std::pair<Shape, Shape> kShapes[] = {
    {{}, {}},
    {{70, 9}, {70, 9}},
    {{300, 130}, {}},
    {{}, {5, 7}},
    {{}, {40, 50}},
    {{3, 1, 40}, {1, 33, 1}},
    {{2, 5, 65}, {65}},
    {{3, 2, 150}, {3, 1, 150}},
    {{4, 6, 1}, {17}},
    {{2, 1, 2, 1, 2, 1, 3}, {1, 2, 1, 2, 1, 2, 1}},
    {{0, 3}, {1, 3}},
    {{5, 32, 2}, {5, 1, 2}},
    {{90, 20}, {90, 1}},
};

template <typename T>
void ExpectAgreement(const std::vector<Kernels>& all, double min, double max,
                     bool quantized, double abs, double rel) {
  uint32_t seed = 1;
  for (const Kernels& kernels : all) {
    for (const auto& [a, b] : kShapes) {
      OpTest test(3);
      const auto q = [&](float scale, int32_t zero_point) {
        const int32_t z = sizeof(T) == 1 ? zero_point : 0;
        return quantized ? Quantized(scale, z) : Quantized();
      };
      test.Input<T>(a, RandomElements<T>(a.num_elements(), min, max, ++seed),
                    q(0.031f, 7));
      test.Input<T>(b, RandomElements<T>(b.num_elements(), min, max, ++seed),
                    q(0.047f, 20));
      test.Output<T>(q(0.053f, 11));
      EXPECT_TRUE(Agree(test, kernels.reference, kernels.cpu, abs, rel))
          << kernels.name << " of " << a.ToString() << " and " << b.ToString();
    }
  }
}

TEST(BinaryCpu, AgreesWithReference) {
  const std::vector<Kernels> arithmetic = {
      kAdd, kSub, kMul, kMaximum, kMinimum, kSquaredDifference};
  std::vector<Kernels> real = arithmetic;
  real.push_back(kDiv);
  ExpectAgreement<float>(real, -4, 4, false, 0, 0);
  ExpectAgreement<half>(real, -4, 4, false, 0, 0);
  ExpectAgreement<bfloat16>(arithmetic, -4, 4, false, 0, 0);
  ExpectAgreement<int32_t>(arithmetic, -1e9, 1e9, false, 0, 0);
  ExpectAgreement<int64_t>(arithmetic, -4e9, 4e9, false, 0, 0);
  ExpectAgreement<int8_t>(arithmetic, -128, 127, true, 0, 0);
  ExpectAgreement<uint8_t>(arithmetic, 0, 255, true, 0, 0);
  ExpectAgreement<int16_t>(arithmetic, -32768, 32767, true, 0, 0);
  ExpectAgreement<int8_t>({kMaximum, kMinimum}, -128, 127, false, 0, 0);
  ExpectAgreement<bool>({kLogicalAnd, kLogicalOr}, 0, 1, false, 0, 0);
}

// Every pair of bytes, under scales with many ties, few, and results that
// saturate.
TEST(BinaryCpu, QuantizedBytesAreThoseOfTheReference) {
  std::vector<int8_t> all(256);
  for (int i = 0; i < 256; ++i) all[i] = static_cast<int8_t>(i - 128);
  const float scales[][3] = {
      {0.5f, 0.5f, 0.5f},  {0.1f, 0.2f, 0.4f},   {0.0123f, 0.97f, 0.31f},
      {1.0f, 1.0f, 0.01f}, {0.5f, 0.25f, 0.75f}, {0.0371f, 0.0213f, 0.0508f}};
  for (const auto& [x, y, out] : scales) {
    for (const Kernels& kernels : {kAdd, kSub, kMul, kSquaredDifference}) {
      OpTest test;
      test.Input<int8_t>({256, 1}, all, {x, -5})
          .Input<int8_t>({256}, all, {y, 9});
      test.Output<int8_t>({out, 3});
      EXPECT_TRUE(Agree(test, kernels.reference, kernels.cpu))
          << kernels.name << " with scales " << x << ", " << y << ", " << out;
      OpTest left, right;
      left.Input<int8_t>({256}, all, {x, -5}).Input<int8_t>({}, {-77}, {y, 9});
      left.Output<int8_t>({out, 3});
      EXPECT_TRUE(Agree(left, kernels.reference, kernels.cpu)) << kernels.name;
      right.Input<int8_t>({}, {-77}, {x, -5}).Input<int8_t>({256}, all, {y, 9});
      right.Output<int8_t>({out, 3});
      EXPECT_TRUE(Agree(right, kernels.reference, kernels.cpu)) << kernels.name;
      OpTest dense;
      std::vector<int8_t> lines, columns;
      for (int i = 0; i < 65536; ++i) {
        lines.push_back(all[i / 256]);
        columns.push_back(all[i % 256]);
      }
      dense.Input<int8_t>({65536}, lines, {x, -5})
          .Input<int8_t>({65536}, columns, {y, 9});
      dense.Output<int8_t>({out, 3});
      EXPECT_TRUE(Agree(dense, kernels.reference, kernels.cpu))
          << kernels.name << " with scales " << x << ", " << y << ", " << out;
    }
  }
}

TEST(BinaryCpu, BytesOfOneTensorAsBothOperands) {
  std::vector<int8_t> values(5000);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int8_t>(i % 256 - 128);
  }
  for (const Kernels& kernels : {kAdd, kSub, kMul, kSquaredDifference}) {
    OpTest test(2);
    test.Input<int8_t>({5000}, values, {0.031f, -5})
        .Input<int8_t>({5000}, values, {0.031f, -5})
        .Output<int8_t>({0.053f, 11});
    ASSERT_TRUE(IsOk(test.Run(kernels.reference)));
    const std::vector<double> want = test.Numbers();
    ASSERT_TRUE(IsOk(test.Prepare(kernels.cpu)));
    test.input(1)->data.raw = test.input(0)->data.raw;
    ASSERT_TRUE(IsOk(test.Invoke()));
    EXPECT_TRUE(test.OutputIs(want)) << kernels.name;
  }
}

// So many that threads share them.
TEST(BinaryCpu, BytesByTableInThreads) {
  const std::vector<int8_t> many = RandomElements<int8_t>(150000, -128, 127, 1);
  for (const bool swapped : {false, true}) {
    OpTest test(2);
    if (swapped) test.Input<int8_t>({}, {-9}, {0.047f, 3});
    test.Input<int8_t>({150000}, many, {0.031f, -5});
    if (!swapped) test.Input<int8_t>({}, {-9}, {0.047f, 3});
    test.Output<int8_t>({0.053f, 11});
    for (const Kernels& kernels : {kSub, kSquaredDifference}) {
      EXPECT_TRUE(Agree(test, kernels.reference, kernels.cpu)) << kernels.name;
    }
  }
}

TEST(Mul, ConstantsAreComputedWhilePreparing) {
  for (const OpFunctions& functions : {kMul.reference, kMul.cpu}) {
    OpTest test;
    test.Const<float>({2}, {1.5f, -2}).Const<float>({1}, {4}).Output<float>();
    test.Params(TfLiteMulParams{});
    ASSERT_TRUE(IsOk(test.Prepare(functions)));
    EXPECT_EQ(test.output(0)->allocation_type, kTfLitePersistentRo);
    EXPECT_TRUE(test.OutputIs({6, -8}));
  }
}

}  // namespace
}  // namespace tflite::kernels
