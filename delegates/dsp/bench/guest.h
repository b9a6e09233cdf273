#ifndef DELEGATES_DSP_BENCH_GUEST_H_
#define DELEGATES_DSP_BENCH_GUEST_H_

#include <stdint.h>

#include "delegates/dsp/skel/kernels/kernel.h"

// The environment of a program that runs single kernels: output, qemu's packet
// counter, and memory with guards around each piece and random contents.
namespace tflite::dsp::bench {

void Print(const char* text);
void Print(int64_t number, int width = 0);
void PrintRatio(int64_t numerator, int64_t denominator);  // 1.234
[[noreturn]] void Exit(int status);

// Packets executed so far.
uint32_t Packets();

class Random {
 public:
  explicit Random(uint64_t seed)
      : state_(seed * 2654435761u + 88172645463325252u) {}
  uint32_t Next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<uint32_t>(state_ >> 16);
  }
  // In [low, high].
  int32_t In(int32_t low, int32_t high) {
    return low +
           static_cast<int32_t>(Next() % static_cast<uint32_t>(high - low + 1));
  }
  bool OneIn(int32_t n) { return In(1, n) == 1; }

 private:
  uint64_t state_;
};

// What a kernel writes whole, even if it needs only a part.
enum class Unit { kVector, kByte };

// The memory of one case. Pieces are apart by 128 readable bytes and more.
class Arena {
 public:
  Arena();
  void Reset() { used_ = 256; }
  Memory memory() const { return {base_}; }
  Piece Take(uint32_t bytes);
  template <typename T>
  T* At(const Piece& piece) const {
    return reinterpret_cast<T*>(base_ + piece.offset);
  }
  // Random bytes; one time in four mostly the least and the greatest of a byte.
  void Fill(const Piece& piece, Random& random);
  // Equal bytes.
  void Fill(const Piece& piece, int32_t byte);
  // All that may not be written: a pattern before the piece and behind its last
  // vector or byte.
  void Guard(const Piece& piece, Unit unit = Unit::kVector);
  bool IsGuarded(const Piece& piece, Unit unit = Unit::kVector) const;

 private:
  uint8_t* base_;
  uint32_t used_ = 256;
};

// Planes of a finish for `real` channels in groups padded to 32: factors that
// make outputs of sums of about `magnitude`. `quick`: shifts in [-22, -1].
// `extreme`: any bias, any shift that the wire allows, and ranges of any width.
Finish MakeFinish(Arena& arena, Random& random, int32_t groups,
                  int32_t group_channels, bool is_signed, bool quick,
                  int32_t magnitude, bool extreme = false);

}  // namespace tflite::dsp::bench

#endif  // DELEGATES_DSP_BENCH_GUEST_H_
