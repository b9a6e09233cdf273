#ifndef DELEGATES_EDGETPU_SIMULATOR_SIMULATOR_H_
#define DELEGATES_EDGETPU_SIMULATOR_SIMULATOR_H_

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/program.h"
#include "delegates/edgetpu/simulator/memories.h"
#include "delegates/edgetpu/simulator/report.h"

namespace tflite::edgetpu {

// One device with one program. It executes the instruction stream and nothing
// else. One thread at a time.
class Simulator {
 public:
  // Decodes and checks every instruction against the target and the memories.
  // Invalid, naming the instruction: a damaged stream, or one that leaves tile
  // memory, the parameter store or a tensor.
  static StatusOr<std::unique_ptr<Simulator>> Create(Program program);

  // One inference: reads the inputs, writes the outputs. Invalid if a tensor
  // has another size than the program's.
  Status Run(std::vector<absl::Span<const uint8_t>> inputs,
             std::vector<absl::Span<uint8_t>> outputs);

  // OK if no result depends on how long engines take (order.h).
  Status CheckOrder() const;

  // The cycles of one inference, without computing anything.
  RunReport Time() const;

  const Program& program() const { return program_; }

 private:
  explicit Simulator(Program program);

  const Program program_;
  std::vector<Instruction> load_, run_;
  std::unique_ptr<Memories> memories_;  // from the first run on
  bool loaded_ = false;                 // the parameter store is filled
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_SIMULATOR_H_
