// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include "delegates/common/delegate_options.h"
#include "delegates/dummy/dummy_delegate.h"

namespace tflite::dummy {
namespace {

using namespace delegates;

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  DummyDelegateOptions options = TfLiteDummyDelegateOptionsDefault();
  SimpleDelegateInterface::Options common;
  DelegateOptionParser parser;
  parser.Add("allowed_builtin_code", &options.allowed_builtin_code);
  parser.Add("error_during_init", &options.error_during_init);
  parser.Add("error_during_prepare", &options.error_during_prepare);
  parser.Add("error_during_invoke", &options.error_during_invoke);
  parser.AddCommon(&common);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  return CreateDummyDelegate(options, common);
}

}  // namespace
}  // namespace tflite::dummy

TFLL_DELEGATE_PLUGIN(tflite::dummy::Create, TfLiteDummyDelegateDelete)
