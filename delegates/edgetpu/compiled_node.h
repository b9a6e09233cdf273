#ifndef DELEGATES_EDGETPU_COMPILED_NODE_H_
#define DELEGATES_EDGETPU_COMPILED_NODE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/executable/executable.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::edgetpu {

using HostInputs = std::vector<absl::Span<const uint8_t>>;
using HostOutputs = std::vector<absl::Span<uint8_t>>;

// The nodes that an executable was compiled from, on the CPU.
class OriginalNodes {
 public:
  virtual ~OriginalNodes() = default;
  // One inference; sizes are those of Executable::inputs and ::outputs. States
  // may share memory with their inputs.
  virtual Status Run(const HostInputs& inputs, const HostOutputs& outputs) = 0;
};
using OriginalNodesFactory =
    StatusOr<std::unique_ptr<OriginalNodes>> (*)(const Executable& executable);
// Why a device, null for none, cannot run the executable; empty if it can.
std::string ObstacleTo(const Executable& executable,
                       const VirtualDevice* device);

// Programs that link delegates/edgetpu/fallback have one; that library calls
// this from a static initializer and returns true.
bool SetOriginalNodesFactory(OriginalNodesFactory factory);

// One executable on a device, or on the CPU if the device cannot run it. One
// thread at a time.
class CompiledNode {
 public:
  // `device` may be null: there is none. An error if neither can run it.
  static StatusOr<std::unique_ptr<CompiledNode>> Create(
      Executable executable, std::shared_ptr<VirtualDevice> device);

  // For the node's tensors in the host's graph: checks the inputs, and gives
  // the outputs their shapes. Invalid, with the tensor's name, if one differs
  // from the executable's in its type or, for inputs, in its shape, or if a
  // state is no variable.
  Status Prepare(TfLiteContext* context, absl::Span<const int> inputs,
                 absl::Span<const int> outputs) const;

  // Invalid if a tensor has another size than the executable's. Inputs that
  // are states are written, too.
  Status Run(HostInputs inputs, HostOutputs outputs);

  // Why the CPU runs the original nodes; empty if the device runs the program.
  const std::string& cpu_reason() const { return cpu_reason_; }
  // On the device only.
  RunReport Time() const { return simulator_->Time(); }
  // On the device: how often runs have loaded parameters into its store.
  uint64_t loads() const {
    return simulator_ == nullptr ? 0 : simulator_->loads();
  }

  // Those of the node: without states.
  const std::vector<HostTensor>& inputs() const { return inputs_; }
  const std::vector<HostTensor>& outputs() const { return outputs_; }

 private:
  CompiledNode() = default;
  Status CheckSizes(const HostInputs& inputs, const HostOutputs& outputs) const;

  std::vector<HostTensor> inputs_, outputs_;
  std::vector<int32_t> states_;  // HostTensor::state of the program's outputs
  std::shared_ptr<VirtualDevice> device_;
  std::unique_ptr<Simulator> simulator_;
  std::unique_ptr<OriginalNodes> original_;
  std::string cpu_reason_;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILED_NODE_H_
