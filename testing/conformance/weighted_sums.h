// Types of operators that are weighted sums: convolutions, fully connected
// layers.
#ifndef TESTING_CONFORMANCE_WEIGHTED_SUMS_H_
#define TESTING_CONFORMANCE_WEIGHTED_SUMS_H_

#include <cmath>
#include <string>
#include <vector>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// What the tensors of one such operator are, with quantizations that the sums
// about fill.
struct SumElements {
  std::string name;
  Elements input;
  TfLiteType weights_type = kTfLiteFloat32;
  bool per_channel = false;
  TfLiteType bias_type = kTfLiteFloat32;

  // `dimension` is the one of the weights' channels.
  Elements Weights(int channels, int dimension) const;
  // Has the product of the scales of input and weights, as converters say.
  Elements Bias(int channels) const;
  // Of sums of `depth` products.
  Elements Output(int depth) const;
  // Hybrid inputs lose up to half a step of 8 bits each.
  Tolerance Within(int depth) const;

  bool is_float() const { return input.type == kTfLiteFloat32; }
  bool is_hybrid() const {
    return is_float() && weights_type != kTfLiteFloat32;
  }
};

// float32, hybrid_int8, int8, int8_per_channel, uint8, int16x8_per_channel.
std::vector<SumElements> AllSumElements();
// Those without a hybrid one.
std::vector<SumElements> PlainSumElements();

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_WEIGHTED_SUMS_H_
