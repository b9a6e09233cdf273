// Outputs whose values are known before a run, in memory of the application.
#include <cstdlib>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace tflite::kernels {
namespace {

TEST(LentOutput, OfAnOperatorThatEvaluatesAtPrepare) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  const TfLiteRegistration* shape = resolver.FindOp(BuiltinOperator_SHAPE, 1);
  ASSERT_NE(shape, nullptr);
  alignas(64) int32_t lent[16] = {}, other[16] = {};
  Interpreter interpreter;
  interpreter.AddTensors(2);
  interpreter.SetTensorParametersReadWrite(0, kTfLiteFloat32, "in", {2, 3},
                                           TfLiteQuantization{});
  interpreter.SetTensorParametersReadWrite(1, kTfLiteInt32, "out", {2},
                                           TfLiteQuantization{});
  interpreter.SetInputs({0});
  interpreter.SetOutputs({1});
  auto* params = static_cast<TfLiteShapeParams*>(
      std::calloc(1, sizeof(TfLiteShapeParams)));
  params->out_type = kTfLiteInt32;
  ASSERT_EQ(
      interpreter.AddNodeWithParameters({0}, {1}, nullptr, 0, params, shape),
      kTfLiteOk);
  const auto lend = [&](int32_t* memory) {
    return interpreter.SetCustomAllocationForTensor(1, {memory, 8});
  };
  ASSERT_EQ(lend(lent), kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(lent[0], 2);
  EXPECT_EQ(lent[1], 3);

  ASSERT_EQ(interpreter.ResizeInputTensor(0, {7, 5}), kTfLiteOk);
  ASSERT_EQ(lend(other), kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(other[0], 7);
  EXPECT_EQ(lent[0], 2);

  // Another rank needs more.
  ASSERT_EQ(interpreter.ResizeInputTensor(0, {1, 2, 3}), kTfLiteOk);
  EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteError);
  EXPECT_EQ(other[2], 0);
  interpreter.primary_subgraph().ClearCustomAllocations();
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter.tensor(1)->data.i32[2], 3);
}

}  // namespace
}  // namespace tflite::kernels
