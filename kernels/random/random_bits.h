#ifndef KERNELS_RANDOM_RANDOM_BITS_H_
#define KERNELS_RANDOM_RANDOM_BITS_H_

#include <array>
#include <cstdint>

namespace tflite::kernels {

// Counter-based generators (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", SC 2011): a block of bits is a function of key and counter alone.

// Threefry-2x32, 20 rounds.
std::array<uint32_t, 2> Threefry2x32(uint64_t key, uint64_t counter);

// Philox-4x32, 10 rounds; the counter has 128 bits.
std::array<uint32_t, 4> Philox4x32(uint64_t key, uint64_t counter_low,
                                   uint64_t counter_high);

// A sequence of Philox blocks, 32 bits at a time.
class PhiloxSequence {
 public:
  PhiloxSequence() = default;
  // Equal keys and streams give equal sequences.
  PhiloxSequence(uint64_t key, uint64_t stream) : key_(key), stream_(stream) {}

  uint32_t Next() {
    if (used_ == 4) {
      block_ = Philox4x32(key_, counter_++, stream_);
      used_ = 0;
    }
    return block_[used_++];
  }
  // In [0, 1): the lower 23 bits of the next 32, as a fraction.
  float NextFloat() { return static_cast<float>(Next() & 0x7FFFFF) * 0x1p-23f; }
  // In [0, 1): 52 bits of the next 64, the upper ones first.
  double NextDouble() {
    const uint64_t upper = Next() & 0xFFFFF;
    return static_cast<double>(upper << 32 | Next()) * 0x1p-52;
  }
  // Skips blocks. No word may be left of one that Next has begun.
  void Skip(uint64_t blocks) { counter_ += blocks; }

 private:
  uint64_t key_ = 0;
  uint64_t stream_ = 0;
  uint64_t counter_ = 0;
  std::array<uint32_t, 4> block_{};
  int used_ = 4;
};

}  // namespace tflite::kernels

#endif  // KERNELS_RANDOM_RANDOM_BITS_H_
