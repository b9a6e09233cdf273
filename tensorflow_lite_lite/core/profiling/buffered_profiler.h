#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_BUFFERED_PROFILER_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_BUFFERED_PROFILER_H_

#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/core/profiling/profile_buffer.h"
#include "tensorflow_lite_lite/core/profiling/profiler.h"

namespace tflite {
namespace profiling {

// Records events between StartProfiling and StopProfiling, except phases of the
// runtime (GENERAL_RUNTIME_INSTRUMENTATION_EVENT). Not thread-safe.
class BufferedProfiler : public tflite::Profiler {
 public:
  // A full buffer grows if `allow_dynamic_buffer_increase` is set; otherwise
  // the oldest events are overwritten.
  BufferedProfiler(uint32_t max_num_initial_entries,
                   bool allow_dynamic_buffer_increase)
      : buffer_(max_num_initial_entries, false, allow_dynamic_buffer_increase) {
  }
  explicit BufferedProfiler(uint32_t max_num_entries)
      : BufferedProfiler(max_num_entries, false) {}

  using Profiler::AddEvent;
  using Profiler::BeginEvent;

  uint32_t BeginEvent(const char* tag, EventType event_type,
                      int64_t event_metadata1,
                      int64_t event_metadata2) override {
    if (!ShouldAddEvent(event_type)) return ProfileBuffer::kInvalidEventHandle;
    return buffer_.BeginEvent(tag, event_type, event_metadata1,
                              event_metadata2);
  }
  void EndEvent(uint32_t event_handle) override {
    buffer_.EndEvent(event_handle);
  }
  void EndEvent(uint32_t event_handle, int64_t event_metadata1,
                int64_t event_metadata2) override {
    buffer_.EndEvent(event_handle, &event_metadata1, &event_metadata2);
  }
  void AddEvent(const char* tag, EventType event_type, uint64_t elapsed_time,
                int64_t event_metadata1, int64_t event_metadata2) override {
    if (!ShouldAddEvent(event_type)) return;
    buffer_.AddEvent(tag, event_type, elapsed_time, event_metadata1,
                     event_metadata2);
  }

  void StartProfiling() { buffer_.SetEnabled(true); }
  void StopProfiling() { buffer_.SetEnabled(false); }
  void Reset() { buffer_.Reset(); }
  // Returns events in chronological order. They are valid until the profiler
  // records another event or is reset.
  std::vector<const ProfileEvent*> GetProfileEvents() {
    std::vector<const ProfileEvent*> events;
    events.reserve(buffer_.Size());
    for (size_t i = 0; i < buffer_.Size(); ++i) events.push_back(buffer_.At(i));
    return events;
  }

 protected:
  bool ShouldAddEvent(EventType event_type) {
    return event_type != EventType::GENERAL_RUNTIME_INSTRUMENTATION_EVENT;
  }

 private:
  ProfileBuffer buffer_;
};

}  // namespace profiling
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_PROFILING_BUFFERED_PROFILER_H_
