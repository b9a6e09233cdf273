#ifndef TESTING_KERNEL_TESTS_RNG_UTIL_H_
#define TESTING_KERNEL_TESTS_RNG_UTIL_H_

#include <array>
#include <cstdint>

#include "kernels/random/random_bits.h"

namespace tflite {
namespace rng {

// The generators of kernels/random, with keys and counters as 32-bit words,
// lowest word first.
inline std::array<uint32_t, 2> Threefry2x32(uint32_t key_0, uint32_t key_1,
                                            std::array<uint32_t, 2> ctr) {
  return tflite::kernels::Threefry2x32(uint64_t{key_1} << 32 | key_0,
                                       uint64_t{ctr[1]} << 32 | ctr[0]);
}

inline std::array<uint32_t, 4> Philox4x32(uint32_t key_0, uint32_t key_1,
                                          std::array<uint32_t, 4> ctr) {
  return tflite::kernels::Philox4x32(uint64_t{key_1} << 32 | key_0,
                                     uint64_t{ctr[1]} << 32 | ctr[0],
                                     uint64_t{ctr[3]} << 32 | ctr[2]);
}

}  // namespace rng
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_RNG_UTIL_H_
