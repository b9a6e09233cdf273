#ifndef DELEGATES_GPU_TESTS_BYTE_CASES_H_
#define DELEGATES_GPU_TESTS_BYTE_CASES_H_

#include "testing/conformance/case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {

// Cases of sums of products of 8-bit integers whose results must be bit-exact.

template <typename Params>
Params Window(TfLitePadding padding, int stride,
              TfLiteFusedActivation activation) {
  Params params{};
  params.padding = padding;
  params.stride_height = params.stride_width = stride;
  params.activation = activation;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  return params;
}

inline conformance::Case Conv(const conformance::SumElements& e, int in,
                              int out, int filter, int stride) {
  const int depth = filter * filter * in;
  return conformance::Case("Conv", e.name)
      .Op(kTfLiteBuiltinConv2d,
          Window<TfLiteConvParams>(kTfLitePaddingSame, stride, kTfLiteActRelu6))
      .In(e.input, {2, 9, 11, in})
      .Const(e.Weights(out, 0), {out, filter, filter, in})
      .Const(e.Bias(out), {out})
      .Out(e.Output(depth))
      .Within(conformance::Exact());
}

inline conformance::Case FullyConnected(const conformance::SumElements& e,
                                        int rows, int units) {
  return conformance::Case("FullyConnected", e.name)
      .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
      .In(e.input, {rows, 37})
      .Const(e.Weights(units, 0), {units, 37})
      .Const(e.Bias(units), {units})
      .Out(e.Output(37))
      .Within(conformance::Exact());
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_BYTE_CASES_H_
