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

// 1 / v, for numbers whose reciprocal is a normal number. The including source
// may define TFLL_QUICK_DIVISION.
TFLL_LANES Floats Reciprocal(Floats v) {
#if defined(__AVX512F__) && !defined(TFLL_QUICK_DIVISION)
  const Floats estimate = _mm512_rcp14_ps(v);
  return Fma(estimate, Fma(-v, estimate, 1.0f), estimate);
#else
  return 1.0f / v;
#endif
}

// a / b, for b as above.
TFLL_LANES Floats Quotient(Floats a, Floats b) {
#if defined(__AVX512F__) && !defined(TFLL_QUICK_DIVISION)
  return a * Reciprocal(b);
#else
  return a / b;
#endif
}

TFLL_LANES Floats ToFloats(Ints v) {
  return __builtin_convertvector(v, Floats);
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
TFLL_LANES Floats Greater(Floats a, float b) { return Greater(a, All(b)); }
TFLL_LANES Floats Smaller(Floats a, float b) { return Smaller(a, All(b)); }
// NaN where v is NaN.
TFLL_LANES Floats Clamp(Floats v, float low, float high) {
  return Smaller(Greater(v, low), high);
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

// v 2^n: `whole` is n. The result may be too small or too large for a normal
// number.
TFLL_LANES Floats TimesPower(Floats v, [[maybe_unused]] Floats whole,
                             [[maybe_unused]] Ints n) {
#if defined(__AVX512F__)
  return _mm512_scalef_ps(v, whole);
#else
  // 2^n may not be a normal number; its two factors are.
  const Ints half = n >> 1;
  return v * FromBits((half + 127) << 23) * FromBits((n - half + 127) << 23);
#endif
}

// Vectors that take each step of a function in turn: while a step of one waits
// for its operands, those of the others are under way. Processors look ahead
// too short a distance to find them behind the whole function of one vector.
constexpr int kTogether = 4;
template <typename V>
struct Several {
  V v[kTogether];
};
using Group = Several<Floats>;

// The k-th of several, or the same for each k.
template <typename V>
TFLL_LANES V At(const Several<V>& group, int k) {
  return group.v[k];
}
template <typename T>
TFLL_LANES T At(T same, int) {
  return same;
}
template <typename F, typename... Args>
TFLL_LANES auto Each(F function, const Args&... args) {
  Several<decltype(function(At(args, 0)...))> r;
  for (int k = 0; k < kTogether; ++k) r.v[k] = function(At(args, k)...);
  return r;
}

TFLL_LANES Group LoadGroup(const float* p) {
  Group v;
  for (int k = 0; k < kTogether; ++k) v.v[k] = Load(p + k * kLanes);
  return v;
}
TFLL_LANES void Store(const Group& v, float* p) {
  for (int k = 0; k < kTogether; ++k) Store(v.v[k], p + k * kLanes);
}
template <typename V, typename T>
TFLL_LANES Several<V> operator+(const Several<V>& a, const T& b) {
  return Each([](auto x, auto y) { return x + y; }, a, b);
}
template <typename V, typename T>
TFLL_LANES Several<V> operator-(const Several<V>& a, const T& b) {
  return Each([](auto x, auto y) { return x - y; }, a, b);
}
TFLL_LANES Group operator-(float a, const Group& b) {
  return Each([a](Floats x) { return a - x; }, b);
}
template <typename V, typename T>
TFLL_LANES Several<V> operator*(const Several<V>& a, const T& b) {
  return Each([](auto x, auto y) { return x * y; }, a, b);
}
TFLL_LANES Several<Ints> operator<<(const Several<Ints>& a, int n) {
  return Each([n](Ints x) { return x << n; }, a);
}
TFLL_LANES Several<Ints> operator>>(const Several<Ints>& a, int n) {
  return Each([n](Ints x) { return x >> n; }, a);
}
TFLL_LANES Several<Ints> Bits(const Group& v) {
  return Each([](Floats x) { return Bits(x); }, v);
}
TFLL_LANES Group FromBits(const Several<Ints>& v) {
  return Each([](Ints x) { return FromBits(x); }, v);
}
TFLL_LANES Group Abs(const Group& v) {
  return Each([](Floats x) { return Abs(x); }, v);
}
template <typename B, typename C>
TFLL_LANES Group Fma(const Group& a, const B& b, const C& c) {
  return Each([](Floats x, auto y, auto z) { return Fma(x, y, z); }, a, b, c);
}
TFLL_LANES Group Greater(const Group& a, float b) {
  return Each([b](Floats x) { return Greater(x, b); }, a);
}
TFLL_LANES Group Smaller(const Group& a, float b) {
  return Each([b](Floats x) { return Smaller(x, b); }, a);
}
TFLL_LANES Group Clamp(const Group& v, float low, float high) {
  return Each([=](Floats x) { return Clamp(x, low, high); }, v);
}
TFLL_LANES Group Reciprocal(const Group& v) {
  return Each([](Floats x) { return Reciprocal(x); }, v);
}
TFLL_LANES Group Quotient(const Group& a, const Group& b) {
  return Each([](Floats x, Floats y) { return Quotient(x, y); }, a, b);
}
TFLL_LANES Group ToFloats(const Several<Ints>& v) {
  return Each([](Ints x) { return ToFloats(x); }, v);
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_LANES_H_
