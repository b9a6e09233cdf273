// Compiled with AVX2, FMA and AVX-VNNI, the VEX encoding of VNNI; see isa.h for
// what may be included.
#include "kernels/gemm/isa.h"
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__AVXVNNI__)
#include <immintrin.h>

#include "kernels/gemm/x86/vnni_tiles.h"

namespace tflite::kernels {
namespace {

struct Vectors {
  using Vector = __m256i;
  // With two vectors of columns: 12 registers of sums, two right ones, a left
  // one.
  static constexpr int kRows = 6, kLanes = 8;
  static Vector Load(const void* p) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(p));
  }
  static void Store(void* p, Vector v) {
    _mm256_storeu_si256(static_cast<__m256i*>(p), v);
  }
  static Vector Zero() { return _mm256_setzero_si256(); }
  static Vector Broadcast(uint32_t x) {
    return _mm256_set1_epi32(static_cast<int32_t>(x));
  }
  static Vector Sum(Vector a, Vector b) { return _mm256_add_epi32(a, b); }
};

// The two instructions are written out because gcc 12 copies the accumulators
// around their intrinsics.

// Left bytes times right bytes, four products to a lane.
struct Bytes : Vectors {
  static constexpr int kGroupColumns = 4 * kLanes;  // bytes of a right vector
  static Vector Right(const int8_t* p) { return Load(p); }
  static Vector Add(Vector acc, Vector left, Vector right) {
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(acc) : "x"(left), "x"(right));
    return acc;
  }
};

// Left 16-bit values times right bytes, two products to a lane.
struct Int16s : Vectors {
  static constexpr int kGroupColumns = 2 * kLanes;
  static Vector Right(const int8_t* p) {
    return _mm256_cvtepi8_epi16(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  static Vector Add(Vector acc, Vector left, Vector right) {
    asm("%{vex%} vpdpwssd %2, %1, %0" : "+x"(acc) : "x"(left), "x"(right));
    return acc;
  }
};

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmAvx2();
  isa.name = "avxvnni";
  // int_mr, int_nr and int_vector are those of the AVX2 row, too.
  isa.bytes = true;
  isa.byte_tile = RunTile<Bytes>;
  isa.int16_tile = RunTile<Int16s>;
  isa.byte_rows = nullptr;
  isa.winograd_bytes = nullptr;  // bytes are multiplied twice as fast
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
