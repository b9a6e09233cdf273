// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <cstddef>
#include <string>

#include "delegates/xnnpack/xnnpack_device.h"
#include "delegates/xnnpack/xnnpack_options.h"

extern "C" {

TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  const auto options = tflite::xnnpack::ParseXnnpackOptions(
      options_keys, options_values, num_options);
  tflite::base::Status status = options.status();
  if (status.ok()) status = tflite::xnnpack::InitializeXnnpack();
  if (status.ok()) return tflite::xnnpack::CreateXnnpackDelegate(*options);
  if (report_error != nullptr) {
    report_error(std::string(status.message()).c_str());
  }
  return nullptr;
}

TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  TfLiteXNNPackDelegateDelete(delegate);
}

}  // extern "C"
