#include "delegates/common/cache/stable_hash.h"

#include <cstring>

namespace tflite::delegates {
namespace {

// An odd number with about equally many ones and zeros.
constexpr uint64_t kMultiplier = 0x9ddfea08eb382d69;

uint64_t Mix(uint64_t state, uint64_t word) {
  state = (state ^ word) * kMultiplier;
  return state ^ (state >> 32);
}

}  // namespace

uint64_t StableHash(const void* data, size_t bytes, uint64_t seed) {
  const auto* from = static_cast<const unsigned char*>(data);
  uint64_t state = Mix(seed, bytes);
  for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, from, sizeof(word));
    state = Mix(state, word);
    from += sizeof(word);
  }
  if (bytes > 0) {
    uint64_t word = 0;
    std::memcpy(&word, from, bytes);
    state = Mix(state, word);
  }
  // Two more rounds, so that the last word affects every bit.
  return Mix(Mix(state, state >> 29), 0);
}

}  // namespace tflite::delegates
