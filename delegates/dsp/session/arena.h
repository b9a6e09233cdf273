#ifndef DELEGATES_DSP_SESSION_ARENA_H_
#define DELEGATES_DSP_SESSION_ARENA_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "delegates/dsp/session/free_list.h"

namespace tflite::dsp {

class Arena;

// A block of an arena, freed by the destructor.
class ArenaBlock {
 public:
  ArenaBlock() = default;
  ArenaBlock(std::shared_ptr<Arena> arena, uint64_t offset, uint64_t bytes)
      : arena_(std::move(arena)), offset_(offset), bytes_(bytes) {}
  ArenaBlock(ArenaBlock&& other) noexcept { *this = std::move(other); }
  ArenaBlock& operator=(ArenaBlock&& other) noexcept {
    std::swap(arena_, other.arena_);
    std::swap(offset_, other.offset_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~ArenaBlock();

  uint64_t offset() const { return offset_; }  // in the memory

 private:
  std::shared_ptr<Arena> arena_;
  uint64_t offset_ = 0, bytes_ = 0;
};

// A region of memory that is shared with a device, with a budget. Thread-safe.
class Arena : public std::enable_shared_from_this<Arena> {
 public:
  // The region is [offset, offset + bytes) of the memory that starts at `base`.
  // `memory` owns that memory. Offsets of blocks are multiples of `alignment`,
  // and `slack` bytes behind each block are unused.
  Arena(std::shared_ptr<void> memory, uint8_t* base, uint64_t offset,
        uint64_t bytes, uint64_t alignment, uint64_t slack);

  // ResourceExhausted if the budget does not suffice. The contents of a block
  // are undefined.
  StatusOr<ArenaBlock> Allocate(uint64_t bytes);

  uint64_t bytes_in_use() const;

 private:
  friend class ArenaBlock;
  void Return(uint64_t offset, uint64_t bytes);

  const std::shared_ptr<void> memory_;
  uint8_t* const base_;
  const uint64_t offset_, slack_;
  mutable std::mutex mutex_;
  FreeList free_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SESSION_ARENA_H_
