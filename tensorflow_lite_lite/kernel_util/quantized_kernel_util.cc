// The quantization functions of kernel_util.h.
#include <cmath>

#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/kernel_util/kernel_util.h"

namespace tflite {
namespace {

// How many channels of its filter a convolution scales; kTfLiteError if the
// quantization does not fit the tensors.
TfLiteStatus CheckFilterScales(TfLiteContext* context,
                               const TfLiteTensor* input,
                               const TfLiteTensor* filter, int num_channels) {
  TF_LITE_ENSURE_EQ(context, filter->quantization.type,
                    kTfLiteAffineQuantization);
  const auto* affine =
      static_cast<const TfLiteAffineQuantization*>(filter->quantization.params);
  TF_LITE_ENSURE(context, affine != nullptr);
  TF_LITE_ENSURE(context, affine->scale != nullptr);
  TF_LITE_ENSURE(context, affine->scale->size > 0);
  if (affine->scale->size == 1) return kTfLiteOk;
  TF_LITE_ENSURE(context,
                 input->type == kTfLiteInt8 || input->type == kTfLiteInt16);
  TF_LITE_ENSURE(context, filter->type == kTfLiteInt8 ||
                              filter->type == kTfLiteInt4 ||
                              filter->type == kTfLiteInt2);
  TF_LITE_ENSURE_EQ(context, affine->scale->size, num_channels);
  TF_LITE_ENSURE(context,
                 affine->quantized_dimension >= 0 &&
                     affine->quantized_dimension < NumDimensions(filter));
  TF_LITE_ENSURE_EQ(context, num_channels,
                    SizeOfDimension(filter, affine->quantized_dimension));
  return kTfLiteOk;
}

// The range of integers that `type` stores.
TfLiteStatus StoredRange(TfLiteContext* context, TfLiteType type, int32_t* min,
                         int32_t* max) {
  switch (type) {
    case kTfLiteUInt8:
      *min = 0;
      *max = 255;
      return kTfLiteOk;
    case kTfLiteInt8:
      *min = -128;
      *max = 127;
      return kTfLiteOk;
    case kTfLiteInt16:
      *min = -32768;
      *max = 32767;
      return kTfLiteOk;
    default:
      TF_LITE_KERNEL_LOG(context, "%s is not a quantized type.",
                         TfLiteTypeGetName(type));
      return kTfLiteError;
  }
}

TfLiteStatus QuantizeBound(TfLiteContext* context, const TfLiteTensor* output,
                           float bound, int32_t* stored) {
  const float steps = std::round(bound / output->params.scale);
  const bool no_integer_overflow =
      steps >= static_cast<float>(std::numeric_limits<int32_t>::min()) &&
      steps < static_cast<float>(std::numeric_limits<int32_t>::max());
  // Programs search for the condition's name and "was not true".
  TF_LITE_ENSURE_MSG(context, no_integer_overflow,
                     "no_integer_overflow_from_quantization was not true: %f "
                     "at scale %g.",
                     static_cast<double>(bound),
                     static_cast<double>(output->params.scale));
  *stored = static_cast<int32_t>(steps) + output->params.zero_point;
  return kTfLiteOk;
}

}  // namespace

TfLiteStatus PopulateConvolutionQuantizationParams(
    TfLiteContext* context, const TfLiteTensor* input,
    const TfLiteTensor* filter, const TfLiteTensor* bias, TfLiteTensor* output,
    const TfLiteFusedActivation& activation, int32_t* multiplier, int* shift,
    int32_t* output_activation_min, int32_t* output_activation_max,
    int32_t* per_channel_multiplier, int32_t* per_channel_shift) {
  TF_LITE_ENSURE_EQ(context, filter->quantization.type,
                    kTfLiteAffineQuantization);
  const auto* affine =
      static_cast<const TfLiteAffineQuantization*>(filter->quantization.params);
  TF_LITE_ENSURE(context, affine != nullptr);
  TF_LITE_ENSURE(context,
                 affine->quantized_dimension >= 0 &&
                     affine->quantized_dimension < NumDimensions(filter));
  return PopulateConvolutionQuantizationParams(
      context, input, filter, bias, output, activation, multiplier, shift,
      output_activation_min, output_activation_max, per_channel_multiplier,
      per_channel_shift, SizeOfDimension(filter, affine->quantized_dimension));
}

TfLiteStatus PopulateConvolutionQuantizationParams(
    TfLiteContext* context, const TfLiteTensor* input,
    const TfLiteTensor* filter, const TfLiteTensor* bias, TfLiteTensor* output,
    const TfLiteFusedActivation& activation, int32_t* multiplier, int* shift,
    int32_t* output_activation_min, int32_t* output_activation_max,
    int32_t* per_channel_multiplier, int32_t* per_channel_shift,
    int num_channels) {
  TF_LITE_ENSURE_EQ(context, input->quantization.type,
                    kTfLiteAffineQuantization);
  TF_LITE_ENSURE_STATUS(
      CheckFilterScales(context, input, filter, num_channels));
  const auto* affine =
      static_cast<const TfLiteAffineQuantization*>(filter->quantization.params);
  const float* scales = affine->scale->data;
  const bool per_channel = affine->scale->size > 1;
  for (int i = 0; i < num_channels; ++i) {
    const double scale = per_channel ? scales[i] : scales[0];
    const kernels::QuantizedMultiplier factor = kernels::QuantizeMultiplier(
        static_cast<double>(input->params.scale) * scale /
        static_cast<double>(output->params.scale));
    per_channel_multiplier[i] = factor.multiplier;
    per_channel_shift[i] = factor.shift;
  }
  if (input->type == kTfLiteUInt8) {
    double real = 0.0;
    TF_LITE_ENSURE_STATUS(GetQuantizedConvolutionMultipler(
        context, input, filter, bias, output, &real));
    const kernels::QuantizedMultiplier factor =
        kernels::QuantizeMultiplier(real);
    *multiplier = factor.multiplier;
    *shift = -factor.shift;
  }
  if (input->type == kTfLiteUInt8 || input->type == kTfLiteInt8 ||
      input->type == kTfLiteInt16) {
    return CalculateActivationRangeQuantized(context, activation, output,
                                             output_activation_min,
                                             output_activation_max);
  }
  return kTfLiteOk;
}

TfLiteStatus GetQuantizedConvolutionMultipler(TfLiteContext* context,
                                              const TfLiteTensor* input,
                                              const TfLiteTensor* filter,
                                              const TfLiteTensor* bias,
                                              TfLiteTensor* output,
                                              double* multiplier) {
  if (bias != nullptr) {
    const double product = static_cast<double>(input->params.scale) *
                           static_cast<double>(filter->params.scale);
    const double difference =
        std::abs(product - static_cast<double>(bias->params.scale));
    // The scales may differ by 2 % of an output step, as in TensorFlow Lite.
    TF_LITE_ENSURE(context, difference / output->params.scale <= 0.02);
  }
  return GetQuantizedConvolutionMultipler(context, input, filter, output,
                                          multiplier);
}

TfLiteStatus GetQuantizedConvolutionMultipler(TfLiteContext* context,
                                              const TfLiteTensor* input,
                                              const TfLiteTensor* filter,
                                              TfLiteTensor* output,
                                              double* multiplier) {
  const double product = static_cast<double>(input->params.scale) *
                         static_cast<double>(filter->params.scale);
  TF_LITE_ENSURE(context, product >= 0);
  *multiplier = product / static_cast<double>(output->params.scale);
  return kTfLiteOk;
}

TfLiteStatus CalculateActivationRangeQuantized(TfLiteContext* context,
                                               TfLiteFusedActivation activation,
                                               TfLiteTensor* output,
                                               int32_t* act_min,
                                               int32_t* act_max) {
  int32_t min = 0;
  int32_t max = 0;
  TF_LITE_ENSURE_STATUS(StoredRange(context, output->type, &min, &max));
  float low = 0.0f;
  float high = 0.0f;
  CalculateActivationRange(activation, &low, &high);
  *act_min = min;
  *act_max = max;
  if (low != std::numeric_limits<float>::lowest()) {
    int32_t stored = 0;
    TF_LITE_ENSURE_STATUS(QuantizeBound(context, output, low, &stored));
    *act_min = stored > min ? stored : min;
  }
  if (high != std::numeric_limits<float>::max()) {
    int32_t stored = 0;
    TF_LITE_ENSURE_STATUS(QuantizeBound(context, output, high, &stored));
    *act_max = stored < max ? stored : max;
  }
  return kTfLiteOk;
}

}  // namespace tflite
