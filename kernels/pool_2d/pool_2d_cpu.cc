#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/pool_2d/pool_2d.h"

namespace tflite::kernels {
namespace {

// Channels reduced at a time: the accumulators stay in registers and level 1.
constexpr int32_t kChunk = 64;
// The least number of output elements for a thread.
constexpr int64_t kGrain = 4096;

template <typename T>
using Accumulator =
    std::conditional_t<std::is_same_v<T, float>, float, int32_t>;

template <typename T, PoolKind kKind>
void Accumulate(const T* in, int32_t channels, Accumulator<T>* acc) {
  for (int32_t c = 0; c < channels; ++c) {
    const Accumulator<T> v = in[c];
    if constexpr (kKind == PoolKind::kMax) {
      acc[c] = acc[c] < v ? v : acc[c];
    } else if constexpr (kKind == PoolKind::kL2) {
      acc[c] += v * v;
    } else {
      acc[c] += v;
    }
  }
}

template <typename T, PoolKind kKind>
void Finish(const Pool2d& op, const Accumulator<T>* acc, int32_t channels,
            int32_t count, T* out) {
  for (int32_t c = 0; c < channels; ++c) {
    Accumulator<T> v = acc[c];
    if constexpr (std::is_same_v<T, float>) {
      if constexpr (kKind != PoolKind::kMax) v = v / static_cast<float>(count);
      if constexpr (kKind == PoolKind::kL2) v = std::sqrt(v);
      out[c] = op.float_range.Clamp(v);
    } else {
      if constexpr (kKind == PoolKind::kAverage) {
        v = (v > 0 ? v + count / 2 : v - count / 2) / count;
      }
      out[c] = static_cast<T>(op.integer_range.Clamp(v));
    }
  }
}

// One output pixel: every channel of the window [y0, y1) x [x0, x1).
template <typename T, PoolKind kKind>
void Pixel(const Pool2d& op, const T* image, int32_t y0, int32_t y1, int32_t x0,
           int32_t x1, T* out) {
  using A = Accumulator<T>;
  const int32_t count = std::max(0, y1 - y0) * std::max(0, x1 - x0);
  for (int32_t c = 0; c < op.channels; c += kChunk) {
    const int32_t n = std::min(kChunk, op.channels - c);
    alignas(64) A acc[kChunk];
    const bool max = kKind == PoolKind::kMax && count > 0;
    std::fill_n(acc, n, max ? std::numeric_limits<A>::lowest() : A{0});
    for (int32_t y = y0; y < y1; ++y) {
      const T* row = image + (int64_t{y} * op.in_width) * op.channels + c;
      for (int32_t x = x0; x < x1; ++x) {
        Accumulate<T, kKind>(row + int64_t{x} * op.channels, n, acc);
      }
    }
    Finish<T, kKind>(op, acc, n, std::max(1, count), out + c);
  }
}

template <typename T, PoolKind kKind>
void Rows(const Pool2d& op, const T* in, T* out, int64_t begin, int64_t end) {
  const int64_t image = int64_t{op.in_height} * op.in_width * op.channels;
  for (int64_t row = begin; row < end; ++row) {
    const int64_t b = row / op.out_height;
    const int64_t top = (row % op.out_height) * op.stride_height - op.pad_top;
    const int32_t y0 = static_cast<int32_t>(std::max<int64_t>(0, top));
    const int32_t y1 = static_cast<int32_t>(
        std::min<int64_t>(op.in_height, top + op.filter_height));
    T* out_row = out + row * op.out_width * op.channels;
    for (int32_t x = 0; x < op.out_width; ++x) {
      const int64_t left = int64_t{x} * op.stride_width - op.pad_left;
      Pixel<T, kKind>(op, in + b * image, y0, y1,
                      static_cast<int32_t>(std::max<int64_t>(0, left)),
                      static_cast<int32_t>(std::min<int64_t>(
                          op.in_width, left + op.filter_width)),
                      out_row + int64_t{x} * op.channels);
    }
  }
}

template <typename T, PoolKind kKind>
Status Run(const Pool2d& op, EvalContext& context) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t per_row =
      std::max<int64_t>(1, int64_t{op.out_width} * op.channels *
                               op.filter_height * op.filter_width);
  context.threads().ParallelFor(int64_t{op.batch} * op.out_height,
                                std::max<int64_t>(1, kGrain / per_row),
                                [&](int64_t begin, int64_t end) {
                                  Rows<T, kKind>(op, in, out, begin, end);
                                });
  return OkStatus();
}

template <typename T>
Status RunKind(const Pool2d& op, EvalContext& context) {
  switch (op.kind) {
    case PoolKind::kAverage:
      return Run<T, PoolKind::kAverage>(op, context);
    case PoolKind::kMax:
      return Run<T, PoolKind::kMax>(op, context);
    case PoolKind::kL2:
      if constexpr (std::is_same_v<T, float>) {
        return Run<T, PoolKind::kL2>(op, context);
      }
      break;
  }
  return Internal("pool_2d bound to an unknown kind");
}

}  // namespace

Status EvalPool2dCpu(const Pool2d& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      return RunKind<float>(op, context);
    case kTfLiteInt8:
      return RunKind<int8_t>(op, context);
    case kTfLiteUInt8:
      return RunKind<uint8_t>(op, context);
    case kTfLiteInt16:
      return RunKind<int16_t>(op, context);
    default:
      return Internal("pool_2d bound to ", TfLiteTypeGetName(op.type));
  }
}

}  // namespace tflite::kernels
