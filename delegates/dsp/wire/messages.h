#ifndef DELEGATES_DSP_WIRE_MESSAGES_H_
#define DELEGATES_DSP_WIRE_MESSAGES_H_

#include <stdint.h>

#include "delegates/dsp/wire/program.h"

namespace tflite::dsp {

// The numbers of the skeleton's methods, in the scalars of a FastRPC call. 0
// and 1 belong to FastRPC: they open and close a handle.
enum class Method : uint32_t {
  kAttach = 2,  // in: AttachRequest, out: AttachReply
  kRun = 3,     // in: RunRequest, out: RunReply
};

enum class Guest : uint32_t {
  kNative = 1,       // scalar kernels, the host's instruction set
  kHexagonQemu = 2,  // under qemu, whose registers count packets
  kHexagon = 3,
};

constexpr uint32_t kMostThreads = 8;

// Maps the shared memory. Must precede all other methods.
struct AttachRequest {
  uint32_t version;
  int32_t fd;  // of the shared memory as the other side knows it
  uint32_t bytes;
  uint32_t threads;  // that a step may use, 1 to kMostThreads
};
struct AttachReply {
  uint32_t version;
  Fault fault;
  Guest guest;
  uint32_t vector_bytes;  // 128 with HVX, 0 without
};

// Runs `steps` steps of a program, starting with `first`.
struct RunRequest {
  Piece program;
  uint32_t first, steps;
};
// Counts since the start of the process; 0 if the guest does not count.
struct Counts {
  uint64_t packets, instructions, vector_instructions;
};
struct RunReply {
  Fault fault;
  uint32_t step;         // where
  Counts before, after;  // the steps; `after` has those of all threads
};

// The headers of a call's input buffers and of its output buffers in a pipe, in
// the byte order of the host. `sequence` links an answer to its call.
constexpr uint32_t kCallMagic = 0x4C4C4143;   // "CALL"
constexpr uint32_t kReplyMagic = 0x594C5052;  // "RPLY"
constexpr uint32_t kMostBuffers = 4;          // of one call
constexpr uint32_t kMostBufferBytes = 64;     // of each of them
struct CallHeader {
  uint32_t magic;
  uint32_t sequence;
  uint64_t handle;
  uint32_t scalars;              // scalars.h
  uint32_t bytes[kMostBuffers];  // of the buffers, inputs first
  uint32_t reserved;
};
struct ReplyHeader {
  uint32_t magic;
  uint32_t sequence;
  int32_t status;      // 0, or what a call returns that failed
  uint32_t out_bytes;  // of all output buffers, which follow
};

// The descriptors of the pipes and of the shared memory in a child process.
constexpr int kChildIn = 0, kChildOut = 1, kChildMemory = 3;

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_MESSAGES_H_
