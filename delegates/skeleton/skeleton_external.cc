// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <cstddef>
#include <string>

#include "delegates/common/delegate_options.h"
#include "delegates/skeleton/skeleton_delegate.h"

extern "C" {

TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  SkeletonDelegateOptions options = SkeletonDelegateOptionsDefault();
  tflite::SimpleDelegateInterface::Options common;
  tflite::delegates::DelegateOptionParser parser;
  parser.Add("device", &options.device);
  parser.Add("memory_bytes", &options.memory_bytes);
  parser.AddCommon(&common);
  const tflite::base::Status status =
      parser.Parse(options_keys, options_values, num_options);
  if (status.ok()) {
    return tflite::skeleton::CreateSkeletonDelegate(options, common);
  }
  if (report_error != nullptr) {
    report_error(std::string(status.message()).c_str());
  }
  return nullptr;
}

TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  SkeletonDelegateDelete(delegate);
}

}  // extern "C"
