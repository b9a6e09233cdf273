#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/math/vector/vector.h"
#include "kernels/recurrent/row_products.h"
#include "kernels/svdf/svdf.h"

namespace tflite::kernels {
namespace {

// The minimum number of products per thread.
constexpr int64_t kGrain = 65536;

// Shifts the states of all filters of one batch by one entry and appends the
// newest ones.
template <typename T>
void Remember(const Svdf& op, const T* newest, T* state) {
  const int64_t count = int64_t{op.filters} * op.memory;
  std::memmove(state, state + 1, (count - 1) * sizeof(T));
  for (int64_t f = 0; f < op.filters; ++f) {
    state[(f + 1) * op.memory - 1] = newest[f];
  }
}

// out[u] = act(bias[u] + time_scale * the sum of `count` entries by weights).
template <typename W>
void OverTime(const Svdf& op, const float* state, const W* time,
              float time_scale, const float* bias, float* out) {
  const int64_t count = int64_t{op.rank} * op.memory;
  for (int32_t u = 0; u < op.units; ++u, state += count, time += count) {
    // Four sums, so that additions need not wait for each other.
    float sums[4] = {};
    int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
      for (int k = 0; k < 4; ++k) {
        sums[k] += state[i + k] * static_cast<float>(time[i + k]);
      }
    }
    for (; i < count; ++i) sums[0] += state[i] * static_cast<float>(time[i]);
    const float sum = ((sums[0] + sums[2]) + (sums[1] + sums[3])) * time_scale;
    out[u] = op.range.Clamp(sum + (bias == nullptr ? 0.0f : bias[u]));
  }
}

// out[r] = the sum of state[r, i] * weights[r, i]
TFLL_VECTOR_CLONES
void TimeSums(const int16_t* state, const int16_t* weights, int64_t rows,
              int64_t n, int64_t* out) {
  for (int64_t r = 0; r < rows; ++r, state += n, weights += n) {
    int64_t sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += int32_t{state[i]} * weights[i];
    out[r] = sum;
  }
}

void EvalIntegers(const Svdf& op, EvalContext& context) {
  const int8_t* in = context.in<int8_t>(0);
  const int32_t* bias = op.has_bias ? context.in<int32_t>(3) : nullptr;
  int16_t* state = context.input(4).mutable_data<int16_t>();
  int8_t* out = context.out<int8_t>(0);
  std::vector<int16_t> x(op.inputs), newest(op.filters);
  std::vector<int64_t> features(op.filters), sums(op.units);
  for (int32_t b = 0; b < op.batch; ++b) {
    for (int32_t i = 0; i < op.inputs; ++i) {
      x[i] = static_cast<int16_t>(in[i] - op.input_zero_point);
    }
    SumByteRows(context.in<int8_t>(1), op.filters, op.inputs, x.data(),
                features.data());
    for (int32_t f = 0; f < op.filters; ++f) {
      newest[f] = op.NewestEntry(features[f]);
    }
    Remember(op, newest.data(), state);
    TimeSums(state, context.in<int16_t>(2), op.units,
             int64_t{op.rank} * op.memory, sums.data());
    for (int32_t u = 0; u < op.units; ++u) {
      out[u] = op.OutputValue(sums[u] + (bias == nullptr ? 0 : bias[u]));
    }
    in += op.inputs;
    state += int64_t{op.filters} * op.memory;
    out += op.units;
  }
}

}  // namespace

Status EvalSvdfCpu(const Svdf& op, EvalContext& context) {
  const bool hybrid = op.kind == Svdf::Kind::kHybrid;
  if (op.filters == 0 || op.memory == 0) {
    return EvalSvdfReference(op, context);
  }
  if (op.kind == Svdf::Kind::kInteger) {
    EvalIntegers(op, context);
    return OkStatus();
  }
  const float* in = context.in<float>(0);
  const float* bias = op.has_bias ? context.in<float>(3) : nullptr;
  float* state = context.input(4).mutable_data<float>();
  float* out = context.out<float>(0);
  const TensorView weights = context.input(1), time = context.input(2);
  std::vector<float> newest(op.filters);
  for (int32_t b = 0; b < op.batch; ++b) {
    const RowProducts products(hybrid, op.asymmetric_inputs,
                               in + int64_t{b} * op.inputs, op.inputs);
    ParallelRange(context.threads(), op.filters, kGrain / WorkOf({op.inputs}),
                  [&](int64_t begin, int64_t end) {
                    products.Run(weights, begin, end, newest.data());
                  });
    Remember(op, newest.data(), state);
    if (hybrid) {
      OverTime(op, state, time.data<int8_t>(), time.scale(), bias, out);
    } else {
      OverTime(op, state, time.data<float>(), 1.0f, bias, out);
    }
    state += int64_t{op.filters} * op.memory;
    out += op.units;
  }
  return OkStatus();
}

}  // namespace tflite::kernels
