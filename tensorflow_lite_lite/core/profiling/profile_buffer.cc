#include "tensorflow_lite_lite/core/profiling/profile_buffer.h"

#include <algorithm>
#include <chrono>

#if defined(__unix__)
#include <sys/resource.h>
#endif

namespace tflite {
namespace profiling {
namespace {

// A limit that no model reaches takes no memory.
constexpr size_t kFirstEntries = 4096;

uint64_t NowMicros() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

EventMemory MemoryNow() {
  EventMemory memory;
#if defined(__unix__)
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    memory.mem_footprint_kb = usage.ru_maxrss;
  }
#endif
  return memory;
}

}  // namespace

ProfileBuffer::ProfileBuffer(uint32_t max_num_entries, bool enabled,
                             bool allow_dynamic_expansion)
    : enabled_(enabled),
      allow_dynamic_expansion_(allow_dynamic_expansion),
      limit_(std::max<uint32_t>(max_num_entries, 1)),
      events_(std::min(limit_, kFirstEntries)) {}

ProfileEvent* ProfileBuffer::NewEvent() {
  const size_t size = events_.size();
  if (begun_ >= size && (size < limit_ || allow_dynamic_expansion_)) {
    events_.resize(size < limit_ ? std::min(2 * size, limit_) : 2 * size);
  }
  return &events_[begun_ % events_.size()];
}

uint32_t ProfileBuffer::BeginEvent(const char* tag,
                                   ProfileEvent::EventType event_type,
                                   int64_t event_metadata1,
                                   int64_t event_metadata2) {
  if (!enabled_) return kInvalidEventHandle;
  ProfileEvent* event = NewEvent();
  event->tag = tag == nullptr ? "" : tag;
  event->event_type = event_type;
  event->event_metadata = event_metadata1;
  event->extra_event_metadata = event_metadata2;
  event->elapsed_time = 0;
  // Memory usage is not recorded for nodes, because a query takes about a
  // microsecond.
  event->begin_mem_usage = event->end_mem_usage = EventMemory();
  if (event_type != Profiler::EventType::OPERATOR_INVOKE_EVENT) {
    event->begin_mem_usage = MemoryNow();
  }
  event->begin_timestamp_us = NowMicros();
  return begun_++;
}

void ProfileBuffer::EndEvent(uint32_t event_handle,
                             const int64_t* event_metadata1,
                             const int64_t* event_metadata2) {
  const uint64_t now = NowMicros();
  if (!enabled_ || event_handle >= begun_) return;
  if (begun_ - event_handle > events_.size()) return;
  ProfileEvent& event = events_[event_handle % events_.size()];
  event.elapsed_time = now - event.begin_timestamp_us;
  if (event.event_type != Profiler::EventType::OPERATOR_INVOKE_EVENT) {
    event.end_mem_usage = MemoryNow();
  }
  if (event_metadata1 != nullptr) event.event_metadata = *event_metadata1;
  if (event_metadata2 != nullptr) event.extra_event_metadata = *event_metadata2;
}

void ProfileBuffer::AddEvent(const char* tag,
                             ProfileEvent::EventType event_type,
                             uint64_t elapsed_time, int64_t event_metadata1,
                             int64_t event_metadata2) {
  if (!enabled_) return;
  ProfileEvent* event = NewEvent();
  *event = ProfileEvent();
  event->tag = tag == nullptr ? "" : tag;
  event->event_type = event_type;
  event->elapsed_time = elapsed_time;
  event->event_metadata = event_metadata1;
  event->extra_event_metadata = event_metadata2;
  ++begun_;
}

void ProfileBuffer::Reset() { begun_ = 0; }

size_t ProfileBuffer::Size() const {
  return std::min<size_t>(begun_, events_.size());
}

const ProfileEvent* ProfileBuffer::At(size_t index) const {
  const size_t size = Size();
  if (index >= size) return nullptr;
  return &events_[(begun_ - size + index) % events_.size()];
}

}  // namespace profiling
}  // namespace tflite
