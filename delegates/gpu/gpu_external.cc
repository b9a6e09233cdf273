// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include "delegates/common/delegate_options.h"
#include "delegates/gpu/api/gpu_options.h"

namespace tflite::gpu {
namespace {

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  TFLL_ASSIGN_OR_RETURN(const GpuOptions options,
                        ParseGpuOptions(keys, values, count));
  return CreateGpuDelegate(options);
}

}  // namespace
}  // namespace tflite::gpu

TFLL_DELEGATE_PLUGIN(tflite::gpu::Create, TfLiteGpuDelegateV2Delete)
