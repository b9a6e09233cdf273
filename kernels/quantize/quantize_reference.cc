#include <algorithm>

#include "kernels/math/packed.h"
#include "kernels/quantize/quantize.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/float8.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::kernels {
namespace {

// Number i of a floating-point tensor.
float RealAt(TfLiteType type, const void* data, int64_t i) {
  switch (type) {
    case kTfLiteFloat16:
      return static_cast<const half*>(data)[i];
    case kTfLiteBFloat16:
      return static_cast<const bfloat16*>(data)[i];
    case kTfLiteFloat8E4M3FN:
      return static_cast<const float8_e4m3fn*>(data)[i];
    case kTfLiteFloat8E5M2:
      return static_cast<const float8_e5m2*>(data)[i];
    default:
      return static_cast<const float*>(data)[i];
  }
}

void StoreReal(TfLiteType type, void* data, int64_t i, float value) {
  switch (type) {
    case kTfLiteFloat16:
      static_cast<half*>(data)[i] = value;
      return;
    case kTfLiteBFloat16:
      static_cast<bfloat16*>(data)[i] = value;
      return;
    default:
      static_cast<float*>(data)[i] = value;
  }
}

// Stored integer i of a tensor.
int32_t StoredAt(TfLiteType type, const void* data, int64_t i) {
  const auto* packed = static_cast<const uint8_t*>(data);
  switch (type) {
    case kTfLiteInt8:
      return static_cast<const int8_t*>(data)[i];
    case kTfLiteUInt8:
      return packed[i];
    case kTfLiteInt16:
      return static_cast<const int16_t*>(data)[i];
    case kTfLiteInt4:
      return PackedInt4At(packed, i);
    case kTfLiteUInt4:
      return PackedInt4At(packed, i) & 15;
    case kTfLiteInt2:
      return PackedInt2At(packed, i);
    default:
      return static_cast<const int32_t*>(data)[i];
  }
}

// Puts `value`, brought into the type, at place i. Packed elements are stored
// first to last.
void Store(TfLiteType type, void* data, int64_t i, int64_t value) {
  const auto inside = [value](int64_t low, int64_t high) {
    return std::clamp(value, low, high);
  };
  switch (type) {
    case kTfLiteInt8:
      static_cast<int8_t*>(data)[i] = static_cast<int8_t>(inside(-128, 127));
      return;
    case kTfLiteUInt8:
      static_cast<uint8_t*>(data)[i] = static_cast<uint8_t>(inside(0, 255));
      return;
    case kTfLiteInt16:
      static_cast<int16_t*>(data)[i] =
          static_cast<int16_t>(inside(-32768, 32767));
      return;
    case kTfLiteInt4:
    case kTfLiteUInt4: {
      const int64_t nibble =
          (type == kTfLiteInt4 ? inside(-8, 7) : inside(0, 15)) & 15;
      uint8_t& byte = static_cast<uint8_t*>(data)[i / 2];
      byte = static_cast<uint8_t>(i % 2 == 0 ? nibble : byte | nibble << 4);
      return;
    }
    default:
      static_cast<int32_t*>(data)[i] =
          static_cast<int32_t>(inside(INT32_MIN, INT32_MAX));
  }
}

// Calls body(begin, end) for ranges of `count` elements. Each begins with a
// byte, also of packed elements.
template <typename Body>
void ForRanges(ThreadPool& threads, int64_t count, Body body) {
  constexpr int64_t kGroup = 8, kGrain = 512;
  threads.ParallelFor((count + kGroup - 1) / kGroup, kGrain,
                      [&](int64_t begin, int64_t end) {
                        body(begin * kGroup, std::min(count, end * kGroup));
                      });
}

// Calls body(i, affine) for all elements, those of a range in order.
template <typename Body>
void ForEach(ThreadPool& threads, const ChannelAffine& affine, Body body) {
  const int64_t channels = static_cast<int64_t>(affine.channels.size());
  const int64_t inner = affine.inner;
  ForRanges(threads, affine.outer * channels * inner,
            [&](int64_t i, int64_t end) {
              while (i < end) {
                const Affine& channel = affine.channels[i / inner % channels];
                const int64_t last = std::min(end, (i / inner + 1) * inner);
                for (; i < last; ++i) body(i, channel);
              }
            });
}

}  // namespace

Status EvalQuantizeReference(const Quantize& op, EvalContext& context) {
  const void* in = context.in<void>(0);
  void* out = context.out<void>(0);
  if (op.requantizes) {
    ForRanges(context.threads(), op.count, [&](int64_t i, int64_t end) {
      for (; i < end; ++i) {
        const int64_t x =
            int64_t{StoredAt(op.in_type, in, i)} - op.in_zero_point;
        Store(op.out_type, out, i,
              int64_t{SaturatingMultiplyByQuantizedMultiplier(x, op.factor)} +
                  op.out.channels[0].zero_point);
      }
    });
    return OkStatus();
  }
  ForEach(context.threads(), op.out, [&](int64_t i, const Affine& affine) {
    const float x = RealAt(op.in_type, in, i) / affine.scale;
    Store(op.out_type, out, i,
          int64_t{RoundToInteger<int32_t>(x)} + affine.zero_point);
  });
  return OkStatus();
}

Status EvalDequantizeReference(const Dequantize& op, EvalContext& context) {
  const void* in = context.in<void>(0);
  void* out = context.out<void>(0);
  if (op.in.channels.empty()) {
    ForRanges(context.threads(), op.count, [&](int64_t i, int64_t end) {
      for (; i < end; ++i) {
        StoreReal(op.out_type, out, i, RealAt(op.in_type, in, i));
      }
    });
    return OkStatus();
  }
  ForEach(context.threads(), op.in, [&](int64_t i, const Affine& affine) {
    StoreReal(op.out_type, out, i, affine.Real(StoredAt(op.in_type, in, i)));
  });
  return OkStatus();
}

}  // namespace tflite::kernels
