// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include "delegates/common/delegate_options.h"
#include "delegates/dsp/dsp_delegate.h"
#include "delegates/dsp/dsp_options.h"

namespace tflite::dsp {
namespace {

using namespace delegates;

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  TFLL_ASSIGN_OR_RETURN(const DspOptions options,
                        ParseDspOptions(keys, values, count));
  return CreateDspDelegate(options);
}

}  // namespace
}  // namespace tflite::dsp

TFLL_DELEGATE_PLUGIN(tflite::dsp::Create, TfLiteHexagonDelegateDelete)
