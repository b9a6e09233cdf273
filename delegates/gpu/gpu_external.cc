// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <cstddef>
#include <string>

#include "delegates/common/delegate_options.h"
#include "delegates/gpu/api/gpu_options.h"

namespace tflite::gpu {
namespace {

StatusOr<GpuOptions> ParseOptions(const char* const* keys,
                                  const char* const* values, size_t count) {
  GpuOptions options;
  std::string backend;
  int preference = 0, priority1 = 0, priority2 = 0, priority3 = 0;
  int64_t flags = TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT;
  DelegateOptionParser parser;
  parser.Add("backend", &backend);
  parser.Add("is_precision_loss_allowed", &options.precision_loss_allowed);
  parser.Add("inference_preference", &preference);
  parser.Add("inference_priority1", &priority1);
  parser.Add("inference_priority2", &priority2);
  parser.Add("inference_priority3", &priority3);
  parser.Add("experimental_flags", &flags);
  parser.Add("serialization_dir", &options.program_dir);
  parser.Add("model_token", &options.program_token);
  parser.Add("keep_programs", &options.keep_programs);
  parser.AddCommon(&options.nodes);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  if (flags & TFLITE_GPU_EXPERIMENTAL_FLAGS_GL_ONLY) backend = "gl";
  if (flags & TFLITE_GPU_EXPERIMENTAL_FLAGS_CL_ONLY) backend = "cl";
  options.take_quantized = flags & TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT;
  TFLL_ASSIGN_OR_RETURN(options.backend, ParseGpuBackend(backend));
  return options;
}

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  TFLL_ASSIGN_OR_RETURN(const GpuOptions options,
                        ParseOptions(keys, values, count));
  return CreateGpuDelegate(options);
}

}  // namespace
}  // namespace tflite::gpu

extern "C" {

TFL_CAPI_EXPORT TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  const auto delegate =
      tflite::gpu::Create(options_keys, options_values, num_options);
  if (delegate.ok()) return *delegate;
  if (report_error != nullptr) {
    report_error(std::string(delegate.status().message()).c_str());
  }
  return nullptr;
}

TFL_CAPI_EXPORT void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  TfLiteGpuDelegateV2Delete(delegate);
}

}  // extern "C"
