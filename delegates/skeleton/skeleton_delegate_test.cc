#include "delegates/skeleton/skeleton_delegate.h"

#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/builtin_registrations.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace tflite::skeleton {
namespace {

// What every case of the operators shows is in conformance.golden, and what
// partitions do in the graph test; here is what is the delegate's own. Nothing
// depends on the operators that it takes.

// y = -(-x)
std::unique_ptr<Interpreter> NegNeg() {
  auto interpreter = std::make_unique<Interpreter>();
  interpreter->AddTensors(3);
  for (int t = 0; t < 3; ++t) {
    interpreter->SetTensorParametersReadWrite(t, kTfLiteFloat32, "", {2},
                                              TfLiteQuantization{});
  }
  interpreter->SetInputs({0});
  interpreter->SetOutputs({2});
  for (int t = 0; t < 2; ++t) {
    interpreter->AddNodeWithParameters({t}, {t + 1}, nullptr, 0, nullptr,
                                       ops::builtin::Register_NEG());
  }
  return interpreter;
}

TEST(SkeletonDelegate, IsAppliedWithDefaultOptions) {
  const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
      SkeletonDelegateCreate(nullptr), SkeletonDelegateDelete);
  const auto interpreter = NegNeg();
  ASSERT_NE(delegate, nullptr);
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  float* x = interpreter->typed_input_tensor<float>(0);
  x[0] = 1.5f, x[1] = -2;
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  const float* y = interpreter->typed_output_tensor<float>(0);
  EXPECT_EQ(std::vector<float>(y, y + 2), (std::vector<float>{1.5f, -2}));
}

TEST(SkeletonDelegate, CutsAPartitionThatDoesNotFit) {
  SkeletonDelegateOptions options = SkeletonDelegateOptionsDefault();
  options.memory_bytes = 1;
  const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
      SkeletonDelegateCreate(&options), SkeletonDelegateDelete);
  const auto interpreter = NegNeg();
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  EXPECT_EQ(interpreter->execution_plan().size(), 2u);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  float* x = interpreter->typed_input_tensor<float>(0);
  x[0] = 1.5f, x[1] = -2;
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  const float* y = interpreter->typed_output_tensor<float>(0);
  EXPECT_EQ(std::vector<float>(y, y + 2), (std::vector<float>{1.5f, -2}));
}

TEST(SkeletonDelegate, LeavesTheGraphAloneWithoutItsDevice) {
  SkeletonDelegateOptions options = SkeletonDelegateOptionsDefault();
  options.device = 7;
  const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
      SkeletonDelegateCreate(&options), SkeletonDelegateDelete);
  const auto interpreter = NegNeg();
  EXPECT_NE(interpreter->ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  EXPECT_EQ(interpreter->execution_plan().size(), 2u);
  EXPECT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
}

}  // namespace
}  // namespace tflite::skeleton
