#ifndef KERNELS_GEMM_X86_VNNI_AVX512_H_
#define KERNELS_GEMM_X86_VNNI_AVX512_H_

#include <immintrin.h>

#include <cstdint>

// The kernels of vnni_tiles.h for vectors of 64 bytes.

namespace tflite::kernels {
namespace {

struct Vectors512 {
  using Vector = __m512i;
  static constexpr int kRows = 8, kLanes = 16;
  static Vector Load(const int32_t* p) { return _mm512_loadu_si512(p); }
  static void Store(int32_t* p, Vector v) { _mm512_storeu_si512(p, v); }
  static Vector Zero() { return _mm512_setzero_si512(); }
  static Vector Broadcast(uint32_t x) {
    return _mm512_set1_epi32(static_cast<int32_t>(x));
  }
  static Vector Sum(Vector a, Vector b) { return _mm512_add_epi32(a, b); }
  static Vector Flip(Vector v, Vector bits) {
    return _mm512_xor_si512(v, bits);
  }
};

// The two instructions are written out because gcc 12 copies the accumulators
// around their intrinsics, which costs a quarter of the speed.

// Left bytes times right bytes, four products to a lane.
struct Bytes512 : Vectors512 {
  static constexpr int kGroupColumns = 4 * kLanes;  // bytes of a right vector
  static Vector Right(const int8_t* p) { return _mm512_loadu_si512(p); }
  static Vector Add(Vector acc, Vector left, Vector right) {
    asm("vpdpbusd %2, %1, %0" : "+v"(acc) : "v"(left), "v"(right));
    return acc;
  }
};

// Left 16-bit values times right bytes, two products to a lane.
struct Int16s512 : Vectors512 {
  static constexpr int kGroupColumns = 2 * kLanes;
  static Vector Right(const int8_t* p) {
    return _mm512_cvtepi8_epi16(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
  static Vector Add(Vector acc, Vector left, Vector right) {
    asm("vpdpwssd %2, %1, %0" : "+v"(acc) : "v"(left), "v"(right));
    return acc;
  }
};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_VNNI_AVX512_H_
