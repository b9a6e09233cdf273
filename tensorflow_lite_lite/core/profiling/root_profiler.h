#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_ROOT_PROFILER_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_ROOT_PROFILER_H_

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/core/profiling/profiler.h"

namespace tflite {
namespace profiling {

// Forwards events to several profilers.
class RootProfiler : public Profiler {
 public:
  // A profiler passed by pointer must outlive this object. Null is ignored.
  void AddProfiler(Profiler* profiler);
  void AddProfiler(std::unique_ptr<Profiler> profiler);
  void RemoveChildProfilers();
  bool empty() const { return profilers_.empty(); }

  using Profiler::AddEvent;
  using Profiler::BeginEvent;

  uint32_t BeginEvent(const char* tag, EventType event_type,
                      int64_t event_metadata1,
                      int64_t event_metadata2) override;
  void EndEvent(uint32_t event_handle) override;
  void EndEvent(uint32_t event_handle, int64_t event_metadata1,
                int64_t event_metadata2) override;
  void AddEvent(const char* tag, EventType event_type, uint64_t metric,
                int64_t event_metadata1, int64_t event_metadata2) override;
  void AddEventWithData(const char* tag, EventType event_type,
                        const void* data) override;

 private:
  // Returns the children's handles for one of our handles. With a single child,
  // the handles are identical and nothing is stored.
  std::vector<uint32_t> Take(uint32_t event_handle);

  std::vector<Profiler*> profilers_;
  std::vector<std::unique_ptr<Profiler>> owned_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> open_;
  uint32_t next_handle_ = 1;
};

}  // namespace profiling
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_PROFILING_ROOT_PROFILER_H_
