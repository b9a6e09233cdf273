#ifndef KERNELS_MATH_ELEMENTARY_LANES_H_
#define KERNELS_MATH_ELEMENTARY_LANES_H_

#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

// One vector of floats, of the instruction set that the including source is
// compiled for. Everything is local to that source: code for one processor must
// not be linked in place of code for another.
namespace tflite::kernels {
namespace {

#define TFLL_LANES inline __attribute__((always_inline))

#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif

// The operators and ?: of these work lane by lane.
typedef float Floats __attribute__((vector_size(4 * kLanes)));
typedef int32_t Ints __attribute__((vector_size(4 * kLanes)));
typedef uint32_t Words __attribute__((vector_size(4 * kLanes)));

TFLL_LANES Floats Load(const float* p) {
  Floats v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
TFLL_LANES void Store(Floats v, float* p) { std::memcpy(p, &v, sizeof(v)); }
TFLL_LANES Floats All(float x) { return Floats{} + x; }
TFLL_LANES Ints Bits(Floats v) { return reinterpret_cast<Ints>(v); }
TFLL_LANES Floats FromBits(Ints v) { return reinterpret_cast<Floats>(v); }

// a b + c, rounded once where the processor can.
TFLL_LANES Floats Fma(Floats a, Floats b, Floats c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__AVX2__)
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}
TFLL_LANES Floats Fma(Floats a, float b, Floats c) { return Fma(a, All(b), c); }
TFLL_LANES Floats Fma(Floats a, Floats b, float c) { return Fma(a, b, All(c)); }

// -a b - c, like Fma.
TFLL_LANES Floats NegatedFma(Floats a, float b, Floats c) {
#if defined(__AVX512F__)
  return _mm512_fnmsub_ps(a, All(b), c);
#elif defined(__AVX2__)
  return _mm256_fnmsub_ps(a, All(b), c);
#else
  return -a * b - c;
#endif
}

// a b + c as if rounded once, to nearly all digits.
TFLL_LANES Floats ExactFma(Floats a, float b, Floats c) {
#if defined(__AVX2__)
  return Fma(a, b, c);
#else
  for (int i = 0; i < kLanes; ++i) {
    c[i] = static_cast<float>(static_cast<double>(a[i]) * b + c[i]);
  }
  return c;
#endif
}

// 1 / v, for numbers whose reciprocal is a normal number.
TFLL_LANES Floats Reciprocal(Floats v) {
#if defined(__AVX512F__)
  const Floats estimate = _mm512_rcp14_ps(v);
  return Fma(estimate, Fma(-v, estimate, 1.0f), estimate);
#else
  return 1.0f / v;
#endif
}

// a < b ? b : a, and a > b ? b : a: a where either is NaN. The instructions
// return their second operand then.
TFLL_LANES Floats Greater(Floats a, Floats b) {
#if defined(__AVX512F__)
  return _mm512_max_ps(b, a);
#elif defined(__AVX2__)
  return _mm256_max_ps(b, a);
#else
  return a < b ? b : a;
#endif
}
TFLL_LANES Floats Smaller(Floats a, Floats b) {
#if defined(__AVX512F__)
  return _mm512_min_ps(b, a);
#elif defined(__AVX2__)
  return _mm256_min_ps(b, a);
#else
  return a > b ? b : a;
#endif
}
// NaN where v is NaN.
TFLL_LANES Floats Clamp(Floats v, float low, float high) {
  return Smaller(Greater(v, All(low)), All(high));
}
TFLL_LANES Floats Abs(Floats v) { return FromBits(Bits(v) & 0x7FFFFFFF); }

// Whether any lane of a comparison holds.
TFLL_LANES bool Any(Ints mask) {
#if defined(__AVX512F__)
  return _mm512_movepi32_mask(reinterpret_cast<__m512i>(mask)) != 0;
#elif defined(__AVX2__)
  return _mm256_movemask_ps(FromBits(mask)) != 0;
#else
  int32_t any = 0;
  for (int i = 0; i < kLanes; ++i) any |= mask[i];
  return any != 0;
#endif
}

// v 2^n: `whole` is n, `shifted` has it in its last bits (functions.h). The
// result may be too small or too large for a normal number.
TFLL_LANES Floats TimesPower(Floats v, Floats whole, Ints n) {
#if defined(__AVX512F__)
  static_cast<void>(n);
  return _mm512_scalef_ps(v, whole);
#else
  static_cast<void>(whole);
  // 2^n may not be a normal number; its two factors are.
  const Ints half = n >> 1;
  return v * FromBits((half + 127) << 23) * FromBits((n - half + 127) << 23);
#endif
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_LANES_H_
