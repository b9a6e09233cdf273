#ifndef DELEGATES_DSP_SESSION_FREE_LIST_H_
#define DELEGATES_DSP_SESSION_FREE_LIST_H_

#include <cstdint>
#include <map>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::dsp {

using namespace base;

// A first-fit allocator of the offsets of a region of memory. Not thread-safe.
class FreeList {
 public:
  // The region is [0, bytes). Sizes are rounded up to `alignment`, a power of
  // two.
  FreeList(uint64_t bytes, uint64_t alignment);

  // Allocates `bytes` >= 1 and returns their offset. ResourceExhausted if no
  // free part is large enough.
  StatusOr<uint64_t> Take(uint64_t bytes);
  // Frees a range that Take returned, of the same size.
  void Return(uint64_t offset, uint64_t bytes);

  uint64_t bytes_in_use() const { return in_use_; }

 private:
  uint64_t Rounded(uint64_t bytes) const;

  const uint64_t bytes_, alignment_;
  uint64_t in_use_ = 0;
  std::map<uint64_t, uint64_t> free_;  // offset -> bytes, none touching
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SESSION_FREE_LIST_H_
