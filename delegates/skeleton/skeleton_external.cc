// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include "delegates/common/delegate_options.h"
#include "delegates/skeleton/skeleton_delegate.h"

namespace tflite::skeleton {
namespace {

using namespace delegates;

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  SkeletonDelegateOptions options = SkeletonDelegateOptionsDefault();
  SimpleDelegateInterface::Options common;
  DelegateOptionParser parser;
  parser.Add("device", &options.device);
  parser.Add("memory_bytes", &options.memory_bytes);
  parser.AddCommon(&common);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  return CreateSkeletonDelegate(options, common);
}

}  // namespace
}  // namespace tflite::skeleton

TFLL_DELEGATE_PLUGIN(tflite::skeleton::Create, SkeletonDelegateDelete)
