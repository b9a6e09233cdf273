#ifndef KERNELS_MATH_WEIGHTED_SUM_REFERENCE_H_
#define KERNELS_MATH_WEIGHTED_SUM_REFERENCE_H_

#include <cstdint>
#include <vector>

#include "kernels/math/hybrid.h"
#include "kernels/math/weighted_sum.h"

namespace tflite::kernels {

struct WeightedSumTensors {
  TensorView input, weights, bias, output;
  // The input's equal parts with a quantization of their own when hybrid:
  // images or rows.
  int64_t parts = 1;
};

// Runs a plain kernel on any kind of sum. `products` gets the operands as
// floats or as integers minus their zero points, and must call
//   store(element of the output, part of the input, channel, sum of products)
// for every element, in any order:
//   products(const T* input, const T* weights, Sum zero, const Store& store)
template <typename Products>
void EvalWeightedSum(const WeightedSum& sum, const WeightedSumTensors& t,
                     const Products& products) {
  if (sum.kind == WeightedSum::Kind::kFloat) {
    float* out = t.output.mutable_data<float>();
    products(t.input.data<float>(), t.weights.data<float>(), 0.0f,
             [&](int64_t i, int64_t, int32_t channel, float acc) {
               out[i] =
                   sum.float_range.Clamp(acc + FloatBias(sum, t.bias, channel));
             });
    return;
  }
  const std::vector<int16_t> weights = DecodeWeights(sum, t.weights);
  if (sum.kind == WeightedSum::Kind::kInteger) {
    const std::vector<int16_t> in =
        DecodeIntegers(t.input, sum.input_zero_point);
    void* out = t.output.mutable_data<void>();
    products(in.data(), weights.data(), int64_t{0},
             [&](int64_t i, int64_t, int32_t channel, int64_t acc) {
               StoreInteger(sum.output_type, out, i,
                            FinishInteger(sum, acc, t.bias, channel));
             });
    return;
  }
  const int64_t size = t.parts == 0 ? 0 : t.input.num_elements() / t.parts;
  const QuantizedRows in =
      QuantizeRows(sum.asymmetric_inputs, t.input.data<float>(), t.parts, size);
  float* out = t.output.mutable_data<float>();
  products(in.values.data(), weights.data(), int64_t{0},
           [&](int64_t i, int64_t part, int32_t channel, int64_t acc) {
             const float scale =
                 in.scales[part] * HybridScale(sum, t.weights, channel);
             out[i] = sum.float_range.Clamp(static_cast<float>(acc) * scale +
                                            FloatBias(sum, t.bias, channel));
           });
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_WEIGHTED_SUM_REFERENCE_H_
