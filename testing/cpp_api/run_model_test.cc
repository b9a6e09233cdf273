// A program as users of TensorFlow Lite write it, with only upstream's include
// paths and names.
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow/lite/core/interpreter.h"
#include "tensorflow/lite/interpreter_builder.h"
#include "tensorflow/lite/kernels/register.h"
#include "tensorflow/lite/model.h"
#include "tflite/core/api/error_reporter.h"
#include "tflite/core/api/op_resolver.h"
#include "tflite/core/api/profiler.h"
#include "tflite/core/model_builder.h"
#include "tflite/core/subgraph.h"
#include "tflite/mutable_op_resolver.h"
#include "tflite/optional_debug_tools.h"
#include "tflite/profiling/buffered_profiler.h"
#include "tflite/schema/schema_generated.h"
#include "tflite/signature_runner.h"
#include "tflite/stderr_reporter.h"
#include "tflite/string_util.h"
#include "tflite/tools/command_line_flags.h"
#include "tflite/tools/delegates/delegate_provider.h"
#include "tflite/tools/logging.h"
#include "tflite/types/half.h"

namespace {

constexpr char kModel[] = "examples/digits/digits_float.tflite";

TEST(CppApi, RunsAModel) {
  auto model = tflite::FlatBufferModel::BuildFromFile(kModel);
  ASSERT_NE(model, nullptr);
  tflite::ops::builtin::BuiltinOpResolver resolver;
  std::unique_ptr<tflite::Interpreter> interpreter;
  ASSERT_EQ(tflite::InterpreterBuilder(*model, resolver)(&interpreter),
            kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  ASSERT_NE(interpreter->typed_input_tensor<float>(0), nullptr);
  for (int i = 0; i < 64; ++i)
    interpreter->typed_input_tensor<float>(0)[i] = 0.5f;
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  float sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += interpreter->typed_output_tensor<float>(0)[i];
  EXPECT_NEAR(sum, 1.0f, 1e-5f);
}

TEST(CppApi, RunsASignature) {
  auto model = tflite::FlatBufferModel::BuildFromFile(kModel);
  ASSERT_NE(model, nullptr);
  tflite::ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  std::unique_ptr<tflite::Interpreter> interpreter;
  tflite::InterpreterBuilder builder(*model, resolver);
  builder.SetNumThreads(2);
  ASSERT_EQ(builder(&interpreter), kTfLiteOk);
  ASSERT_EQ(interpreter->signature_keys().size(), 1u);
  tflite::SignatureRunner* runner = interpreter->GetSignatureRunner(
      interpreter->signature_keys()[0]->c_str());
  ASSERT_NE(runner, nullptr);
  ASSERT_EQ(runner->AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(runner->input_size(), 1u);
  EXPECT_EQ(runner->Invoke(), kTfLiteOk);
}

TEST(CppApi, NamesTheFileItCannotOpen) {
  struct Reporter : tflite::ErrorReporter {
    int Report(const char* format, va_list args) override {
      char line[512];
      std::vsnprintf(line, sizeof(line), format, args);
      text += line;
      return 0;
    }
    std::string text;
  } reporter;
  EXPECT_EQ(tflite::FlatBufferModel::BuildFromFile("no/such.tflite", &reporter),
            nullptr);
  EXPECT_NE(reporter.text.find("no/such.tflite"), std::string::npos)
      << reporter.text;
}

}  // namespace
