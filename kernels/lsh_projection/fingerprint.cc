#include "kernels/lsh_projection/fingerprint.h"

#include <cstring>
#include <utility>

namespace tflite::kernels {
namespace {

constexpr uint64_t kA = 0xc3a5c85c97cb3127;
constexpr uint64_t kB = 0xb492b66fbe98f273;
constexpr uint64_t kC = 0x9ae16a3b2f90404f;

uint64_t Load64(const char* p) {
  uint64_t v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
uint64_t Load32(const char* p) {
  uint32_t v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
uint64_t Load8(const char* p) { return static_cast<uint8_t>(*p); }

uint64_t RotateRight(uint64_t v, int shift) {
  return (v >> shift) | (v << (64 - shift));
}
uint64_t Fold(uint64_t v) { return v ^ (v >> 47); }

// Two words to one.
uint64_t Mix(uint64_t a, uint64_t b, uint64_t factor) {
  return Fold((b ^ Fold((a ^ b) * factor)) * factor) * factor;
}

uint64_t UpTo16(const char* s, size_t n) {
  const uint64_t factor = kC + 2 * n;
  if (n >= 8) {
    const uint64_t a = Load64(s) + kC;
    const uint64_t b = Load64(s + n - 8);
    return Mix(RotateRight(b, 37) * factor + a,
               (RotateRight(a, 25) + b) * factor, factor);
  }
  if (n >= 4) return Mix(n + (Load32(s) << 3), Load32(s + n - 4), factor);
  if (n == 0) return kC;
  const uint64_t head = Load8(s) + (Load8(s + n / 2) << 8);
  const uint64_t tail = n + (Load8(s + n - 1) << 2);
  return Fold((head * kC) ^ (tail * kA)) * kC;
}

uint64_t UpTo32(const char* s, size_t n) {
  const uint64_t factor = kC + 2 * n;
  const uint64_t a = Load64(s) * kB;
  const uint64_t b = Load64(s + 8);
  const uint64_t c = Load64(s + n - 8) * factor;
  const uint64_t d = Load64(s + n - 16) * kC;
  return Mix(RotateRight(a + b, 43) + RotateRight(c, 30) + d,
             a + RotateRight(b + kC, 18) + c, factor);
}

uint64_t UpTo64(const char* s, size_t n) {
  const uint64_t factor = kC + 2 * n;
  const uint64_t a = Load64(s) * kC;
  const uint64_t b = Load64(s + 8);
  const uint64_t c = Load64(s + n - 8) * factor;
  const uint64_t d = Load64(s + n - 16) * kC;
  const uint64_t y = RotateRight(a + b, 43) + RotateRight(c, 30) + d;
  const uint64_t z = Mix(y, a + RotateRight(b + kC, 18) + c, factor);
  const uint64_t e = Load64(s + 16) * factor;
  const uint64_t f = Load64(s + 24);
  const uint64_t g = (y + Load64(s + n - 32)) * factor;
  const uint64_t h = (z + Load64(s + n - 24)) * factor;
  return Mix(RotateRight(e + f, 43) + RotateRight(g, 30) + h,
             e + RotateRight(f + a, 18) + g, factor);
}

struct Pair {
  uint64_t first = 0, second = 0;
};

// 32 bytes at `s`, started from two words.
Pair Digest32(const char* s, uint64_t a, uint64_t b) {
  a += Load64(s);
  b = RotateRight(b + a + Load64(s + 24), 21);
  const uint64_t start = a;
  a += Load64(s + 8) + Load64(s + 16);
  return {a + Load64(s + 24), b + RotateRight(a, 44) + start};
}

// The state that runs over blocks of 64 bytes.
struct State {
  uint64_t x, y, z;
  Pair v, w;

  void Eat(const char* s, uint64_t factor, uint64_t weight) {
    x = RotateRight(x + y + v.first + Load64(s + 8), 37) * factor;
    y = RotateRight(y + v.second + Load64(s + 48), 42) * factor;
    x ^= w.second * weight;
    y += v.first * weight + Load64(s + 40);
    z = RotateRight(z + w.first, 33) * factor;
    v = Digest32(s, v.second * factor, x + w.first);
    w = Digest32(s + 32, z + w.second, y + Load64(s + 16));
    std::swap(z, x);
  }
};

uint64_t Longer(const char* s, size_t n) {
  constexpr uint64_t kSeed = 81;
  State state;
  state.y = kSeed * kB + 113;
  state.z = Fold(state.y * kC + 113) * kC;
  state.x = kSeed * kC + Load64(s);
  const size_t blocks = (n - 1) / 64;
  for (size_t i = 0; i < blocks; ++i) state.Eat(s + 64 * i, kB, 1);
  // The last 64 bytes, which may overlap the block before.
  const uint64_t factor = kB + ((state.z & 0xff) << 1);
  state.w.first += (n - 1) % 64;
  state.v.first += state.w.first;
  state.w.first += state.v.first;
  state.Eat(s + n - 64, factor, 9);
  return Mix(
      Mix(state.v.first, state.w.first, factor) + Fold(state.y) * kA + state.z,
      Mix(state.v.second, state.w.second, factor) + state.x, factor);
}

}  // namespace

uint64_t Fingerprint64(const char* bytes, size_t length) {
  if (length <= 16) return UpTo16(bytes, length);
  if (length <= 32) return UpTo32(bytes, length);
  if (length <= 64) return UpTo64(bytes, length);
  return Longer(bytes, length);
}

}  // namespace tflite::kernels
