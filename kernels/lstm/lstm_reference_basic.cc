#include <algorithm>

#include "kernels/lstm/lstm_integer.h"
#include "kernels/lstm/lstm_reference_kinds.h"

namespace tflite::kernels {
namespace {

// The tensors of one row. `joined` is [x h]; `gates` holds i g f o.
template <typename T, typename Bias, typename Cell>
struct Rows {
  Rows(const Lstm& op, EvalContext& context, int64_t b)
      : inputs(op.layers[0].inputs),
        cells(op.layers[0].cells),
        columns(inputs + cells) {
    x = context.in<T>(0) + b * inputs;
    h = context.in<T>(1) + b * cells;
    weights = context.in<T>(2);
    bias = context.in<Bias>(3);
    c = context.in<Cell>(4) + b * cells;
    out_h = context.out<T>(0) + b * cells;
    out_c = context.out<Cell>(1) + b * cells;
    joined = context.out<T>(2) + b * columns;
    gates = context.out<Cell>(3) + b * 4 * cells;
    std::copy_n(x, inputs, joined);
    std::copy_n(h, cells, joined + inputs);
  }
  const int64_t inputs, cells, columns;
  const T *x, *h, *weights;
  const Bias* bias;
  const Cell* c;
  T *out_h, *joined;
  Cell *out_c, *gates;
};

// Models that give no state of their own expect it to be kept in the inputs.
void KeepStates(EvalContext& context) {
  for (int i = 0; i < 2; ++i) {
    const TensorView state = context.input(i == 0 ? 1 : 4);
    if (!state.is_variable()) continue;
    std::copy_n(context.out<char>(i), context.output(i).bytes(),
                state.mutable_data<char>());
  }
}

}  // namespace

void RunBasicFloatLstmReference(const Lstm& op, EvalContext& context) {
  for (int32_t b = 0; b < op.batch; ++b) {
    const Rows<float, float, float> r(op, context, b);
    for (int64_t i = 0; i < 4 * r.cells; ++i) {
      float sum = r.bias[i];
      for (int64_t k = 0; k < r.columns; ++k) {
        sum += r.joined[k] * r.weights[i * r.columns + k];
      }
      r.gates[i] = sum;
    }
    for (int64_t i = 0; i < r.cells; ++i) {
      const float in = Sigmoid(r.gates[i]);
      const float update = std::tanh(r.gates[r.cells + i]);
      const float forget = Sigmoid(r.gates[2 * r.cells + i]);
      const float out = Sigmoid(r.gates[3 * r.cells + i]);
      r.out_c[i] = in * update + forget * r.c[i];
      r.out_h[i] = out * std::tanh(r.out_c[i]);
    }
  }
  KeepStates(context);
}

void RunBasicUInt8LstmReference(const Lstm& op, EvalContext& context) {
  constexpr int kGateBits = 3, kCellBits = 4;
  constexpr int32_t kZeroPoint = 128;
  for (int32_t b = 0; b < op.batch; ++b) {
    const Rows<uint8_t, int32_t, int16_t> r(op, context, b);
    for (int64_t i = 0; i < 4 * r.cells; ++i) {
      int64_t sum = r.bias[i];
      for (int64_t k = 0; k < r.columns; ++k) {
        sum += (r.joined[k] - kZeroPoint) *
               (r.weights[i * r.columns + k] - op.basic_weights_zero_point);
      }
      // As FULLY_CONNECTED does.
      r.gates[i] = SaturateToInt16(MultiplyByQuantizedMultiplier(
          static_cast<int32_t>(sum), op.basic_factor, Halves::kUp));
    }
    for (int64_t i = 0; i < r.cells; ++i) {
      const int16_t in = FixedLogistic(r.gates[i], kGateBits);
      const int16_t update = FixedTanh(r.gates[r.cells + i], kGateBits);
      const int16_t forget = FixedLogistic(r.gates[2 * r.cells + i], kGateBits);
      const int16_t out = FixedLogistic(r.gates[3 * r.cells + i], kGateBits);
      const int32_t added =
          RoundingDivideByPOT(FixedMultiply(in, update), kCellBits);
      const int16_t cell =
          SaturateToInt16(added + FixedMultiply(forget, r.c[i]));
      const int16_t state = FixedMultiply(out, FixedTanh(cell, kCellBits));
      r.out_c[i] = cell;
      r.out_h[i] = static_cast<uint8_t>(
          SaturateToInt8(RoundingDivideByPOT(state, 8)) + kZeroPoint);
    }
  }
  KeepStates(context);
}

}  // namespace tflite::kernels
