#ifndef DELEGATES_GPU_GPU_BORDER_H_
#define DELEGATES_GPU_GPU_BORDER_H_

#include <memory>
#include <vector>

#include "delegates/common/buffer_handles.h"
#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/foreign_buffer.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

// Buffers that applications have made known to a delegate.
using GpuBuffers = BufferHandles<const GpuForeignBuffer>;

// What programs have of their delegate.
struct GpuEnvironment {
  std::shared_ptr<GpuDevice> device;
  std::shared_ptr<const GpuBuffers> buffers;
  const TfLiteDelegate* delegate = nullptr;  // to compare
};

// What kernels may touch.
uint64_t PaddedGpuBytes(uint64_t bytes);

// A tensor at the partition's border. Its value is, in this order,
//   in an application's buffer, if the tensor has a handle: kernels use it in
//     place where they can, else a step copies between it and memory of the
//     program;
//   in the host's memory, which kernels use in place. Only custom allocations,
//     which stay where they are until the graph is prepared anew, and, where
//     the device is the host's processor, any memory of fixed size;
//   in the host's memory, copied to and from memory that both reach, or by way
//     of such memory and a step.
// Variables are always copied, in before each run and out after it. Hosts reset
// them by writing their memory, without a word to delegates, so that nothing
// kept on the device can be trusted; and the CPU, which takes over where a run
// fails, wants the state from before that run.
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

  // Looks where the value is now, and allocates what that takes. True if the
  // bindings are others than before.
  StatusOr<bool> Settle(const TfLiteTensor& tensor,
                        const GpuEnvironment& environment);
  // What kernels are bound to.
  const GpuBinding& inner() const { return inner_; }
  // The other side of the step that copies; without a buffer if there is none.
  const GpuBinding& outer() const { return outer_; }
  bool has_copy() const { return outer_.buffer != nullptr; }
  // The application's buffer, or null.
  const GpuForeignBuffer* foreign() const { return foreign_.get(); }

  // The host's part of a run: before its commands, and after them, where they
  // have failed as well.
  Status Start(const TfLiteTensor& tensor);
  Status Finish(TfLiteTensor* tensor, const TfLiteDelegate* delegate);
  void Abandon();

  // The host may have moved its memory.
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
  // The host's memory, and what was tried last.
  std::shared_ptr<GpuBuffer> imported_;
  const void* import_data_ = nullptr;
  // The program's: what kernels use, and what the host writes or reads.
  std::shared_ptr<GpuBuffer> own_, staging_;

  GpuBinding inner_, outer_;
};

// An error where a run would write one application's buffer while it reads or
// writes the same part of it for another tensor.
Status CheckApart(const std::vector<GpuBorder>& borders);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_BORDER_H_
