#ifndef DELEGATES_GPU_GRAPH_MEMORY_PLAN_H_
#define DELEGATES_GPU_GRAPH_MEMORY_PLAN_H_

#include <cstdint>
#include <vector>

#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

// Where values stand in a few shared buffers.
struct GpuMemoryPlan {
  struct Place {
    int buffer = -1;  // -1: the value has memory of its own, or is not used
    uint64_t offset = 0;
  };
  std::vector<Place> places;      // by value
  std::vector<uint64_t> buffers;  // bytes of each
};

// Inner values share memory when no call needs both. Larger values are placed
// first, each at the lowest offset that is free while it lives. Offsets are
// multiples of `alignment`; no buffer is larger than `most_bytes`, unless a
// single value is.
GpuMemoryPlan PlanInnerValues(const GpuGraph& graph, uint64_t alignment,
                              uint64_t most_bytes);

// Constants that calls use, one after the other.
GpuMemoryPlan PlanConstants(const GpuGraph& graph, uint64_t alignment,
                            uint64_t most_bytes);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GRAPH_MEMORY_PLAN_H_
