#ifndef DELEGATES_GPU_PROGRAM_GPU_CONSTANTS_H_
#define DELEGATES_GPU_PROGRAM_GPU_CONSTANTS_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

// Writes a graph's constants to device memory, directly if the host can access
// it.
class GpuConstants {
 public:
  // Does not own its arguments.
  GpuConstants(GpuDevice* device, GpuGraph* graph)
      : device_(*device), graph_(*graph) {}

  // Writes small constants immediately and creates jobs that write the others
  // and may run in parallel. `bindings` is indexed by value; unused constants
  // have no buffer. It must outlive the jobs.
  Status Start(const std::vector<GpuBinding>& bindings);
  std::vector<std::function<void()>> TakeJobs() { return std::move(jobs_); }
  // Called after all jobs. Returns the first error.
  Status Finish();

 private:
  // Null if the host cannot access the buffer.
  StatusOr<char*> MemoryOf(const std::shared_ptr<GpuBuffer>& buffer);
  Status WriteOne(const GpuValue& value, const GpuBinding& binding);

  GpuDevice& device_;
  GpuGraph& graph_;
  std::map<std::shared_ptr<GpuBuffer>, char*> memory_;
  std::vector<std::function<void()>> jobs_;
  std::mutex mutex_;  // protects status_ and writes by the device
  Status status_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_PROGRAM_GPU_CONSTANTS_H_
