#include "delegates/common/cache/sha256.h"

#include <algorithm>
#include <cstring>

namespace tflite::delegates {
namespace {

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
constexpr uint32_t kRounds[64] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1,
    0x923F82A4, 0xAB1C5ED5, 0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3,
    0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174, 0xE49B69C1, 0xEFBE4786,
    0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147,
    0x06CA6351, 0x14292967, 0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13,
    0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85, 0xA2BFE8A1, 0xA81A664B,
    0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A,
    0x5B9CCA4F, 0x682E6FF3, 0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208,
    0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

uint32_t Rotated(uint32_t word, int bits) {
  return word >> bits | word << (32 - bits);
}

}  // namespace

void Sha256::AddBlock(const uint8_t* block) {
  uint32_t words[64];
  for (int i = 0; i < 16; ++i) {
    const uint8_t* from = block + 4 * i;
    words[i] = uint32_t{from[0]} << 24 | uint32_t{from[1]} << 16 |
               uint32_t{from[2]} << 8 | from[3];
  }
  for (int i = 16; i < 64; ++i) {
    const uint32_t near = words[i - 2], far = words[i - 15];
    words[i] = words[i - 16] + words[i - 7] +
               (Rotated(far, 7) ^ Rotated(far, 18) ^ far >> 3) +
               (Rotated(near, 17) ^ Rotated(near, 19) ^ near >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (int i = 0; i < 64; ++i) {
    const uint32_t first = h +
                           (Rotated(e, 6) ^ Rotated(e, 11) ^ Rotated(e, 25)) +
                           ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
    const uint32_t second = (Rotated(a, 2) ^ Rotated(a, 13) ^ Rotated(a, 22)) +
                            ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const uint32_t added[8] = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < state_.size(); ++i) state_[i] += added[i];
}

void Sha256::Add(const void* data, size_t bytes) {
  if (bytes == 0) return;  // `data` may be null then, which memcpy must not get
  const auto* from = static_cast<const uint8_t*>(data);
  const size_t kept = bytes_ % block_.size();
  bytes_ += bytes;
  const size_t taken = std::min(bytes, block_.size() - kept);
  std::memcpy(&block_[kept], from, taken);
  from += taken;
  bytes -= taken;
  if (kept + taken < block_.size()) return;
  AddBlock(block_.data());
  for (; bytes >= block_.size(); bytes -= block_.size()) {
    AddBlock(from);
    from += block_.size();
  }
  std::memcpy(block_.data(), from, bytes);
}

Sha256::Digest Sha256::Finish() {
  const uint64_t bits = 8 * bytes_;
  const uint8_t one = 0x80, zero = 0;
  Add(&one, 1);
  while (bytes_ % block_.size() != block_.size() - sizeof(bits)) Add(&zero, 1);
  uint8_t length[sizeof(bits)];
  for (size_t i = 0; i < sizeof(bits); ++i) {
    length[i] = static_cast<uint8_t>(bits >> (56 - 8 * i));
  }
  Add(length, sizeof(length));
  Digest digest;
  for (size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  }
  return digest;
}

}  // namespace tflite::delegates
