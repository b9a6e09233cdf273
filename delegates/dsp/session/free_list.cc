#include "delegates/dsp/session/free_list.h"

#include <algorithm>
#include <iterator>

namespace tflite::dsp {

FreeList::FreeList(uint64_t bytes, uint64_t alignment)
    : bytes_(bytes), alignment_(alignment) {
  free_.emplace(0, bytes);
}

uint64_t FreeList::Rounded(uint64_t bytes) const {
  return (bytes + alignment_ - 1) & ~(alignment_ - 1);
}

StatusOr<uint64_t> FreeList::Take(uint64_t bytes) {
  // Sizes near 2^64 would wrap when rounded; one that is larger than the region
  // remains so.
  const uint64_t size = Rounded(std::min(bytes, bytes_ + alignment_));
  for (auto part = free_.begin(); part != free_.end(); ++part) {
    const auto [offset, left] = *part;
    if (left < size) continue;
    free_.erase(part);
    if (left > size) free_.emplace(offset + size, left - size);
    in_use_ += size;
    return offset;
  }
  return ResourceExhausted("cannot allocate ", bytes, " bytes: ", in_use_,
                           " of ", bytes_, " are in use");
}

void FreeList::Return(uint64_t offset, uint64_t bytes) {
  uint64_t size = Rounded(bytes);
  in_use_ -= size;
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && next->first == offset + size) {
    size += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == offset) {
      before->second += size;
      return;
    }
  }
  free_.emplace(offset, size);
}

}  // namespace tflite::dsp
