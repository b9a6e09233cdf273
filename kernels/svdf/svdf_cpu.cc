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
void Remember(const Svdf& op, const float* newest, float* state) {
  const int64_t count = int64_t{op.filters} * op.memory;
  std::memmove(state, state + 1, (count - 1) * sizeof(float));
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

}  // namespace

Status EvalSvdfCpu(const Svdf& op, EvalContext& context) {
  const bool hybrid = op.kind == Svdf::Kind::kHybrid;
  if (op.kind == Svdf::Kind::kInteger || op.filters == 0 || op.memory == 0) {
    return EvalSvdfReference(op, context);
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
