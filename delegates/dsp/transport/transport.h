#ifndef DELEGATES_DSP_TRANSPORT_TRANSPORT_H_
#define DELEGATES_DSP_TRANSPORT_TRANSPORT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "delegates/dsp/session/child_process.h"
#include "delegates/dsp/wire/scalars.h"

namespace tflite::dsp {

// What a DSP can do, in FastRPC's numbers (DSPRPC_GET_DSP_INFO).
enum class DspAttribute : uint32_t {
  kVtcmPageBytes = 4,
  kVtcmPages = 5,
};

// The host's access to a skeleton library on a DSP, modelled on FastRPC. Only
// one thread at a time may call functions of a transport. After an error,
// except one of Alloc, the skeleton is lost, and all further calls fail.
class DspTransport {
 public:
  virtual ~DspTransport() = default;

  // Describes where the skeleton runs, for messages.
  virtual std::string Description() const = 0;
  // Whether it runs in a process of this host.
  virtual bool IsProcess() const = 0;

  // Allocates shared memory, which lives as long as the transport. Must be
  // called before Open.
  virtual StatusOr<void*> Alloc(size_t bytes) = 0;
  // The descriptor by which the skeleton maps the memory.
  virtual StatusOr<int32_t> ToFd(void* memory) const = 0;

  virtual StatusOr<uint64_t> Open() = 0;
  virtual void Close(uint64_t handle) = 0;
  // Calls a method. `scalars` contains the method and the number of buffers;
  // input buffers precede output buffers.
  virtual Status Invoke(uint64_t handle, uint32_t scalars, RemoteArg* args,
                        Deadline deadline) = 0;
  // Unsupported if the value is unknown.
  virtual StatusOr<uint32_t> Query(uint64_t handle, DspAttribute attribute) = 0;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TRANSPORT_TRANSPORT_H_
