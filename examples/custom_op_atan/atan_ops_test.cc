// Compares with the recorded results of models with custom operators.
#include "examples/custom_op_atan/atan_ops.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "flatbuffers/flexbuffers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/custom_ops/custom_op_library.h"
#include "testing/golden/golden_case.h"
#include "testing/golden/replay.h"

namespace tflite {
namespace {

using ::testing::HasSubstr;

class AtanOpsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto cases = golden::ReadPacked("testing/golden/custom/atan.zip");
    ASSERT_TRUE(cases.ok()) << cases.status();
    cases_ = *std::move(cases);
    ASSERT_EQ(cases_.size(), 8u);
  }

  void ExpectRecordedResults(const OpResolver& resolver) {
    for (const golden::Case& c : cases_) {
      golden::ReplayOptions options;
      options.resolver = &resolver;
      const base::Status status = golden::Replay(c, options);
      EXPECT_TRUE(status.ok()) << c.name << ": " << status;
    }
  }

  std::vector<golden::Case> cases_;
};

TEST_F(AtanOpsTest, ClassicOperatorsGiveTheRecordedResults) {
  ops::builtin::BuiltinOpResolver resolver;
  atan_ops::AddAll(&resolver);
  ExpectRecordedResults(resolver);
}

TEST_F(AtanOpsTest, LoadedOperatorsGiveTheRecordedResults) {
  ops::builtin::BuiltinOpResolver resolver;
  const auto names = LoadCustomOpLibrary(
      "examples/custom_op_atan/atan_custom_ops.so", &resolver);
  ASSERT_TRUE(names.ok()) << names.status();
  // The operator of the opaque API.
  ASSERT_NE(resolver.FindOp("Atan", 1), nullptr);
  EXPECT_NE(resolver.FindOp("Atan", 1)->registration_external, nullptr);
  ExpectRecordedResults(resolver);
}

// Runs LeakyRelu on `in`, with `options` as its flexbuffer.
std::vector<float> LeakyRelu(std::vector<uint8_t> options,
                             const std::vector<float>& in) {
  ops::builtin::BuiltinOpResolver resolver;
  EXPECT_TRUE(LoadCustomOpLibrary("examples/custom_op_atan/atan_custom_ops.so",
                                  &resolver)
                  .ok());
  const TfLiteRegistration* op = resolver.FindOp("LeakyRelu", 1);
  if (op == nullptr) return {};
  Interpreter interpreter;
  interpreter.AddTensors(2);
  for (const int t : {0, 1}) {
    interpreter.SetTensorParametersReadWrite(t, kTfLiteFloat32, "t",
                                             {static_cast<int>(in.size())},
                                             TfLiteQuantization{});
  }
  interpreter.SetInputs({0});
  interpreter.SetOutputs({1});
  interpreter.AddNodeWithParameters(
      {0}, {1}, reinterpret_cast<const char*>(options.data()), options.size(),
      nullptr, op);
  if (interpreter.AllocateTensors() != kTfLiteOk) return {};
  std::copy(in.begin(), in.end(), interpreter.typed_input_tensor<float>(0));
  if (interpreter.Invoke() != kTfLiteOk) return {};
  const float* out = interpreter.typed_output_tensor<float>(0);
  return std::vector<float>(out, out + in.size());
}

TEST_F(AtanOpsTest, StateOfAnOpaqueOperatorComesFromItsOptions) {
  flexbuffers::Builder builder;
  builder.Map([&] { builder.Float("alpha", 0.5f); });
  builder.Finish();
  EXPECT_THAT(LeakyRelu(builder.GetBuffer(), {-2, 0, 3}),
              ::testing::ElementsAre(-1, 0, 3));
  EXPECT_THAT(LeakyRelu({}, {-10, 4}), ::testing::ElementsAre(-2, 4));
}

TEST_F(AtanOpsTest, UnresolvedOperatorsAreNamed) {
  const ops::builtin::BuiltinOpResolver resolver;
  for (const golden::Case& c : cases_) {
    golden::ReplayOptions options;
    options.resolver = &resolver;
    EXPECT_THAT(
        std::string(golden::Replay(c, options).message()),
        HasSubstr("Encountered unresolved custom op: " + c.custom_ops.front()))
        << c.name;
  }
}

}  // namespace
}  // namespace tflite
