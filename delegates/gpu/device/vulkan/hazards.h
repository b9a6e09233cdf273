#ifndef DELEGATES_GPU_DEVICE_VULKAN_HAZARDS_H_
#define DELEGATES_GPU_DEVICE_VULKAN_HAZARDS_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tflite::gpu {

// Determines which steps of a list must wait for earlier ones: those that read
// or write what an earlier step writes, or write what it reads.
class HazardTracker {
 public:
  struct Access {
    uint64_t buffer;      // a unique number
    uint64_t begin, end;  // bytes, end exclusive
    bool written;
  };

  // Adds the next step. True if a barrier is required before it. The barrier
  // then separates it from all earlier steps.
  bool Add(const std::vector<Access>& step);

 private:
  bool Conflicts(const Access& access) const;

  // The accesses of the steps since the last barrier.
  std::unordered_map<uint64_t, std::vector<Access>> since_barrier_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_HAZARDS_H_
