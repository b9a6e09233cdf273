// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <cstddef>
#include <string>
#include <utility>

#include "delegates/common/delegate_options.h"
#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/edgetpu_options.h"

namespace tflite::edgetpu {
namespace {

using namespace delegates;

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  EdgeTpuOptions options;
  options.before_prepare = true;
  std::string device;
  DelegateOptionParser parser;
  parser.Add("device", &device);
  parser.Add("report", &options.report);
  parser.AddCommon(&options.nodes);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  TFLL_ASSIGN_OR_RETURN(options.device, ChooseDevice(device));
  return CreateEdgeTpuDelegate(options);
}

}  // namespace
}  // namespace tflite::edgetpu

extern "C" {

TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  const auto delegate =
      tflite::edgetpu::Create(options_keys, options_values, num_options);
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
