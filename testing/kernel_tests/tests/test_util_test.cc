// Utilities of kernel tests apart from models: types, quantization, matchers.
#include "tflite/kernels/test_util.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "tflite/types/half.h"

namespace tflite {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::Not;
using ::testing::Pointwise;

TEST(TestUtilTypes, KnowTheTensorsOfATypeInBothForms) {
  EXPECT_EQ(GetTensorType<float>(), TensorType_FLOAT32);
  EXPECT_EQ(GetTensorType<half>(), TensorType_FLOAT16);
  EXPECT_EQ(GetTensorType<Eigen::bfloat16>(), TensorType_BFLOAT16);
  EXPECT_EQ(GetTensorType<uint8_t>(), TensorType_UINT8);
  EXPECT_EQ(GetTensorType<bool>(), TensorType_BOOL);
  EXPECT_EQ(GetTensorType<std::string>(), TensorType_STRING);
  EXPECT_EQ(GetTensorType<std::complex<float>>(), TensorType_COMPLEX64);
  EXPECT_EQ(TypeUnion<int16_t>::tensor_type, TensorType_INT16);
  EXPECT_EQ(TypeUnion<int16_t>::tflite_type, kTfLiteInt16);
  EXPECT_EQ(sizeof(TypeUnion<int16_t>::ScalarType), 2u);
  EXPECT_EQ(TensorTypeFor<int64_t>::value, TensorType_INT64);
  EXPECT_EQ(typeToTfLiteType<half>(), kTfLiteFloat16);
}

TEST(TestUtilTypes, LimitsStartAtTheLeastFiniteNumber) {
  EXPECT_EQ(static_cast<float>(NumericLimits<half>::min()), -65504.0f);
  EXPECT_EQ(static_cast<float>(NumericLimits<half>::epsilon()), 0x1p-10f);
  EXPECT_EQ(static_cast<float>(NumericLimits<Eigen::bfloat16>::epsilon()),
            0x1p-7f);
  EXPECT_LT(static_cast<float>(NumericLimits<Eigen::bfloat16>::min()), -3e38f);
  EXPECT_EQ(NumericLimits<int8_t>::min(), -128);
  EXPECT_EQ(NumericLimits<float>::min(), std::numeric_limits<float>::lowest());
  EXPECT_TRUE(NumericLimits<half>::kIsOptional);
  EXPECT_FALSE(NumericLimits<float>::kIsOptional);
}

TEST(TestUtilTypes, ToVectorConvertsOneByOne) {
  EXPECT_THAT(ToVector<int8_t>({1, -2, 3}), ElementsAre(1, -2, 3));
  EXPECT_THAT(ToVector<float>(std::vector<int>{4, 5}), ElementsAre(4.0f, 5.0f));
  EXPECT_EQ(static_cast<float>(ToVector<half>({0.5f})[0]), 0.5f);
}

// A model with tensors only.
class TensorsOnly : public SingleOpModel {
 public:
  template <typename T>
  std::pair<float, int32_t> Choose(float min, float max,
                                   TfLiteType type = kTfLiteNoType) {
    return QuantizationParams<T>(min, max, type);
  }
};

TEST(TestUtilQuantization, RangesGiveScaleAndAnExactZero) {
  TensorsOnly m;
  const int a = m.AddInput({TensorType_UINT8, {1}, -1.0, 1.0});
  EXPECT_FLOAT_EQ(m.GetScale(a), 2.0f / 255);
  EXPECT_EQ(m.GetZeroPoint(a), 127);  // 127.49999 in FLOAT32
  const int b = m.AddInput({TensorType_INT8, {1}, 0.0, 2.55});
  EXPECT_FLOAT_EQ(m.GetScale(b), 0.01f);
  EXPECT_EQ(m.GetZeroPoint(b), -128);
  const int c = m.AddOutput({TensorType_INT16, {}, -1.0, 32767.f / 32768.f});
  EXPECT_FLOAT_EQ(m.GetScale(c), 1.0f / 32768);
  EXPECT_EQ(m.GetZeroPoint(c), 0);
  const int d = m.AddInput({TensorType_UINT8, {2, 3}, 0, 0, 0.25, 7});
  EXPECT_EQ(m.GetScale(d), 0.25f);
  EXPECT_EQ(m.GetZeroPoint(d), 7);
  EXPECT_THAT(m.GetShape(d), ElementsAre(2, 3));
  const int e = m.AddInput({TensorType_INT4, {1}, -7, 7});
  EXPECT_FLOAT_EQ(m.GetScale(e), 1.0f);
  EXPECT_EQ(m.GetZeroPoint(e), 0);
}

TEST(TestUtilQuantization, ZeroPointsAreClampedToTheStoredValues) {
  TensorsOnly m;
  EXPECT_EQ(m.Choose<uint8_t>(0, 0), (std::pair<float, int32_t>(0, 0)));
  EXPECT_EQ(m.Choose<uint8_t>(-255, 0).second, 255);
  EXPECT_EQ(m.Choose<int8_t>(-128, 127).second, 0);
  EXPECT_EQ(m.Choose<uint8_t>(-63.5, 64).second, 127);
}

TEST(TestUtilQuantizationDeathTest, ARangeHoldsZero) {
  TensorsOnly m;
  EXPECT_DEATH(m.AddInput({TensorType_UINT8, {1}, 1.0, 2.0}),
               "does not hold 0");
  EXPECT_DEATH(m.AddInput({TensorType_FLOAT32, {1}, -1.0, 2.0}), "FLOAT32");
}

TEST(TestUtilQuantization, QuantizeRoundsHalvesAwayFromZeroAndClamps) {
  EXPECT_THAT(Quantize<int8_t>({0.25f, -0.25f, 100.0f, -100.0f}, 0.5f, 0),
              ElementsAre(1, -1, 127, -128));
  EXPECT_THAT(Quantize<uint8_t>({-0.5f, 0.0f, 1.0f}, 0.5f, 1),
              ElementsAre(0, 1, 3));
  EXPECT_THAT(Quantize<int8_t>({9.0f, -9.0f}, 1.0f, 0, kTfLiteInt4),
              ElementsAre(7, -7));
  EXPECT_THAT(Quantize<int32_t>({3e9f, -3e9f}, 1.0f, 0),
              ElementsAre(2147483647, -2147483647 - 1));
  EXPECT_THAT(Dequantize<uint8_t>({0, 1, 3}, 0.5f, 1),
              ElementsAre(-0.5f, 0.0f, 1.0f));
  EXPECT_THAT(Dequantize<int16_t>(std::vector<int16_t>{-4}, 0.25f, 0),
              ElementsAre(-1.0f));
}

TEST(TestUtilMatchers, ArraysAreComparedWithinABound) {
  const std::vector<float> values = {1.0f, 2.0f, 3.0f};
  EXPECT_THAT(values, ElementsAreArray(ArrayFloatNear({1.0, 2.000001, 3.0})));
  EXPECT_THAT(values, Not(ElementsAreArray(ArrayFloatNear({1.0, 2.1, 3.0}))));
  EXPECT_THAT(values,
              ElementsAreArray(ArrayFloatNear({1.05, 2.05, 3.05}, 0.1)));
  EXPECT_THAT(values, ElementsAreArray(ArrayFloatNear(
                          {1.0, 2.01, 3.02}, /*max_abs_err=*/0, kFpErrorAuto,
                          /*max_rel_err=*/0.01)));
  EXPECT_THAT(values, ElementsAreArray(ArrayFloatNear(values)));
  EXPECT_THAT(ToVector<half>({1.0f, 2.0f}),
              ElementsAreArray(ArrayFloatNear(std::vector<half>{1.0f, 2.0f})));
  EXPECT_THAT(std::vector<double>{0.5}, Each(FloatAbsRelNear(0.5, 0, 0)));
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(infinity, FloatAbsRelNear(infinity, 0.0f, 0.0f));
  EXPECT_THAT(NAN, Not(FloatAbsRelNear(0.0f, 1.0f, 1.0f)));
}

TEST(TestUtilMatchers, PairsAreComparedByUnitsInTheLastPlace) {
  EXPECT_THAT((std::vector<float>{0.1f + 0.2f, 1}),
              Pointwise(FloatingPointEq(), {0.3f, 1.0f}));
  EXPECT_THAT((std::vector<float>{0.3001f}),
              Not(Pointwise(FloatingPointEq(), {0.3f})));
  EXPECT_THAT((std::vector<float>{1000.01f}),
              Pointwise(FloatingPointAlmostEq(), {1000.0f}));
  EXPECT_THAT((std::vector<float>{1.01f}),
              Not(Pointwise(FloatingPointAlmostEq(), {1.0f})));
}

TEST(TestUtilMatchers, ComplexNumbersAreComparedByPart) {
  const std::vector<std::complex<float>> values = {{1, 2}, {3, -4}};
  EXPECT_THAT(values, ElementsAreArray(ArrayComplex64Near(values)));
  EXPECT_THAT(values,
              Not(ElementsAreArray(ArrayComplex64Near({{1, 2}, {3, -4.1}}))));
  EXPECT_THAT(values,
              ElementsAreArray(ArrayComplex64Near({{1, 2}, {3, -4.1}}, 0.2)));
}

TEST(TestUtilMatchers, DimensionsAreCompared) {
  const IntArrayUniquePtr dims = BuildTfLiteArray<int>({2, 3});
  EXPECT_THAT(dims.get(), DimsAre({2, 3}));
  EXPECT_THAT(dims.get(), DimsAre(std::vector<int>{2, 3}));
  EXPECT_THAT(dims.get(), Not(DimsAre({3, 2})));
  TensorUniquePtr tensor = BuildTfLiteTensor(kTfLiteInt32, {4}, kTfLiteDynamic);
  EXPECT_THAT(tensor.get(), DimsAre({4}));
  std::vector<int> wanted = {4};
  EXPECT_THAT(tensor.get(), DimsAre(absl::MakeSpan(wanted)));
}

class KernelMapTest : public SingleOpTest {
 protected:
  const std::map<string, TfLiteRegistration*>& GetKernelMap() override {
    static const auto* const map = new std::map<string, TfLiteRegistration*>(
        {{"A", ops::builtin::Register_ADD()},
         {"B", ops::builtin::Register_ADD()}});
    return *map;
  }
};

TEST_P(KernelMapTest, GivesTheKernelOfTheParameter) {
  ASSERT_NE(GetRegistration(), nullptr);
  SingleOpResolver resolver(BuiltinOperator_ADD, GetRegistration(), 3);
  ASSERT_NE(resolver.FindOp(BuiltinOperator_ADD, 1), nullptr);
  EXPECT_EQ(resolver.FindOp(BuiltinOperator_ADD, 1)->invoke,
            GetRegistration()->invoke);
  EXPECT_EQ(resolver.FindOp(BuiltinOperator_ADD, 1)->version, 3);
  EXPECT_EQ(resolver.FindOp(BuiltinOperator_SUB, 1), nullptr);
  EXPECT_EQ(resolver.FindOp("ADD", 1), nullptr);
}

INSTANTIATE_TEST_SUITE_P(KernelMapTest, KernelMapTest,
                         ::testing::ValuesIn(SingleOpTest::GetKernelTags(
                             {{"A", nullptr}, {"B", nullptr}})));

template <typename T>
class AllocateAndCheckTest : public ::testing::Test {};
using CheckedTypes = ::testing::Types<float, int32_t>;
TYPED_TEST_SUITE(AllocateAndCheckTest, CheckedTypes);

TYPED_TEST(AllocateAndCheckTest, RunsTypedModels) {
  struct NegModel : SingleOpModel {
    NegModel() {
      input = AddInput(TensorData{GetTensorType<TypeParam>(), {2}});
      output = AddOutput({GetTensorType<TypeParam>(), {}});
      SetBuiltinOp(BuiltinOperator_NEG, BuiltinOptions_NegOptions,
                   CreateNegOptions(builder_).Union());
      BuildInterpreter({GetShape(input)}, /*num_threads=*/-1,
                       /*allow_fp32_relax_to_fp16=*/false,
                       /*apply_delegate=*/true,
                       /*allocate_and_delegate=*/false);
    }
    int input, output;
  } m;
  TFLITE_ALLOCATE_AND_CHECK(TypeParam, m);
  m.PopulateTensor<TypeParam>(m.input, {TypeParam(1), TypeParam(-2)});
  TFLITE_INVOKE_AND_CHECK(TypeParam, m);
  EXPECT_THAT(m.template ExtractVector<TypeParam>(m.output),
              ElementsAreArray(ToVector<TypeParam>({-1, 2})));
}

}  // namespace
}  // namespace tflite
