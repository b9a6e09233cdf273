// A guest with the fault that TFLL_FAULT names.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "delegates/dsp/skel/executor.h"
#include "delegates/dsp/skel/platform.h"
#include "delegates/dsp/skel/threads.h"
#include "delegates/dsp/wire/messages.h"
#include "delegates/dsp/wire/scalars.h"

namespace tflite::dsp {
namespace {

enum class Fault {
  Garbage,       // its answer to the opening is not a message
  GarbageLater,  // the third run
  OldVersion,    // attaches as another version
  NoMemory,      // cannot map the shared memory
  Quits,         // ends in the first run
  HelperHangs,   // a helper thread never ends its part of the third run
  HelperFaults,  // a helper thread exhausts its stack in the third run
};
constexpr Fault kFault = Fault::TFLL_FAULT;

uint8_t* memory = nullptr;
uint32_t memory_bytes = 0;
int runs = 0;

void Answer(const CallHeader& call, const void* data, uint32_t bytes) {
  uint8_t message[256];
  const ReplyHeader header = {kReplyMagic, call.sequence, 0, bytes};
  memcpy(message, &header, sizeof(header));
  memcpy(message + sizeof(header), data, bytes);
  if (kFault == Fault::Garbage ||
      (kFault == Fault::GarbageLater && runs == 3)) {
    memset(message, 0x5A, sizeof(message));
  }
  if (!WriteBytes(kChildOut, message,
                  static_cast<uint32_t>(sizeof(header)) + bytes)) {
    exit(1);
  }
}

void Attach(const CallHeader& call, const AttachRequest& request) {
  AttachReply reply = {kWireVersion, dsp::Fault::kNone, Guest::kNative, 0};
  if (kFault == Fault::OldVersion) --reply.version;
  if (kFault == Fault::NoMemory) reply.fault = dsp::Fault::kNoMemory;
  memory = MapShared(request.fd, request.bytes);
  memory_bytes = request.bytes;
  Answer(call, &reply, sizeof(reply));
}

// Does not become a loop: each call's array is read after the next call.
int UseStack(int depth) {
  volatile char data[4096];
  data[depth % 4096] = static_cast<char>(depth);
  return depth < 0 ? 0 : UseStack(depth + 1) + data[depth % 4096];
}

void RunBadPart(void*, uint32_t part) {
  if (part == 0) return;
  if (kFault == Fault::HelperFaults) exit(UseStack(0));
  for (;;) pause();
}

void Run(const CallHeader& call, const RunRequest& request) {
  ++runs;
  if (kFault == Fault::Quits) exit(3);
  if ((kFault == Fault::HelperHangs || kFault == Fault::HelperFaults) &&
      runs == 3) {
    Counts counts = {};
    RunParts(2, RunBadPart, nullptr, &counts);
  }
  const RunReply reply = RunProgram(request, memory, memory_bytes);
  Answer(call, &reply, sizeof(reply));
}

int Main() {
  CallHeader call;
  while (ReadBytes(kChildIn, &call, sizeof(call))) {
    alignas(8) uint8_t data[kMostBuffers * kMostBufferBytes];
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < InputsOf(call.scalars); ++i)
      bytes += call.bytes[i];
    if (!ReadBytes(kChildIn, data, bytes)) return 1;
    if (MethodOf(call.scalars) == 0) {
      const uint64_t handle = 1;
      Answer(call, &handle, sizeof(handle));
    } else if (MethodOf(call.scalars) ==
               static_cast<uint32_t>(Method::kAttach)) {
      Attach(call, *reinterpret_cast<const AttachRequest*>(data));
    } else {
      Run(call, *reinterpret_cast<const RunRequest*>(data));
    }
  }
  return 0;
}

}  // namespace
}  // namespace tflite::dsp

int main() { return tflite::dsp::Main(); }
