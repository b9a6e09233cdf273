#include "delegates/dsp/skel/serve.h"

#include "delegates/dsp/skel/platform.h"
#include "delegates/dsp/skel/skeleton.h"

namespace tflite::dsp {
namespace {

// The buffers of a call, inputs first.
struct Buffers {
  alignas(8) uint8_t data[kMostBuffers][kMostBufferBytes];
  RemoteArg args[kMostBuffers];
};

bool IsSane(const CallHeader& call) {
  const uint32_t count = InputsOf(call.scalars) + OutputsOf(call.scalars);
  if (call.magic != kCallMagic || count > kMostBuffers) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (call.bytes[i] > kMostBufferBytes) return false;
  }
  return true;
}

bool ReadInputs(int in, const CallHeader& call, Buffers& buffers) {
  for (uint32_t i = 0; i < kMostBuffers; ++i) {
    buffers.args[i].buffer.data = buffers.data[i];
    buffers.args[i].buffer.bytes = call.bytes[i];
    if (i < InputsOf(call.scalars) &&
        !ReadBytes(in, buffers.data[i], call.bytes[i])) {
      return false;
    }
  }
  return true;
}

bool Answer(int out, const CallHeader& call, int status,
            const Buffers& buffers) {
  // In one write, as each costs a system call on both sides.
  struct {
    ReplyHeader header;
    uint8_t data[kMostBuffers * kMostBufferBytes];
  } reply;
  const uint32_t inputs = InputsOf(call.scalars);
  uint32_t bytes = 0;
  for (uint32_t i = 0; i < OutputsOf(call.scalars); ++i) {
    for (uint32_t j = 0; j < call.bytes[inputs + i]; ++j) {
      reply.data[bytes++] = buffers.data[inputs + i][j];
    }
  }
  reply.header = {kReplyMagic, call.sequence, status, bytes};
  return WriteBytes(out, &reply,
                    static_cast<uint32_t>(sizeof(ReplyHeader)) + bytes);
}

}  // namespace

int Serve(int in, int out) {
  static Buffers buffers;
  CallHeader call;
  while (ReadBytes(in, &call, sizeof(call))) {
    if (!IsSane(call) || !ReadInputs(in, call, buffers)) return 1;
    const int status =
        tflite_dsp_skel_handle_invoke(call.handle, call.scalars, buffers.args);
    if (!Answer(out, call, status, buffers)) return 0;
  }
  return 0;
}

}  // namespace tflite::dsp
