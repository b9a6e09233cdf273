#ifndef DELEGATES_GPU_GPU_PROGRAM_H_
#define DELEGATES_GPU_GPU_PROGRAM_H_

#include <memory>
#include <string>
#include <vector>

#include "delegates/common/partition_kernel.h"
#include "delegates/gpu/device/device.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite {

// A partition on a device: its constants are there, and its commands recorded.
// A run copies the inputs in, runs the commands and copies the outputs out.
class GpuProgram final : public PartitionProgram {
 public:
  // Fuses the graph, plans its memory and compiles its kernels.
  static StatusOr<std::unique_ptr<PartitionProgram>> Create(
      std::shared_ptr<GpuDevice> device, GpuGraph graph);

  Status Run(TfLiteContext* context) override;

 private:
  // A tensor of the host and the buffer it is copied to or from.
  struct Border {
    int tensor;
    std::shared_ptr<GpuBuffer> buffer;
  };

  friend class GpuProgramMaker;
  explicit GpuProgram(std::shared_ptr<GpuDevice> device)
      : device_(std::move(device)) {}
  // Tells the host's profiler what each step took.
  Status RunProfiled(const TfLiteContext& context);

  const std::shared_ptr<GpuDevice> device_;
  std::vector<Border> inputs_, outputs_;
  std::vector<std::string> labels_;  // of the steps
  std::unique_ptr<GpuCommands> commands_;
};

}  // namespace tflite

#endif  // DELEGATES_GPU_GPU_PROGRAM_H_
