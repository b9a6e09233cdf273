// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <cstddef>
#include <string>

#include "delegates/common/delegate_options.h"
#include "delegates/dsp/dsp_delegate.h"
#include "delegates/dsp/dsp_options.h"

namespace tflite::dsp {
namespace {

using namespace delegates;

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  DspOptions options;
  std::string backend;
  DelegateOptionParser parser;
  parser.Add("backend", &backend);
  parser.Add("library_folder", &options.library_folder);
  parser.Add("deadline_ms", &options.deadline_ms);
  parser.Add("memory_bytes", &options.memory_bytes);
  parser.Add("num_threads", &options.num_threads);
  parser.Add("profile", &options.profile);
  parser.AddCommon(&options.nodes);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  TFLL_ASSIGN_OR_RETURN(options.backend, ParseDspBackend(backend));
  return CreateDspDelegate(options);
}

}  // namespace
}  // namespace tflite::dsp

extern "C" {

TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  const auto delegate =
      tflite::dsp::Create(options_keys, options_values, num_options);
  if (delegate.ok()) return *delegate;
  if (report_error != nullptr) {
    report_error(std::string(delegate.status().message()).c_str());
  }
  return nullptr;
}

TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  TfLiteHexagonDelegateDelete(delegate);
}

}  // extern "C"
