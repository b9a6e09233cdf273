// Element types for operators that compute weighted sums, such as convolutions
// and fully connected layers.
#ifndef TESTING_CONFORMANCE_WEIGHTED_SUMS_H_
#define TESTING_CONFORMANCE_WEIGHTED_SUMS_H_

#include <cmath>
#include <string>
#include <vector>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Element types of an operator's tensors, with quantizations whose range the
// sums use almost fully.
struct SumElements {
  std::string name;
  Elements input;
  TfLiteType weights_type = kTfLiteFloat32;
  bool per_channel = false;
  TfLiteType bias_type = kTfLiteFloat32;

  // `dimension` is the channel dimension of the weights.
  Elements Weights(int channels, int dimension) const;
  // The scale is the product of the scales of input and weights, as in
  // converted models.
  Elements Bias(int channels) const;
  // For sums of `depth` products.
  Elements Output(int depth) const;
  // Allows each hybrid input an error of up to half an 8-bit step.
  Tolerance Within(int depth) const;

  bool is_float() const { return input.type == kTfLiteFloat32; }
  bool is_hybrid() const {
    return is_float() && weights_type != kTfLiteFloat32;
  }
};

// float32, int8_quantized, int8_per_channel, uint8_quantized,
// int16x8_per_channel, hybrid_int8.
std::vector<SumElements> AllSumElements();
// The same without hybrid_int8.
std::vector<SumElements> PlainSumElements();

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_WEIGHTED_SUMS_H_
