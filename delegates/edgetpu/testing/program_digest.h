#ifndef DELEGATES_EDGETPU_TESTING_PROGRAM_DIGEST_H_
#define DELEGATES_EDGETPU_TESTING_PROGRAM_DIGEST_H_

#include <string>
#include <utility>

#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/simulator/simulator.h"
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

// Adds how long the machine is expected to take, and what each layer does.
inline void AddTimes(const Simulator& simulator, Digest& digest) {
  const RunReport report = simulator.Time();
  digest.Add(simulator.LoadCycles()).Add(report.cycles);
  digest.Add(report.code_bytes).Add(report.peak_multiplications_per_cycle);
  for (const LayerReport& l : report.layers) {
    digest.Add(l.begin).Add(l.end).Add(l.multiplications);
    digest.Add(l.array_cycles).Add(l.vector_cycles);
    digest.Add(l.link_cycles).Add(l.ring_cycles);
    digest.Add(l.host_bytes).Add(l.ring_bytes).Add(l.tile_bytes);
    digest.Add(std::string(l.bound()));
  }
}

// The same of a program that a simulator accepts.
inline void AddTimes(Program program, Digest& digest) {
  const auto simulator = Simulator::Create(std::move(program));
  ASSERT_TRUE(simulator.ok()) << simulator.status();
  AddTimes(**simulator, digest);
}

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_TESTING_PROGRAM_DIGEST_H_
