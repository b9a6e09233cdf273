#ifndef TENSORFLOW_LITE_LITE_CORE_MEMORY_PLAN_H_
#define TENSORFLOW_LITE_LITE_CORE_MEMORY_PLAN_H_

#include <cstddef>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::core {

// One buffer of `bytes` that is in use during the steps first..last, both
// included. Planning takes memory in proportion to the range of steps.
struct BufferRequest {
  size_t bytes = 0;
  int first = 0;
  int last = 0;
};

// A buffer that already has its place.
struct PlacedBuffer {
  size_t offset = 0;
  BufferRequest request;
};

struct BufferPlan {
  std::vector<size_t> offsets;  // one a request, a multiple of the alignment
  size_t total = 0;             // bytes from 0 to the end of the last buffer
};

// Rounds up to a multiple of `alignment`, a power of two. False on overflow.
[[nodiscard]] bool AlignUp(size_t bytes, size_t alignment, size_t* out);

// Places the requests so that no two of them, and none of them and a buffer of
// `fixed`, share both a byte and a step. Deterministic. Buffers of zero bytes
// get offset 0. An error only when sizes overflow.
StatusOr<BufferPlan> PlanBuffers(const std::vector<BufferRequest>& requests,
                                 const std::vector<PlacedBuffer>& fixed,
                                 size_t alignment);

// The largest sum, over all steps, of the aligned sizes in use: no plan is
// smaller. Saturates at the largest size_t.
size_t PlanLowerBound(const std::vector<BufferRequest>& requests,
                      size_t alignment);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_MEMORY_PLAN_H_
