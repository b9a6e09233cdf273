#include <algorithm>
#include <cstring>

#include "kernels/fully_connected/fully_connected.h"
#include "kernels/math/sparse.h"
#include "kernels/math/weighted_sum_reference.h"
#include "kernels/math/whole_multiplier.h"

namespace tflite::kernels {
namespace {

template <typename T, typename Sum, typename Store>
void ForEachOutput(const FullyConnected& op, const T* in, const T* weights,
                   Sum zero, ThreadPool& threads, const Store& store) {
  const auto run = [&](int64_t i, int64_t end) {
    for (; i < end; ++i) {
      const int64_t r = i / op.units;
      const auto u = static_cast<int32_t>(i % op.units);
      const T* row = in + r * op.depth;
      const T* unit = weights + int64_t{u} * op.depth;
      Sum sum = zero;
      for (int32_t d = 0; d < op.depth; ++d) {
        sum += static_cast<Sum>(row[d]) * static_cast<Sum>(unit[d]);
      }
      store(i, r, u, sum);
    }
  };
  // The least number of products for a thread.
  constexpr int64_t kGrain = 16384;
  threads.ParallelFor(int64_t{op.rows} * op.units,
                      LeastItems(kGrain, {op.depth}), run);
}

// Hybrid weights with a scale for each block of a unit's weights.
void EvalBlocks(const FullyConnected& op, const TensorView& weights_tensor,
                EvalContext& context) {
  const std::vector<float> scales =
      ReadBlockScales(context.context(), op.sum.blocks);
  const std::vector<int16_t> weights = DecodeWeights(op.sum, weights_tensor);
  const QuantizedRows in = QuantizeRows(
      op.sum.asymmetric_inputs, context.in<float>(0), op.rows, op.depth);
  const int32_t size = op.sum.blocks.size;
  const int32_t blocks = op.depth / size;
  float* out = context.out<float>(0);
  for (int32_t r = 0; r < op.rows; ++r) {
    for (int32_t u = 0; u < op.units; ++u) {
      const int16_t* row = in.values.data() + int64_t{r} * op.depth;
      const int16_t* unit = weights.data() + int64_t{u} * op.depth;
      float sum = 0.0f;
      for (int32_t k = 0; k < blocks; ++k) {
        int64_t block = 0;
        for (int32_t d = k * size; d < (k + 1) * size; ++d) {
          block += int32_t{row[d]} * unit[d];
        }
        sum += static_cast<float>(block) * scales[int64_t{u} * blocks + k];
      }
      *out++ = op.sum.float_range.Clamp(sum * in.scales[r] +
                                        FloatBias(op.sum, context.input(2), u));
    }
  }
}

// Element (row, column) of a matrix stored in blocks of 4 rows by 16 columns,
// all the columns of four rows first.
int64_t ShuffledIndex(int32_t row, int32_t column, int32_t columns) {
  return int64_t{row / 4} * 4 * columns + int64_t{column / 16} * 64 +
         row % 4 * 16 + column % 16;
}

void EvalShuffled(const FullyConnected& op, EvalContext& context) {
  const uint8_t* in = context.in<uint8_t>(0);
  const int8_t* weights = context.in<int8_t>(1);
  int8_t* workspace = context.out<int8_t>(1);
  int16_t* out = context.out<int16_t>(0);
  for (int32_t r = 0; r < op.rows; ++r) {
    for (int32_t d = 0; d < op.depth; ++d) {
      const int64_t at = op.rows == 4 ? ShuffledIndex(r, d, op.depth) : d;
      workspace[at] = static_cast<int8_t>(*in++ - 128);
    }
  }
  for (int32_t r = 0; r < op.rows; ++r) {
    for (int32_t u = 0; u < op.units; ++u) {
      int64_t sum = 0;
      for (int32_t d = 0; d < op.depth; ++d) {
        const int64_t at = op.rows == 4 ? ShuffledIndex(r, d, op.depth) : d;
        sum += int32_t{workspace[at]} * weights[ShuffledIndex(u, d, op.depth)];
      }
      *out++ =
          static_cast<int16_t>(FinishInteger(op.sum, sum, context.input(2), u));
    }
  }
}

// FinishInteger of a 64-bit sum, but for the multiplication.
int32_t FinishWide(const WeightedSum& sum, int64_t products,
                   const TensorView& bias, int32_t unit) {
  const auto whole =
      static_cast<int64_t>(static_cast<uint64_t>(products) +
                           static_cast<uint64_t>(IntegerBias(sum, bias, unit)));
  const int64_t y =
      int64_t{MultiplyByWholeMultiplier(whole, sum.multipliers[unit])} +
      sum.output_zero_point;
  return static_cast<int32_t>(
      std::clamp<int64_t>(y, sum.integer_range.min, sum.integer_range.max));
}

void EvalWide(const FullyConnected& op, const TensorView& weights_tensor,
              EvalContext& context) {
  const std::vector<int16_t> in = DecodeIntegers(context.input(0), 0);
  const std::vector<int16_t> weights = DecodeWeights(op.sum, weights_tensor);
  int16_t* out = context.out<int16_t>(0);
  ForEachOutput(op, in.data(), weights.data(), int64_t{0}, context.threads(),
                [&](int64_t i, int64_t, int32_t unit, int64_t products) {
                  out[i] = static_cast<int16_t>(
                      FinishWide(op.sum, products, context.input(2), unit));
                });
}

}  // namespace

Status EvalFullyConnectedReference(const FullyConnected& op,
                                   EvalContext& context) {
  if (op.shuffled) {
    EvalShuffled(op, context);
    return OkStatus();
  }
  TensorView weights = context.input(1);
  std::vector<char> dense;
  TfLiteTensor dense_weights;
  if (op.sparse) {
    TFLL_ASSIGN_OR_RETURN(const size_t bytes,
                          BytesFor(weights.type(), weights.num_elements()));
    dense.resize(bytes);
    TFLL_RETURN_IF_ERROR(ExpandSparse(weights, dense.data()));
    dense_weights = *weights.raw();
    dense_weights.data.data = dense.data();
    dense_weights.bytes = bytes;
    weights = TensorView(&dense_weights);
  }
  if (op.sum.blocks) {
    EvalBlocks(op, weights, context);
    return OkStatus();
  }
  if (op.sum.wide_accumulator) {
    EvalWide(op, weights, context);
    return OkStatus();
  }
  EvalWeightedSum(
      op.sum,
      {context.input(0), weights, context.input(2), context.output(0), op.rows},
      [&](const auto* in, const auto* w, auto zero, const auto& store) {
        ForEachOutput(op, in, w, zero, context.threads(), store);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
