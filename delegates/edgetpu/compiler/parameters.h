#ifndef DELEGATES_EDGETPU_COMPILER_PARAMETERS_H_
#define DELEGATES_EDGETPU_COMPILER_PARAMETERS_H_

#include <cstdint>
#include <vector>

#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/program.h"

namespace tflite::edgetpu {

// Lays out a program's parameters, layer by layer. Those of a layer are either
// all in the parameter store, where they fit, and loaded once, or streamed from
// the host in each inference.
class Parameters {
 public:
  // Does not own the program, whose target is set.
  explicit Parameters(Program* program) : program_(*program) {}

  // Keeps the first bytes of the store for something else. Before any Add.
  void Reserve(uint64_t bytes);

  // Adds the parameters of a layer and returns where its code finds them.
  Address Add(const std::vector<uint8_t>& bytes);

  uint64_t cached_bytes() const { return program_.memory.store - reserved_; }
  uint64_t streamed_bytes() const { return streamed_; }

 private:
  Program& program_;
  uint64_t reserved_ = 0, streamed_ = 0;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_PARAMETERS_H_
