#include "kernels/concatenation/concatenation.h"

#include <limits>
#include <utility>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kConcatenation =
    MakeOpFunctions<&BindConcatenation, &EvalConcatenationReference>();
constexpr OpFunctions kConcatenationCpu =
    MakeOpFunctions<&BindConcatenation, &EvalConcatenationCpu,
                    &PrepareConcatenationCpu>();
constexpr OpFunctions kPack =
    MakeOpFunctions<&BindPack, &EvalConcatenationReference>();

TfLiteConcatenationParams Along(int axis) { return {axis, kTfLiteActNone}; }

TEST(ConcatenationBind, RejectsMissingInputs_C1) {
  OpTest none;
  none.Output<float>().Params(Along(0));
  EXPECT_TRUE(Violates(none.Run(kConcatenation), "C1"));
  OpTest absent;
  absent.Input<float>({1}, {1}).NoInput().Output<float>().Params(Along(0));
  EXPECT_TRUE(Violates(absent.Run(kConcatenation), "C1"));
  OpTest pack;
  pack.Input<float>({1}, {1}).Output<float>().Params(TfLitePackParams{2, 0});
  EXPECT_TRUE(Violates(pack.Run(kPack), "C1"));
}

TEST(ConcatenationBind, RejectsMixedTypes_C2) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<int32_t>({1}, {1}).Output<float>();
  test.Params(Along(0));
  EXPECT_TRUE(Violates(test.Run(kConcatenation), "C2"));
}

TEST(ConcatenationBind, RejectsAxisOutOfRange_C3) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>().Params(Along(1));
  EXPECT_TRUE(Violates(test.Run(kConcatenation), "C3"));
  OpTest scalar;
  scalar.Input<float>({}, {1}).Output<float>().Params(Along(1));
  EXPECT_TRUE(Violates(scalar.Run(kConcatenation), "C3"));
  OpTest pack;
  pack.Input<float>({1}, {1}).Output<float>().Params(TfLitePackParams{1, 2});
  EXPECT_TRUE(Violates(pack.Run(kPack), "C3"));
}

TEST(Concatenation, MakesAVectorOfScalars) {
  for (const OpFunctions& functions : {kConcatenation, kConcatenationCpu}) {
    OpTest test;
    test.Input<float>({}, {7}).Input<float>({}, {8}).Output<float>();
    test.Params(Along(0));
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_EQ(test.OutShape(), Shape({2}));
    EXPECT_TRUE(test.OutputIs({7, 8}));
  }
}

TEST(ConcatenationBind, RejectsShapesThatDoNotFit_C4) {
  for (const Shape& other : {Shape({3, 1}), Shape({2}), Shape({1, 2, 1})}) {
    OpTest test;
    test.Input<float>({2, 1}, {1, 2});
    test.Input<float>(other, std::vector<float>(other.num_elements()));
    test.Output<float>().Params(Along(1));
    EXPECT_TRUE(Violates(test.Run(kConcatenation), "C4"));
  }
  OpTest pack;
  pack.Input<float>({1}, {1}).Input<float>({2}, {1, 2}).Output<float>();
  pack.Params(TfLitePackParams{2, 0});
  EXPECT_TRUE(Violates(pack.Run(kPack), "C4"));
}

// Tensors without elements, whose extents sum up.
TEST(ConcatenationBind, RejectsExtentsBeyond32Bits_C4) {
  for (const int32_t more : {0, 1}) {
    OpTest test;
    test.Input<float>({0, INT32_MAX}, {}).Input<float>({0, more}, {});
    test.Output<float>().Params(Along(1));
    if (more == 0) {
      ASSERT_TRUE(IsOk(test.Run(kConcatenation)));
      EXPECT_EQ(test.OutShape(), Shape({0, INT32_MAX}));
    } else {
      EXPECT_TRUE(Violates(test.Run(kConcatenation), "C4"));
    }
  }
}

TEST(ConcatenationBind, RejectsActivation_C5) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  test.Params(TfLiteConcatenationParams{0, kTfLiteActRelu});
  EXPECT_TRUE(Violates(test.Run(kConcatenation), "C5"));
}

TEST(ConcatenationBind, RejectsQuantizationThatCannotBeMet_C6) {
  OpTest test;
  test.Input<uint8_t>({1}, {1}, {0.5f, 1}).Output<uint8_t>().Params(Along(0));
  EXPECT_TRUE(Violates(test.Run(kConcatenation), "C6"));
  OpTest pack;
  pack.Input<int8_t>({1}, {1}, {0.5f, 1}).Output<int8_t>({0.5f, 2});
  pack.Params(TfLitePackParams{1, 0});
  EXPECT_TRUE(Violates(pack.Run(kPack), "C6"));
}

// No integer stands for 0 times infinity, or for NaN.
TEST(ConcatenationBind, RejectsScalesWithoutAFiniteQuotient_C6) {
  const float huge = std::numeric_limits<float>::max();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::pair<Quantized, Quantized> bad[] = {
      {{huge, 0}, {0.5f, 0}}, {{0.5f, 0}, {1e-39f, 0}}, {{1e37f, 100}, {1, 0}},
      {{nan, 0}, {0.5f, 0}},  {{0.5f, 0}, {nan, 0}},    {{0.5f, 0}, {-0.5f, 0}},
  };
  for (const auto& [in, out] : bad) {
    OpTest test;
    test.Input<uint8_t>({1}, {1}, in).Output<uint8_t>(out).Params(Along(0));
    EXPECT_TRUE(Violates(test.Run(kConcatenation), "C6"));
  }
}

TEST(Concatenation, InnerDimensionAndEmptyInput) {
  OpTest test;
  test.Input<float>({2, 1}, {1, 2}).Input<float>({2, 0}, {});
  test.Input<float>({2, 2}, {3, 4, 5, 6}).Output<float>().Params(Along(-1));
  ASSERT_TRUE(IsOk(test.Run(kConcatenation)));
  EXPECT_EQ(test.OutShape(), Shape({2, 3}));
  EXPECT_TRUE(test.OutputIs({1, 3, 4, 2, 5, 6}));
  EXPECT_TRUE(Agree(test, kConcatenation, kConcatenationCpu));
}

TEST(Concatenation, AnyZeroPointHasItsResult) {
  for (const OpFunctions& functions : {kConcatenation, kConcatenationCpu}) {
    OpTest test;
    test.Input<uint8_t>({1}, {1}, {0.5f, INT32_MIN});
    test.Output<uint8_t>({0.5f, 0}).Params(Along(0));
    ASSERT_TRUE(IsOk(test.Run(functions)));
    EXPECT_TRUE(test.OutputIs({255}));
  }
}

TEST(Concatenation, Strings) {
  OpTest test;
  test.Input<std::string>({1, 1}, {"x"}).Input<std::string>({1, 2}, {"", "yz"});
  test.Output<std::string>().Params(Along(1));
  ASSERT_TRUE(IsOk(test.Run(kConcatenation)));
  EXPECT_EQ(test.Out<std::string>(), (std::vector<std::string>{"x", "", "yz"}));
}

TEST(Concatenation, PackedElements) {
  OpTest test;
  test.InputBytes(kTfLiteInt4, {3}, {0x21, 0x03});
  test.InputBytes(kTfLiteInt4, {2}, {0x54})
      .OutputOf(kTfLiteInt4)
      .Params(Along(0));
  ASSERT_TRUE(IsOk(test.Run(kConcatenation)));
  EXPECT_EQ(test.output(0)->data.uint8[0], 0x21);
  EXPECT_EQ(test.output(0)->data.uint8[1], 0x43);
  EXPECT_EQ(test.output(0)->data.uint8[2], 0x05);
}

TEST(Concatenation, RequantizesAndClamps) {
  OpTest test;
  // 0.5 * (q - 10) as 0.25 * (q' - 0): q' = 2 * (q - 10).
  test.Input<uint8_t>({4}, {10, 11, 255, 0}, {0.5f, 10});
  test.Input<uint8_t>({1}, {7}, {0.25f, 0});
  test.Output<uint8_t>({0.25f, 0}).Params(Along(0));
  ASSERT_TRUE(IsOk(test.Run(kConcatenation)));
  EXPECT_TRUE(test.OutputIs({0, 2, 255, 0, 7}));
}

TEST(Concatenation, FastKernelRequantizesAlike) {
  OpTest bytes;
  bytes.Input<int8_t>({5, 20}, RandomElements<int8_t>(100, -128, 127, 1),
                      {0.3f, -5});
  bytes.Input<int8_t>({5, 31}, RandomElements<int8_t>(155, -128, 127, 2),
                      {0.7f, 9});
  bytes.Output<int8_t>({0.45f, 3}).Params(Along(1));
  EXPECT_TRUE(Agree(bytes, kConcatenation, kConcatenationCpu));
  // Narrow rows first and last, and some that are only copied.
  OpTest narrow(2);
  narrow.Input<uint8_t>({40000, 1}, RandomElements<uint8_t>(40000, 0, 255, 1),
                        {0.3f, 100});
  narrow.Input<uint8_t>({40000, 5}, RandomElements<uint8_t>(200000, 0, 255, 2),
                        {0.45f, 3});
  narrow.Input<uint8_t>({40000, 3}, RandomElements<uint8_t>(120000, 0, 255, 3),
                        {0.7f, 9});
  narrow.Output<uint8_t>({0.45f, 3}).Params(Along(1));
  EXPECT_TRUE(Agree(narrow, kConcatenation, kConcatenationCpu));
  // Whole rows.
  OpTest whole;
  whole.Input<uint8_t>({3, 15}, RandomElements<uint8_t>(45, 0, 255, 1),
                       {0.3f, 100});
  whole.Input<uint8_t>({3, 0}, {}, {0.7f, 9});
  whole.Output<uint8_t>({0.45f, 3}).Params(Along(1));
  EXPECT_TRUE(Agree(whole, kConcatenation, kConcatenationCpu));
  OpTest words;
  words.Input<int16_t>({2, 9}, RandomElements<int16_t>(18, -32768, 32767, 3),
                       0.5f);
  words.Input<int16_t>({2, 4}, RandomElements<int16_t>(8, -32768, 32767, 4),
                       2.0f);
  words.Output<int16_t>(0.75f).Params(Along(1));
  EXPECT_TRUE(Agree(words, kConcatenation, kConcatenationCpu));
}

TEST(Concatenation, LargeCopiesInThreads) {
  OpTest test(2);
  test.Input<float>({300, 1000}, RandomElements<float>(300000, -1, 1, 5));
  test.Input<float>({300, 7}, RandomElements<float>(2100, -1, 1, 6));
  test.Output<float>().Params(Along(1));
  EXPECT_TRUE(Agree(test, kConcatenation, kConcatenationCpu));
}

TEST(Pack, AlongEachAxis) {
  const std::pair<int, std::vector<double>> cases[] = {
      {0, {1, 2, 3, 4}}, {1, {1, 3, 2, 4}}, {-1, {1, 3, 2, 4}}};
  for (const auto& [axis, want] : cases) {
    OpTest test;
    test.Input<int64_t>({2}, {1, 2})
        .Input<int64_t>({2}, {3, 4})
        .Output<int64_t>();
    test.Params(TfLitePackParams{2, axis});
    ASSERT_TRUE(IsOk(test.Run(kPack)));
    EXPECT_EQ(test.OutShape(), Shape({2, 2}));
    EXPECT_TRUE(test.OutputIs(want));
  }
}

TEST(Pack, Scalars) {
  OpTest test;
  test.Const<int32_t>({}, {5}).Const<int32_t>({}, {6}).Output<int32_t>();
  test.Params(TfLitePackParams{2, 0});
  ASSERT_TRUE(IsOk(test.Prepare(kPack)));
  EXPECT_EQ(test.OutShape(), Shape({2}));
  EXPECT_TRUE(test.OutputIs({5, 6}));
}

}  // namespace
}  // namespace tflite::kernels
