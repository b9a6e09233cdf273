#ifndef DELEGATES_EDGETPU_TESTING_PROGRAM_DIGEST_H_
#define DELEGATES_EDGETPU_TESTING_PROGRAM_DIGEST_H_

#include "delegates/edgetpu/compiler/compile.h"
#include "testing/digest.h"

namespace tflite::edgetpu {

// Adds what a device is given: memory, parameters, code, and the order of the
// tensors. Not the layers' names, packings and estimates.
inline void AddProgram(const CompiledProgram& compiled, Digest& digest) {
  const Program& program = compiled.program;
  digest.AddAll(program.memory.inputs).AddAll(program.memory.outputs);
  digest.Add(program.memory.parameters).Add(program.memory.scratch);
  digest.Add(program.memory.store);
  digest.AddAll(program.parameters);
  digest.AddAll(program.load_code).AddAll(program.code);
  digest.AddAll(compiled.inputs).AddAll(compiled.outputs);
  digest.AddAll(compiled.states).AddAll(compiled.layer_nodes);
  digest.Add(compiled.cached_bytes).Add(compiled.streamed_bytes);
  digest.Add(compiled.value_bytes);
}

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_TESTING_PROGRAM_DIGEST_H_
