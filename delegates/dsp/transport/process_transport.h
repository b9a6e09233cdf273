#ifndef DELEGATES_DSP_TRANSPORT_PROCESS_TRANSPORT_H_
#define DELEGATES_DSP_TRANSPORT_PROCESS_TRANSPORT_H_

#include <memory>
#include <string>

#include "absl/types/span.h"
#include "delegates/dsp/transport/transport.h"

namespace tflite::dsp {

struct ProcessOptions {
  // The emulator, which gets `guest` as its last argument. Empty: the guest is
  // a program for the host.
  std::string runner;
  // The guest as a path, or, if that is empty, as the contents of the file,
  // which must outlive the transport.
  std::string guest_path;
  absl::Span<const unsigned char> guest;
  std::string description;
};

// The skeleton in a child process. Memory that Alloc returns is shared with it;
// only calls are sent through the pipe.
std::unique_ptr<DspTransport> MakeProcessTransport(ProcessOptions options);

// The path of a program found in PATH; empty if there is none.
std::string FindProgram(const std::string& name);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TRANSPORT_PROCESS_TRANSPORT_H_
