// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include <immintrin.h>

namespace tflite::kernels {
namespace {

constexpr int kRows = 8;
constexpr int kLanes = 16;

inline int32_t LoadGroup(const uint8_t* p) {
  int32_t word;
  __builtin_memcpy(&word, p, sizeof(word));
  return word;
}

// The two instructions are written out because gcc 12 copies the accumulators
// around their intrinsics, which costs a quarter of the speed.

// Left bytes times right bytes, four products to a lane.
struct Bytes {
  static constexpr int kGroupColumns = 4 * kLanes;  // bytes of a right vector
  static __m512i Right(const int8_t* p) { return _mm512_loadu_si512(p); }
  static __m512i Add(__m512i acc, __m512i left, __m512i right) {
    asm("vpdpbusd %2, %1, %0" : "+v"(acc) : "v"(left), "v"(right));
    return acc;
  }
};

// Left 16-bit values times right bytes, two products to a lane.
struct Int16s {
  static constexpr int kGroupColumns = 2 * kLanes;
  static __m512i Right(const int8_t* p) {
    return _mm512_cvtepi8_epi16(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
  static __m512i Add(__m512i acc, __m512i left, __m512i right) {
    asm("vpdpwssd %2, %1, %0" : "+v"(acc) : "v"(left), "v"(right));
    return acc;
  }
};

template <typename Kernel, int M, int V>
void Tile(const GemmIntTile& t) {
  __m512i acc[M][V];
  for (int v = 0; v < V; ++v) {
    const __m512i start = _mm512_loadu_si512(t.start + v * kLanes);
    for (int i = 0; i < M; ++i) acc[i][v] = start;
  }
  const uint8_t* a[M];
  for (int i = 0; i < M; ++i) a[i] = t.left + i * t.left_stride;
  const int8_t* b = t.rhs;
  for (int64_t g = 0; g < t.groups; ++g) {
    __m512i right[V];
    for (int v = 0; v < V; ++v)
      right[v] = Kernel::Right(b + v * Kernel::kGroupColumns);
    b += V * Kernel::kGroupColumns;
    for (int i = 0; i < M; ++i) {
      const __m512i left = _mm512_set1_epi32(LoadGroup(a[i] + 4 * g));
      for (int v = 0; v < V; ++v)
        acc[i][v] = Kernel::Add(acc[i][v], left, right[v]);
    }
  }
  for (int i = 0; i < M; ++i) {
    for (int v = 0; v < V; ++v) {
      _mm512_storeu_si512(t.acc + i * t.acc_pitch + v * kLanes, acc[i][v]);
    }
  }
}

// One row: groups in turn go to sums of their own, as an instruction waits for
// the one before it that adds to the same.
template <typename Kernel, int V>
void Row(const GemmIntTile& t) {
  constexpr int kTurns = 4;
  __m512i acc[kTurns][V];
  for (int v = 0; v < V; ++v) {
    acc[0][v] = _mm512_loadu_si512(t.start + v * kLanes);
    for (int u = 1; u < kTurns; ++u) acc[u][v] = _mm512_setzero_si512();
  }
  const int8_t* b = t.rhs;
  const auto add = [&](int64_t g, int u) {
    const __m512i left = _mm512_set1_epi32(LoadGroup(t.left + 4 * g));
    for (int v = 0; v < V; ++v) {
      acc[u][v] = Kernel::Add(acc[u][v], left,
                              Kernel::Right(b + v * Kernel::kGroupColumns));
    }
    b += V * Kernel::kGroupColumns;
  };
  int64_t g = 0;
  for (; g + kTurns <= t.groups; g += kTurns) {
    for (int u = 0; u < kTurns; ++u) add(g + u, u);
  }
  for (; g < t.groups; ++g) add(g, 0);
  for (int v = 0; v < V; ++v) {
    const __m512i sum =
        _mm512_add_epi32(_mm512_add_epi32(acc[0][v], acc[1][v]),
                         _mm512_add_epi32(acc[2][v], acc[3][v]));
    _mm512_storeu_si512(t.acc + v * kLanes, sum);
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
    case 6:
      return Tile<Kernel, 6, V>(t);
    case 7:
      return Tile<Kernel, 7, V>(t);
    default:
      return Tile<Kernel, 8, V>(t);
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
  GemmIsa isa = *GemmAvx512();
  isa.name = "avx512vnni";
  isa.int_mr = kRows;
  isa.int_nr = 2 * kLanes;
  isa.int_vector = kLanes;
  isa.bytes = true;
  isa.byte_tile = Run<Bytes>;
  isa.int16_tile = Run<Int16s>;
  isa.depthwise_bytes = {DepthwiseBytesAvx512Vnni,
                         /*group=*/4,
                         /*vectors=*/4,
                         /*lanes=*/4,
                         /*block=*/64,
                         /*weight_bytes=*/1};
  return isa;
}

}  // namespace

const GemmIsa* GemmAvx512Vnni() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmAvx512Vnni() { return nullptr; }
}  // namespace tflite::kernels

#endif
