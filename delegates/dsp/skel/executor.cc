#include "delegates/dsp/skel/executor.h"

#include "delegates/dsp/skel/kernel_table.h"
#include "delegates/dsp/skel/platform.h"

namespace tflite::dsp {

RunReply RunProgram(const RunRequest& request, uint8_t* base, uint32_t bytes) {
  RunReply reply = {};
  const CheckResult check = CheckProgram(request.program, {base, bytes});
  reply.fault = check.fault;
  reply.step = check.step;
  if (check.fault != Fault::kNone) return reply;
  const uint8_t* at = base + request.program.offset;
  const auto& header = *reinterpret_cast<const ProgramHeader*>(at);
  if (request.first > header.steps ||
      request.steps > header.steps - request.first) {
    reply.fault = Fault::kProgram;
    return reply;
  }
  const Memory memory = {base};
  const Scratch scratch = {base + header.scratch.offset, header.scratch.bytes};
  const uint32_t end = request.first + request.steps;
  at += sizeof(ProgramHeader);
  for (uint32_t i = 0; i < end; ++i) {
    const auto& step = *reinterpret_cast<const StepHeader*>(at);
    at += sizeof(StepHeader);
    if (i == request.first) reply.before = ReadCounts();
    if (i >= request.first) RunStep(step.opcode, at, memory, scratch);
    at += step.bytes;
  }
  reply.after = ReadCounts();
  return reply;
}

}  // namespace tflite::dsp
