#ifndef DELEGATES_DSP_TRANSPORT_PROCESS_TRANSPORT_H_
#define DELEGATES_DSP_TRANSPORT_PROCESS_TRANSPORT_H_

#include <memory>
#include <string>

#include "absl/types/span.h"
#include "delegates/dsp/transport/transport.h"

namespace tflite::dsp {

struct ProcessOptions {
  // Runs `guest` as its last argument; empty: the guest is a program of this
  // host.
  std::string runner;
  // The guest as a file, or, where that is empty, as the bytes of one, which
  // outlive the transport.
  std::string guest_path;
  absl::Span<const unsigned char> guest;
  std::string description;
};

// The skeleton in a child process. All memory that Alloc gives is shared with
// it; nothing but calls goes through a pipe.
std::unique_ptr<DspTransport> MakeProcessTransport(ProcessOptions options);

// The path of a program by the PATH; empty where there is none.
std::string FindProgram(const std::string& name);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TRANSPORT_PROCESS_TRANSPORT_H_
