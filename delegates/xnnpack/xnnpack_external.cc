// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <cstddef>
#include <string>

#include "delegates/common/delegate_options.h"
#include "delegates/xnnpack/xnnpack_device.h"
#include "delegates/xnnpack/xnnpack_options.h"

namespace tflite::xnnpack {

using namespace delegates;

namespace {

Status ParseOptions(const char* const* keys, const char* const* values,
                    size_t count, XnnpackOptions* options) {
  TfLiteXNNPackDelegateOptions& c = options->c;
  int runtime_flags = 0;
  bool qs8 = true, qu8 = true, fp16 = false;
  DelegateOptionParser parser;
  parser.Add("num_threads", &c.num_threads);
  parser.Add("runtime_flags", &runtime_flags);
  parser.Add("take_float", &options->take_float);
  parser.Add("take_int8", &qs8);
  parser.Add("take_uint8", &qu8);
  parser.Add("force_fp16", &fp16);
  parser.AddCommon(&options->nodes);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  c.runtime_flags = static_cast<uint32_t>(runtime_flags);
  c.flags = (qs8 ? TFLITE_XNNPACK_DELEGATE_FLAG_QS8 : 0) |
            (qu8 ? TFLITE_XNNPACK_DELEGATE_FLAG_QU8 : 0) |
            (fp16 ? TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16 : 0);
  return OkStatus();
}

}  // namespace
}  // namespace tflite::xnnpack

extern "C" {

TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  tflite::xnnpack::XnnpackOptions options;
  tflite::base::Status status = tflite::xnnpack::ParseOptions(
      options_keys, options_values, num_options, &options);
  if (status.ok()) status = tflite::xnnpack::InitializeXnnpack();
  if (status.ok()) return tflite::xnnpack::CreateXnnpackDelegate(options);
  if (report_error != nullptr) {
    report_error(std::string(status.message()).c_str());
  }
  return nullptr;
}

TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  TfLiteXNNPackDelegateDelete(delegate);
}

}  // extern "C"
