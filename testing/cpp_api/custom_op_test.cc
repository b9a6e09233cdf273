// An operator in the form that applications use, with upstream's include paths.
#include <cmath>
#include <memory>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow/lite/interpreter.h"
#include "tensorflow/lite/kernels/kernel_util.h"
#include "tflite/kernels/cpu_backend_context.h"
#include "tflite/kernels/internal/common.h"
#include "tflite/kernels/internal/compatibility.h"
#include "tflite/kernels/internal/portable_tensor.h"
#include "tflite/kernels/internal/portable_tensor_utils.h"
#include "tflite/kernels/internal/quantization_util.h"
#include "tflite/kernels/internal/runtime_shape.h"
#include "tflite/kernels/internal/tensor.h"
#include "tflite/kernels/internal/tensor_ctypes.h"
#include "tflite/kernels/internal/tensor_utils.h"
#include "tflite/kernels/internal/test_util.h"
#include "tflite/kernels/internal/types.h"
#include "tflite/kernels/op_macros.h"
#include "tflite/kernels/padding.h"
#include "tflite/string_type.h"
#include "tflite/types/float8.h"
#include "third_party/tensorflow/lite/kernels/kernel_util.h"

namespace tflite {
namespace {

// y = x + step, where step is an optional second input.
TfLiteStatus PrepareShift(TfLiteContext* context, TfLiteNode* node) {
  TF_LITE_ENSURE_EQ(context, NumOutputs(node), 1);
  const TfLiteTensor* input;
  TF_LITE_ENSURE_OK(context, GetInputSafe(context, node, 0, &input));
  TfLiteTensor* output;
  TF_LITE_ENSURE_OK(context, GetOutputSafe(context, node, 0, &output));
  return context->ResizeTensor(context, output,
                               TfLiteIntArrayCopy(input->dims));
}

TfLiteStatus InvokeShift(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* input = GetInput(context, node, 0);
  const TfLiteTensor* step = GetOptionalInputTensor(context, node, 1);
  const float by = step == nullptr ? 1.0f : *GetTensorData<float>(step);
  TfLiteTensor* output = GetOutput(context, node, 0);
  const int count = GetTensorShape(input).FlatSize();
  for (int i = 0; i < count; ++i) {
    GetTensorData<float>(output)[i] = GetTensorData<float>(input)[i] + by;
  }
  return kTfLiteOk;
}

// Returns the outputs of the operator for {1, 2, 3}; `step_tensor` -1 omits it.
std::vector<float> RunShift(int step_tensor) {
  Interpreter interpreter;
  TfLiteRegistration shift = {};
  shift.prepare = PrepareShift;
  shift.invoke = InvokeShift;
  shift.custom_name = "Shift";
  EXPECT_EQ(interpreter.AddTensors(3), kTfLiteOk);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(interpreter.SetTensorParametersReadWrite(
                  i, kTfLiteFloat32, "t", {i == 1 ? 1 : 3},
                  TfLiteQuantization{kTfLiteNoQuantization, nullptr}),
              kTfLiteOk);
  }
  EXPECT_EQ(interpreter.SetInputs({0, 1}), kTfLiteOk);
  EXPECT_EQ(interpreter.SetOutputs({2}), kTfLiteOk);
  EXPECT_EQ(interpreter.AddNodeWithParameters({0, step_tensor}, {2}, nullptr, 0,
                                              nullptr, &shift),
            kTfLiteOk);
  EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 3; ++i) {
    interpreter.typed_tensor<float>(0)[i] = static_cast<float>(i + 1);
  }
  interpreter.typed_tensor<float>(1)[0] = 0.5f;
  EXPECT_EQ(interpreter.Invoke(), kTfLiteOk);
  const float* out = interpreter.typed_output_tensor<float>(0);
  return std::vector<float>(out, out + 3);
}

TEST(CustomOp, ReadsItsTensorsByTheUsualNames) {
  EXPECT_THAT(RunShift(1), testing::ElementsAre(1.5f, 2.5f, 3.5f));
}

TEST(CustomOp, MayLeaveAnInputOut) {
  EXPECT_THAT(RunShift(-1), testing::ElementsAre(2.0f, 3.0f, 4.0f));
}

}  // namespace
}  // namespace tflite
