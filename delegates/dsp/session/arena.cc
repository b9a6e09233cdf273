#include "delegates/dsp/session/arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <utility>

namespace tflite::dsp {

ArenaBlock::~ArenaBlock() {
  if (arena_ != nullptr) arena_->Return(offset_, bytes_);
}

Arena::Arena(std::shared_ptr<void> memory, uint8_t* base, uint64_t offset,
             uint64_t bytes, uint64_t alignment, uint64_t slack)
    : memory_(std::move(memory)),
      base_(base),
      offset_(offset),
      slack_(slack),
      free_(bytes, alignment) {}

StatusOr<ArenaBlock> Arena::Allocate(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto at = free_.Take(bytes + slack_);
  if (!at.ok()) return Annotate(at.status(), "memory shared with the device");
  return ArenaBlock(shared_from_this(), offset_ + *at, bytes);
}

void Arena::Return(uint64_t offset, uint64_t bytes) {
  // Returns whole pages to the system. If that fails, as for memory of a
  // driver, they are kept for the next block.
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const uint64_t begin = (offset + page - 1) / page * page;
  const uint64_t end = (offset + bytes) / page * page;
  if (begin < end) madvise(base_ + begin, end - begin, MADV_REMOVE);
  std::lock_guard<std::mutex> lock(mutex_);
  free_.Return(offset - offset_, bytes + slack_);
}

uint64_t Arena::bytes_in_use() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return free_.bytes_in_use();
}

}  // namespace tflite::dsp
