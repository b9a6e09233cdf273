// Outputs whose values are known before a run, in memory of the application.
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"

namespace tflite::kernels {
namespace {

TEST(LentOutput, OfAnOperatorThatEvaluatesAtPrepare) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  alignas(64) int32_t lent[16] = {}, other[16] = {};
  conformance::TensorHandle out;
  const conformance::Case c =
      conformance::Case("Lent", "int32")
          .Op(kTfLiteBuiltinShape, TfLiteShapeParams{kTfLiteInt32})
          .In(conformance::kFloat32, {2, 3})
          .Out(conformance::kInt32)
          .As(out);
  conformance::CaseRun run(c, /*seed=*/1);
  ASSERT_EQ(run.Build(resolver, nullptr), OkStatus());
  Interpreter& interpreter = run.interpreter();
  const auto lend = [&](int32_t* memory) {
    return interpreter.SetCustomAllocationForTensor(out.index, {memory, 8});
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
  EXPECT_EQ(run.tensor(out)->data.i32[2], 3);
}

}  // namespace
}  // namespace tflite::kernels
