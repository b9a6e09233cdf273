#include <algorithm>
#include <limits>
#include <type_traits>

#include "kernels/math/vector/convert.h"
#include "kernels/math/vector/fixed_point_vector.h"
#include "kernels/math/vector/vector.h"
#include "kernels/prelu/prelu_function.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 32768;
// Elements converted at a time: they stay in the first-level cache.
constexpr int64_t kChunk = 512;

// x >= 0 ? x : alpha x, with an alpha for every x, or one for all. Input and
// output may be the same array.
TFLL_VECTOR_CLONES
void Slope(const float* x, const float* alpha, int64_t count, float* out) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) {
    const float v = x[i], scaled = v * alpha[i];
    out[i] = v >= 0.0f ? v : scaled;
  }
}
TFLL_VECTOR_CLONES
void SlopeByOne(const float* x, float alpha, int64_t count, float* out) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) {
    const float v = x[i], scaled = v * alpha;
    out[i] = v >= 0.0f ? v : scaled;
  }
}

// Elements that follow each other in memory; one alpha where `one`.
template <typename T, typename A>
struct PreluRun {
  const T* x;
  const A* alpha;
  bool one;
  int64_t count;
  T* out;
};

template <typename T>
using Rescaling = void(const Prelu&, const T*, const T*, int64_t, T*);

void Compute(const Prelu&, const PreluRun<float, float>& run) {
  if (run.one) return SlopeByOne(run.x, *run.alpha, run.count, run.out);
  Slope(run.x, run.alpha, run.count, run.out);
}

// Half-precision floats, converted to floats and back.
template <typename T>
void ComputeHalves(const PreluRun<T, T>& run) {
  float x[kChunk], alpha[kChunk];
  for (int64_t i = 0; i < run.count; i += kChunk) {
    const int64_t n = std::min(kChunk, run.count - i);
    ToFloats(run.x + i, n, x);
    if (run.one) {
      SlopeByOne(x, *run.alpha, n, x);
    } else {
      ToFloats(run.alpha + i, n, alpha);
      Slope(x, alpha, n, x);
    }
    FromFloats(x, n, run.out + i);
  }
}
void Compute(const Prelu&, const PreluRun<half, half>& run) {
  ComputeHalves(run);
}
void Compute(const Prelu&, const PreluRun<bfloat16, bfloat16>& run) {
  ComputeHalves(run);
}

// Bytes, by factors that do not shift left. kStep: from one alpha to the next.
template <int kStep, typename T>
TFLL_ALWAYS_INLINE void RescaleDown(const Prelu& op, const T* x, const T* alpha,
                                    int64_t count, T* out) {
  const DownMultiplier positive(op.positive), negative(op.negative);
  const int32_t x_zero = op.in.zero_point, alpha_zero = op.alpha.zero_point,
                out_zero = op.out.zero_point;
  constexpr int32_t kLow = std::numeric_limits<T>::min(),
                    kHigh = std::numeric_limits<T>::max();
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) {
    const int32_t v = x[i] - x_zero;
    const int32_t above = positive.Multiply(v);
    const int32_t below =
        negative.Multiply(v * (alpha[i * kStep] - alpha_zero));
    int32_t y = (v < 0 ? below : above) + out_zero;
    y = y < kLow ? kLow : y;
    out[i] = static_cast<T>(y > kHigh ? kHigh : y);
  }
}
#define TFLL_RESCALE_DOWN(name, type, step)                                   \
  TFLL_VECTOR_CLONES                                                          \
  void name(const Prelu& op, const type* x, const type* alpha, int64_t count, \
            type* out) {                                                      \
    RescaleDown<step>(op, x, alpha, count, out);                              \
  }
TFLL_RESCALE_DOWN(RescaleAll, int8_t, 1)
TFLL_RESCALE_DOWN(RescaleAll, uint8_t, 1)
TFLL_RESCALE_DOWN(RescaleByOne, int8_t, 0)
TFLL_RESCALE_DOWN(RescaleByOne, uint8_t, 0)
#undef TFLL_RESCALE_DOWN

bool GoesDown(QuantizedMultiplier m) { return m.shift <= 0 && m.shift > -31; }

template <typename T, typename A>
void ComputeStored(const Prelu& op, const PreluRun<T, A>& run) {
  if constexpr (sizeof(T) == 1) {
    if (GoesDown(op.positive) && GoesDown(op.negative)) {
      const auto rescale = run.one ? static_cast<Rescaling<T>*>(RescaleByOne)
                                   : static_cast<Rescaling<T>*>(RescaleAll);
      return rescale(op, run.x, run.alpha, run.count, run.out);
    }
  }
  for (int64_t i = 0; i < run.count; ++i) {
    run.out[i] = PreluStored<T>(op, run.x[i], run.alpha[run.one ? 0 : i]);
  }
}

template <typename T, typename A>
std::enable_if_t<std::is_integral_v<T>> Compute(const Prelu& op,
                                                const PreluRun<T, A>& run) {
  ComputeStored(op, run);
}

template <typename T, typename A = T>
Status Eval(const Prelu& op, EvalContext& context) {
  const T* x = context.in<T>(0);
  const A* alpha = context.in<A>(1);
  T* out = context.out<T>(0);
  if constexpr (std::is_same_v<T, A>) {
    if (op.loop.has_short_rows()) {
      op.loop.ForEachBlock(
          context.threads(), kGrain, sizeof(T), {x, alpha},
          [&](const BroadcastBlock& block) {
            Compute(op, PreluRun<T, A>{static_cast<const T*>(block.in[0]),
                                       static_cast<const A*>(block.in[1]),
                                       false, block.count, out + block.out});
          });
      return OkStatus();
    }
  }
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    Compute(op, PreluRun<T, A>{x + row.in[0], alpha + row.in[1],
                               !op.loop.moves(1), row.count, out + row.out});
  });
  return OkStatus();
}

}  // namespace

Status EvalPreluCpu(const Prelu& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return Eval<float>(op, context);
    case kTfLiteFloat16:
      return Eval<half>(op, context);
    case kTfLiteBFloat16:
      return Eval<bfloat16>(op, context);
    case kTfLiteInt8:
      return Eval<int8_t>(op, context);
    case kTfLiteUInt8:
      return Eval<uint8_t>(op, context);
    case kTfLiteInt16:
      return op.alpha_type == kTfLiteInt8 ? Eval<int16_t, int8_t>(op, context)
                                          : Eval<int16_t>(op, context);
    default:
      return EvalPreluReference(op, context);
  }
}

}  // namespace tflite::kernels
