#ifndef DELEGATES_EDGETPU_EDGETPU_PROGRAM_H_
#define DELEGATES_EDGETPU_EDGETPU_PROGRAM_H_

#include <memory>
#include <vector>

#include "delegates/common/partition_kernel.h"
#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/simulator/simulator.h"

namespace tflite::edgetpu {

using namespace delegates;

// A compiled partition on a simulated device.
class EdgeTpuProgram : public PartitionProgram {
 public:
  // Internal if the compiler has made a program that the device refuses.
  static StatusOr<std::unique_ptr<EdgeTpuProgram>> Create(
      CompiledProgram compiled, std::shared_ptr<VirtualDevice> device);

  Status Run(TfLiteContext* context) override;
  RunReport Time() const { return simulator_->Time(); }

 private:
  EdgeTpuProgram(std::shared_ptr<VirtualDevice> device,
                 std::unique_ptr<Simulator> simulator, std::vector<int> inputs,
                 std::vector<int> outputs)
      : device_(std::move(device)),
        simulator_(std::move(simulator)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)) {}

  const std::shared_ptr<VirtualDevice> device_;
  const std::unique_ptr<Simulator> simulator_;
  const std::vector<int> inputs_, outputs_;  // tensors of the host
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_EDGETPU_PROGRAM_H_
