// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <cstddef>
#include <string>

#include "delegates/edgetpu/edgetpu_options.h"

extern "C" {

TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  const auto options = tflite::edgetpu::ParseEdgeTpuOptions(
      options_keys, options_values, num_options);
  const tflite::base::StatusOr<TfLiteDelegate*> delegate =
      options.ok() ? tflite::edgetpu::CreateEdgeTpuDelegate(*options)
                   : options.status();
  if (delegate.ok()) return *delegate;
  if (report_error != nullptr) {
    report_error(std::string(delegate.status().message()).c_str());
  }
  return nullptr;
}

TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  tflite::edgetpu::DeleteEdgeTpuDelegate(delegate);
}

}  // extern "C"
