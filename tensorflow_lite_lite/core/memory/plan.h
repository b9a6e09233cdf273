#ifndef TENSORFLOW_LITE_LITE_CORE_MEMORY_PLAN_H_
#define TENSORFLOW_LITE_LITE_CORE_MEMORY_PLAN_H_

#include <cstddef>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::core {

// A buffer of `bytes` bytes that is used during the steps first..last, both
// included. The memory needed for planning is proportional to the range of
// steps.
struct BufferRequest {
  size_t bytes = 0;
  int first = 0;
  int last = 0;
};

// A buffer that already has an offset.
struct PlacedBuffer {
  size_t offset = 0;
  BufferRequest request;
};

struct BufferPlan {
  std::vector<size_t> offsets;  // one per request, a multiple of the alignment
  size_t total = 0;             // end of the last buffer, in bytes
};

// Rounds up to a multiple of `alignment`, which is a power of two. Returns
// false on overflow.
[[nodiscard]] bool AlignUp(size_t bytes, size_t alignment, size_t* out);

// Assigns offsets to the requests, so that no two buffers, including those of
// `fixed`, overlap both in memory and in time. Deterministic. Buffers of zero
// bytes get offset 0. Fails only if sizes overflow.
StatusOr<BufferPlan> PlanBuffers(const std::vector<BufferRequest>& requests,
                                 const std::vector<PlacedBuffer>& fixed,
                                 size_t alignment);

// The largest sum, over all steps, of the aligned sizes of the buffers in use.
// No plan is smaller. Saturates at the maximum of size_t.
size_t PlanLowerBound(const std::vector<BufferRequest>& requests,
                      size_t alignment);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_MEMORY_PLAN_H_
