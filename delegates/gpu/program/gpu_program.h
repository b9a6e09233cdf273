#ifndef DELEGATES_GPU_PROGRAM_GPU_PROGRAM_H_
#define DELEGATES_GPU_PROGRAM_GPU_PROGRAM_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "delegates/common/partition_kernel.h"
#include "delegates/gpu/device/device.h"
#include "delegates/gpu/graph/gpu_graph.h"
#include "delegates/gpu/program/gpu_border.h"
#include "delegates/gpu/program/gpu_compile.h"

namespace tflite::gpu {

using namespace delegates;

// A compiled partition: its constants are on the device and its commands are
// recorded. A run transfers the inputs to the device, runs the commands, and
// transfers the outputs. If a tensor's buffer has changed since the last run,
// the steps that use it are rebound.
class GpuProgram final : public PartitionProgram {
 public:
  // Plans the graph's memory and compiles the kernels that it does not have.
  static StatusOr<std::unique_ptr<PartitionProgram>> Create(
      const GpuEnvironment& environment, TfLiteContext* context,
      SettledGpuGraph settled);

  Status Prepare(TfLiteContext* context) override;
  Status Run(TfLiteContext* context) override;

 private:
  // An operand of a call that is a tensor at the boundary.
  struct Use {
    size_t call, operand;
    size_t border;  // in borders_
  };

  friend class GpuProgramMaker;
  explicit GpuProgram(const GpuEnvironment& environment)
      : environment_(environment) {}
  // Binds the boundary to the current places of its tensors.
  Status Settle(const TfLiteContext& context);
  Status Record();
  Status Rebind(const std::vector<bool>& changed);
  GpuCopy CopyOf(const GpuBorder& border) const;
  Status RunCommands(const TfLiteContext& context);
  // An error if the run has set a fault word.
  Status CheckFaults();
  // Runs the commands and reports the time of each step to the host's profiler.
  Status RunProfiled(const TfLiteContext& context);

  const GpuEnvironment environment_;
  std::vector<GpuBorder> borders_;
  std::vector<GpuStep> calls_;  // bound, except uses of the boundary
  std::vector<Use> uses_;
  std::shared_ptr<GpuBuffer> fault_words_;  // null if nothing is checked
  std::vector<std::string> faults_;         // by word
  // The steps: copies of inputs, the calls, copies of outputs.
  std::unique_ptr<GpuCommands> commands_;  // null if not yet recorded
  std::vector<std::string> labels_;        // of the steps
  size_t first_call_ = 0;                  // among the steps
  std::vector<size_t> copies_;  // for each boundary tensor, the index of its
                                // copy step, if it has one
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_PROGRAM_GPU_PROGRAM_H_
