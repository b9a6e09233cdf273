#include "kernels/random/random_bits.h"

namespace tflite::kernels {
namespace {

uint32_t Low(uint64_t x) { return static_cast<uint32_t>(x); }
uint32_t High(uint64_t x) { return static_cast<uint32_t>(x >> 32); }
uint32_t Rotate(uint32_t x, int by) { return (x << by) | (x >> (32 - by)); }

}  // namespace

std::array<uint32_t, 2> Threefry2x32(uint64_t key, uint64_t counter) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t k[3] = {Low(key), High(key),
                         Low(key) ^ High(key) ^ 0x1BD11BDAu};
  uint32_t x = Low(counter) + k[0], y = High(counter) + k[1];
  for (uint32_t i = 0; i < 5; ++i) {
    for (const int rotation : kRotations[i % 2]) {
      x += y;
      y = Rotate(y, rotation) ^ x;
    }
    x += k[(i + 1) % 3];
    y += k[(i + 2) % 3] + i + 1;
  }
  return {x, y};
}

std::array<uint32_t, 4> Philox4x32(uint64_t key, uint64_t counter_low,
                                   uint64_t counter_high) {
  uint32_t k0 = Low(key), k1 = High(key);
  std::array<uint32_t, 4> c = {Low(counter_low), High(counter_low),
                               Low(counter_high), High(counter_high)};
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = uint64_t{0xD2511F53u} * c[0];
    const uint64_t p1 = uint64_t{0xCD9E8D57u} * c[2];
    c = {High(p1) ^ c[1] ^ k0, Low(p1), High(p0) ^ c[3] ^ k1, Low(p0)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

}  // namespace tflite::kernels
