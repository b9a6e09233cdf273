#ifndef DELEGATES_EDGETPU_SIMULATOR_SIMULATOR_H_
#define DELEGATES_EDGETPU_SIMULATOR_SIMULATOR_H_

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/program.h"
#include "delegates/edgetpu/simulator/memories.h"
#include "delegates/edgetpu/simulator/parameter_store.h"
#include "delegates/edgetpu/simulator/report.h"
#include "delegates/edgetpu/simulator/store_use.h"

namespace tflite::edgetpu {

// One device with one program. It executes the instruction stream and nothing
// else. One thread at a time, also for programs that share a store.
class Simulator {
 public:
  // Decodes and checks every instruction against the target and the memories.
  // Invalid, naming the instruction: a damaged stream, or one that leaves tile
  // memory, the parameter store or a tensor. Without a store, the program has
  // one for itself.
  static StatusOr<std::unique_ptr<Simulator>> Create(
      Program program, std::shared_ptr<ParameterStore> store = nullptr);

  // One inference: reads the inputs, writes the outputs. Invalid if a tensor
  // has another size than the program's.
  Status Run(std::vector<absl::Span<const uint8_t>> inputs,
             std::vector<absl::Span<uint8_t>> outputs);

  // OK if no result depends on how long engines take (order.h).
  Status CheckOrder() const;

  // OK if a run leaves the parameters alone that the program loads once.
  // Invalid, naming the instruction.
  Status CheckStore() const;

  // The cycles of one inference, without computing anything.
  RunReport Time() const;
  // Those before it if the store has to be filled.
  uint64_t LoadCycles() const;
  // How often runs have filled the store.
  uint64_t loads() const { return loads_; }

  const Program& program() const { return program_; }

 private:
  Simulator(Program program, std::shared_ptr<ParameterStore> store);

  const Program program_;
  const std::shared_ptr<ParameterStore> store_;
  const uint64_t number_;  // of the program, in this process
  std::vector<Instruction> load_, run_;
  StoreUse store_use_;
  std::unique_ptr<Memories> memories_;  // from the first run on
  uint64_t loads_ = 0;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_SIMULATOR_H_
