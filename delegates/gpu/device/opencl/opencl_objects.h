#ifndef DELEGATES_GPU_DEVICE_OPENCL_OPENCL_OBJECTS_H_
#define DELEGATES_GPU_DEVICE_OPENCL_OPENCL_OBJECTS_H_

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/opencl/opencl_library.h"

namespace tflite::gpu {

using namespace delegates;

// The driver's context and its only queue. Shared by all objects of the device,
// so that it is destroyed last.
struct OpenClContext {
  ~OpenClContext();
  // Returns OpenClStatus, and records if the device is lost.
  Status Check(cl_int error, const std::string& what) const;
  // Waits for all commands of a queue.
  Status Finish(cl_command_queue of) const;
  // A queue with profiling, which may cost each command time: one of its own,
  // created by the first call, unless the queue was lent.
  StatusOr<cl_command_queue> TimedQueue();

  const OpenClFunctions* cl = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;  // in order
  bool lent = false;                 // the queue is the application's
  bool timed = false;                // the queue has profiling
  std::mutex mutex;                  // protects timed_queue
  cl_command_queue timed_queue = nullptr;
  // The replaced functions, for tests; `cl` then points to it.
  OpenClFunctions replaced;
  mutable std::atomic<bool> lost{false};
};

class OpenClBuffer final : public GpuBuffer {
 public:
  // Takes ownership of `memory`, which must not be a sub-buffer.
  OpenClBuffer(std::shared_ptr<OpenClContext> context, cl_mem memory,
               uint64_t bytes)
      : GpuBuffer(bytes), context_(std::move(context)), memory_(memory) {}
  ~OpenClBuffer() override;
  cl_mem memory() const { return memory_; }

  // The part as a sub-buffer, which lives as long as the buffer. All who ask
  // for the same part get the same object. Parts are released in the reverse
  // order of their creation: NVIDIA's driver (580.159.04) crashes when
  // overlapping ones that kernels have used are released in another order. May
  // be called on any thread.
  StatusOr<cl_mem> Part(uint64_t offset, uint64_t bytes);

  // Passes the memory to the host, at the address `expected` if that is not
  // null; Unmap passes it back to the device.
  Status Map(const void* expected = nullptr);
  Status Unmap();
  void* mapped() const { return mapped_; }

 private:
  void* mapped_ = nullptr;
  const std::shared_ptr<OpenClContext> context_;
  const cl_mem memory_;
  std::mutex mutex_;  // protects the following
  std::map<std::pair<uint64_t, uint64_t>, cl_mem> parts_;  // by offset, bytes
  std::vector<cl_mem> created_;  // the parts in the order of their creation
};

class OpenClPipeline final : public GpuPipeline {
 public:
  // Takes ownership of `program`.
  OpenClPipeline(std::shared_ptr<OpenClContext> context, cl_program program,
                 bool cached, GpuKernelSpec spec, uint32_t num_buffers,
                 uint32_t num_params)
      : GpuPipeline(ToString(spec), num_buffers, num_params),
        spec(std::move(spec)),
        context_(std::move(context)),
        program_(program) {
    is_cached_ = cached;
  }
  ~OpenClPipeline() override { context_->cl->clReleaseProgram(program_); }

  // Creates a kernel object, so that nothing else sets its arguments. The
  // caller releases it.
  StatusOr<cl_kernel> MakeKernel() const;

  const GpuKernelSpec spec;

 private:
  const std::shared_ptr<OpenClContext> context_;
  const cl_program program_;
};

// Kernels with their arguments set. The queue is in-order, so no
// synchronization between the steps is needed.
class OpenClCommands final : public GpuCommands {
 public:
  static StatusOr<std::unique_ptr<GpuCommands>> Create(
      std::shared_ptr<OpenClContext> context, const GpuCaps& caps,
      std::vector<GpuStep> steps);
  ~OpenClCommands() override;

  Status Rebind(const std::vector<GpuRebinding>& changes) override;
  Status Run() override;
  StatusOr<std::vector<uint64_t>> RunTimed() override;

 private:
  struct Launch {
    cl_kernel kernel = nullptr;  // null: a copy
    size_t global[3], local[3];
    cl_mem from = nullptr, to = nullptr;
    size_t from_offset = 0, to_offset = 0, bytes = 0;
    const std::string* label = nullptr;
  };

  OpenClCommands(std::shared_ptr<OpenClContext> context, const GpuCaps& caps,
                 std::vector<GpuStep> steps)
      : context_(std::move(context)), caps_(caps), steps_(std::move(steps)) {}

  Status Add(const GpuDispatch& dispatch);
  Status Add(const GpuCopy& copy);
  static void Set(const GpuCopy& copy, Launch* launch);
  Status SetBuffer(const Launch& launch, size_t at, const GpuBinding& binding);
  // Stores one event per step unless `events` is null.
  Status Enqueue(cl_command_queue queue, std::vector<cl_event>* events);

  const std::shared_ptr<OpenClContext> context_;
  const GpuCaps caps_;
  std::vector<GpuStep> steps_;
  std::vector<Launch> launches_;  // one per step
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_OBJECTS_H_
