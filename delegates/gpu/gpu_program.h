#ifndef DELEGATES_GPU_GPU_PROGRAM_H_
#define DELEGATES_GPU_GPU_PROGRAM_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "delegates/common/partition_kernel.h"
#include "delegates/gpu/device/device.h"
#include "delegates/gpu/gpu_border.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

// A partition on a device: its constants are there, and its commands recorded.
// A run makes the inputs reach the device, runs the commands and makes the
// outputs reach their place. Where a tensor has got another buffer since the
// last run, the steps that use it are bound anew.
class GpuProgram final : public PartitionProgram {
 public:
  // Fuses the graph, plans its memory and compiles its kernels.
  static StatusOr<std::unique_ptr<PartitionProgram>> Create(
      const GpuEnvironment& environment, TfLiteContext* context,
      GpuGraph graph);

  Status Prepare(TfLiteContext* context) override;
  Status Run(TfLiteContext* context) override;

 private:
  // An operand of a call that stands for a tensor at the border.
  struct Use {
    size_t call, operand;
    size_t border;  // in borders_
  };

  friend class GpuProgramMaker;
  explicit GpuProgram(const GpuEnvironment& environment)
      : environment_(environment) {}
  // Binds the border to where the tensors are now.
  Status Settle(const TfLiteContext& context);
  Status Record();
  Status Rebind(const std::vector<bool>& changed);
  GpuCopy CopyOf(const GpuBorder& border) const;
  Status RunCommands(const TfLiteContext& context);
  // An error where a run has set a word of the faults.
  Status CheckFaults();
  // Tells the host's profiler what each step took.
  Status RunProfiled(const TfLiteContext& context);

  const GpuEnvironment environment_;
  std::vector<GpuBorder> borders_;
  std::vector<GpuStep> calls_;  // bound, but for uses of the border
  std::vector<Use> uses_;
  std::shared_ptr<GpuBuffer> fault_words_;  // null: nothing is checked
  std::vector<std::string> faults_;         // by word
  // Copies of inputs, the calls, copies of outputs.
  std::unique_ptr<GpuCommands> commands_;  // null: yet to be recorded
  std::vector<std::string> labels_;        // of the steps
  size_t first_call_ = 0;                  // among the steps
  std::vector<size_t> copies_;  // the step of each border that has one
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_PROGRAM_H_
