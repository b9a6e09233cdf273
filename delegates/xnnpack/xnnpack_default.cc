// XNNPACK for every interpreter that is built with BuiltinOpResolver in a
// program that links this in, except where the CPU's fast kernels are quicker.
#include "delegates/xnnpack/xnnpack_default.h"

#include <algorithm>
#include <memory>

#include "delegates/xnnpack/xnnpack_options.h"
#include "kernels/register/library_operators.h"
#include "kernels/register/register.h"

namespace tflite::xnnpack {
namespace {

// Where the kernels are quicker: models of the type on processors that have the
// feature. Made from the figures of default_bench, which are in README.md.
struct Row {
  bool (*has_feature)();
  TfLiteType type;
};

#if defined(__x86_64__)
bool HasAvx512() {
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#else
bool HasAvx512() { return false; }
#endif

constexpr Row kKernelsAreQuicker[] = {
    {HasAvx512, kTfLiteFloat32},
    {HasAvx512, kTfLiteInt8},
    {HasAvx512, kTfLiteUInt8},
};

const bool added = ops::builtin::AddDefaultDelegateCreator([](TfLiteContext*) {
  std::vector<TfLiteType> quicker;
  for (const Row& row : kKernelsAreQuicker) {
    if (row.has_feature()) quicker.push_back(row.type);
  }
  return CreateDefaultXnnpackDelegate(quicker);
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
