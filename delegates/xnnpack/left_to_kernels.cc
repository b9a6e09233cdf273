#include "delegates/xnnpack/left_to_kernels.h"

#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::xnnpack {
namespace {

// Types that are left to the kernels, on processors for which `applies` holds:
//
//   FLOAT32      if the kernels are faster according to default_bench (figures
//                in README.md). Float results differ by rounding in any case.
//   INT8, UINT8  on every processor: XNNPACK requantizes differently from the
//                kernels, and the integer results of a model must not depend on
//                the processor, nor on whether the library is installed.
struct Row {
  bool (*applies)();
  TfLiteType type;
};

bool HasAvx2() { return base::DetectX86().avx2; }
bool Always() { return true; }

constexpr Row kLeftToKernels[] = {
    {HasAvx2, kTfLiteFloat32},
    {Always, kTfLiteInt8},
    {Always, kTfLiteUInt8},
};

}  // namespace

std::vector<TfLiteType> TypesLeftToKernels() {
  std::vector<TfLiteType> types;
  for (const Row& row : kLeftToKernels) {
    if (row.applies()) types.push_back(row.type);
  }
  return types;
}

}  // namespace tflite::xnnpack
