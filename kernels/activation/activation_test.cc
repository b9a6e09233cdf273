#include "kernels/activation/activation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

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
  return {name, MakeOpFunctions<kBind, &EvalActivationReference>(),
          MakeOpFunctions<kBind, &EvalActivationCpu, &PrepareActivationCpu>()};
}

constexpr Kernels kRelu = KernelsOf<&BindRelu>("RELU");
constexpr Kernels kRelu6 = KernelsOf<&BindRelu6>("RELU6");
constexpr Kernels kRelu0To1 = KernelsOf<&BindRelu0To1>("RELU_0_TO_1");
constexpr Kernels kReluN1To1 = KernelsOf<&BindReluN1To1>("RELU_N1_TO_1");
constexpr Kernels kLeakyRelu = KernelsOf<&BindLeakyRelu>("LEAKY_RELU");
constexpr Kernels kElu = KernelsOf<&BindElu>("ELU");
constexpr Kernels kGelu = KernelsOf<&BindGelu>("GELU");
constexpr Kernels kHardSwish = KernelsOf<&BindHardSwish>("HARD_SWISH");
constexpr Kernels kLogistic = KernelsOf<&BindLogistic>("LOGISTIC");
constexpr Kernels kTanh = KernelsOf<&BindTanh>("TANH");

// Values of one function at -2, -0.5, 0, 0.5 and 7.
std::vector<double> ValuesOf(const Kernels& kernels) {
  OpTest test;
  test.Input<float>({5}, {-2, -0.5f, 0, 0.5f, 7}).Output<float>();
  test.Params(TfLiteLeakyReluParams{0.25f});
  EXPECT_TRUE(IsOk(test.Run(kernels.reference)));
  return test.Numbers();
}

// All INT16 numbers: results next to the middle between two integers do not
// depend on how the fast kernel, which differs between processors, computes.
TEST(Activation, Int16IsTheSameOnBothKernels) {
  std::vector<int16_t> x(1 << 16);
  std::iota(x.begin(), x.end(), INT16_MIN);
  for (const bool approximate : {false, true}) {
    for (const float scale : {0.00013f, 0.0005f}) {
      OpTest reference, cpu;
      for (auto [test, functions] : {std::pair(&reference, kGelu.reference),
                                     std::pair(&cpu, kGelu.cpu)}) {
        test->Input<int16_t>({1 << 16}, x, scale);
        test->Output<int16_t>(scale * 0.9f);
        test->Params(TfLiteGeluParams{approximate});
        ASSERT_TRUE(IsOk(test->Run(functions)));
      }
      EXPECT_EQ(cpu.Out<int16_t>(), reference.Out<int16_t>());
    }
  }
}

TEST(ActivationBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {0}).Input<float>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kRelu.reference), "C1"));
}

TEST(ActivationBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {0}).Output<half>();
  EXPECT_TRUE(Violates(test.Run(kRelu.reference), "C2"));
}

TEST(ActivationBind, RejectsUnknownTypes_C3) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Output<int32_t>();
  EXPECT_TRUE(Violates(test.Run(kRelu.reference), "C3"));
}

TEST(ActivationBind, RejectsIntegersWithoutScale_C4) {
  OpTest test;
  test.Input<int8_t>({1}, {0}).Output<int8_t>({0.5f});
  EXPECT_TRUE(Violates(test.Run(kRelu.reference), "C4"));
  OpTest negative;
  negative.Input<int8_t>({1}, {0}, {0.5f}).Output<int8_t>({-0.5f});
  EXPECT_TRUE(Violates(negative.Run(kRelu.reference), "C4"));
}

TEST(ActivationReference, ClampsAndSlopes) {
  using V = std::vector<double>;
  EXPECT_EQ(ValuesOf(kRelu), (V{0, 0, 0, 0.5, 7}));
  EXPECT_EQ(ValuesOf(kRelu6), (V{0, 0, 0, 0.5, 6}));
  EXPECT_EQ(ValuesOf(kRelu0To1), (V{0, 0, 0, 0.5, 1}));
  EXPECT_EQ(ValuesOf(kReluN1To1), (V{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(ValuesOf(kLeakyRelu), (V{-0.5, -0.125, 0, 0.5, 7}));
}

TEST(ActivationReference, SmoothFunctions) {
  OpTest test;
  test.Input<float>({3}, {-2, 0, 1}).Output<float>();
  ASSERT_TRUE(IsOk(test.Run(kElu.reference)));
  EXPECT_TRUE(test.OutputIs({-0.86466472, 0, 1}, 1e-6));
  ASSERT_TRUE(IsOk(test.Run(kHardSwish.reference)));
  EXPECT_TRUE(test.OutputIs({-1.0 / 3, 0, 2.0 / 3}, 1e-6));
  ASSERT_TRUE(IsOk(test.Run(kLogistic.reference)));
  EXPECT_TRUE(test.OutputIs({0.11920292, 0.5, 0.73105858}, 1e-6));
  ASSERT_TRUE(IsOk(test.Run(kTanh.reference)));
  EXPECT_TRUE(test.OutputIs({-0.96402758, 0, 0.76159416}, 1e-6));
  test.Params(TfLiteGeluParams{false});
  ASSERT_TRUE(IsOk(test.Run(kGelu.reference)));
  EXPECT_TRUE(test.OutputIs({-0.04550026, 0, 0.84134475}, 1e-6));
  test.Params(TfLiteGeluParams{true});
  ASSERT_TRUE(IsOk(test.Run(kGelu.reference)));
  EXPECT_TRUE(test.OutputIs({-0.04540231, 0, 0.84119199}, 1e-6));
}

// In steps of 0.05 around 3 and of 0.1 around -10.
TEST(ActivationReference, RoundsToTheOutputsScale) {
  OpTest test;
  test.Input<int8_t>({4}, {-17, 3, 4, 127}, {0.05f, 3})
      .Output<int8_t>({0.1f, -10});
  ASSERT_TRUE(IsOk(test.Run(kRelu6.reference)));
  // 0, 0, 0.05 (half a step, away from zero), 6
  EXPECT_TRUE(test.OutputIs({-10, -10, -9, 50}));
}

struct StoredValues {
  Kernels kernels;
  Quantized in, out;
  std::vector<double> x, y;
  float alpha;
};

template <typename T>
void ExpectStored(const StoredValues& c) {
  for (const OpFunctions& functions : {c.kernels.reference, c.kernels.cpu}) {
    OpTest test;
    test.Input<T>({static_cast<int>(c.x.size())},
                  std::vector<T>(c.x.begin(), c.x.end()), c.in);
    test.Output<T>(c.out).Params(TfLiteLeakyReluParams{c.alpha});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs(c.y)) << c.kernels.name;
  }
}

// Values of LiteRT 2.3.0, each a step from the real result rounded once.
TEST(Activation, StoredIntegersAreThoseOfTheReferenceRuntime) {
  ExpectStored<int8_t>({kRelu,
                        {0.02f, -30},
                        {0.095f, 36},
                        {-28, -9, 10, 29, 48, 67},
                        {37, 41, 45, 49, 53, 57}});
  ExpectStored<uint8_t>({kRelu6,
                         {0.03f, 20},
                         {0.07f, 9},
                         {21, 51, 84, 114, 147, 177},
                         {10, 23, 37, 50, 64, 77}});
  ExpectStored<int8_t>({kLeakyRelu,
                        {0.02f, 30},
                        {0.013f, -36},
                        {-122, -96, -70, -44, -18, 8},
                        {-60, -56, -52, -48, -44, -40},
                        0.1f});
  ExpectStored<int16_t>({kLeakyRelu,
                         {0.0002f},
                         {0.0011f},
                         {-32752, -13649, 2186, 9831, 17476, 25121},
                         {-1787, -745, 398, 1788, 3178, 4568},
                         0.3f});
  ExpectStored<int16_t>({kRelu,
                         {0.0002f},
                         {0.0011f},
                         {8, 5464, 10920, 16376, 21832, 27288},
                         {2, 994, 1986, 2978, 3970, 4962}});
  ExpectStored<int8_t>({kHardSwish,
                        {0.05f, -3},
                        {0.04f, -100},
                        {59, 71, 83, 95, 107, 119},
                        {-23, -8, 7, 22, 37, 52}});
}

double RealHardSwish(double x) { return x * std::clamp(x + 3, 0.0, 6.0) / 6; }

// Of inputs so fine that the gate is shifted to the right.
TEST(Activation, HardSwishOfAFineScaleIsCloseToItsRealResult) {
  std::vector<int8_t> x(256);
  std::iota(x.begin(), x.end(), INT8_MIN);
  std::vector<double> want;
  for (const int8_t q : x) want.push_back(RealHardSwish(0.005 * q) / 0.004);
  for (const OpFunctions& functions : {kHardSwish.reference, kHardSwish.cpu}) {
    OpTest test;
    test.Input<int8_t>({256}, x, 0.005f).Output<int8_t>(0.004f);
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs(want, 1));
  }
}

// The output's scale is a little less than 2^-7 of the input's.
TEST(Activation, HardSwishOfACoarseScaleIsItsRoundedRealResult) {
  std::vector<double> x, y;
  for (int q = -128; q < 128; ++q) {
    x.push_back(q);
    y.push_back(std::clamp(std::round(RealHardSwish(1.28 * q) / 0.0075), -128.0,
                           127.0));
  }
  ExpectStored<int8_t>({kHardSwish, {1.28f}, {0.0075f}, x, y});
}

// Factors are rounded to 16 bits. The fixed-point form ends where the output is
// finer than 2^-7 of the input.
TEST(ActivationBind, HardSwishHasFactorsOf16Bits) {
  const struct {
    float in, out;
    ActivationForm form;
    HardSwishFactors factors;
  } cases[] = {
      {0.05f, 0.04f, ActivationForm::kHardSwish, {20480, -6, 17476, 3}},
      {0.07f, 0.05f, ActivationForm::kHardSwish, {22938, -6, 24467, 3}},
      {1.28f, 0.015f, ActivationForm::kHardSwish, {21845, 0, 27962, 7}},
      {1.28f, 0.0100001f, ActivationForm::kHardSwish, {32767, 0, 27962, 7}},
      {1.28f, 0.0075f, ActivationForm::kReal, {}}};
  for (const auto& c : cases) {
    OpTest test;
    test.Input<int8_t>({1}, {1}, c.in).Output<int8_t>(c.out);
    const auto op = test.Bound(&BindHardSwish);
    ASSERT_TRUE(IsOk(op.status()));
    EXPECT_EQ(op->form, c.form) << c.in << ", " << c.out;
    EXPECT_EQ(op->hard_swish.out, c.factors.out) << c.in << ", " << c.out;
    EXPECT_EQ(op->hard_swish.out_shift, c.factors.out_shift);
    EXPECT_EQ(op->hard_swish.gate, c.factors.gate) << c.in << ", " << c.out;
    EXPECT_EQ(op->hard_swish.gate_shift, c.factors.gate_shift);
  }
}

TEST(Activation, LeakyReluTakesNegativeSlopes) {
  ExpectStored<int8_t>(
      {kLeakyRelu, {0.5f, 1}, {0.5f, -3}, {-9, 1, 11}, {2, -3, 7}, -0.5f});
}

// Where the table ends, at 255 / 24 and at half of that.
TEST(Activation, TablesEndInTheirLastValue) {
  ExpectStored<int16_t>({kLogistic,
                         {1.0f / 256},
                         {1.0f / 32768},
                         {2725, -2725, 32767, -32768},
                         {32767, 1, 32767, 1}});
  ExpectStored<int16_t>({kTanh,
                         {1.0f / 256},
                         {1.0f / 32768},
                         {1362, -1362, 32767, -32768},
                         {32767, -32767, 32767, -32767}});
}

// LOGISTIC of multiples of 2, in steps of 2^-15.
TEST(Activation, LogisticTakesCoarseScales) {
  ExpectStored<int16_t>(
      {kLogistic, {2.0f}, {1.0f / 32768}, {-1, 0, 1}, {3906, 16384, 28862}});
}

TEST(Activation, EmptyAndScalar) {
  for (const OpFunctions& functions : {kTanh.reference, kTanh.cpu}) {
    OpTest empty;
    empty.Input<float>({0, 4}, {}).Output<float>();
    ASSERT_TRUE(IsOk(empty.Run(functions)));
    EXPECT_EQ(empty.OutShape(), Shape({0, 4}));
    OpTest scalar;
    scalar.Input<float>({}, {0}).Output<float>();
    ASSERT_TRUE(IsOk(scalar.Run(functions)));
    EXPECT_EQ(scalar.OutShape(), Shape());
    EXPECT_TRUE(scalar.OutputIs({0}));
  }
}

constexpr int64_t kCounts[] = {1, 15, 1025, 140000};

void ExpectAgreement(const Kernels& kernels, bool approximate) {
  uint32_t seed = 1;
  for (const int64_t n : kCounts) {
    const Shape shape = {static_cast<int32_t>(n)};
    const auto run = [&](OpTest& test, double abs, double rel) {
      if (kernels.name == kLeakyRelu.name)
        test.Params(TfLiteLeakyReluParams{-0.3f});
      if (kernels.name == kGelu.name)
        test.Params(TfLiteGeluParams{approximate});
      EXPECT_TRUE(Agree(test, kernels.reference, kernels.cpu, abs, rel))
          << kernels.name << ", " << n << " elements";
    };
    OpTest floats(3);
    floats.Input<float>(shape, RandomElements<float>(n, -9, 9, ++seed));
    floats.Output<float>();
    run(floats, 1e-6, 1e-6);
    OpTest halves(3);
    halves.Input<half>(shape, RandomElements<half>(n, -9, 9, ++seed));
    halves.Output<half>();
    run(halves, 1e-6, 1e-3);
    OpTest bfloats(3);
    bfloats.Input<bfloat16>(shape, RandomElements<bfloat16>(n, -9, 9, ++seed));
    bfloats.Output<bfloat16>();
    run(bfloats, 1e-6, 8e-3);
    OpTest bytes(3);
    bytes.Input<uint8_t>(shape, RandomElements<uint8_t>(n, 0, 255, ++seed),
                         {0.07f, 120});
    bytes.Output<uint8_t>({0.05f, 30});
    run(bytes, 0, 0);
    OpTest words(3);
    words.Input<int16_t>(
        shape, RandomElements<int16_t>(n, -32768, 32767, ++seed), {2e-4f});
    words.Output<int16_t>({1.0f / 4096});
    run(words, 1, 0);
  }
}

TEST(ActivationCpu, AgreesWithReference) {
  for (const Kernels& kernels :
       {kRelu, kRelu6, kRelu0To1, kReluN1To1, kLeakyRelu, kElu, kHardSwish,
        kLogistic, kTanh, kGelu}) {
    ExpectAgreement(kernels, false);
  }
  ExpectAgreement(kGelu, true);
}

TEST(ActivationCpu, SpecialValues) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const Kernels& kernels : {kRelu, kRelu6, kRelu0To1, kReluN1To1, kElu,
                                 kHardSwish, kLogistic, kTanh}) {
    OpTest test;
    test.Input<float>({6}, {kInf, -kInf, kNan, 1e30f, -1e30f, 1e-40f})
        .Output<float>();
    EXPECT_TRUE(Agree(test, kernels.reference, kernels.cpu, 1e-38, 1e-6))
        << kernels.name;
  }
}

}  // namespace
}  // namespace tflite::kernels
