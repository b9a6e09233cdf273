#ifndef DELEGATES_DSP_SESSION_FREE_LIST_H_
#define DELEGATES_DSP_SESSION_FREE_LIST_H_

#include <cstdint>
#include <map>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::dsp {

using namespace base;

// Which parts of a region of memory are in use, first fit. Not thread-safe.
class FreeList {
 public:
  // The region's bytes, from 0. Sizes are rounded up to `alignment`, which
  // divides `bytes` and is a power of two.
  FreeList(uint64_t bytes, uint64_t alignment);

  // The offset of so many bytes, at least one; ResourceExhausted where no part
  // is large enough.
  StatusOr<uint64_t> Take(uint64_t bytes);
  // What Take gave, of the same size.
  void Return(uint64_t offset, uint64_t bytes);

  uint64_t bytes_in_use() const { return in_use_; }
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t Rounded(uint64_t bytes) const;

  const uint64_t bytes_, alignment_;
  uint64_t in_use_ = 0;
  std::map<uint64_t, uint64_t> free_;  // offset -> bytes, none touching
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SESSION_FREE_LIST_H_
