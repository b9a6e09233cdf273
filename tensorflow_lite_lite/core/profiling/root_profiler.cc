#include "tensorflow_lite_lite/core/profiling/root_profiler.h"

#include <utility>

namespace tflite {
namespace profiling {

void RootProfiler::AddProfiler(Profiler* profiler) {
  if (profiler != nullptr) profilers_.push_back(profiler);
}

void RootProfiler::AddProfiler(std::unique_ptr<Profiler> profiler) {
  if (profiler == nullptr) return;
  owned_.push_back(std::move(profiler));
  profilers_.push_back(owned_.back().get());
}

void RootProfiler::RemoveChildProfilers() {
  profilers_.clear();
  owned_.clear();
  open_.clear();
}

uint32_t RootProfiler::BeginEvent(const char* tag, EventType event_type,
                                  int64_t event_metadata1,
                                  int64_t event_metadata2) {
  if (profilers_.size() == 1) {
    return profilers_[0]->BeginEvent(tag, event_type, event_metadata1,
                                     event_metadata2);
  }
  std::vector<uint32_t> handles;
  handles.reserve(profilers_.size());
  for (Profiler* p : profilers_) {
    handles.push_back(
        p->BeginEvent(tag, event_type, event_metadata1, event_metadata2));
  }
  const uint32_t handle = next_handle_++;
  open_.emplace(handle, std::move(handles));
  return handle;
}

std::vector<uint32_t> RootProfiler::Take(uint32_t event_handle) {
  if (profilers_.size() == 1) return {event_handle};
  const auto it = open_.find(event_handle);
  if (it == open_.end()) return {};
  std::vector<uint32_t> handles = std::move(it->second);
  open_.erase(it);
  return handles;
}

void RootProfiler::EndEvent(uint32_t event_handle) {
  const std::vector<uint32_t> handles = Take(event_handle);
  for (size_t i = 0; i < handles.size() && i < profilers_.size(); ++i) {
    profilers_[i]->EndEvent(handles[i]);
  }
}

void RootProfiler::EndEvent(uint32_t event_handle, int64_t event_metadata1,
                            int64_t event_metadata2) {
  const std::vector<uint32_t> handles = Take(event_handle);
  for (size_t i = 0; i < handles.size() && i < profilers_.size(); ++i) {
    profilers_[i]->EndEvent(handles[i], event_metadata1, event_metadata2);
  }
}

void RootProfiler::AddEvent(const char* tag, EventType event_type,
                            uint64_t metric, int64_t event_metadata1,
                            int64_t event_metadata2) {
  for (Profiler* p : profilers_) {
    p->AddEvent(tag, event_type, metric, event_metadata1, event_metadata2);
  }
}

void RootProfiler::AddEventWithData(const char* tag, EventType event_type,
                                    const void* data) {
  for (Profiler* p : profilers_) p->AddEventWithData(tag, event_type, data);
}

}  // namespace profiling
}  // namespace tflite
