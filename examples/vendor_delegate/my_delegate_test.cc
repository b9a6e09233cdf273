#include "examples/vendor_delegate/my_delegate.h"

#include <memory>

#include "gtest/gtest.h"
#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/interpreter.h"
#include "tensorflow/lite/kernels/register.h"
#include "tensorflow/lite/model.h"

namespace {

constexpr char kModel[] = "examples/vendor_delegate/add_sub_mul.tflite";

// (left + right - right) * right with left = 1, 2, ... and right = 3.
TEST(MyDelegate, RunsInTheCppApi) {
  auto delegate = TfLiteMyDelegateCreateUnique(nullptr);
  const auto model = tflite::FlatBufferModel::BuildFromFile(kModel);
  ASSERT_NE(model, nullptr);
  const tflite::ops::builtin::BuiltinOpResolver resolver;
  std::unique_ptr<tflite::Interpreter> interpreter;
  ASSERT_EQ(tflite::InterpreterBuilder(*model, resolver)(&interpreter),
            kTfLiteOk);
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  EXPECT_EQ(interpreter->execution_plan().size(), 2u);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < 32; ++i) {
    interpreter->typed_input_tensor<float>(0)[i] = i + 1;
    interpreter->typed_input_tensor<float>(1)[i] = 3;
  }
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(interpreter->typed_output_tensor<float>(0)[i], 3 * (i + 1));
  }
}

TEST(MyDelegate, RunsInTheCApi) {
  auto delegate = TfLiteMyDelegateCreateUnique(nullptr);
  TfLiteModel* model = TfLiteModelCreateFromFile(kModel);
  ASSERT_NE(model, nullptr);
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddDelegate(options, delegate.get());
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  ASSERT_NE(interpreter, nullptr);
  ASSERT_EQ(TfLiteInterpreterAllocateTensors(interpreter), kTfLiteOk);
  for (const int input : {0, 1}) {
    TfLiteTensor* t = TfLiteInterpreterGetInputTensor(interpreter, input);
    ASSERT_EQ(TfLiteTensorByteSize(t), 32 * sizeof(float));
    for (int i = 0; i < 32; ++i) {
      static_cast<float*>(TfLiteTensorData(t))[i] = 2;
    }
  }
  ASSERT_EQ(TfLiteInterpreterInvoke(interpreter), kTfLiteOk);
  const TfLiteTensor* out = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  EXPECT_EQ(static_cast<const float*>(TfLiteTensorData(out))[31], 4.0f);
  TfLiteInterpreterDelete(interpreter);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
}

}  // namespace
