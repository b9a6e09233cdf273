// Applies XNNPACK to every interpreter built with BuiltinOpResolver in a
// program that links this file, except where the CPU's fast kernels are faster
// or results would depend on the processor.
#include "delegates/xnnpack/xnnpack_default.h"

#include <algorithm>
#include <memory>

#include "delegates/xnnpack/xnnpack_options.h"
#include "kernels/register/library_operators.h"
#include "kernels/register/register.h"

namespace tflite::xnnpack {
namespace {

const bool added = ops::builtin::AddDefaultDelegateCreator([](TfLiteContext*) {
  return CreateDefaultXnnpackDelegate(TypesLeftToKernels());
});

}  // namespace

TfLiteDelegateUniquePtr CreateDefaultXnnpackDelegate(
    const std::vector<TfLiteType>& left_to_kernels) {
  const auto takes = [&](TfLiteType type) {
    return std::find(left_to_kernels.begin(), left_to_kernels.end(), type) ==
           left_to_kernels.end();
  };
  XnnpackOptions options;
  options.take_float = takes(kTfLiteFloat32);
  options.c.flags = 0;
  if (takes(kTfLiteInt8)) options.c.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_QS8;
  if (takes(kTfLiteUInt8)) options.c.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_QU8;
  options.meaning_is_known = ops::builtin::IsLibraryOperator;
  const bool any = options.take_float || options.c.flags != 0;
  return {any ? CreateXnnpackDelegate(options) : nullptr,
          TfLiteXNNPackDelegateDelete};
}

}  // namespace tflite::xnnpack
