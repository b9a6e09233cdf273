#include "delegates/dsp/dsp_options.h"

#include "delegates/common/delegate_options.h"

namespace tflite::dsp {

base::StatusOr<DspBackend> ParseDspBackend(const std::string& name) {
  if (name.empty()) return DspBackend::kAny;
  if (name == "device") return DspBackend::kDevice;
  if (name == "qemu") return DspBackend::kHexagon;
  if (name == "native") return DspBackend::kNative;
  return base::Invalid("DSP back-end '", name,
                       "' is not one of device, qemu, native");
}

base::StatusOr<DspOptions> ParseDspOptions(const char* const* keys,
                                           const char* const* values,
                                           size_t count) {
  DspOptions options;
  std::string backend;
  delegates::DelegateOptionParser parser;
  parser.Add("backend", &backend);
  parser.Add("library_folder", &options.library_folder);
  parser.Add("deadline_ms", &options.deadline_ms);
  parser.Add("memory_bytes", &options.memory_bytes);
  parser.Add("num_threads", &options.num_threads);
  parser.Add("profile", &options.profile);
  parser.AddCommon(&options.nodes);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  TFLL_ASSIGN_OR_RETURN(options.backend, ParseDspBackend(backend));
  return options;
}

}  // namespace tflite::dsp
