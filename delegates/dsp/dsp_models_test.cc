// Trained quantized networks run on the DSP whole: nothing is left to the CPU
// but the conversion from and to float. The test plans and compiles only.
#include <memory>
#include <string>

#include "delegates/dsp/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "testing/conformance/delegated_case.h"
#include "testing/golden/shared_model.h"

namespace tflite::dsp {
namespace {

class DspModels : public ::testing::TestWithParam<const char*> {};

// A conversion between float and integers.
bool IsFloatConversion(const Interpreter& interpreter, int node) {
  const auto* const found = interpreter.node_and_registration(node);
  const TfLiteNode& n = found->first;
  const TfLiteRegistration& op = found->second;
  int floats = 0;
  for (const TfLiteIntArray* tensors : {n.inputs, n.outputs}) {
    for (int i = 0; i < tensors->size; ++i) {
      floats += interpreter.tensor(tensors->data[i])->type == kTfLiteFloat32;
    }
  }
  return floats == 1 && (op.builtin_code == kTfLiteBuiltinQuantize ||
                         op.builtin_code == kTfLiteBuiltinDequantize);
}

TEST_P(DspModels, LeaveConversionsToTheCpuAlone) {
  TFLL_OPEN_SHARED_MODEL(model, GetParam());
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  std::unique_ptr<Interpreter> interpreter;
  ASSERT_EQ(InterpreterBuilder(model, resolver)(&interpreter), kTfLiteOk);
  const DelegatePtr delegate = On(DspBackend::kNative);
  ASSERT_NE(delegate, nullptr);
  ASSERT_EQ(interpreter->ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  int partitions = 0;
  for (const int node : interpreter->execution_plan()) {
    const TfLiteRegistration& op =
        interpreter->node_and_registration(node)->second;
    if (op.builtin_code == kTfLiteBuiltinDelegate) {
      ++partitions;
      continue;
    }
    EXPECT_TRUE(IsFloatConversion(*interpreter, node))
        << "node " << node << ", builtin operator " << op.builtin_code << "\n"
        << conformance::Refusals(*interpreter);
  }
  EXPECT_EQ(partitions, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Shared, DspModels,
    ::testing::Values("mobilenet_v1_0.25_128_quant",
                      "mobilenet_v2_1.0_224_quant",
                      "mobilenet_v2_1.0_224_inat_bird_quant",
                      "tf2_mobilenet_v2_1.0_224_ptq", "kws_int8",
                      "resnet8_int8", "vww_96_int8", "ad01_int8"),
    golden::SharedModelTestName);

}  // namespace
}  // namespace tflite::dsp
