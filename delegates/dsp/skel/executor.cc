#include "delegates/dsp/skel/executor.h"

#include "delegates/dsp/skel/kernel_table.h"
#include "delegates/dsp/skel/platform.h"
#include "delegates/dsp/wire/check.h"

namespace tflite::dsp {

RunReply RunProgram(const RunRequest& request, uint8_t* base, uint32_t bytes,
                    uint32_t threads) {
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
  Crew crew = {threads, {}};
  reply.before = ReadCounts();
  while (reader.step() < end && reader.Next()) {
    RunStep(reader.opcode(), reader.params(), memory, scratch, &crew);
  }
  reply.after = ReadCounts();
  reply.after.packets += crew.counts.packets;
  reply.after.instructions += crew.counts.instructions;
  reply.after.vector_instructions += crew.counts.vector_instructions;
  reply.fault = reader.fault();
  reply.step = reader.step();
  return reply;
}

}  // namespace tflite::dsp
