// Tiles of a 16-bit left operand. Compiled with AVX2 and FMA; see isa.h for
// what may be included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/x86/requant_avx2.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 8;

inline int32_t LoadGroup(const uint8_t* p) {
  int32_t word;
  __builtin_memcpy(&word, p, sizeof(word));
  return word;
}

inline __m256i Load(const int32_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

template <int M, int V>
inline __attribute__((always_inline)) void Sums(const GemmIntTile& t,
                                                __m256i (&acc)[M][V]) {
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const __m256i start = Load(t.start + v * kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) acc[i][v] = start;
  }
  const uint8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) a[i] = t.left + i * t.left_stride;
  const int8_t* b = t.rhs;
  TFLL_GEMM_UNROLL_DEPTH
  for (int64_t g = 0; g < t.groups; ++g) {
    __m256i right[V];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      right[v] = _mm256_cvtepi8_epi16(_mm_loadu_si128(
          reinterpret_cast<const __m128i*>(b + v * 2 * kLanes)));
    }
    b += V * 2 * kLanes;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const __m256i left = _mm256_set1_epi32(LoadGroup(a[i] + 4 * g));
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        acc[i][v] =
            _mm256_add_epi32(acc[i][v], _mm256_madd_epi16(left, right[v]));
      }
    }
  }
}

template <int M, int V>
inline __attribute__((always_inline)) void Store(const GemmIntTile& t,
                                                 const __m256i (&acc)[M][V]) {
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      _mm256_storeu_si256(
          reinterpret_cast<__m256i*>(t.acc + i * t.acc_pitch + v * kLanes),
          acc[i][v]);
    }
  }
}

template <int M, int V>
void Tile(const GemmIntTile& t) {
  __m256i acc[M][V];
  Sums<M, V>(t, acc);
  Store<M, V>(t, acc);
}

template <int V>
void Rows(const GemmIntTile& t) {
  TFLL_GEMM_BY_6(M, t.m, Tile<M, V>(t))
}

template <int M, int V>
bool Results(const GemmIntTile& t, const GemmRequantTile& results) {
  __m256i acc[M][V];
  Sums<M, V>(t, acc);
  const GemmRequantColumns& columns = *results.columns;
  const int64_t c = results.first_column;
  const Factors first(columns, c), second(columns, c + (V - 1) * kLanes);
  const ByteBounds bounds(columns);
  __m256 farthest = _mm256_setzero_ps();
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const __m256i low = first.Round(acc[i][0], &farthest);
    const __m256i high = V > 1 ? second.Round(acc[i][V - 1], &farthest) : low;
    StoreFirst(bounds.Bytes(low, high), t.n, results.out[i]);
  }
  if (!InDoubt(farthest)) return true;
  Store<M, V>(t, acc);
  return false;
}

template <int V>
bool ResultRows(const GemmIntTile& t, const GemmRequantTile& results) {
  TFLL_GEMM_BY_6(M, t.m, Results<M, V>(t, results))
}

}  // namespace

void Int16TileAvx2(const GemmIntTile& t) {
  if (t.n > kLanes) return Rows<2>(t);
  Rows<1>(t);
}

bool Int16ResultsAvx2(const GemmIntTile& t, const GemmRequantTile& results) {
  return t.n > kLanes ? ResultRows<2>(t, results) : ResultRows<1>(t, results);
}

}  // namespace tflite::kernels

#endif
