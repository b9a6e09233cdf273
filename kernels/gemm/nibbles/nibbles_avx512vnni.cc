// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see nibble_isa.h for what may
// be included.
#include "kernels/gemm/nibbles/nibble_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include <immintrin.h>

#include "kernels/gemm/nibbles/nibble_tiles.h"
#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

struct Kernel {
  using Ints = __m512i;
  using Floats = __m512;
  using Part = __m512i;
  static constexpr int kLanes = 16, kVectors = 2, kRows = 3;
  static constexpr int64_t kMostWords = kAnyWords;
  static constexpr bool kHalves = true;

  static Ints LoadWeights(const uint8_t* p) {
    Ints weights = _mm512_loadu_si512(p);
    asm("" : "+v"(weights));  // the compiler would load it for each half
    return weights;
  }
  static Ints Low(Ints weights) {
    return _mm512_and_si512(weights, _mm512_set1_epi8(0x0F));
  }
  // 16 times the weights, which costs no shift of each vector.
  static Ints High(Ints weights) {
    return _mm512_and_si512(weights, _mm512_set1_epi8(static_cast<char>(0xF0)));
  }
  static Ints LoadLeft(const int8_t* p) {
    int32_t word;
    __builtin_memcpy(&word, p, sizeof(word));
    return Broadcast(word);
  }
  static Part NoSums() { return _mm512_setzero_si512(); }
  // Written out because gcc 12 copies the accumulators around its intrinsic.
  static void Add(Ints weights, Ints left, Part* part) {
    asm("vpdpbusd %2, %1, %0" : "+v"(*part) : "v"(weights), "v"(left));
  }
  static Ints Total(Part low, Part high) {
    return Sum(low, _mm512_srai_epi32(high, 4));
  }

  static Ints Broadcast(int32_t x) { return _mm512_set1_epi32(x); }
  static Ints Sum(Ints a, Ints b) { return _mm512_add_epi32(a, b); }
  static Ints LoadInts(const int32_t* p) { return _mm512_loadu_si512(p); }
  static Ints LoadWords(const int16_t* p) {
    return _mm512_cvtepi16_epi32(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
  static Ints Less(Ints sums, int32_t offset, Ints of_columns) {
    return _mm512_sub_epi32(
        sums, _mm512_mullo_epi32(_mm512_set1_epi32(offset), of_columns));
  }
  static Floats ToFloats(Ints x) { return _mm512_cvtepi32_ps(x); }
  static Floats ZeroFloats() { return _mm512_setzero_ps(); }
  static Floats LoadFloats(const float* p) { return _mm512_loadu_ps(p); }
  static Floats LoadHalves(const uint16_t* p) {
    return _mm512_cvtph_ps(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
  }
  static Floats BroadcastFloat(float x) { return _mm512_set1_ps(x); }
  static Floats Product(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
  static Floats Sum(Floats a, Floats b) { return _mm512_add_ps(a, b); }
  static Floats Clamp(Floats x, float min, float max) {
    return _mm512_min_ps(_mm512_set1_ps(max),
                         _mm512_max_ps(_mm512_set1_ps(min), x));
  }
  static void Store(Floats x, int64_t n, float* out) {
    if (n >= kLanes) return _mm512_storeu_ps(out, x);
    _mm512_mask_storeu_ps(out, TailMask16(n), x);
  }
};

}  // namespace

const NibbleIsa* NibblesAvx512Vnni() {
  static const NibbleIsa isa = {"avx512vnni", Kernel::kVectors * Kernel::kLanes,
                                Kernel::kHalves, RunNibbleRows<Kernel>};
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const NibbleIsa* NibblesAvx512Vnni() { return nullptr; }
}  // namespace tflite::kernels

#endif
