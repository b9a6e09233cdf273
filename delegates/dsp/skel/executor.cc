#include "delegates/dsp/skel/executor.h"

#include "delegates/dsp/skel/kernel_table.h"
#include "delegates/dsp/skel/platform.h"
#include "delegates/dsp/wire/check.h"

namespace tflite::dsp {

RunReply RunProgram(const RunRequest& request, uint8_t* base, uint32_t bytes) {
  RunReply reply = {};
  ProgramReader reader(request.program, base, bytes);
  if (reader.fault() == Fault::kNone &&
      (request.first > reader.steps() ||
       request.steps > reader.steps() - request.first)) {
    reply.fault = Fault::kProgram;
    return reply;
  }
  const Memory memory = {base};
  const Scratch scratch = {base + reader.scratch().offset,
                           reader.scratch().bytes};
  const uint32_t end = request.first + request.steps;
  while (reader.step() < request.first && reader.Skip()) {
  }
  reply.before = ReadCounts();
  while (reader.step() < end && reader.Next()) {
    RunStep(reader.opcode(), reader.params(), memory, scratch);
  }
  reply.after = ReadCounts();
  reply.fault = reader.fault();
  reply.step = reader.step();
  return reply;
}

}  // namespace tflite::dsp
