#include "kernels/unary/unary.h"

#include <cstdint>
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
  return {name, MakeOpFunctions<kBind, &EvalUnaryReference>(),
          MakeOpFunctions<kBind, &EvalUnaryCpu, &PrepareUnaryCpu>()};
}

constexpr Kernels kAbs = KernelsOf<&BindAbs>("ABS");
constexpr Kernels kNeg = KernelsOf<&BindNeg>("NEG");
constexpr Kernels kSign = KernelsOf<&BindSign>("SIGN");
constexpr Kernels kCeil = KernelsOf<&BindCeil>("CEIL");
constexpr Kernels kFloor = KernelsOf<&BindFloor>("FLOOR");
constexpr Kernels kRound = KernelsOf<&BindRound>("ROUND");
constexpr Kernels kSquare = KernelsOf<&BindSquare>("SQUARE");
constexpr Kernels kSqrt = KernelsOf<&BindSqrt>("SQRT");
constexpr Kernels kRsqrt = KernelsOf<&BindRsqrt>("RSQRT");
constexpr Kernels kExp = KernelsOf<&BindExp>("EXP");
constexpr Kernels kLog = KernelsOf<&BindLog>("LOG");
constexpr Kernels kSin = KernelsOf<&BindSin>("SIN");
constexpr Kernels kCos = KernelsOf<&BindCos>("COS");
constexpr Kernels kLogicalNot = KernelsOf<&BindLogicalNot>("LOGICAL_NOT");

template <typename T>
void ExpectStored(const Kernels& kernels, const Quantized& in,
                  const Quantized& out, const std::vector<T>& x,
                  const std::vector<double>& y) {
  for (const OpFunctions& functions : {kernels.reference, kernels.cpu}) {
    OpTest test;
    test.Input<T>({static_cast<int>(x.size())}, x, in).template Output<T>(out);
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs(y)) << kernels.name;
  }
}

// All results are less than half a step.
TEST(Unary, InverseRootsInLargeSteps) {
  for (const float scale : {4096.0f, 8192.0f, 1e9f, 1e30f}) {
    ExpectStored<int8_t>(kRsqrt, {1.0f, -128}, {scale, 3}, {-127, -100, 127},
                         {3, 3, 3});
    ExpectStored<uint8_t>(kRsqrt, {1.0f, 0}, {scale, 3}, {1, 100, 255},
                          {3, 3, 3});
  }
}

// All positive INT16 numbers: results next to the middle between two integers
// do not depend on how the fast kernel, which differs between processors,
// computes.
TEST(Unary, Int16IsTheSameOnBothKernels) {
  std::vector<int16_t> x(INT16_MAX);
  std::iota(x.begin(), x.end(), int16_t{1});
  for (const Kernels& kernels : {kLog, kSin, kCos, kSqrt, kRsqrt}) {
    for (const float scale : {0.00013f, 0.0021f}) {
      OpTest reference, cpu;
      for (auto [test, functions] : {std::pair(&reference, kernels.reference),
                                     std::pair(&cpu, kernels.cpu)}) {
        test->Input<int16_t>({INT16_MAX}, x, scale);
        test->Output<int16_t>(scale / 3);
        ASSERT_TRUE(IsOk(test->Run(functions))) << kernels.name;
      }
      EXPECT_EQ(cpu.Out<int16_t>(), reference.Out<int16_t>()) << kernels.name;
    }
  }
}

// Values of LiteRT 2.3.0, each a step or more from the real result rounded.
TEST(Unary, StoredIntegersAreThoseOfTheReferenceRuntime) {
  ExpectStored<int8_t>(kAbs, {0.05f, -30}, {0.11f, -29},
                       {-123, -75, -27, 26, 74}, {14, -8, -27, -3, 19});
  ExpectStored<int16_t>(kAbs, {0.0002f}, {0.00051f},
                        {-32766, -19659, -6552, 6552, 19659},
                        {12850, 7710, 2570, 2570, 7710});
  ExpectStored<int16_t>(kExp, {0.0002f}, {0.03f},
                        {-21056, 8588, 19963, 25954, 29403},
                        {1, 185, 1806, 5986, 11932});
}

::testing::AssertionResult Gives(const Kernels& kernels,
                                 const std::vector<float>& in,
                                 const std::vector<double>& want,
                                 double abs = 0) {
  OpTest test;
  test.Input<float>({static_cast<int32_t>(in.size())}, in).Output<float>();
  const Status status = test.Run(kernels.reference);
  return status.ok() ? test.OutputIs(want, abs) : IsOk(status);
}

TEST(UnaryBind, RejectsTwoInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {0}).Input<float>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kAbs.reference), "C1"));
}

TEST(UnaryBind, RejectsOtherOutputType_C2) {
  OpTest test;
  test.Input<float>({1}, {0}).Output<double>();
  EXPECT_TRUE(Violates(test.Run(kAbs.reference), "C2"));
}

TEST(UnaryBind, RejectsUnknownTypes_C3) {
  OpTest root;
  root.Input<int32_t>({1}, {4}).Output<int32_t>();
  EXPECT_TRUE(Violates(root.Run(kSqrt.reference), "C3"));
  OpTest logical;
  logical.Input<bool>({1}, {true}).Output<bool>();
  EXPECT_TRUE(Violates(logical.Run(kNeg.reference), "C3"));
  OpTest number;
  number.Input<float>({1}, {1}).Output<float>();
  EXPECT_TRUE(Violates(number.Run(kLogicalNot.reference), "C3"));
}

TEST(UnaryBind, RejectsScaleOnOneSideOnly_C4) {
  OpTest test;
  test.Input<int8_t>({1}, {0}, {0.5f}).Output<int8_t>();
  EXPECT_TRUE(Violates(test.Run(kExp.reference), "C4"));
}

TEST(UnaryEval, RejectsRootsOfNegativeNumbers_C5) {
  for (const Kernels& kernels : {kSqrt, kRsqrt}) {
    for (const OpFunctions& functions : {kernels.reference, kernels.cpu}) {
      for (const size_t place : {0, 1, 2}) {
        std::vector<int8_t> bytes = {5, 7, 9};
        std::vector<int16_t> words = {5, 7, 9};
        bytes[place] = 1;
        words[place] = -1;
        OpTest narrow, plain, wide;
        narrow.Input<int8_t>({3}, bytes, {0.5f, 2}).Output<int8_t>({0.5f});
        plain.Input<uint8_t>({3}, {bytes.begin(), bytes.end()}, {0.5f, 2})
            .Output<uint8_t>({0.5f});
        wide.Input<int16_t>({3}, words, {0.5f}).Output<int16_t>({0.5f});
        for (OpTest* test : {&narrow, &plain, &wide}) {
          EXPECT_TRUE(Violates(test->Run(functions), "C5")) << place;
        }
      }
    }
  }
}

TEST(UnaryReference, Functions) {
  EXPECT_TRUE(Gives(kAbs, {-1.5f, 2}, {1.5, 2}));
  EXPECT_TRUE(Gives(kNeg, {-1.5f, 2}, {1.5, -2}));
  EXPECT_TRUE(Gives(kSign, {-1.5f, 0, 2}, {-1, 0, 1}));
  EXPECT_TRUE(Gives(kCeil, {-1.5f, 0.1f}, {-1, 1}));
  EXPECT_TRUE(Gives(kFloor, {-1.5f, 0.1f}, {-2, 0}));
  EXPECT_TRUE(
      Gives(kRound, {-2.5f, -0.5f, 0.5f, 1.5f, 1.7f}, {-2, 0, 0, 2, 2}));
  EXPECT_TRUE(Gives(kSquare, {-1.5f}, {2.25}));
  EXPECT_TRUE(Gives(kSqrt, {2.25f}, {1.5}));
  EXPECT_TRUE(Gives(kRsqrt, {4}, {0.5}));
  EXPECT_TRUE(Gives(kExp, {0, 1}, {1, 2.71828183}, 1e-6));
  EXPECT_TRUE(Gives(kLog, {1, 10}, {0, 2.30258509}, 1e-6));
  EXPECT_TRUE(Gives(kSin, {0, 1}, {0, 0.84147098}, 1e-6));
  EXPECT_TRUE(Gives(kCos, {0, 1}, {1, 0.54030231}, 1e-6));
}

// Both kernels share the function of integers, so that comparing them does not
// show its errors. Results are those in 64 bits without the upper ones.
template <typename T>
void ExpectIntegers() {
  constexpr T kLeast = std::numeric_limits<T>::min();
  constexpr T kMost = std::numeric_limits<T>::max();
  const std::vector<T> x = {kLeast, kLeast + 1, -5, -1, 0, 1, 7, kMost};
  std::vector<double> abs, neg, sign, square;
  for (const T value : x) {
    const auto wide = static_cast<uint64_t>(int64_t{value});
    abs.push_back(static_cast<T>(value < 0 ? 0 - wide : wide));
    neg.push_back(static_cast<T>(0 - wide));
    sign.push_back(value == 0 ? 0 : value < 0 ? -1 : 1);
    square.push_back(static_cast<T>(wide * wide));
  }
  for (const auto& [kernels, want] :
       {std::pair(kAbs, abs), {kNeg, neg}, {kSign, sign}, {kSquare, square}}) {
    SCOPED_TRACE(kernels.name);
    for (const OpFunctions& functions : {kernels.reference, kernels.cpu}) {
      OpTest test;
      test.Input<T>({static_cast<int>(x.size())}, x).template Output<T>();
      ASSERT_TRUE(IsOk(test.Run(functions)));
      EXPECT_TRUE(test.OutputIs(want));
    }
  }
}

TEST(Unary, IntegersOfAllTypesWrap) {
  ExpectIntegers<int8_t>();
  ExpectIntegers<int16_t>();
  ExpectIntegers<int32_t>();
  ExpectIntegers<int64_t>();
}

TEST(UnaryReference, QuantizedFunctionsSaturate) {
  OpTest test;
  // Reals 0, 0.5, 2 and 6; the output goes up to 12.7.
  test.Input<int8_t>({4}, {10, 11, 14, 22}, {0.5f, 10})
      .Output<int8_t>({0.1f, 0});
  ASSERT_TRUE(IsOk(test.Run(kExp.reference)));
  EXPECT_TRUE(test.OutputIs({10, 16, 74, 127}));
  ASSERT_TRUE(IsOk(test.Run(kRsqrt.reference)));
  EXPECT_TRUE(test.OutputIs({127, 14, 7, 4}));
}

TEST(UnaryReference, NegTakesStoredIntegers) {
  OpTest test;
  test.Input<int8_t>({2}, {5, -128}, {0.5f, 3}).Output<int8_t>({0.5f, 3});
  ASSERT_TRUE(IsOk(test.Run(kNeg.reference)));
  EXPECT_TRUE(test.OutputIs({-5, -128}));
}

TEST(Unary, LogicalNot) {
  OpTest test;
  test.Input<bool>({2, 1}, {true, false}).Output<bool>();
  ASSERT_TRUE(IsOk(test.Run(kLogicalNot.reference)));
  EXPECT_TRUE(test.OutputIs({0, 1}));
  ASSERT_TRUE(IsOk(test.Run(kLogicalNot.cpu)));
  EXPECT_TRUE(test.OutputIs({0, 1}));
}

TEST(UnaryCpu, AgreesWithReference) {
  const Kernels all[] = {kAbs,  kNeg,   kSign, kCeil, kFloor, kRound, kSquare,
                         kSqrt, kRsqrt, kExp,  kLog,  kSin,   kCos};
  uint32_t seed = 1;
  for (const Kernels& kernels : all) {
    for (const int32_t n : {1, 17, 1030, 70001}) {
      OpTest floats(3);
      floats.Input<float>({n}, RandomElements<float>(n, -9, 9, ++seed))
          .Output<float>();
      EXPECT_TRUE(Agree(floats, kernels.reference, kernels.cpu, 1e-7, 1e-6))
          << kernels.name;
      OpTest halves(3);
      halves.Input<half>({n}, RandomElements<half>(n, -9, 9, ++seed));
      halves.Output<half>();
      EXPECT_TRUE(Agree(halves, kernels.reference, kernels.cpu, 1e-7, 1e-3))
          << kernels.name;
      OpTest bfloats(3);
      bfloats.Input<bfloat16>({n}, RandomElements<bfloat16>(n, -9, 9, ++seed));
      bfloats.Output<bfloat16>();
      EXPECT_TRUE(Agree(bfloats, kernels.reference, kernels.cpu, 1e-7, 8e-3))
          << kernels.name;
      OpTest bytes(3);
      bytes.Input<int8_t>({n}, RandomElements<int8_t>(n, -20, 127, ++seed),
                          {0.07f, -20});
      bytes.Output<int8_t>({0.05f, -30});
      EXPECT_TRUE(Agree(bytes, kernels.reference, kernels.cpu)) << kernels.name;
      OpTest words(3);
      words.Input<int16_t>({n}, RandomElements<int16_t>(n, 0, 32767, ++seed),
                           {2e-4f});
      words.Output<int16_t>({1e-3f});
      EXPECT_TRUE(Agree(words, kernels.reference, kernels.cpu, 1))
          << kernels.name;
    }
  }
}

TEST(UnaryCpu, SpecialValues) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  for (const Kernels& kernels : {kAbs, kNeg, kSign, kCeil, kFloor, kRound,
                                 kSquare, kSqrt, kRsqrt, kExp, kLog}) {
    OpTest test;
    test.Input<float>({6}, {kInf, -kInf, kNan, 1e30f, -0.0f, 0.0f})
        .Output<float>();
    EXPECT_TRUE(Agree(test, kernels.reference, kernels.cpu, 0, 1e-6))
        << kernels.name;
  }
}

TEST(Unary, Empty) {
  for (const OpFunctions& functions : {kSqrt.reference, kSqrt.cpu}) {
    OpTest test;
    test.Input<int8_t>({2, 0}, {}, {0.5f, 2}).Output<int8_t>({0.5f});
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_EQ(test.OutShape(), Shape({2, 0}));
  }
}

// Angles that only the library's functions take, alone and among others.
TEST(UnaryCpu, SineAndCosineOfAnyNumber) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> angles(600, 0.5f);
  for (const float angle : {1e5f, 3e5f, -1e30f, 1e-30f, -100.0f}) {
    angles[angles.size() - 7] = angle;
    for (const Kernels& kernels : {kSin, kCos}) {
      OpTest test;
      test.Input<float>({600}, angles).Output<float>();
      EXPECT_TRUE(Agree(test, kernels.reference, kernels.cpu, 0, 4e-7))
          << kernels.name << " of " << angle;
    }
  }
  for (const Kernels& kernels : {kSin, kCos}) {
    OpTest test;
    test.Input<float>({3}, {kInfinity, -kInfinity, NAN}).Output<float>();
    ASSERT_TRUE(IsOk(test.Run(kernels.cpu)));
    EXPECT_TRUE(test.OutputIs({NAN, NAN, NAN}));
  }
}

}  // namespace
}  // namespace tflite::kernels
