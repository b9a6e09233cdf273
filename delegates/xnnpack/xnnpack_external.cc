// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include "delegates/common/delegate_options.h"
#include "delegates/xnnpack/xnnpack_device.h"
#include "delegates/xnnpack/xnnpack_options.h"

namespace tflite::xnnpack {
namespace {

using namespace delegates;

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  TFLL_ASSIGN_OR_RETURN(const XnnpackOptions options,
                        ParseXnnpackOptions(keys, values, count));
  TFLL_RETURN_IF_ERROR(InitializeXnnpack());
  return CreateXnnpackDelegate(options);
}

}  // namespace
}  // namespace tflite::xnnpack

TFLL_DELEGATE_PLUGIN(tflite::xnnpack::Create, TfLiteXNNPackDelegateDelete)
