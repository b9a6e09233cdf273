// Applies the delegate to every interpreter built with BuiltinOpResolver in a
// program that links this file, where it saves memory traffic.
#include "delegates/cpu/cpu_default.h"

#include "delegates/cpu/cpu_delegate.h"
#include "kernels/register/library_operators.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::cpu {
namespace {

// Smaller results stay in the cache between the operators.
constexpr int64_t kLeastFusedBytes = 256 * 1024;

const bool added = ops::builtin::AddDefaultDelegateCreator(
    [](TfLiteContext*) { return CreateDefaultCpuDelegate(); });

}  // namespace

TfLiteDelegateUniquePtr CreateDefaultCpuDelegate() {
  // XNNPACK takes floats on others, see xnnpack_default.cc.
  if (!base::DetectX86().avx2) return {nullptr, CpuDelegateDelete};
  CpuNodeLimits nodes;
  nodes.only_floats = true;
  nodes.least_fused_bytes = kLeastFusedBytes;
  nodes.meaning_is_known = ops::builtin::IsLibraryOperator;
  return {CreateCpuDelegate(CpuDelegateOptionsDefault(), {}, nodes),
          CpuDelegateDelete};
}

}  // namespace tflite::cpu
