// Which types XNNPACK does not take by default, on every processor.
#include "delegates/xnnpack/left_to_kernels.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::xnnpack {
namespace {

// The results of a quantized model must not depend on the processor.
TEST(LeftToKernels, HasIntegersOnEveryProcessor) {
  const std::vector<TfLiteType> left = TypesLeftToKernels();
  for (const TfLiteType type : {kTfLiteInt8, kTfLiteUInt8}) {
    EXPECT_NE(std::find(left.begin(), left.end(), type), left.end())
        << TfLiteTypeGetName(type);
  }
}

}  // namespace
}  // namespace tflite::xnnpack
