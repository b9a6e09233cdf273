#include "delegates/common/host/step_profile.h"

#include <mutex>
#include <set>

#include "tensorflow_lite_lite/core/profiling/profiler.h"

namespace tflite::delegates {
namespace {

// Profilers keep pointers to the names for longer than any delegate lives.
const char* Kept(const std::string& name) {
  static auto* const kMutex = new std::mutex;
  static auto* const kNames = new std::set<std::string>;
  std::lock_guard<std::mutex> lock(*kMutex);
  return kNames->insert(name).first->c_str();
}

}  // namespace

void AddStepProfile(const TfLiteContext& context, const std::string& name,
                    int step, uint64_t nanoseconds) {
  if (context.profiler == nullptr) return;
  const uint64_t microseconds = (nanoseconds + 500) / 1000;
  static_cast<Profiler*>(context.profiler)
      ->AddEvent(Kept(name),
                 Profiler::EventType::DELEGATE_PROFILED_OPERATOR_INVOKE_EVENT,
                 microseconds, step);
}

}  // namespace tflite::delegates
