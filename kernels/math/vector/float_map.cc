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

// Whether a loop's errors may decide how each result is rounded. They are less
// than 2^-20 of the result, but for the tails of GELU, which are a small part
// of a step; the division adds 2^-24.
TFLL_VECTOR_CLONES
void FindDoubts(const float* results, int64_t count, float scale,
                uint8_t* in_doubt) {
  constexpr float kRounder = 12582912.0f;  // 1.5 * 2^23: leaves an integer
  for (int64_t i = 0; i < count; ++i) {
    const float steps = results[i] / scale;
    const float off = std::abs(steps - ((steps + kRounder) - kRounder));
    in_doubt[i] = 0.5f - off <= std::abs(steps) * 0x1p-19f + 0x1p-10f;
  }
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
      constexpr bool kChecked = std::is_same_v<T, int16_t>;
      T piece[kChecked ? kChunk : 1];
      if constexpr (kChecked) std::copy_n(in + i, n, piece);  // `out` may be it
      Load(map, in + i, n, chunk);
      map.loop(chunk, n, map.parameter, chunk);
      Store(map, chunk, n, out + i);
      if constexpr (kChecked) {
        uint8_t in_doubt[kChunk];
        FindDoubts(chunk, n, map.out.scale, in_doubt);
        for (int64_t j = 0; j < n; ++j) {
          if (in_doubt[j] != 0) out[i + j] = stored(piece[j]);
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
