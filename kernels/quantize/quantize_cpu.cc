#include <algorithm>
#include <limits>

#include "kernels/math/packed.h"
#include "kernels/math/vector/byte_table.h"
#include "kernels/math/vector/convert.h"
#include "kernels/math/vector/fixed_point_vector.h"
#include "kernels/math/vector/vector.h"
#include "kernels/quantize/quantize.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 32768;
// Elements converted at a time: they stay in the first-level cache.
constexpr int64_t kChunk = 1024;
// Runs of one scale that are worth a vector loop.
constexpr int64_t kMinRun = 16;

bool HasLongRuns(const ChannelAffine& affine) {
  return affine.inner >= kMinRun;
}

// Calls body(begin, end, affine) on ranges of one scale that cover `count`.
template <typename Body>
void ForEachRun(const ChannelAffine& affine, int64_t count, ThreadPool& threads,
                const Body& body) {
  const int64_t channels = static_cast<int64_t>(affine.channels.size());
  if (channels == 1) {
    ParallelRange(threads, count, kGrain, [&](int64_t begin, int64_t end) {
      body(begin, end, affine.channels[0]);
    });
    return;
  }
  ParallelRange(threads, affine.outer * channels, kGrain / affine.inner,
                [&](int64_t first, int64_t last) {
                  for (int64_t run = first; run < last; ++run) {
                    body(run * affine.inner, (run + 1) * affine.inner,
                         affine.channels[run % channels]);
                  }
                });
}

template <typename T>
Status QuantizeFloats(const Quantize& op, EvalContext& context) {
  const float* in = context.in<float>(0);
  T* out = context.out<T>(0);
  ForEachRun(op.out, op.count, context.threads(),
             [&](int64_t begin, int64_t end, const Affine& affine) {
               QuantizeAll(in + begin, end - begin, affine, out + begin);
             });
  return OkStatus();
}

TFLL_VECTOR_CLONES
void RequantizeAll(const Requantizer& by, const int16_t* in, int64_t count,
                   int8_t* out) {
  const Requantizer own = by;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) out[i] = own.Of<int8_t>(in[i]);
}
TFLL_VECTOR_CLONES
void RequantizeAll(const Requantizer& by, const int16_t* in, int64_t count,
                   int16_t* out) {
  const Requantizer own = by;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) out[i] = own.Of<int16_t>(in[i]);
}

template <typename T>
Status RequantizeWords(const Quantize& op, EvalContext& context) {
  const int16_t* in = context.in<int16_t>(0);
  T* out = context.out<T>(0);
  const Requantizer by = {DownMultiplier(op.factor), op.in_zero_point,
                          op.out.channels[0].zero_point};
  ParallelRange(context.threads(), op.count, kGrain,
                [&](int64_t begin, int64_t end) {
                  RequantizeAll(by, in + begin, end - begin, out + begin);
                });
  return OkStatus();
}

struct State : KernelState {
  ByteTable table;  // from bytes to bytes
};

// The reference's result for each stored byte, as a byte.
ByteTable TableOf(const Quantize& op) {
  const auto value = [&op](int32_t x) {
    const int64_t v = int64_t{SaturatingMultiplyByQuantizedMultiplier(
                          int64_t{x} - op.in_zero_point, op.factor)} +
                      op.out.channels[0].zero_point;
    return op.out_type == kTfLiteInt8
               ? static_cast<uint8_t>(
                     static_cast<int8_t>(std::clamp<int64_t>(v, -128, 127)))
               : static_cast<uint8_t>(std::clamp<int64_t>(v, 0, 255));
  };
  return op.in_type == kTfLiteInt8 ? ByteTable::Of<int8_t>(value)
                                   : ByteTable::Of<uint8_t>(value);
}

template <typename T>
Status DequantizeRuns(const Dequantize& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  float* out = context.out<float>(0);
  ForEachRun(op.in, op.count, context.threads(),
             [&](int64_t begin, int64_t end, const Affine& affine) {
               DequantizeAll(in + begin, end - begin, affine, out + begin);
             });
  return OkStatus();
}

// INT4, converted from INT8.
Status DequantizeNibbles(const Dequantize& op, EvalContext& context) {
  const uint8_t* in = context.in<uint8_t>(0);
  float* out = context.out<float>(0);
  ForEachRun(op.in, op.count, context.threads(),
             [&](int64_t begin, int64_t end, const Affine& affine) {
               int8_t chunk[kChunk];
               for (int64_t i = begin; i < end; i += kChunk) {
                 const int64_t n = std::min(kChunk, end - i);
                 for (int64_t k = 0; k < n; ++k)
                   chunk[k] = PackedInt4At(in, i + k);
                 DequantizeAll(chunk, n, affine, out + i);
               }
             });
  return OkStatus();
}

template <typename T>
Status Widen(const Dequantize& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  float* out = context.out<float>(0);
  ParallelRange(context.threads(), op.count, kGrain,
                [&](int64_t begin, int64_t end) {
                  ToFloats(in + begin, end - begin, out + begin);
                });
  return OkStatus();
}

}  // namespace

Status PrepareQuantizeCpu(const Quantize& op, PrepareContext& context) {
  if (op.requantizes && IsByte(op.in_type) && IsByte(op.out_type)) {
    auto state = std::make_unique<State>();
    state->table = TableOf(op);
    context.state = std::move(state);
  }
  return OkStatus();
}

Status EvalQuantizeCpu(const Quantize& op, EvalContext& context) {
  if (op.requantizes && IsByte(op.in_type) && IsByte(op.out_type)) {
    const ByteTable& table = context.state<State>()->table;
    const auto* in = context.in<uint8_t>(0);
    auto* out = context.out<uint8_t>(0);
    ParallelRange(context.threads(), op.count, kGrain,
                  [&](int64_t begin, int64_t end) {
                    table.Apply(in + begin, end - begin, out + begin);
                  });
    return OkStatus();
  }
  if (op.in_type == kTfLiteInt16 && op.factor.shift <= 0) {
    if (op.out_type == kTfLiteInt8) return RequantizeWords<int8_t>(op, context);
    if (op.out_type == kTfLiteInt16)
      return RequantizeWords<int16_t>(op, context);
  }
  if (op.in_type == kTfLiteFloat32 && HasLongRuns(op.out)) {
    if (op.out_type == kTfLiteInt8) return QuantizeFloats<int8_t>(op, context);
    if (op.out_type == kTfLiteUInt8)
      return QuantizeFloats<uint8_t>(op, context);
    if (op.out_type == kTfLiteInt16)
      return QuantizeFloats<int16_t>(op, context);
  }
  return EvalQuantizeReference(op, context);
}

Status EvalDequantizeCpu(const Dequantize& op, EvalContext& context) {
  if (op.out_type != kTfLiteFloat32)
    return EvalDequantizeReference(op, context);
  if (op.in_type == kTfLiteFloat16) return Widen<half>(op, context);
  if (op.in_type == kTfLiteBFloat16) return Widen<bfloat16>(op, context);
  if (HasLongRuns(op.in)) {
    if (op.in_type == kTfLiteInt8) return DequantizeRuns<int8_t>(op, context);
    if (op.in_type == kTfLiteUInt8) return DequantizeRuns<uint8_t>(op, context);
    if (op.in_type == kTfLiteInt16) return DequantizeRuns<int16_t>(op, context);
    if (op.in_type == kTfLiteInt4) return DequantizeNibbles(op, context);
  }
  return EvalDequantizeReference(op, context);
}

}  // namespace tflite::kernels
