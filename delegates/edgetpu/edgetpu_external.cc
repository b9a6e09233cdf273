// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <cstddef>

#include "delegates/common/delegate_options.h"
#include "delegates/edgetpu/edgetpu_options.h"

namespace tflite::edgetpu {
namespace {

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  TFLL_ASSIGN_OR_RETURN(const EdgeTpuOptions options,
                        ParseEdgeTpuOptions(keys, values, count));
  return CreateEdgeTpuDelegate(options);
}

}  // namespace
}  // namespace tflite::edgetpu

TFLL_DELEGATE_PLUGIN(tflite::edgetpu::Create,
                     tflite::edgetpu::DeleteEdgeTpuDelegate)
