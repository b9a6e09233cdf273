#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_PROFILE_BUFFER_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_PROFILE_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/profiling/profiler.h"

namespace tflite {
namespace profiling {

struct EventMemory {
  int64_t mem_footprint_kb = 0;  // peak resident set size so far
};

// A recorded event. Times are in microseconds of a monotonic clock.
struct ProfileEvent {
  using EventType = Profiler::EventType;

  std::string tag;
  uint64_t begin_timestamp_us = 0;
  // For an event that was added as a whole: its metric.
  uint64_t elapsed_time = 0;
  EventMemory begin_mem_usage;
  EventMemory end_mem_usage;
  EventType event_type = EventType::DEFAULT;
  // For nodes: node index and subgraph index.
  int64_t event_metadata = 0;
  int64_t extra_event_metadata = 0;
};

// Stores events in the order in which they began. A full buffer grows if
// dynamic expansion is enabled; otherwise the oldest events are overwritten.
class ProfileBuffer {
 public:
  static constexpr uint32_t kInvalidEventHandle = ~uint32_t{0};

  ProfileBuffer(uint32_t max_num_entries, bool enabled,
                bool allow_dynamic_expansion = false);

  // Returns kInvalidEventHandle if profiling is not enabled.
  uint32_t BeginEvent(const char* tag, ProfileEvent::EventType event_type,
                      int64_t event_metadata1, int64_t event_metadata2);
  // Ignores the handles of events that were overwritten.
  void EndEvent(uint32_t event_handle, const int64_t* event_metadata1 = nullptr,
                const int64_t* event_metadata2 = nullptr);
  void AddEvent(const char* tag, ProfileEvent::EventType event_type,
                uint64_t elapsed_time, int64_t event_metadata1,
                int64_t event_metadata2);

  void SetEnabled(bool enabled) { enabled_ = enabled; }
  void Reset();
  size_t Size() const;
  // Index 0 is the oldest event; null if the index is out of range.
  const ProfileEvent* At(size_t index) const;

 private:
  ProfileEvent* NewEvent();

  bool enabled_;
  const bool allow_dynamic_expansion_;
  const size_t limit_;  // without dynamic expansion; reached step by step
  uint32_t begun_ = 0;  // number of events since Reset; determines handles
  std::vector<ProfileEvent> events_;
};

}  // namespace profiling
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_PROFILING_PROFILE_BUFFER_H_
