// Compiled with AVX2, FMA and AVX-VNNI, the VEX encoding of VNNI; see isa.h for
// what may be included.
#include "kernels/gemm/isa.h"
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__AVXVNNI__)
#include <immintrin.h>

namespace tflite::kernels {
namespace {

// With two vectors of columns 12 registers of sums, two right ones, a left one.
constexpr int kRows = 6;
constexpr int kLanes = 8;

inline int32_t LoadGroup(const uint8_t* p) {
  int32_t word;
  __builtin_memcpy(&word, p, sizeof(word));
  return word;
}

// The two instructions are written out because gcc 12 copies the accumulators
// around their intrinsics.

// Left bytes times right bytes, four products to a lane.
struct Bytes {
  static constexpr int kGroupColumns = 4 * kLanes;  // bytes of a right vector
  static __m256i Right(const int8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static __m256i Add(__m256i acc, __m256i left, __m256i right) {
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(acc) : "x"(left), "x"(right));
    return acc;
  }
};

// Left 16-bit values times right bytes, two products to a lane.
struct Int16s {
  static constexpr int kGroupColumns = 2 * kLanes;
  static __m256i Right(const int8_t* p) {
    return _mm256_cvtepi8_epi16(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static __m256i Add(__m256i acc, __m256i left, __m256i right) {
    asm("%{vex%} vpdpwssd %2, %1, %0" : "+x"(acc) : "x"(left), "x"(right));
    return acc;
  }
};

template <typename Kernel, int M, int V>
void Tile(const GemmIntTile& t) {
  __m256i acc[M][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const __m256i start = _mm256_loadu_si256(
        reinterpret_cast<const __m256i*>(t.start + v * kLanes));
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) acc[i][v] = start;
  }
  const uint8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) a[i] = t.left + i * t.left_stride;
  const int8_t* b = t.rhs;
  for (int64_t g = 0; g < t.groups; ++g) {
    __m256i right[V];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v)
      right[v] = Kernel::Right(b + v * Kernel::kGroupColumns);
    b += V * Kernel::kGroupColumns;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const __m256i left = _mm256_set1_epi32(LoadGroup(a[i] + 4 * g));
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v)
        acc[i][v] = Kernel::Add(acc[i][v], left, right[v]);
    }
  }
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

// One row: groups in turn go to sums of their own, as an instruction waits for
// the one before it that adds to the same.
template <typename Kernel, int V>
void Row(const GemmIntTile& t) {
  constexpr int kTurns = 4;
  __m256i acc[kTurns][V];
  TFLL_GEMM_UNROLL
  for (int u = 0; u < kTurns; ++u) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) acc[u][v] = _mm256_setzero_si256();
  }
  const int8_t* b = t.rhs;
  const auto add = [&](int64_t g, int u) {
    const __m256i left = _mm256_set1_epi32(LoadGroup(t.left + 4 * g));
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      acc[u][v] = Kernel::Add(acc[u][v], left,
                              Kernel::Right(b + v * Kernel::kGroupColumns));
    }
    b += V * Kernel::kGroupColumns;
  };
  int64_t g = 0;
  for (; g + kTurns <= t.groups; g += kTurns) {
    TFLL_GEMM_UNROLL
    for (int u = 0; u < kTurns; ++u) add(g + u, u);
  }
  for (; g < t.groups; ++g) add(g, 0);
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const __m256i start = _mm256_loadu_si256(
        reinterpret_cast<const __m256i*>(t.start + v * kLanes));
    const __m256i sum =
        _mm256_add_epi32(_mm256_add_epi32(acc[0][v], acc[1][v]),
                         _mm256_add_epi32(acc[2][v], acc[3][v]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(t.acc + v * kLanes),
                        _mm256_add_epi32(sum, start));
  }
}

template <typename Kernel, int V>
void RunRows(const GemmIntTile& t) {
  switch (t.m) {
    case 1:
      return Row<Kernel, V>(t);
    case 2:
      return Tile<Kernel, 2, V>(t);
    case 3:
      return Tile<Kernel, 3, V>(t);
    case 4:
      return Tile<Kernel, 4, V>(t);
    case 5:
      return Tile<Kernel, 5, V>(t);
    default:
      return Tile<Kernel, 6, V>(t);
  }
}

template <typename Kernel>
void Run(const GemmIntTile& t) {
  if (t.n > kLanes) {
    RunRows<Kernel, 2>(t);
  } else {
    RunRows<Kernel, 1>(t);
  }
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmAvx2();
  isa.name = "avxvnni";
  isa.int_mr = kRows;
  isa.int_nr = 2 * kLanes;
  isa.int_vector = kLanes;
  isa.bytes = true;
  isa.byte_tile = Run<Bytes>;
  isa.int16_tile = Run<Int16s>;
  return isa;
}

}  // namespace

const GemmIsa* GemmAvxVnni() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmAvxVnni() { return nullptr; }
}  // namespace tflite::kernels

#endif
