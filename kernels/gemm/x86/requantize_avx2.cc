// Compiled with AVX2 and FMA; see isa.h for what may be included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/x86/requant_avx2.h"
#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 8;

// kWhole: loads all sums. Otherwise only those of the mask, and zeros.
template <bool kWhole>
inline __m256i LoadSums(const int32_t* sums, __m256i mask) {
  return kWhole ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums))
                : _mm256_maskload_epi32(sums, mask);
}

// Requantizes 16 columns from `at` on. Returns false if a result is in doubt.
// Sums beyond the last column are not read.
template <bool kWhole>
bool TwoVectors(const GemmRequantTile& t, int64_t at) {
  const GemmRequantColumns& columns = *t.columns;
  const int64_t c = t.first_column + at;
  const Factors first(columns, c), second(columns, c + kLanes);
  const PairBounds bounds(columns);
  const int64_t n = t.n - at;
  const __m256i masks[2] = {TailMask8(n), TailMask8(n - kLanes)};
  __m256 farthest = _mm256_setzero_ps();
  const int32_t* sums = t.acc + at;
  for (int64_t i = 0; i < t.m; i += 2, sums += 2 * t.acc_pitch) {
    const auto words = [&](const int32_t* row) {
      return bounds.Words(
          first.Round(LoadSums<kWhole>(row, masks[0]), &farthest),
          second.Round(LoadSums<kWhole>(row + kLanes, masks[1]), &farthest));
    };
    const bool pair = i + 1 < t.m;
    const __m256i row = words(sums);
    const __m256i bytes =
        bounds.Bytes(row, pair ? words(sums + t.acc_pitch) : row);
    const int64_t count = kWhole ? 2 * kLanes : n;
    StoreFirst(_mm256_castsi256_si128(bytes), count, t.out[i] + at);
    if (pair) {
      StoreFirst(_mm256_extracti128_si256(bytes, 1), count, t.out[i + 1] + at);
    }
  }
  return !InDoubt(farthest);
}

}  // namespace

void RequantizeFloatsAvx2(const GemmRequantTile& t) {
  for (int64_t at = 0; at < t.n; at += 2 * kLanes) {
    const bool whole = t.n - at >= 2 * kLanes;
    if (whole ? TwoVectors<true>(t, at) : TwoVectors<false>(t, at)) continue;
    RequantizeColumns(t, at, whole ? 2 * kLanes : t.n - at);
  }
}

}  // namespace tflite::kernels

#endif
