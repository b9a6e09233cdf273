#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/math/vector/fixed_point_vector.h"
#include "kernels/math/vector/vector.h"
#include "kernels/recurrent/row_products.h"
#include "kernels/svdf/svdf.h"

namespace tflite::kernels {
namespace {

// The minimum number of products per thread.
constexpr int64_t kGrain = 65536;

// Shifts the states of all filters of one batch by one entry; the newest ones
// are to be set.
template <typename T>
void Shift(const Svdf& op, T* state) {
  const int64_t count = int64_t{op.filters} * op.memory;
  std::memmove(state, state + 1, (count - 1) * sizeof(T));
}

// Sets the newest entries of `n` filters from `first` on.
template <typename T>
void Append(const Svdf& op, int64_t first, int64_t n, const T* newest,
            T* state) {
  state += (first + 1) * op.memory - 1;
  for (int64_t f = 0; f < n; ++f) state[f * op.memory] = newest[f];
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

// out[r] = the sum of state[r, i] * weights[r, i], modulo 2^32
TFLL_ALWAYS_INLINE void RowsOf(const int16_t* state, const int16_t* weights,
                               int64_t rows, int64_t n, int64_t* out) {
  for (int64_t r = 0; r < rows; ++r, state += n, weights += n) {
    uint32_t sum = 0;
    for (int64_t i = 0; i < n; ++i) {
      sum += static_cast<uint32_t>(int32_t{state[i]} * weights[i]);
    }
    out[r] = sum;
  }
}

TFLL_VECTOR_CLONES
void TimeSums(const int16_t* state, const int16_t* weights, int64_t rows,
              int64_t n, int64_t* out) {
  // Lengths for which the compiler then needs no loop.
  if (n == 8) return RowsOf(state, weights, rows, 8, out);
  if (n == 32) return RowsOf(state, weights, rows, 32, out);
  RowsOf(state, weights, rows, n, out);
}

// Svdf::NewestEntry and OutputValue of many sums.
struct Rescale {
  Rescale(QuantizedMultiplier m, int32_t zero_point)
      : left(std::max(0, m.shift)),
        by{DownMultiplier({m.multiplier, std::min(0, m.shift)}), 0,
           zero_point} {}
  template <typename Out>
  TFLL_ALWAYS_INLINE Out Of(int64_t sum) const {
    return by.Of<Out>(static_cast<int32_t>(static_cast<uint32_t>(sum) << left));
  }
  int32_t left;
  Requantizer by;
};

TFLL_VECTOR_CLONES
void NewestEntries(const Rescale& by, const int64_t* sums, int64_t n,
                   int16_t* out) {
  const Rescale own = by;
  for (int64_t i = 0; i < n; ++i) out[i] = own.Of<int16_t>(sums[i]);
}

TFLL_VECTOR_CLONES
void OutputValues(const Rescale& by, const int64_t* sums, int64_t n,
                  int8_t* out) {
  const Rescale own = by;
  for (int64_t i = 0; i < n; ++i) out[i] = own.Of<int8_t>(sums[i]);
}

void EvalIntegers(const Svdf& op, EvalContext& context) {
  const int8_t* in = context.in<int8_t>(0);
  const int8_t* weights = context.in<int8_t>(1);
  const int16_t* time = context.in<int16_t>(2);
  const int32_t* bias = op.has_bias ? context.in<int32_t>(3) : nullptr;
  int16_t* state = context.input(4).mutable_data<int16_t>();
  int8_t* out = context.out<int8_t>(0);
  const Rescale to_entry(op.feature_multiplier, 0);
  const Rescale to_output(op.time_multiplier, op.output_zero_point);
  const int64_t entries = int64_t{op.rank} * op.memory;  // of a unit
  constexpr int64_t kMost = 64;  // filters or units at a time
  int64_t sums[kMost];
  int16_t newest[kMost];
  std::vector<int16_t> x(op.inputs);
  for (int32_t b = 0; b < op.batch; ++b) {
    for (int32_t i = 0; i < op.inputs; ++i) {
      x[i] = static_cast<int16_t>(in[i] - op.input_zero_point);
    }
    Shift(op, state);
    for (int64_t f = 0, n; f < op.filters; f += n) {
      n = std::min(kMost, op.filters - f);
      SumByteRows(weights + f * op.inputs, n, op.inputs, x.data(), sums);
      NewestEntries(to_entry, sums, n, newest);
      Append(op, f, n, newest, state);
    }
    for (int64_t u = 0, n; u < op.units; u += n) {
      n = std::min(kMost, op.units - u);
      TimeSums(state + u * entries, time + u * entries, n, entries, sums);
      for (int64_t i = 0; bias != nullptr && i < n; ++i) sums[i] += bias[u + i];
      OutputValues(to_output, sums, n, out + u);
    }
    in += op.inputs;
    state += int64_t{op.filters} * op.memory;
    out += op.units;
  }
}

}  // namespace

Status EvalSvdfCpu(const Svdf& op, EvalContext& context) {
  const bool hybrid = op.kind == Svdf::Kind::kHybrid;
  if (op.filters == 0) return EvalSvdfReference(op, context);
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
    Shift(op, state);
    Append(op, 0, op.filters, newest.data(), state);
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
