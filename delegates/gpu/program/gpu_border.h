#ifndef DELEGATES_GPU_PROGRAM_GPU_BORDER_H_
#define DELEGATES_GPU_PROGRAM_GPU_BORDER_H_

#include <memory>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/foreign_buffer.h"
#include "delegates/gpu/graph/gpu_graph.h"
#include "delegates/gpu/program/buffer_handles.h"

namespace tflite::gpu {

using namespace delegates;

// Buffers that applications have registered with a delegate.
using GpuBuffers = BufferHandles<const GpuForeignBuffer>;

// The parts of a delegate that its programs use.
struct GpuEnvironment {
  std::shared_ptr<GpuDevice> device;
  std::shared_ptr<const GpuBuffers> buffers;
  const TfLiteDelegate* delegate = nullptr;  // only for comparison
};

// The size of the memory that kernels may access for a value of `bytes` bytes.
uint64_t PaddedGpuBytes(uint64_t bytes);

// A tensor at the partition's boundary. Its value is in one of these places, in
// order of preference:
//
//   - a buffer of the application, if the tensor has a handle. Kernels use it
//     in place if possible; otherwise a step copies between it and memory of
//     the program.
//   - host memory that kernels use in place: custom allocations, which stay
//     where they are until the graph is prepared again, and, if the device is
//     the host's processor, arena tensors of at least 4 KiB.
//   - host memory that is copied to or from memory that host and device share,
//     or through staging memory and a copy step.
//
// Variables are always copied to the device before each run and back after it.
// Hosts reset them by writing their memory without notifying delegates, so a
// copy on the device cannot be trusted. If a run fails, the CPU takes over and
// needs the state from before the run.
class GpuBorder {
 public:
  GpuBorder(const GpuValue& value, std::shared_ptr<GpuDevice> device)
      : tensor_(value.tensor),
        input_(value.kind == GpuValue::Kind::kInput),
        state_(value.state),
        bytes_(value.bytes),
        device_(std::move(device)) {}

  int tensor() const { return tensor_; }
  bool is_input() const { return input_; }

  // Determines where the value is now and allocates the memory that this
  // requires. True if the bindings have changed.
  StatusOr<bool> Settle(const TfLiteTensor& tensor,
                        const GpuEnvironment& environment);
  // The binding that kernels use.
  const GpuBinding& inner() const { return inner_; }
  // The other operand of the copy step; has no buffer if there is no such step.
  const GpuBinding& outer() const { return outer_; }
  bool has_copy() const { return outer_.buffer != nullptr; }
  // The application's buffer, or null.
  const GpuForeignBuffer* foreign() const { return foreign_.get(); }

  // The host's part of a run: called before the commands, after they have
  // succeeded, and after any part of the run has failed, respectively.
  Status Start(const TfLiteTensor& tensor);
  Status Finish(TfLiteTensor* tensor, const TfLiteDelegate* delegate);
  void Abandon();

  // Called when the host may have moved the tensor's memory.
  void Forget() { imported_ = nullptr, import_data_ = nullptr; }

 private:
  Status SettleForeign(const TfLiteTensor& tensor);
  Status SettleOwn();
  bool Import(const TfLiteTensor& tensor);
  Status AllocateInner();

  const int tensor_;
  const bool input_;
  const bool state_;
  const uint64_t bytes_;
  const std::shared_ptr<GpuDevice> device_;

  std::shared_ptr<const GpuForeignBuffer> foreign_;
  // The imported host memory, and the last address that was tried.
  std::shared_ptr<GpuBuffer> imported_;
  const void* import_data_ = nullptr;
  // The program's memory: for kernels, and for the host to write or read.
  std::shared_ptr<GpuBuffer> own_, staging_;

  GpuBinding inner_, outer_;
};

// An error if a run would write a part of an application's buffer that it also
// reads or writes for another tensor.
Status CheckApart(const std::vector<GpuBorder>& borders);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_PROGRAM_GPU_BORDER_H_
