// A resolver made from models, one of which needs a custom operator.
#include <cmath>
#include <fstream>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tools/gen_op_resolver/atan_resolver.h"

namespace tflite {
namespace ops {
namespace custom {

// Declared by the generated source.
TfLiteRegistration* Register_ATAN();
TfLiteRegistration* Register_ATAN() {
  static TfLiteRegistration r = [] {
    TfLiteRegistration atan{};
    atan.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      const TfLiteTensor& x = context->tensors[node->inputs->data[0]];
      TfLiteTensor& y = context->tensors[node->outputs->data[0]];
      for (size_t i = 0; i < y.bytes / sizeof(float); ++i) {
        y.data.f[i] = std::atan(x.data.f[i]);
      }
      return kTfLiteOk;
    };
    return atan;
  }();
  return &r;
}

}  // namespace custom
}  // namespace ops

namespace {

constexpr char kFolder[] = "testing/c_api/testdata/atan/";

// The first `count` numbers of a file.
std::vector<float> Read(const std::string& name, size_t count) {
  std::vector<float> values(count);
  std::ifstream(kFolder + name, std::ios::binary)
      .read(reinterpret_cast<char*>(values.data()), count * sizeof(float));
  return values;
}

TEST(CustomResolver, RunsAModelWithItsOwnOperator) {
  MutableOpResolver resolver;
  RegisterSelectedOps(&resolver);
  const auto model = FlatBufferModel::BuildFromFile(
      (kFolder + std::string("model.tflite")).c_str());
  ASSERT_NE(model, nullptr);
  std::unique_ptr<Interpreter> interpreter;
  ASSERT_EQ(InterpreterBuilder(*model, resolver)(&interpreter), kTfLiteOk);
  ASSERT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  const std::vector<float> x = Read("inputs.bin", 5);
  std::copy(x.begin(), x.end(), interpreter->typed_input_tensor<float>(0));
  ASSERT_EQ(interpreter->Invoke(), kTfLiteOk);
  const std::vector<float> want = Read("outputs.bin", 5);
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(interpreter->typed_output_tensor<float>(0)[i], want[i], 1e-5f);
  }
}

TEST(CustomResolver, HoldsWhatWasAskedForAndNoMore) {
  MutableOpResolver resolver;
  RegisterSelectedOps(&resolver);
  EXPECT_NE(resolver.FindOp("Atan", 1), nullptr);
  EXPECT_NE(resolver.FindOp("Mfcc", 1), nullptr);
  EXPECT_NE(resolver.FindOp(BuiltinOperator_CONV_2D, 3), nullptr);
  EXPECT_EQ(resolver.FindOp(BuiltinOperator_LSTM, 1), nullptr);
  EXPECT_EQ(resolver.FindOp("NumericVerify", 1), nullptr);
}

}  // namespace
}  // namespace tflite
