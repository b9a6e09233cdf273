// Tests of the smaller headers that operators include.
#include <climits>
#include <cmath>
#include <cstdint>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/kernel_util/cpu_backend_context.h"
#include "tensorflow_lite_lite/kernel_util/internal/common.h"
#include "tensorflow_lite_lite/kernel_util/internal/portable_tensor_utils.h"
#include "tensorflow_lite_lite/kernel_util/internal/quantization_util.h"
#include "tensorflow_lite_lite/kernel_util/internal/reference/reference_ops.h"
#include "tensorflow_lite_lite/kernel_util/internal/tensor.h"
#include "tensorflow_lite_lite/kernel_util/internal/test_util.h"
#include "tensorflow_lite_lite/kernel_util/padding.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;
using ::testing::FloatNear;
using ::testing::Pointwise;

TEST(RuntimeShape, CountsElements) {
  EXPECT_EQ(RuntimeShape().FlatSize(), 1);
  RuntimeShape shape({2, 3, 4});
  EXPECT_EQ(shape.FlatSize(), 24);
  EXPECT_EQ(FlatSizeSkipDim(shape, 1), 8);
  EXPECT_EQ(RuntimeShape::ExtendedShape(5, shape),
            RuntimeShape({1, 1, 2, 3, 4}));
  shape.SetDim(0, 0);
  EXPECT_TRUE(shape.HasZeroDimension());
  EXPECT_NE(shape, RuntimeShape({2, 3, 4}));
  EXPECT_EQ(Offset(RuntimeShape({2, 3, 4, 5}), 1, 2, 3, 4), 119);
}

TEST(RuntimeShape, ChecksCounts) {
  const RuntimeShape shape({2, 3, 5, 7});
  size_t count = 0;
  int small = 0;
  EXPECT_TRUE(shape.CheckedSizeToDimension(2, count));
  EXPECT_EQ(count, 6u);
  EXPECT_TRUE(shape.CheckedSizeFromDimension(2, small));
  EXPECT_EQ(small, 35);
  EXPECT_TRUE(shape.CheckedFlatSizeSkipDim(3, count));
  EXPECT_EQ(count, 30u);
  EXPECT_FALSE(shape.CheckedNumElementsInRange(1, 5, small));
  EXPECT_FALSE(RuntimeShape({2, -1}).CheckedFlatSize(count));
  const RuntimeShape large({INT_MAX, 2});
  EXPECT_FALSE(large.CheckedNumElementsInRange(0, 2, small));
  EXPECT_TRUE(large.CheckedFlatSize(count));
  EXPECT_TRUE(
      RuntimeShape({INT_MAX, 2, 0}).CheckedNumElementsInRange(0, 3, small));
  EXPECT_EQ(small, 0);
}

TEST(TensorCtypes, ReadsTensors) {
  float values[] = {1.0f, 2.0f};
  TfLiteTensor tensor = {};
  tensor.data.f = values;
  tensor.dims = TfLiteIntArrayCreate(1);
  tensor.dims->data[0] = 2;
  EXPECT_EQ(GetTensorData<float>(&tensor), values);
  EXPECT_EQ(GetTensorShape(&tensor), RuntimeShape({2}));
  EXPECT_EQ(GetTensorData<float>(static_cast<TfLiteTensor*>(nullptr)), nullptr);
  EXPECT_EQ(GetTensorShape(nullptr).DimensionsCount(), 0);
  TfLiteContext context = {};
  context.tensors = &tensor;
  TfLiteIntArray* list = TfLiteIntArrayCreate(2);
  list->data[0] = list->data[1] = 0;
  const VectorOfTensors<float> all(context, *list);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all.data()[1], values);
  EXPECT_EQ(all.shapes()[1]->FlatSize(), 2);
  TfLiteIntArrayFree(list);
  TfLiteIntArrayFree(tensor.dims);
}

TEST(PortableTensorUtils, PacksAndUnpacks) {
  const std::vector<int8_t> values = {-8, 7, 1, -1, 3};
  std::vector<int8_t> packed(3), back(5);
  tensor_utils::PackInt8IntoDenseInt4(values.data(), 5, packed.data());
  EXPECT_THAT(packed, ElementsAre(0x78, static_cast<int8_t>(0xf1), 3));
  tensor_utils::UnpackPackedIntToInt8(packed.data(), 5, 4, back.data());
  EXPECT_EQ(back, values);
  const std::vector<int8_t> small = {-2, 1, 0, -1, 1};
  tensor_utils::PackInt8IntoDenseInt(small.data(), 5, 2, packed.data());
  tensor_utils::UnpackPackedIntToInt8(packed.data(), 5, 2, back.data());
  EXPECT_EQ(back, small);
}

TEST(PortableTensorUtils, QuantizesFloats) {
  const std::vector<float> values = {-1.0f, 0.0f, 0.4f, 2.0f};
  std::vector<int8_t> out(4);
  float low = 0.0f, high = 0.0f, scale = 0.0f;
  tensor_utils::SymmetricQuantizeFloats(values.data(), 4, out.data(), &low,
                                        &high, &scale);
  EXPECT_THAT(out, ElementsAre(-64, 0, 25, 127));
  EXPECT_FLOAT_EQ(scale, 2.0f / 127);
  EXPECT_EQ(low, -1.0f);
  EXPECT_EQ(high, 2.0f);
  int32_t offset = 0;
  tensor_utils::AsymmetricQuantizeFloats(values.data(), 4, out.data(), &scale,
                                         &offset);
  EXPECT_FLOAT_EQ(scale, 3.0f / 255);
  EXPECT_EQ(offset, -43);
  EXPECT_THAT(out, ElementsAre(-128, -43, -9, 127));
  const float zeros[2] = {};
  tensor_utils::SymmetricQuantizeFloats(zeros, 2, out.data(), &low, &high,
                                        &scale);
  EXPECT_EQ(scale, 1.0f);
}

TEST(QuantizationUtil, ChoosesWhatStoresZeroExactly) {
  const QuantizationParams params =
      ChooseQuantizationParams<uint8_t>(-1.0, 1.55);
  EXPECT_DOUBLE_EQ(params.scale, 0.01);
  EXPECT_EQ(params.zero_point, 100);
  int32_t factor = 0;
  int shift = 0;
  QuantizeMultiplier(0.375, &factor, &shift);
  EXPECT_EQ(factor, 3 << 29);
  EXPECT_EQ(shift, -1);
  EXPECT_EQ(MultiplyByQuantizedMultiplier(int32_t{100}, factor, shift), 38);
}

TEST(Padding, PutsTheOddElementAfter) {
  int out_height = 0, out_width = 0;
  const TfLitePaddingValues p = ComputePaddingHeightWidth(
      2, 1, 1, 2, 5, 4, 3, 2, kTfLitePaddingSame, &out_height, &out_width);
  EXPECT_EQ(out_height, 3);
  EXPECT_EQ(out_width, 4);
  EXPECT_EQ(p.height, 1);
  EXPECT_EQ(p.height_offset, 0);
  EXPECT_EQ(p.width, 1);
  EXPECT_EQ(ComputeOutSize(kTfLitePaddingValid, 7, 3, 2), 3);
  int offset = 0;
  EXPECT_EQ(ComputePaddingWithOffset(1, 1, 4, 4, 4, &offset), 1);
  EXPECT_EQ(offset, 1);
}

TEST(ReferenceOps, Transpose) {
  const TransposeParams params = {3, {2, 0, 1}};
  const std::vector<int8_t> in = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  std::vector<int8_t> out(12);
  reference_ops::Transpose(params, RuntimeShape({2, 3, 2}), in.data(),
                           RuntimeShape({2, 2, 3}), out.data());
  EXPECT_THAT(out, ElementsAre(1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12));
  int8_t scalar = 0;
  reference_ops::Transpose(TransposeParams{}, RuntimeShape(), in.data(),
                           RuntimeShape(), &scalar);
  EXPECT_EQ(scalar, 1);
}

TEST(ReferenceOps, Softmax) {
  SoftmaxParams params = {};
  params.beta = 2;
  const float in[] = {0, 0.5f * std::log(3.0f), 100, 100};
  const RuntimeShape shape({2, 2});
  std::vector<float> out(4);
  reference_ops::Softmax(params, shape, in, shape, out.data());
  EXPECT_THAT(out, Pointwise(FloatEq(), {0.25f, 0.75f, 0.5f, 0.5f}));
  const float logits[] = {0, std::log(3.0f), 100, 100};
  reference_ops::LogSoftmax(params, shape, logits, shape, out.data());
  EXPECT_THAT(out,
              Pointwise(FloatNear(1e-6f), {std::log(0.25f), std::log(0.75f),
                                           std::log(0.5f), std::log(0.5f)}));
}

TEST(RandomNumbers, StayInRange) {
  std::vector<int8_t> values(200);
  FillRandom(&values, int8_t{-2}, int8_t{1});
  for (const int8_t x : values) {
    EXPECT_GE(x, -2);
    EXPECT_LE(x, 1);
  }
  const float x = UniformRandomFloat(2.0f, 3.0f);
  EXPECT_GE(x, 2.0f);
  EXPECT_LT(x, 3.0f);
}

TEST(CpuBackendContext, TakesThreadsFromTheGraph) {
  ExternalCpuBackendContext external;
  static TfLiteExternalContext* given;
  given = &external;
  TfLiteContext context = {};
  context.recommended_num_threads = 3;
  context.GetExternalContext = [](TfLiteContext*, TfLiteExternalContextType) {
    return given;
  };
  CpuBackendContext* shared = CpuBackendContext::GetFromContext(&context);
  ASSERT_NE(shared, nullptr);
  EXPECT_EQ(shared->max_num_threads(), 3);
  EXPECT_EQ(CpuBackendContext::GetFromContext(&context), shared);
  context.recommended_num_threads = 2;
  EXPECT_EQ(external.Refresh(&context), kTfLiteOk);
  EXPECT_EQ(shared->max_num_threads(), 2);
  given = nullptr;
  EXPECT_EQ(CpuBackendContext::GetFromContext(&context), nullptr);
}

}  // namespace
}  // namespace tflite
