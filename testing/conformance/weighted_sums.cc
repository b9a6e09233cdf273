#include "testing/conformance/weighted_sums.h"

namespace tflite {
namespace conformance {
namespace {

// Weights are approximately in [-1, 1].
float WeightScale(TfLiteType type) {
  switch (type) {
    case kTfLiteInt4:
      return 1.f / 8;
    case kTfLiteInt2:
      return 1.f / 2;
    default:
      return 1.f / 128;
  }
}

}  // namespace

Elements SumElements::Weights(int channels, int dimension) const {
  Elements e;
  e.type = weights_type;
  if (weights_type == kTfLiteFloat32) return e;
  e = e.Range(-0.98, 0.98);
  const float scale = WeightScale(weights_type);
  if (weights_type == kTfLiteUInt8) return e.Scaled(scale, 131);
  return per_channel ? e.PerChannel(channels, dimension, scale)
                     : e.Scaled(scale, 0);
}

Elements SumElements::Bias(int channels) const {
  Elements e;
  e.type = bias_type;
  if (is_float()) return e;
  const float scale = input.scales[0] * WeightScale(weights_type);
  e = per_channel ? e.PerChannel(channels, 0, scale) : e.Scaled(scale);
  return e.Range(-2, 2);
}

Elements SumElements::Output(int depth) const {
  if (is_float()) return input;
  // The standard deviation of products of uniform numbers in [-2, 2] and [-1,
  // 1] is 2/3.
  const float most = 2 + 2.f * std::sqrt(static_cast<float>(depth));
  if (input.type == kTfLiteInt16) return input.Scaled(most / 32768);
  return input.Scaled(most / 128, input.type == kTfLiteUInt8 ? 121 : -9);
}

Tolerance SumElements::Within(int depth) const {
  if (is_hybrid()) return Near(depth / 128.0);
  return Depth(depth, 1);
}

std::vector<SumElements> PlainSumElements() {
  return {
      {"float32", kFloat32, kTfLiteFloat32, false, kTfLiteFloat32},
      {"int8_quantized", kInt8, kTfLiteInt8, false, kTfLiteInt32},
      {"int8_per_channel", kInt8, kTfLiteInt8, true, kTfLiteInt32},
      {"uint8_quantized", kUInt8, kTfLiteUInt8, false, kTfLiteInt32},
      {"int16x8_per_channel", kInt16, kTfLiteInt8, true, kTfLiteInt64},
  };
}

std::vector<SumElements> AllSumElements() {
  std::vector<SumElements> all = PlainSumElements();
  all.push_back({"hybrid_int8", kFloat32, kTfLiteInt8, true, kTfLiteFloat32});
  return all;
}

}  // namespace conformance
}  // namespace tflite
