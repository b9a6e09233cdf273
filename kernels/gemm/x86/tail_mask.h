#ifndef KERNELS_GEMM_X86_TAIL_MASK_H_
#define KERNELS_GEMM_X86_TAIL_MASK_H_

#include <immintrin.h>

#include <cstdint>

// Masks of the lanes below n, for any n: the last vector of a row. And stores
// of these lanes without one, where masked stores are slow.
//
// In an unnamed namespace, as files for other instruction sets include this,
// too: a shared function would be that of one of them.

namespace tflite::kernels {
namespace {

#if defined(__AVX2__)
// Of 8 lanes; all bits of a lane are set.
inline __m256i TailMask8(int64_t n) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const int count = n >= 8 ? 8 : n < 0 ? 0 : static_cast<int>(n);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), lane);
}

// Stores the lanes below n, for any n. A masked store takes 12 cycles on Zen 3.
inline void StoreTail(float* out, int64_t n, __m256 x) {
  if (n >= 8) return _mm256_storeu_ps(out, x);
  if (n <= 0) return;
  __m128 rest = _mm256_castps256_ps128(x);
  if (n & 4) {
    _mm_storeu_ps(out, rest);
    rest = _mm256_extractf128_ps(x, 1);
    out += 4;
  }
  if (n & 2) {
    _mm_storel_pi(reinterpret_cast<__m64*>(out), rest);
    rest = _mm_movehl_ps(rest, rest);
    out += 2;
  }
  if (n & 1) _mm_store_ss(out, rest);
}
#endif

#if defined(__AVX512F__)
// Of 16 lanes.
inline __mmask16 TailMask16(int64_t n) {
  return n >= 16 ? 0xFFFF : n <= 0 ? 0 : static_cast<__mmask16>((1u << n) - 1);
}

#if defined(__AVX512DQ__)
// For masked stores: the compiler would join them with the plain intrinsic to
// an instruction that faults at lanes which it does not store.
inline __m256 UpperHalf(__m512 x) {
  __m256 half = _mm512_extractf32x8_ps(x, 1);
  asm("" : "+v"(half));
  return half;
}
#endif
#endif

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_TAIL_MASK_H_
