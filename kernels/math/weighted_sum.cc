#include "kernels/math/weighted_sum.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/math/packed.h"

namespace tflite::kernels {
namespace {

using Kind = WeightedSum::Kind;

bool IsSmallInteger(TfLiteType type) {
  return type == kTfLiteInt8 || type == kTfLiteInt4 || type == kTfLiteInt2;
}

StatusOr<Kind> FindKind(const WeightedSumArgs& a) {
  const TfLiteType in = a.input.type();
  const TfLiteType weights = a.weights.type();
  const TfLiteType out = a.output.type();
  if (in == kTfLiteFloat32 && out == kTfLiteFloat32) {
    if (weights == kTfLiteFloat32) return Kind::kFloat;
    if (IsSmallInteger(weights) || weights == kTfLiteUInt8)
      return Kind::kHybrid;
  }
  const bool output_fits =
      out == in ||
      (a.allow_more_types && in == kTfLiteUInt8 && out == kTfLiteInt16);
  const bool weights_fit =
      in == kTfLiteUInt8 ? weights == kTfLiteUInt8
      : in == kTfLiteInt8
          ? IsSmallInteger(weights)
          : in == kTfLiteInt16 && (IsSmallInteger(weights) ||
                                   (a.allow_more_types && weights == in));
  TFLL_CONSTRAINT(W1, weights_fit && output_fits, "input ", a.input.ToString(),
                  ", weights ", a.weights.ToString(), ", output ",
                  a.output.ToString());
  return Kind::kInteger;
}

Status CheckBias(const WeightedSumArgs& a, Kind kind) {
  if (!a.bias) return OkStatus();
  const TfLiteType type = a.bias.type();
  const bool fits =
      kind == Kind::kInteger
          ? type == kTfLiteInt32 ||
                (type == kTfLiteInt64 &&
                 (a.allow_more_types || a.input.type() == kTfLiteInt16))
          : type == kTfLiteFloat32;
  TFLL_CONSTRAINT(W2, fits && a.bias.num_elements() == a.channels, "bias is ",
                  a.bias.ToString(), " with ", a.input.ToString(), " and ",
                  a.channels, " channels");
  return OkStatus();
}

Status CheckScale(const TensorView& tensor, float scale) {
  TFLL_CONSTRAINT(W3, scale > 0.0f && std::isfinite(scale), tensor.ToString(),
                  " has scale ", scale);
  return OkStatus();
}

// One scale, or one per channel. Where the stated dimension cannot be right,
// the number of scales decides.
Status CheckWeightScales(const WeightedSumArgs& a) {
  const auto scales = a.weights.scales();
  const int64_t count = static_cast<int64_t>(scales.size());
  const int stated = a.weights.quantized_dimension();
  const bool stated_fits = stated >= 0 && stated < a.weights.rank() &&
                           a.weights.dim(stated) == count;
  TFLL_CONSTRAINT(
      W4,
      count == 1 || (count == a.channels &&
                     (stated == a.channel_dimension || !stated_fits)),
      "weights ", a.weights.ToString(), " have ", count,
      " scales along dimension ", stated);
  // All at once, which is quick; one by one only to say which is wrong. Finite
  // positive numbers have the bits of 1 to just below infinity's.
  constexpr uint32_t kInfinity = 0x7f800000;
  bool wrong = false;
  for (const float scale : scales) {
    uint32_t bits;
    std::memcpy(&bits, &scale, sizeof(bits));
    wrong |= bits - 1 >= kInfinity - 1;
  }
  if (!wrong) return OkStatus();
  for (float scale : scales) TFLL_RETURN_IF_ERROR(CheckScale(a.weights, scale));
  return OkStatus();
}

Status CheckZeroPoint(const TensorView& tensor, int32_t zero_point) {
  const TfLiteType type = tensor.type();
  const int32_t low = type == kTfLiteInt8 ? -128 : 0;
  const int32_t high = type == kTfLiteInt8    ? 127
                       : type == kTfLiteUInt8 ? 255
                                              : 0;
  TFLL_CONSTRAINT(W5, zero_point >= low && zero_point <= high,
                  tensor.ToString(), " has zero point ", zero_point);
  return OkStatus();
}

// The zero point of all weights. Channels with scales of their own may state
// one each.
StatusOr<int32_t> OneZeroPoint(const TensorView& weights) {
  if (!weights.is_per_channel()) return weights.zero_point();
  const auto zero_points = weights.zero_points();
  for (const int32_t zero_point : zero_points) {
    TFLL_CONSTRAINT(W5, zero_point == zero_points[0], weights.ToString(),
                    " has the zero points ", zero_points[0], " and ",
                    zero_point);
  }
  return zero_points.empty() ? 0 : zero_points[0];
}

Status BindWeightZeroPoint(const WeightedSumArgs& a, WeightedSum* sum) {
  const bool signed_zero_point =
      a.allow_more_types && a.input.type() == kTfLiteInt8 &&
      a.weights.type() == kTfLiteInt8 && a.weights.scales().size() == 1;
  if (a.weights.type() == kTfLiteUInt8 || signed_zero_point) {
    TFLL_ASSIGN_OR_RETURN(sum->weights_zero_point, OneZeroPoint(a.weights));
    return CheckZeroPoint(a.weights, sum->weights_zero_point);
  }
  int32_t any = 0;
  for (const int32_t zero_point : a.weights.zero_points()) any |= zero_point;
  if (any == 0) return OkStatus();
  for (const int32_t zero_point : a.weights.zero_points()) {
    TFLL_CONSTRAINT(W5, zero_point == 0, a.weights.ToString(),
                    " has zero point ", zero_point);
  }
  return OkStatus();
}

Status BindHybrid(const WeightedSumArgs& a, WeightedSum* sum) {
  sum->asymmetric_inputs = a.asymmetric_inputs;
  if (a.weights.type() == kTfLiteUInt8) {
    TFLL_ASSIGN_OR_RETURN(const int32_t zero_point, OneZeroPoint(a.weights));
    sum->weights_as_int8 = zero_point == 0;
  }
  sum->blocks = a.blocks;
  if (a.blocks) return OkStatus();
  const auto scales = a.weights.scales();
  if (scales.empty()) {
    // Constant weights must have their scale now.
    TFLL_CONSTRAINT(W3, !a.weights.is_constant(), a.weights.ToString(),
                    " is not quantized");
    sum->weights_scales = {0.0f};
    return OkStatus();
  }
  if (scales.size() > 1 || a.weights.is_constant()) {
    TFLL_RETURN_IF_ERROR(CheckWeightScales(a));
  }
  sum->weights_scales.assign(scales.begin(), scales.end());
  return BindWeightZeroPoint(a, sum);
}

// One per channel, also where all are the same.
void BindMultipliers(const WeightedSumArgs& a, WeightedSum* sum) {
  const bool per_tensor = sum->weights_scales.size() == 1;
  const bool round_product = a.round_scale_product && per_tensor;
  const auto multiplier = [&](float scale) {
    const double product = round_product
                               ? double{sum->input_scale * scale}
                               : double{sum->input_scale} * double{scale};
    return QuantizeMultiplier(product / double{sum->output_scale});
  };
  if (per_tensor) {
    sum->multipliers.assign(a.channels, multiplier(sum->weights_scales[0]));
    return;
  }
  sum->multipliers.resize(a.channels);
  for (int32_t c = 0; c < a.channels; ++c) {
    sum->multipliers[c] = multiplier(sum->weights_scales[c]);
  }
}

Status BindInteger(const WeightedSumArgs& a, WeightedSum* sum) {
  TFLL_RETURN_IF_ERROR(CheckScale(a.input, a.input.scale()));
  TFLL_RETURN_IF_ERROR(CheckScale(a.output, a.output.scale()));
  TFLL_CONSTRAINT(W3, a.weights.is_quantized(), a.weights.ToString(),
                  " is not quantized");
  TFLL_RETURN_IF_ERROR(CheckWeightScales(a));
  TFLL_RETURN_IF_ERROR(CheckZeroPoint(a.input, a.input.zero_point()));
  TFLL_RETURN_IF_ERROR(CheckZeroPoint(a.output, a.output.zero_point()));
  TFLL_RETURN_IF_ERROR(BindWeightZeroPoint(a, sum));
  const auto scales = a.weights.scales();
  sum->weights_scales.assign(scales.begin(), scales.end());
  sum->input_scale = a.input.scale();
  sum->output_scale = a.output.scale();
  sum->input_zero_point = a.input.zero_point();
  sum->output_zero_point = a.output.zero_point();
  if (a.input.type() != kTfLiteInt16) sum->halves = a.halves;
  sum->wide_accumulator =
      a.input.type() == kTfLiteInt16 && sum->bias_type != kTfLiteInt32;
  TFLL_ASSIGN_OR_RETURN(sum->integer_range,
                        QuantizedActivationRange(a.activation, a.output));
  BindMultipliers(a, sum);
  return OkStatus();
}

}  // namespace

StatusOr<WeightedSum> BindWeightedSum(const WeightedSumArgs& a) {
  WeightedSum sum;
  TFLL_ASSIGN_OR_RETURN(sum.kind, FindKind(a));
  TFLL_RETURN_IF_ERROR(CheckBias(a, sum.kind));
  TFLL_CONSTRAINT(W4,
                  a.blocks || a.weights.raw()->quantization.type !=
                                  kTfLiteBlockwiseQuantization,
                  "weights ", a.weights.ToString(), " are quantized in blocks");
  TFLL_CONSTRAINT(
      W7, a.allow_sparse_weights || a.weights.raw()->sparsity == nullptr,
      "weights ", a.weights.ToString(), " are sparse");
  sum.input_type = a.input.type();
  sum.weights_type = a.weights.type();
  sum.output_type = a.output.type();
  sum.bias_type = a.bias ? a.bias.type() : kTfLiteNoType;
  sum.channels = a.channels;
  sum.weights_constant = a.weights.is_constant();
  sum.bias_constant = !a.bias || a.bias.is_constant();
  const auto float_range = FloatActivationRange(a.activation);
  TFLL_CONSTRAINT(W6, float_range.ok(), float_range.status().message());
  sum.float_range = *float_range;
  if (sum.kind == Kind::kHybrid) TFLL_RETURN_IF_ERROR(BindHybrid(a, &sum));
  if (sum.kind == Kind::kInteger) TFLL_RETURN_IF_ERROR(BindInteger(a, &sum));
  return sum;
}

std::vector<int16_t> DecodeIntegers(const TensorView& tensor,
                                    int32_t zero_point) {
  const int64_t n = tensor.num_elements();
  std::vector<int16_t> out(n);
  const auto fill = [&](auto at) {
    for (int64_t i = 0; i < n; ++i)
      out[i] = static_cast<int16_t>(at(i) - zero_point);
  };
  switch (tensor.type()) {
    case kTfLiteUInt8:
      fill([p = tensor.data<uint8_t>()](int64_t i) { return p[i]; });
      break;
    case kTfLiteInt8:
      fill([p = tensor.data<int8_t>()](int64_t i) { return p[i]; });
      break;
    case kTfLiteInt16:
      fill([p = tensor.data<int16_t>()](int64_t i) { return p[i]; });
      break;
    case kTfLiteInt4:
      fill([p = tensor.data<uint8_t>()](int64_t i) {
        return PackedInt4At(p, i);
      });
      break;
    case kTfLiteInt2:
      fill([p = tensor.data<uint8_t>()](int64_t i) {
        return PackedInt2At(p, i);
      });
      break;
    default:
      break;
  }
  return out;
}

std::vector<int16_t> DecodeWeights(const WeightedSum& sum,
                                   const TensorView& weights) {
  std::vector<int16_t> out = DecodeIntegers(weights, sum.weights_zero_point);
  if (sum.weights_as_int8) {
    for (int16_t& w : out) w = static_cast<int8_t>(w);
  }
  return out;
}

float HybridScale(const WeightedSum& sum, float scale, int32_t channel) {
  if (sum.weights_scales.size() > 1) return sum.weights_scales[channel];
  return sum.weights_constant ? sum.weights_scales[0] : scale;
}

float HybridScale(const WeightedSum& sum, const TensorView& weights,
                  int32_t channel) {
  return HybridScale(sum, weights.scale(), channel);
}

float FloatBias(const WeightedSum& sum, const TensorView& bias,
                int32_t channel) {
  return sum.has_bias() ? bias.data<float>()[channel] : 0.0f;
}

int64_t IntegerBias(const WeightedSum& sum, const TensorView& bias,
                    int32_t channel) {
  if (!sum.has_bias()) return 0;
  return sum.bias_type == kTfLiteInt64 ? bias.data<int64_t>()[channel]
                                       : bias.data<int32_t>()[channel];
}

int32_t FinishInteger(const WeightedSum& sum, int64_t products,
                      const TensorView& bias, int32_t channel) {
  const QuantizedMultiplier m = sum.multipliers[channel];
  const auto accumulator = static_cast<int64_t>(
      static_cast<uint64_t>(products) +
      static_cast<uint64_t>(IntegerBias(sum, bias, channel)));
  const int32_t scaled =
      sum.wide_accumulator
          ? MultiplyByQuantizedMultiplier(accumulator, m)
          : MultiplyByQuantizedMultiplier(static_cast<int32_t>(accumulator), m,
                                          sum.halves);
  const int64_t out = int64_t{scaled} + sum.output_zero_point;
  return static_cast<int32_t>(std::min<int64_t>(
      sum.integer_range.max, std::max<int64_t>(sum.integer_range.min, out)));
}

}  // namespace tflite::kernels
