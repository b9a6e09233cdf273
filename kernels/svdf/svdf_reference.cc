#include <algorithm>
#include <cstring>

#include "kernels/math/hybrid.h"
#include "kernels/svdf/svdf.h"

namespace tflite::kernels {
namespace {

// Shifts the state of one filter in one batch by one entry and appends
// `newest`.
template <typename T>
void Remember(const Svdf& op, T newest, T* state) {
  std::memmove(state, state + 1, (op.memory - 1) * sizeof(T));
  state[op.memory - 1] = newest;
}

// The filters of unit u, weighted over time.
template <typename Sum, typename T, typename W>
Sum OverTime(const Svdf& op, const T* state, const W* weights, int32_t u) {
  const int64_t first = int64_t{u} * op.rank * op.memory;
  const int64_t count = int64_t{op.rank} * op.memory;
  Sum sum = 0;
  for (int64_t i = first; i < first + count; ++i) {
    sum += static_cast<Sum>(state[i]) * static_cast<Sum>(weights[i]);
  }
  return sum;
}

// `feature(b, f)` is the newest entry of a filter. `time` times `time_scale`
// are the weights over time.
template <typename W, typename Feature>
void EvalOnFloats(const Svdf& op, EvalContext& context, const Feature& feature,
                  const W* time, float time_scale) {
  const float* bias = op.has_bias ? context.in<float>(3) : nullptr;
  float* state = context.input(4).mutable_data<float>();
  float* out = context.out<float>(0);
  for (int32_t b = 0; b < op.batch; ++b) {
    for (int32_t f = 0; f < op.filters; ++f) {
      Remember(op, feature(b, f), state + int64_t{f} * op.memory);
    }
    for (int32_t u = 0; u < op.units; ++u) {
      const float sum = OverTime<float>(op, state, time, u) * time_scale;
      *out++ = op.range.Clamp(sum + (bias == nullptr ? 0.0f : bias[u]));
    }
    state += int64_t{op.filters} * op.memory;
  }
}

template <typename Sum, typename T, typename W>
Sum Dot(const T* a, const W* b, int32_t count) {
  Sum sum = 0;
  for (int32_t i = 0; i < count; ++i) {
    sum += static_cast<Sum>(a[i]) * static_cast<Sum>(b[i]);
  }
  return sum;
}

void EvalFloat(const Svdf& op, EvalContext& context) {
  const float* in = context.in<float>(0);
  const float* weights = context.in<float>(1);
  EvalOnFloats(
      op, context,
      [&](int32_t b, int32_t f) {
        return Dot<float>(in + int64_t{b} * op.inputs,
                          weights + int64_t{f} * op.inputs, op.inputs);
      },
      context.in<float>(2), 1.0f);
}

// UINT8 weights, of early converters, hold two's complement bytes as INT8 do.
void EvalHybrid(const Svdf& op, EvalContext& context) {
  const QuantizedRows in = QuantizeRows(
      op.asymmetric_inputs, context.in<float>(0), op.batch, op.inputs);
  const int8_t* weights = context.in<int8_t>(1);
  const float scale = context.input(1).scale();
  EvalOnFloats(
      op, context,
      [&](int32_t b, int32_t f) {
        const int64_t dot =
            Dot<int64_t>(in.values.data() + int64_t{b} * op.inputs,
                         weights + int64_t{f} * op.inputs, op.inputs);
        return static_cast<float>(dot) * (in.scales[b] * scale);
      },
      context.in<int8_t>(2), context.input(2).scale());
}

void EvalInteger(const Svdf& op, EvalContext& context) {
  const int8_t* in = context.in<int8_t>(0);
  const int8_t* feature = context.in<int8_t>(1);
  const int16_t* time = context.in<int16_t>(2);
  const int32_t* bias = op.has_bias ? context.in<int32_t>(3) : nullptr;
  int16_t* state = context.input(4).mutable_data<int16_t>();
  int8_t* out = context.out<int8_t>(0);
  for (int32_t b = 0; b < op.batch; ++b, in += op.inputs) {
    for (int32_t f = 0; f < op.filters; ++f) {
      const int8_t* weights = feature + int64_t{f} * op.inputs;
      int64_t sum = 0;
      for (int32_t i = 0; i < op.inputs; ++i) {
        sum += (in[i] - op.input_zero_point) * weights[i];
      }
      Remember(op, op.NewestEntry(sum), state + int64_t{f} * op.memory);
    }
    for (int32_t u = 0; u < op.units; ++u) {
      const int64_t sum = OverTime<int64_t>(op, state, time, u) +
                          (bias == nullptr ? 0 : bias[u]);
      *out++ = op.OutputValue(sum);
    }
    state += int64_t{op.filters} * op.memory;
  }
}

}  // namespace

Status EvalSvdfReference(const Svdf& op, EvalContext& context) {
  switch (op.kind) {
    case Svdf::Kind::kFloat:
      EvalFloat(op, context);
      break;
    case Svdf::Kind::kHybrid:
      EvalHybrid(op, context);
      break;
    case Svdf::Kind::kInteger:
      EvalInteger(op, context);
      break;
  }
  return OkStatus();
}

}  // namespace tflite::kernels
