#ifndef DELEGATES_DSP_DSP_OPTIONS_H_
#define DELEGATES_DSP_DSP_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::dsp {

// Selects where the DSP's program runs.
enum class DspBackend {
  kAny,      // the first of the others that is there, in this order
  kDevice,   // a DSP, by the vendor's library
  kHexagon,  // Hexagon code under qemu-hexagon
  kNative,   // the scalar kernels, as a process of the host
};

struct DspOptions {
  DspBackend backend = DspBackend::kAny;
  // The folder of libtflite_dsp_skel.so, the skeleton library for a device, and
  // of libcdsprpc.so if it contains that too. Empty: the system finds them.
  std::string library_folder;
  // For tests: the path of a program that replaces the built-in guest.
  std::string guest_path;
  // The deadline of each call; at most a year.
  int64_t deadline_ms = 120 * 1000;
  // The size of the shared memory of one process. Pages are allocated on first
  // use.
  int64_t memory_bytes = int64_t{512} * 1024 * 1024;
  // The threads that a large step is divided among, at most 8. 0: one
  // per processor of the host, at most 4, and 1 for a device.
  int32_t num_threads = 0;
  bool profile = false;  // measures each node if the host profiles
  SimpleDelegateInterface::Options nodes;
};

// "", "device", "qemu" or "native"; Invalid otherwise.
base::StatusOr<DspBackend> ParseDspBackend(const std::string& name);

// The options of the plugin, `count` pairs of texts. README.md lists them. The
// error names an option that is unknown or has an unsuitable value.
base::StatusOr<DspOptions> ParseDspOptions(const char* const* keys,
                                           const char* const* values,
                                           size_t count);

// Creates a delegate, which TfLiteHexagonDelegateDelete deletes. Unavailable if
// the DSP's program cannot be run.
base::StatusOr<TfLiteDelegate*> CreateDspDelegate(const DspOptions& options);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_DSP_OPTIONS_H_
