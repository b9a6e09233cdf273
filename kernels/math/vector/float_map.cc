#include "kernels/math/vector/float_map.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels/math/vector/convert.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Floats that a piece is converted to at a time: they stay in the first-level
// cache.
constexpr int64_t kChunk = 1024;

void Load(const FloatMap&, const half* in, int64_t count, float* out) {
  ToFloats(in, count, out);
}
void Load(const FloatMap&, const bfloat16* in, int64_t count, float* out) {
  ToFloats(in, count, out);
}
void Load(const FloatMap& map, const int16_t* in, int64_t count, float* out) {
  DequantizeAll(in, count, map.in, out);
}
void Store(const FloatMap&, const float* in, int64_t count, half* out) {
  FromFloats(in, count, out);
}
void Store(const FloatMap&, const float* in, int64_t count, bfloat16* out) {
  FromFloats(in, count, out);
}
void Store(const FloatMap& map, const float* in, int64_t count, int16_t* out) {
  QuantizeAll(in, count, map.out, out);
}

// Whether a loop's errors may decide how a result of so many steps is rounded.
// They are less than 2^-20 of the result, and the division adds 2^-24.
bool IsInDoubt(float steps) {
  const float fraction = steps - std::floor(steps);
  return std::abs(fraction - 0.5f) <= std::abs(steps) * 0x1p-19f + 0x1p-10f;
}

using StoredFunction = std::function<int16_t(int16_t)>;

template <typename T>
Status RunThroughFloats(const FloatMap& map, const void* in_data, int64_t count,
                        void* out_data, ThreadPool& threads,
                        const StoredFunction& stored) {
  const T* in = static_cast<const T*>(in_data);
  T* out = static_cast<T*>(out_data);
  ParallelRange(threads, count, map.grain, [&](int64_t begin, int64_t end) {
    float chunk[kChunk];
    for (int64_t i = begin; i < end; i += kChunk) {
      const int64_t n = std::min(kChunk, end - i);
      T piece[kChunk];  // `out` may be `in`
      std::copy_n(in + i, n, piece);
      Load(map, piece, n, chunk);
      map.loop(chunk, n, map.parameter, chunk);
      Store(map, chunk, n, out + i);
      if constexpr (std::is_same_v<T, int16_t>) {
        for (int64_t j = 0; j < n; ++j) {
          if (IsInDoubt(chunk[j] / map.out.scale))
            out[i + j] = stored(piece[j]);
        }
      }
    }
  });
  return OkStatus();
}

}  // namespace

Status FloatMap::Run(TfLiteType type, const void* in_data, int64_t count,
                     void* out_data, ThreadPool& threads,
                     const StoredFunction& stored) const {
  switch (type) {
    case kTfLiteFloat32: {
      const float* from = static_cast<const float*>(in_data);
      float* to = static_cast<float*>(out_data);
      ParallelRange(threads, count, grain, [&](int64_t begin, int64_t end) {
        loop(from + begin, end - begin, parameter, to + begin);
      });
      return OkStatus();
    }
    case kTfLiteFloat16:
      return RunThroughFloats<half>(*this, in_data, count, out_data, threads,
                                    stored);
    case kTfLiteBFloat16:
      return RunThroughFloats<bfloat16>(*this, in_data, count, out_data,
                                        threads, stored);
    case kTfLiteInt16:
      return RunThroughFloats<int16_t>(*this, in_data, count, out_data, threads,
                                       stored);
    default:
      return Internal("float map over ", TfLiteTypeGetName(type));
  }
}

}  // namespace tflite::kernels
