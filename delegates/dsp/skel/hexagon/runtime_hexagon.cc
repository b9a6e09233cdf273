// What the compiler takes for granted of a C library and of its own run-time
// library, neither of which there is for the program under qemu.
#include <stddef.h>
#include <stdint.h>

namespace {

uint32_t Divide(uint32_t n, uint32_t d, uint32_t* rest) {
  uint32_t q = 0;
  if (d != 0 && n >= d) {
    const int places = __builtin_clz(d) - __builtin_clz(n);
    d <<= places;
    for (int i = 0; i <= places; ++i, d >>= 1) {
      q <<= 1;
      if (n >= d) {
        n -= d;
        q |= 1;
      }
    }
  }
  *rest = n;
  return q;
}

uint64_t Divide(uint64_t n, uint64_t d, uint64_t* rest) {
  uint64_t q = 0;
  if (d != 0 && n >= d) {
    const int places = __builtin_clzll(d) - __builtin_clzll(n);
    d <<= places;
    for (int i = 0; i <= places; ++i, d >>= 1) {
      q <<= 1;
      if (n >= d) {
        n -= d;
        q |= 1;
      }
    }
  }
  *rest = n;
  return q;
}

template <typename U, typename S>
U Magnitude(S x) {
  return x < 0 ? U{0} - static_cast<U>(x) : static_cast<U>(x);
}
template <typename S, typename U>
S SignedQuotient(S n, S d) {
  U rest;
  const U q = Divide(Magnitude<U>(n), Magnitude<U>(d), &rest);
  return static_cast<S>((n < 0) != (d < 0) ? U{0} - q : q);
}
template <typename S, typename U>
S SignedRest(S n, S d) {
  U rest;
  Divide(Magnitude<U>(n), Magnitude<U>(d), &rest);
  return static_cast<S>(n < 0 ? U{0} - rest : rest);
}

union Bits {
  float number;
  uint32_t bits;
};

constexpr uint32_t kInfinity = 0x7F800000u, kHidden = 0x00800000u;

// Sign left aside: the significand with its leading bit at bit 23, and the
// exponent as stored, below 1 for subnormal numbers.
uint32_t Significand(uint32_t bits, int32_t* exponent) {
  *exponent = static_cast<int32_t>(bits >> 23);
  uint32_t m = bits & (kHidden - 1);
  if (*exponent != 0) return m | kHidden;
  const int places = __builtin_clz(m) - 8;
  *exponent = 1 - places;
  return m << places;
}

// m * 2^-27 of 1 or a little more, and 2^exponent, to the nearest float, halves
// to even. `m` has its leading bit at 26 or 27; its lowest bit is sticky: it is
// set if any lower bit was cut off.
uint32_t Round(uint32_t m, int32_t exponent) {
  if (m >> 27 == 0) {
    m <<= 1;
    --exponent;
  }
  int32_t shift = 4;
  if (exponent < 1) {
    shift += 1 - exponent;
    exponent = 0;
    if (shift > 28) return 0;
  }
  const uint32_t cut = m & ((1u << shift) - 1), half = 1u << (shift - 1);
  uint32_t kept = m >> shift;
  if (cut > half || (cut == half && (kept & 1) != 0)) ++kept;
  // The hidden bit, and one that rounding carries, add to the exponent.
  const uint32_t bits =
      exponent == 0 ? kept : (static_cast<uint32_t>(exponent - 1) << 23) + kept;
  return exponent >= 255 || bits > kInfinity ? kInfinity : bits;
}

}  // namespace

extern "C" {

void* memcpy(void* to, const void* from, size_t bytes) {
  auto* a = static_cast<uint8_t*>(to);
  const auto* b = static_cast<const uint8_t*>(from);
  const uint32_t low =
      reinterpret_cast<uint32_t>(a) | reinterpret_cast<uint32_t>(b);
  if ((low & 7) == 0) {
    for (; bytes >= 8; bytes -= 8, a += 8, b += 8) {
      *reinterpret_cast<uint64_t*>(a) = *reinterpret_cast<const uint64_t*>(b);
    }
  }
  for (; bytes > 0; --bytes) *a++ = *b++;
  return to;
}

// As the compiler calls it for at least 32 bytes, a multiple of 8.
void __hexagon_memcpy_likely_aligned_min32bytes_mult8bytes(void* to,
                                                           const void* from,
                                                           size_t bytes) {
  memcpy(to, from, bytes);
}

void* memmove(void* to, const void* from, size_t bytes) {
  auto* a = static_cast<uint8_t*>(to);
  const auto* b = static_cast<const uint8_t*>(from);
  if (a <= b || a >= b + bytes) return memcpy(to, from, bytes);
  while (bytes-- > 0) a[bytes] = b[bytes];
  return to;
}

void* memset(void* to, int value, size_t bytes) {
  auto* a = static_cast<uint8_t*>(to);
  const auto byte = static_cast<uint8_t>(value);
  for (; bytes > 0 && reinterpret_cast<uint32_t>(a) % 8 != 0; --bytes) {
    *a++ = byte;
  }
  const uint64_t all = byte * 0x0101010101010101u;
  auto* words = reinterpret_cast<uint64_t*>(a);
  for (size_t i = bytes / 16; i > 0; --i, words += 2) {
    words[0] = all;
    words[1] = all;
  }
  a = reinterpret_cast<uint8_t*>(words);
  bytes %= 16;
  for (; bytes > 0; --bytes) *a++ = byte;
  return to;
}

int memcmp(const void* a, const void* b, size_t bytes) {
  const auto* x = static_cast<const uint8_t*>(a);
  const auto* y = static_cast<const uint8_t*>(b);
  for (size_t i = 0; i < bytes; ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

uint32_t __hexagon_udivsi3(uint32_t n, uint32_t d) {
  uint32_t rest;
  return Divide(n, d, &rest);
}
uint32_t __hexagon_umodsi3(uint32_t n, uint32_t d) {
  uint32_t rest;
  Divide(n, d, &rest);
  return rest;
}
int32_t __hexagon_divsi3(int32_t n, int32_t d) {
  return SignedQuotient<int32_t, uint32_t>(n, d);
}
int32_t __hexagon_modsi3(int32_t n, int32_t d) {
  return SignedRest<int32_t, uint32_t>(n, d);
}
uint64_t __hexagon_udivdi3(uint64_t n, uint64_t d) {
  uint64_t rest;
  return Divide(n, d, &rest);
}
uint64_t __hexagon_umoddi3(uint64_t n, uint64_t d) {
  uint64_t rest;
  Divide(n, d, &rest);
  return rest;
}
int64_t __hexagon_divdi3(int64_t n, int64_t d) {
  return SignedQuotient<int64_t, uint64_t>(n, d);
}
int64_t __hexagon_moddi3(int64_t n, int64_t d) {
  return SignedRest<int64_t, uint64_t>(n, d);
}

// Rounds to the nearest float, ties to even, as IEEE 754 requires.
float __hexagon_divsf3(float x, float y) {
  Bits a, b, result;
  a.number = x;
  b.number = y;
  const uint32_t sign = (a.bits ^ b.bits) & 0x80000000u;
  a.bits &= 0x7FFFFFFFu;
  b.bits &= 0x7FFFFFFFu;
  const bool invalid = a.bits > kInfinity || b.bits > kInfinity ||
                       (a.bits == kInfinity && b.bits == kInfinity) ||
                       (a.bits == 0 && b.bits == 0);
  if (invalid) {
    result.bits = 0x7FC00000u;
  } else if (a.bits == kInfinity || b.bits == 0) {
    result.bits = sign | kInfinity;
  } else if (a.bits == 0 || b.bits == kInfinity) {
    result.bits = sign;
  } else {
    int32_t a_exponent, b_exponent;
    const uint64_t n = uint64_t{Significand(a.bits, &a_exponent)} << 27;
    uint64_t rest;
    const uint64_t q =
        Divide(n, uint64_t{Significand(b.bits, &b_exponent)}, &rest);
    result.bits = sign | Round(static_cast<uint32_t>(q) | (rest != 0 ? 1 : 0),
                               a_exponent - b_exponent + 127);
  }
  return result.number;
}

}  // extern "C"
