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
  kVectors128 = 3,  // 1 with HVX of 128 bytes
  kVtcmPageBytes = 4,
  kVtcmPages = 5,
  kArchitecture = 6,  // 0x67 for V67
};

// How the host reaches a skeleton library in a DSP, of FastRPC's shape. Calls
// of one handle are made by one thread at a time. After an error other than of
// Alloc the skeleton is lost: nothing more comes of it.
class DspTransport {
 public:
  virtual ~DspTransport() = default;

  // Where the skeleton runs, for reports.
  virtual std::string Description() const = 0;

  // Memory that both sides see, until the transport's end. What is to be seen
  // in a process is allocated before Open.
  virtual StatusOr<void*> Alloc(size_t bytes) = 0;
  // The number by which the skeleton knows it.
  virtual StatusOr<int32_t> ToFd(void* memory) const = 0;

  virtual StatusOr<uint64_t> Open() = 0;
  virtual void Close(uint64_t handle) = 0;
  // Calls a method with the buffers that `scalars` counts, inputs first.
  virtual Status Invoke(uint64_t handle, uint32_t scalars, RemoteArg* args,
                        Deadline deadline) = 0;
  // Unsupported where it is not known.
  virtual StatusOr<uint32_t> Query(uint64_t handle, DspAttribute attribute) = 0;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TRANSPORT_TRANSPORT_H_
