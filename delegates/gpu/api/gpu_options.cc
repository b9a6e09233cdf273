#include "delegates/gpu/api/gpu_options.h"

#include "delegates/common/delegate_options.h"

namespace tflite::gpu {

StatusOr<GpuBackendChoice> ParseGpuBackend(const std::string& name) {
  if (name.empty()) return GpuBackendChoice::kAny;
  if (name == "cl") return GpuBackendChoice::kOpenCl;
  if (name == "vk") return GpuBackendChoice::kVulkan;
  if (name == "gl") {
    return Invalid("there is no OpenGL back-end; choose cl or vk");
  }
  return Invalid("GPU back-end '", name, "' is not one of cl, vk");
}

StatusOr<GpuOptions> ParseGpuOptions(const char* const* keys,
                                     const char* const* values, size_t count) {
  GpuOptions options;
  std::string backend;
  int ignored;  // accepted for compatibility
  int64_t flags = TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT;
  DelegateOptionParser parser;
  parser.Add("backend", &backend);
  parser.Add("is_precision_loss_allowed", &options.precision_loss_allowed);
  parser.Add("inference_preference", &ignored);
  parser.Add("inference_priority1", &ignored);
  parser.Add("inference_priority2", &ignored);
  parser.Add("inference_priority3", &ignored);
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

}  // namespace tflite::gpu
