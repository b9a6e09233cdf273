#include <algorithm>
#include <type_traits>

#include "kernels/math/convert.h"
#include "kernels/math/vector.h"
#include "kernels/prelu/prelu.h"

namespace tflite::kernels {
namespace {

// Output elements that are worth a thread.
constexpr int64_t kGrain = 32768;
// Elements converted at a time: they stay in the first cache.
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
template <typename T>
struct Run {
  const T* x;
  const T* alpha;
  bool one;
  int64_t count;
  T* out;
};

void Compute(const Prelu&, const Run<float>& run) {
  if (run.one) return SlopeByOne(run.x, *run.alpha, run.count, run.out);
  Slope(run.x, run.alpha, run.count, run.out);
}

template <typename T>
void ToReals(const T* in, int64_t count, const Affine& affine, float* out) {
  if constexpr (std::is_integral_v<T>) {
    DequantizeAll(in, count, affine, out);
  } else {
    ToFloats(in, count, out);
  }
}

template <typename T>
void Compute(const Prelu& op, const Run<T>& run) {
  float x[kChunk], alpha[kChunk];
  if (run.one) ToReals(run.alpha, 1, op.alpha, alpha);
  for (int64_t i = 0; i < run.count; i += kChunk) {
    const int64_t n = std::min(kChunk, run.count - i);
    ToReals(run.x + i, n, op.in, x);
    if (run.one) {
      SlopeByOne(x, alpha[0], n, x);
    } else {
      ToReals(run.alpha + i, n, op.alpha, alpha);
      Slope(x, alpha, n, x);
    }
    if constexpr (std::is_integral_v<T>) {
      QuantizeAll(x, n, op.out, run.out + i);
    } else {
      FromFloats(x, n, run.out + i);
    }
  }
}

template <typename T>
Status Eval(const Prelu& op, EvalContext& context) {
  const T* x = context.in<T>(0);
  const T* alpha = context.in<T>(1);
  T* out = context.out<T>(0);
  if (op.loop.has_short_rows()) {
    op.loop.ForEachBlock(context.threads(), kGrain, sizeof(T), {x, alpha},
                         [&](const BroadcastBlock& block) {
                           Compute(op,
                                   Run<T>{static_cast<const T*>(block.in[0]),
                                          static_cast<const T*>(block.in[1]),
                                          false, block.count, out + block.out});
                         });
    return OkStatus();
  }
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    Compute(op, Run<T>{x + row.in[0], alpha + row.in[1], !op.loop.moves(1),
                       row.count, out + row.out});
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
      return Eval<int16_t>(op, context);
    default:
      return EvalPreluReference(op, context);
  }
}

}  // namespace tflite::kernels
