#ifndef DELEGATES_COMMON_MEMORY_PLAN_H_
#define DELEGATES_COMMON_MEMORY_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "delegates/common/value_graph.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::delegates {

// The calls during which a value is needed; last < first where none does.
struct Lifetime {
  int first = 0, last = -1;
  bool is_used() const { return last >= first; }
  bool Meets(const Lifetime& other) const {
    return first <= other.last && other.first <= last;
  }
};

// By value. Inputs of the partition are there from the first call on, outputs
// until the last.
template <typename Call>
std::vector<Lifetime> LifetimesOf(const ValueGraph<Call>& graph) {
  std::vector<Lifetime> lifetimes(graph.values.size());
  for (size_t i = 0; i < graph.calls.size(); ++i) {
    Call::Visit(graph.calls[i], [&](ValueId value, bool) {
      Lifetime& lifetime = lifetimes[value];
      if (!lifetime.is_used()) lifetime.first = static_cast<int>(i);
      lifetime.last = static_cast<int>(i);
    });
  }
  for (size_t v = 0; v < lifetimes.size(); ++v) {
    const PartitionValue::Kind kind = graph.values[v].kind;
    Lifetime& lifetime = lifetimes[v];
    if (!lifetime.is_used()) continue;
    if (kind == PartitionValue::Kind::kInput) lifetime.first = 0;
    if (kind == PartitionValue::Kind::kOutput) {
      lifetime.last = static_cast<int>(graph.calls.size()) - 1;
    }
  }
  return lifetimes;
}

// What memory a device has for values.
struct MemoryLimits {
  uint64_t alignment = 64;  // of offsets
  // Buffers of these sizes are filled first, in order: memory of its own on the
  // device, of which there is so much and no more.
  std::vector<uint64_t> regions;
  // Then come any number of others, no larger than this unless a single value
  // is. 0: there are none.
  uint64_t most_bytes = std::numeric_limits<uint64_t>::max();
  // Inputs and outputs of the partition stand there beside the inner values,
  // for devices that read no memory of the host.
  bool with_boundary = false;
};

// Where values stand in a few shared buffers.
struct MemoryPlan {
  struct Place {
    int buffer = -1;  // -1: the value has memory of its own, or is not used
    uint64_t offset = 0;
  };
  std::vector<Place> places;  // by value
  // Bytes that are used of each, the regions first.
  std::vector<uint64_t> buffers;
};

// Inner values share memory when no call needs both. Larger values are placed
// first, each at the lowest offset that is free while it lives.
// ResourceExhausted where one fits nowhere.
StatusOr<MemoryPlan> PlanInnerValues(const std::vector<PartitionValue>& values,
                                     const std::vector<Lifetime>& lifetimes,
                                     const MemoryLimits& limits);

// Constants that calls use, one after the other; the same otherwise.
StatusOr<MemoryPlan> PlanConstants(const std::vector<PartitionValue>& values,
                                   const std::vector<Lifetime>& lifetimes,
                                   const MemoryLimits& limits);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_MEMORY_PLAN_H_
