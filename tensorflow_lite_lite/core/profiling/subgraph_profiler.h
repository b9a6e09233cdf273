#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_SUBGRAPH_PROFILER_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_SUBGRAPH_PROFILER_H_

#include <cstdint>

#include "tensorflow_lite_lite/core/profiling/profiler.h"

namespace tflite::core {

// Forwards events with the subgraph's index as second metadata value. Kernels
// and delegates of the subgraph see this object as TfLiteContext::profiler.
class SubgraphProfiler : public Profiler {
 public:
  // `profiler` must outlive this object.
  SubgraphProfiler(Profiler* profiler, int64_t subgraph_index)
      : profiler_(profiler), subgraph_index_(subgraph_index) {}

  using Profiler::AddEvent;
  using Profiler::BeginEvent;

  uint32_t BeginEvent(const char* tag, EventType event_type,
                      int64_t event_metadata1, int64_t) override {
    return profiler_->BeginEvent(tag, event_type, event_metadata1,
                                 subgraph_index_);
  }
  void EndEvent(uint32_t event_handle) override {
    profiler_->EndEvent(event_handle);
  }
  void EndEvent(uint32_t event_handle, int64_t event_metadata1,
                int64_t event_metadata2) override {
    profiler_->EndEvent(event_handle, event_metadata1, event_metadata2);
  }
  void AddEvent(const char* tag, EventType event_type, uint64_t metric,
                int64_t event_metadata1, int64_t) override {
    profiler_->AddEvent(tag, event_type, metric, event_metadata1,
                        subgraph_index_);
  }
  void AddEventWithData(const char* tag, EventType event_type,
                        const void* data) override {
    profiler_->AddEventWithData(tag, event_type, data);
  }

 private:
  Profiler* profiler_;
  int64_t subgraph_index_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PROFILING_SUBGRAPH_PROFILER_H_
