// Compiled with AVX2, FMA and F16C; see nibble_isa.h for what may be included.
#include "kernels/gemm/nibbles/nibble_isa.h"

#if defined(__AVX2__) && defined(__F16C__)
#include <immintrin.h>

#include "kernels/gemm/nibbles/nibble_tiles.h"
#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

struct Kernel {
  using Ints = __m256i;
  using Floats = __m256;
  // 16 bits of the products of even and of odd pairs: 15 * 128 * 2 of a word.
  using Part = __m256i;
  static constexpr int kLanes = 8, kVectors = 1, kRows = 3;
  static constexpr int64_t kMostWords = 8;
  static constexpr bool kHalves = true;

  static Ints LoadWeights(const uint8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static Ints Low(Ints weights) {
    return _mm256_and_si256(weights, _mm256_set1_epi8(0x0F));
  }
  static Ints High(Ints weights) { return Low(_mm256_srli_epi16(weights, 4)); }
  static Ints LoadLeft(const int8_t* p) {
    int32_t word;
    __builtin_memcpy(&word, p, sizeof(word));
    return Broadcast(word);
  }
  static Part NoSums() { return _mm256_setzero_si256(); }
  static void Add(Ints weights, Ints left, Part* part) {
    *part = _mm256_add_epi16(*part, _mm256_maddubs_epi16(weights, left));
  }
  static Ints Total(Part low, Part high) {
    const __m256i one = _mm256_set1_epi16(1);
    return Sum(_mm256_madd_epi16(low, one), _mm256_madd_epi16(high, one));
  }

  static Ints Broadcast(int32_t x) { return _mm256_set1_epi32(x); }
  static Ints Sum(Ints a, Ints b) { return _mm256_add_epi32(a, b); }
  static Ints LoadInts(const int32_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  static Ints LoadWords(const int16_t* p) {
    return _mm256_cvtepi16_epi32(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static Ints Less(Ints sums, int32_t offset, Ints of_columns) {
    return _mm256_sub_epi32(
        sums, _mm256_mullo_epi32(_mm256_set1_epi32(offset), of_columns));
  }
  static Floats ToFloats(Ints x) { return _mm256_cvtepi32_ps(x); }
  static Floats ZeroFloats() { return _mm256_setzero_ps(); }
  static Floats LoadFloats(const float* p) { return _mm256_loadu_ps(p); }
  static Floats LoadHalves(const uint16_t* p) {
    return _mm256_cvtph_ps(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static Floats BroadcastFloat(float x) { return _mm256_set1_ps(x); }
  static Floats Product(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
  static Floats Sum(Floats a, Floats b) { return _mm256_add_ps(a, b); }
  static Floats Clamp(Floats x, float min, float max) {
    return _mm256_min_ps(_mm256_set1_ps(max),
                         _mm256_max_ps(_mm256_set1_ps(min), x));
  }
  static void Store(Floats x, int64_t n, float* out) { StoreTail(out, n, x); }
};

}  // namespace

const NibbleIsa* NibblesAvx2() {
  static const NibbleIsa isa = {"avx2", Kernel::kVectors * Kernel::kLanes,
                                Kernel::kHalves, RunNibbleRows<Kernel>};
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const NibbleIsa* NibblesAvx2() { return nullptr; }
}  // namespace tflite::kernels

#endif
