// Constants that are computed from shapes while preparing.
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"

namespace tflite::kernels {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::TensorHandle;

// A layer packs its weights, which are the shape of an input: a resize changes
// them, but not their shape.
TEST(ComputedConstants, AreWeightsOfTheShapesThatInputsHave) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  TensorHandle shape, numbers, weights, rows, out;
  const Case c =
      Case("Weights", "float32")
          .Op(kTfLiteBuiltinShape, TfLiteShapeParams{kTfLiteInt32})
          .In(kFloat32, {2, 3})
          .Inner(kInt32)
          .As(shape)
          .Op(kTfLiteBuiltinCast, TfLiteCastParams{})
          .Same(shape)
          .Inner(kFloat32)
          .As(numbers)
          .Op(kTfLiteBuiltinReshape, TfLiteReshapeParams{})
          .Same(numbers)
          .List({1, 2})
          .Inner(kFloat32)
          .As(weights)
          .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
          .In(kFloat32, {2, 2})
          .As(rows)
          .Same(weights)
          .Absent()
          .Out(kFloat32)
          .As(out);
  CaseRun run(c, /*seed=*/1);
  ASSERT_EQ(run.Build(resolver, nullptr), OkStatus());
  Interpreter& interpreter = run.interpreter();
  for (const int height : {2, 7}) {
    ASSERT_EQ(interpreter.ResizeInputTensor(interpreter.inputs()[0],
                                            {height, height + 1}),
              kTfLiteOk);
    ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
    for (int i = 0; i < 4; ++i) {
      run.tensor(rows)->data.f[i] = i == 1 || i == 2 ? 10.0f : 1.0f;
    }
    ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
    const float* results = run.tensor(out)->data.f;
    EXPECT_EQ(results[0], height + 10 * (height + 1));
    EXPECT_EQ(results[1], 10 * height + height + 1);
  }
}

}  // namespace
}  // namespace tflite::kernels
