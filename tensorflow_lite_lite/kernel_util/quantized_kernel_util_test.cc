#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/kernel_util/kernel_util.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Context : TfLiteContext {
  Context() : TfLiteContext() { ReportError = Keep; }
  static void Keep(TfLiteContext* context, const char* format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    static_cast<Context*>(context)->error = text;
  }
  std::string error;
};

// A tensor without memory, quantized with one scale or one per slice of
// dimension `axis`.
class Tensor {
 public:
  Tensor(TfLiteType type, std::vector<int> shape, std::vector<float> scales,
         int axis = 0) {
    tensor_.type = type;
    tensor_.dims = TfLiteIntArrayCreate(static_cast<int>(shape.size()));
    std::copy(shape.begin(), shape.end(), tensor_.dims->data);
    tensor_.params = {scales[0], 0};
    const int count = static_cast<int>(scales.size());
    auto* affine = static_cast<TfLiteAffineQuantization*>(
        std::malloc(sizeof(TfLiteAffineQuantization)));
    affine->scale = TfLiteFloatArrayCreate(count);
    std::copy(scales.begin(), scales.end(), affine->scale->data);
    affine->zero_point = TfLiteIntArrayCreate(count);
    std::fill_n(affine->zero_point->data, count, 0);
    affine->quantized_dimension = axis;
    tensor_.quantization = {kTfLiteAffineQuantization, affine};
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() { TfLiteTensorFree(&tensor_); }
  TfLiteTensor* get() { return &tensor_; }

 private:
  TfLiteTensor tensor_ = {};
};

struct Multipliers {
  TfLiteStatus status;
  int32_t all = -1;
  int shift = -1;
  int32_t min = -1, max = -1;
  std::vector<int32_t> channel, channel_shift;
};

Multipliers Populate(Context* context, Tensor* input, Tensor* filter,
                     Tensor* bias, Tensor* output, int channels) {
  Multipliers m;
  m.channel.resize(channels);
  m.channel_shift.resize(channels);
  m.status = PopulateConvolutionQuantizationParams(
      context, input->get(), filter->get(),
      bias == nullptr ? nullptr : bias->get(), output->get(), kTfLiteActRelu6,
      &m.all, &m.shift, &m.min, &m.max, m.channel.data(),
      m.channel_shift.data());
  return m;
}

TEST(QuantizedKernelUtil, ScalesEveryChannel) {
  Context context;
  Tensor input(kTfLiteInt8, {1}, {0.5f});
  Tensor filter(kTfLiteInt8, {3, 2}, {0.25f, 0.125f, 3.0f});
  Tensor bias(kTfLiteInt32, {3}, {0.125f, 0.0625f, 1.5f});
  Tensor output(kTfLiteInt8, {1}, {0.5f});
  const Multipliers m = Populate(&context, &input, &filter, &bias, &output, 3);
  ASSERT_EQ(m.status, kTfLiteOk);
  // 0.25, 0.125 and 3 as f * 2^s with f in [1/2, 1).
  EXPECT_THAT(m.channel, ElementsAre(1 << 30, 1 << 30, 3 << 29));
  EXPECT_THAT(m.channel_shift, ElementsAre(-1, -2, 2));
  EXPECT_EQ(m.min, 0);
  EXPECT_EQ(m.max, 12);
}

TEST(QuantizedKernelUtil, OneScaleServesEveryChannel) {
  Context context;
  Tensor input(kTfLiteUInt8, {1}, {1.0f});
  Tensor filter(kTfLiteUInt8, {2, 2}, {0.25f});
  Tensor bias(kTfLiteInt32, {2}, {0.25f});
  Tensor output(kTfLiteUInt8, {1}, {1.0f});
  const Multipliers m = Populate(&context, &input, &filter, &bias, &output, 2);
  ASSERT_EQ(m.status, kTfLiteOk);
  EXPECT_THAT(m.channel, ElementsAre(1 << 30, 1 << 30));
  EXPECT_THAT(m.channel_shift, ElementsAre(-1, -1));
  EXPECT_EQ(m.all, 1 << 30);
  EXPECT_EQ(m.shift, 1);
}

TEST(QuantizedKernelUtil, RefusesScalesThatFitNothing) {
  Context context;
  Tensor input(kTfLiteInt8, {1}, {0.5f});
  Tensor output(kTfLiteInt8, {1}, {0.5f});
  Tensor two_scales(kTfLiteInt8, {3, 2}, {0.25f, 0.125f});
  EXPECT_EQ(Populate(&context, &input, &two_scales, nullptr, &output, 3).status,
            kTfLiteError);
  Tensor other_axis(kTfLiteInt8, {3, 2}, {0.25f, 0.125f}, 7);
  EXPECT_EQ(Populate(&context, &input, &other_axis, nullptr, &output, 2).status,
            kTfLiteError);
  Tensor uint8_channels(kTfLiteUInt8, {2, 2}, {0.25f, 0.125f});
  EXPECT_EQ(
      Populate(&context, &input, &uint8_channels, nullptr, &output, 2).status,
      kTfLiteError);
}

TEST(QuantizedKernelUtil, ABiasHasTheScaleOfTheProducts) {
  Context context;
  Tensor input(kTfLiteUInt8, {1}, {0.5f});
  Tensor filter(kTfLiteUInt8, {1}, {0.5f});
  Tensor bias(kTfLiteInt32, {1}, {0.25f});
  Tensor wrong(kTfLiteInt32, {1}, {0.5f});
  Tensor output(kTfLiteUInt8, {1}, {2.0f});
  double multiplier = 0.0;
  EXPECT_EQ(
      GetQuantizedConvolutionMultipler(&context, input.get(), filter.get(),
                                       bias.get(), output.get(), &multiplier),
      kTfLiteOk);
  EXPECT_EQ(multiplier, 0.125);
  EXPECT_EQ(
      GetQuantizedConvolutionMultipler(&context, input.get(), filter.get(),
                                       wrong.get(), output.get(), &multiplier),
      kTfLiteError);
}

TEST(QuantizedKernelUtil, RangesStayInsideTheType) {
  Context context;
  int32_t min = 0, max = 0;
  Tensor coarse(kTfLiteInt8, {1}, {0.01f});
  ASSERT_EQ(CalculateActivationRangeQuantized(&context, kTfLiteActRelu6,
                                              coarse.get(), &min, &max),
            kTfLiteOk);
  EXPECT_EQ(min, 0);
  EXPECT_EQ(max, 127);
  // 6 / 1e-20 does not fit a 32-bit integer; an unlimited range needs no value.
  Tensor fine(kTfLiteUInt8, {1}, {1e-20f});
  EXPECT_EQ(CalculateActivationRangeQuantized(&context, kTfLiteActRelu,
                                              fine.get(), &min, &max),
            kTfLiteOk);
  EXPECT_EQ(CalculateActivationRangeQuantized(&context, kTfLiteActRelu6,
                                              fine.get(), &min, &max),
            kTfLiteError);
  EXPECT_THAT(context.error,
              HasSubstr("no_integer_overflow_from_quantization was not true"));
  Tensor real(kTfLiteFloat32, {1}, {1.0f});
  EXPECT_EQ(CalculateActivationRangeQuantized(&context, kTfLiteActNone,
                                              real.get(), &min, &max),
            kTfLiteError);
}

}  // namespace
}  // namespace tflite
