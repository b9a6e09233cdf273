#ifndef DELEGATES_GPU_GPU_CONSTANTS_H_
#define DELEGATES_GPU_GPU_CONSTANTS_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

// Writes a graph's constants to their places on a device: straight into its
// memory where the host can reach that.
class GpuConstants {
 public:
  // Borrows both.
  GpuConstants(GpuDevice* device, GpuGraph* graph)
      : device_(*device), graph_(*graph) {}

  // Writes small constants at once, and makes the jobs that write the others,
  // which may run at the same time as each other. Parts of `bindings`, by
  // value, without a buffer belong to constants that nothing uses.
  Status Start(const std::vector<GpuBinding>& bindings);
  std::vector<std::function<void()>> TakeJobs() { return std::move(jobs_); }
  // When all jobs are done, of which it gives the first error.
  Status Finish();

 private:
  // Null where the host cannot reach the buffer.
  StatusOr<char*> MemoryOf(const std::shared_ptr<GpuBuffer>& buffer);
  Status WriteOne(const GpuValue& value, const GpuBinding& binding);

  GpuDevice& device_;
  GpuGraph& graph_;
  std::map<std::shared_ptr<GpuBuffer>, char*> memory_;
  std::vector<std::function<void()>> jobs_;
  std::mutex mutex_;  // of what follows, and of writing by the device
  Status status_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_CONSTANTS_H_
