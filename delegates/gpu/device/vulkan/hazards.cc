#include "delegates/gpu/device/vulkan/hazards.h"

#include <algorithm>

namespace tflite::gpu {

bool HazardTracker::Conflicts(const Access& access) const {
  const auto touched = since_barrier_.find(access.buffer);
  if (touched == since_barrier_.end()) return false;
  return std::any_of(touched->second.begin(), touched->second.end(),
                     [&access](const Access& other) {
                       return (access.written || other.written) &&
                              access.begin < other.end &&
                              other.begin < access.end;
                     });
}

bool HazardTracker::Add(const std::vector<Access>& step) {
  const bool barrier =
      std::any_of(step.begin(), step.end(),
                  [this](const Access& access) { return Conflicts(access); });
  if (barrier) since_barrier_.clear();
  for (const Access& access : step) {
    since_barrier_[access.buffer].push_back(access);
  }
  return barrier;
}

}  // namespace tflite::gpu
