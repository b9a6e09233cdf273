// Applies XNNPACK to every interpreter built with BuiltinOpResolver in a
// program that links this file, except where the CPU's fast kernels are faster
// or results would depend on the processor.
#include "delegates/xnnpack/xnnpack_default.h"

#include <algorithm>
#include <memory>

#include "delegates/xnnpack/xnnpack_options.h"
#include "kernels/register/library_operators.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::xnnpack {
namespace {

// Types that are left to the kernels on processors with a feature:
//
//   FLOAT32      if the kernels are faster according to default_bench (figures
//                in README.md). Float results differ by rounding in any case.
//   INT8, UINT8  on all x86-64 processors: XNNPACK requantizes differently from
//                the kernels, and the integer results of a model must be
//                bit-identical on all processors.
struct Row {
  bool (*has_feature)();
  TfLiteType type;
};

bool HasAvx2() { return base::DetectX86().avx2; }
#if defined(__x86_64__)
bool IsX86() { return true; }
#else
bool IsX86() { return false; }
#endif

constexpr Row kLeftToKernels[] = {
    {HasAvx2, kTfLiteFloat32},
    {IsX86, kTfLiteInt8},
    {IsX86, kTfLiteUInt8},
};

const bool added = ops::builtin::AddDefaultDelegateCreator([](TfLiteContext*) {
  return CreateDefaultXnnpackDelegate(TypesLeftToKernels());
});

}  // namespace

std::vector<TfLiteType> TypesLeftToKernels() {
  std::vector<TfLiteType> types;
  for (const Row& row : kLeftToKernels) {
    if (row.has_feature()) types.push_back(row.type);
  }
  return types;
}

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
