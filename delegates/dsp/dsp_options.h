#ifndef DELEGATES_DSP_DSP_OPTIONS_H_
#define DELEGATES_DSP_DSP_OPTIONS_H_

#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::dsp {

// Where the DSP's program runs.
enum class DspBackend {
  kAny,      // the first of the others that is there, in this order
  kDevice,   // a DSP, by the vendor's library
  kHexagon,  // Hexagon code under qemu-hexagon
  kNative,   // the scalar kernels, as a process of the host
};

struct DspOptions {
  DspBackend backend = DspBackend::kAny;
  // Folder of the skeleton library for a device (libtflite_dsp_skel.so), and of
  // libcdsprpc.so where it is there; empty: as the system finds them.
  std::string library_folder;
  // For tests: a program instead of the guest that is built in.
  std::string guest_path;
  // Longest time that a call may take.
  int64_t deadline_ms = 120 * 1000;
  // Shared memory of one process, taken as it is used.
  int64_t memory_bytes = int64_t{512} * 1024 * 1024;
  bool profile = false;  // measures each node, where the host wants to know
  SimpleDelegateInterface::Options nodes;
};

// "", "device", "qemu" or "native"; Invalid otherwise.
base::StatusOr<DspBackend> ParseDspBackend(const std::string& name);

// A delegate, as TfLiteHexagonDelegateDelete ends it. Unavailable where nothing
// can run the DSP's program.
base::StatusOr<TfLiteDelegate*> CreateDspDelegate(const DspOptions& options);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_DSP_OPTIONS_H_
