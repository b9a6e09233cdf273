#include <algorithm>
#include <cmath>

#include "kernels/math/elementary/elementary_loops.h"
#include "kernels/math/vector/convert.h"
#include "kernels/math/vector/vector.h"
#include "kernels/softmax/softmax_fixed.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 8192;
// Shorter rows are computed together.
constexpr int64_t kLong = 32;
// Elements of short rows that are computed together.
constexpr int64_t kBlock = 1024;

TFLL_VECTOR_CLONES
void Scale(int64_t count, float factor, float* y) {
  for (int64_t i = 0; i < count; ++i) y[i] *= factor;
}

// y = beta (x - top) - log_sum.
TFLL_VECTOR_CLONES
void Logarithms(const float* x, int64_t count, float top, float beta,
                float log_sum, float* y) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) y[i] = (x[i] - top) * beta - log_sum;
}

float Least(const float* x, int64_t count) {
  return *std::min_element(x, x + count);
}

// One long row of floats; `x` and `y` may be the same.
void LongRow(const Softmax& op, const float* x, float* y) {
  const ElementaryLoops& elementary = BestElementaryLoops();
  const float top =
      op.beta < 0 ? Least(x, op.depth) : elementary.greatest(x, op.depth);
  if (op.logarithm) {
    const float sum =
        elementary.exponentials(x, op.depth, top, op.beta, nullptr);
    Logarithms(x, op.depth, top, op.beta, std::log(sum), y);
  } else {
    const float sum = elementary.exponentials(x, op.depth, top, op.beta, y);
    Scale(op.depth, 1.0f / sum, y);
  }
}

// Short rows that have at most kBlock elements together: the exponentials of
// all of them are one vector loop.
void ShortRows(const Softmax& op, const float* x, int64_t rows, float* y) {
  float shifted[kBlock] = {}, e[kBlock];
  const int64_t depth = op.depth, count = rows * depth;
  for (int64_t i = 0; i < count; i += depth) {
    const float top = op.beta < 0 ? Least(x + i, depth)
                                  : *std::max_element(x + i, x + i + depth);
    for (int64_t k = 0; k < depth; ++k)
      shifted[i + k] = (x[i + k] - top) * op.beta;
  }
  // Unlike exp(), not slower where elements are masked by large negative ones.
  BestElementaryLoops().exponentials(shifted, count, 0, 1, e);
  for (int64_t i = 0; i < count; i += depth) {
    float sum = 0;
    for (int64_t k = 0; k < depth; ++k) sum += e[i + k];
    if (op.logarithm) {
      const float log_sum = std::log(sum);
      for (int64_t k = 0; k < depth; ++k) y[i + k] = shifted[i + k] - log_sum;
    } else {
      const float factor = 1.0f / sum;
      for (int64_t k = 0; k < depth; ++k) y[i + k] = e[i + k] * factor;
    }
  }
}

// Rows that are computed together.
int64_t RowsTogether(const Softmax& op) {
  return op.depth < kLong ? kBlock / op.depth : 1;
}

// At most RowsTogether(op) rows; `x` and `y` may be the same.
void FloatRows(const Softmax& op, const float* x, int64_t rows, float* y) {
  if (op.depth < kLong) {
    ShortRows(op, x, rows, y);
  } else {
    LongRow(op, x, y);
  }
}

void Load(const Softmax&, const half* in, int64_t count, float* out) {
  ToFloats(in, count, out);
}
void Load(const Softmax&, const bfloat16* in, int64_t count, float* out) {
  ToFloats(in, count, out);
}
void Load(const Softmax& op, const int16_t* in, int64_t count, float* out) {
  DequantizeAll(in, count, op.in, out);
}
void Load(const Softmax& op, const int8_t* in, int64_t count, float* out) {
  DequantizeAll(in, count, op.in, out);
}
void Load(const Softmax& op, const uint8_t* in, int64_t count, float* out) {
  DequantizeAll(in, count, op.in, out);
}
void Store(const Softmax&, const float* in, int64_t count, half* out) {
  FromFloats(in, count, out);
}
void Store(const Softmax&, const float* in, int64_t count, bfloat16* out) {
  FromFloats(in, count, out);
}
template <typename T>
void Store(const Softmax& op, const float* in, int64_t count, T* out) {
  QuantizeAll(in, count, op.out, out);
}

struct State : KernelState {
  int64_t pieces;  // at most so many threads have scratch
};

int64_t GrainOf(const Softmax& op) {
  return std::max<int64_t>(1, kGrain / WorkOf({op.depth}));
}

Status RunFloats(const Softmax& op, EvalContext& context) {
  const float* in = context.in<float>(0);
  float* out = context.out<float>(0);
  ParallelRange(context.threads(), op.rows, GrainOf(op),
                [&](int64_t begin, int64_t end) {
                  const int64_t step = RowsTogether(op);
                  for (int64_t r = begin; r < end; r += step) {
                    FloatRows(op, in + r * op.depth, std::min(step, end - r),
                              out + r * op.depth);
                  }
                });
  return OkStatus();
}

// Rows of another type, through floats in memory of the thread's own.
template <typename T, typename Out = T>
Status RunThroughFloats(const Softmax& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  Out* out = context.out<Out>(0);
  float* scratch = context.scratch<float>(0);
  const int64_t pieces = std::clamp<int64_t>(op.rows / GrainOf(op), 1,
                                             context.state<State>()->pieces);
  ParallelRange(context.threads(), pieces, 1, [&](int64_t first, int64_t last) {
    const int64_t step = RowsTogether(op);
    for (int64_t piece = first; piece < last; ++piece) {
      float* x = scratch + piece * step * op.depth;
      const int64_t end = op.rows * (piece + 1) / pieces;
      for (int64_t r = op.rows * piece / pieces; r < end; r += step) {
        const int64_t rows = std::min(step, end - r);
        Load(op, in + r * op.depth, rows * op.depth, x);
        FloatRows(op, x, rows, x);
        Store(op, x, rows * op.depth, out + r * op.depth);
      }
    }
  });
  return OkStatus();
}

Status RunFixed(const Softmax& op, EvalContext& context) {
  const FixedSoftmax softmax(op);
  ParallelRange(context.threads(), op.rows, GrainOf(op),
                [&](int64_t begin, int64_t end) {
                  for (int64_t r = begin; r < end; ++r) {
                    softmax.Run(context.in<int16_t>(0) + r * op.depth,
                                context.out<int16_t>(0) + r * op.depth);
                  }
                });
  return OkStatus();
}

}  // namespace

Status PrepareSoftmaxCpu(const Softmax& op, PrepareContext& context) {
  auto state = std::make_unique<State>();
  state->pieces = context.num_threads();
  if (op.depth > 0 && op.type != kTfLiteFloat32 && op.type != kTfLiteFloat64) {
    context.RequestScratch(static_cast<uint64_t>(RowsTogether(op)) * op.depth *
                           state->pieces * sizeof(float));
  }
  context.state = std::move(state);
  return OkStatus();
}

Status EvalSoftmaxCpu(const Softmax& op, EvalContext& context) {
  if (op.depth == 0) return OkStatus();
  const bool widens = op.out_type != op.type;
  switch (op.type) {
    case kTfLiteFloat32:
      return RunFloats(op, context);
    case kTfLiteFloat16:
      return RunThroughFloats<half>(op, context);
    case kTfLiteBFloat16:
      return RunThroughFloats<bfloat16>(op, context);
    case kTfLiteInt8:
      return widens ? RunThroughFloats<int8_t, int16_t>(op, context)
                    : RunThroughFloats<int8_t>(op, context);
    case kTfLiteUInt8:
      return widens ? RunThroughFloats<uint8_t, int16_t>(op, context)
                    : RunThroughFloats<uint8_t>(op, context);
    case kTfLiteInt16:
      return op.fixed ? RunFixed(op, context)
                      : RunThroughFloats<int16_t>(op, context);
    default:
      return EvalSoftmaxReference(op, context);
  }
}

}  // namespace tflite::kernels
