#ifndef DELEGATES_COMMON_MEMORY_PLAN_H_
#define DELEGATES_COMMON_MEMORY_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "delegates/common/value_graph.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::delegates {

// The range of calls during which a value is needed; last < first if there are
// none.
struct Lifetime {
  int first = 0, last = -1;
  bool is_used() const { return last >= first; }
  bool Meets(const Lifetime& other) const {
    return first <= other.last && other.first <= last;
  }
};

// Indexed by value. Inputs of the partition are live from the first call,
// outputs until the last.
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

// The memory that a device has for values, in bytes.
struct MemoryLimits {
  uint64_t alignment = 64;  // of offsets
  // Sizes of buffers that are filled first, in this order, e.g. on-chip memory
  // of limited size.
  std::vector<uint64_t> regions;
  // Maximum size of the other buffers, of which there may be any number. A
  // larger value gets a buffer for itself. 0: there are no other buffers.
  uint64_t most_bytes = std::numeric_limits<uint64_t>::max();
};

// The places of values in a few shared buffers.
struct MemoryPlan {
  struct Place {
    int buffer = -1;  // -1: the value is not placed here, or not used
    uint64_t offset = 0;
  };
  std::vector<Place> places;  // by value
  // Bytes used in each buffer, regions first.
  std::vector<uint64_t> buffers;
};

// Places values of the given sizes, except those that are not used. Values
// share memory if no call needs both. Larger values are placed first, each at
// the lowest offset that is free during its lifetime. ResourceExhausted if a
// value fits in no buffer; the message names the value by its label
// (PartitionValue::label), or by its index if there are no labels.
StatusOr<MemoryPlan> PlanMemory(const std::vector<uint64_t>& bytes,
                                const std::vector<Lifetime>& lifetimes,
                                const MemoryLimits& limits,
                                const std::vector<std::string>& labels = {});

// Places the inner values, as PlanMemory does.
StatusOr<MemoryPlan> PlanInnerValues(const std::vector<PartitionValue>& values,
                                     const std::vector<Lifetime>& lifetimes,
                                     const MemoryLimits& limits);

// Places the constants that calls use, without sharing memory. Errors as above.
StatusOr<MemoryPlan> PlanConstants(const std::vector<PartitionValue>& values,
                                   const std::vector<Lifetime>& lifetimes,
                                   const MemoryLimits& limits);

// Adds the name of the largest value in a buffer of the plan to an error, for a
// device that cannot allocate the buffer.
Status NameLargest(const Status& status,
                   const std::vector<PartitionValue>& values,
                   const MemoryPlan& plan, int buffer);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_MEMORY_PLAN_H_
