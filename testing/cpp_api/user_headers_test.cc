// Headers that nothing else in this tree includes by the paths of the releases,
// as the code of an application uses them.
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "flatbuffers/flatbuffers.h"
#include "gtest/gtest.h"
#include "tensorflow/lite/array.h"
#include "tensorflow/lite/builtin_ops.h"
#include "tensorflow/lite/context_util.h"
#include "tensorflow/lite/external_cpu_backend_context.h"
#include "tensorflow/lite/interpreter.h"
#include "tensorflow/lite/interpreter_options.h"
#include "tensorflow/lite/kernels/custom_ops_register.h"
#include "tensorflow/lite/kernels/register_ref.h"
#include "tensorflow/lite/schema/schema_conversion_utils.h"
#include "tensorflow/lite/schema/schema_utils.h"
#include "tensorflow/lite/type_to_tflitetype.h"
#include "tensorflow/lite/types/bfloat16.h"
#include "tflite/array.h"
#include "tflite/external_cpu_backend_context.h"
#include "tflite/kernels/register_ref.h"
#include "tflite/type_to_tflitetype.h"

namespace acme {
namespace {

TEST(UserHeaders, Types) {
  static_assert(tflite::typeToTfLiteType<int8_t>() == kTfLiteInt8);
  static_assert(tflite::typeToTfLiteType<char*>() == kTfLiteNoType);
  using Float = tflite::TfLiteTypeToType<kTfLiteFloat32>::Type;
  static_assert(std::is_same_v<Float, float>);
  EXPECT_EQ(static_cast<float>(tflite::bfloat16(1.5f)), 1.5f);
}

TEST(UserHeaders, Arrays) {
  const auto dims = tflite::BuildTfLiteArray<int>({2, 3});
  int sum = 0;
  for (const int d : tflite::TfLiteIntArrayView(dims.get())) sum += d;
  EXPECT_EQ(sum, 5);
}

TEST(UserHeaders, ReferenceResolver) {
  const tflite::ops::builtin::BuiltinRefOpResolver resolver;
  const TfLiteRegistration* add =
      resolver.FindOp(tflite::BuiltinOperator_ADD, 1);
  ASSERT_NE(add, nullptr);
  EXPECT_EQ(add->builtin_code, kTfLiteBuiltinAdd);
  EXPECT_NE(tflite::ops::custom::Register_DETECTION_POSTPROCESS(), nullptr);
}

TEST(UserHeaders, OperatorCodes) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(tflite::CreateOperatorCodeDirect(
      builder, tflite::BuiltinOperator_CUSTOM, "Acme"));
  const auto* code =
      flatbuffers::GetRoot<tflite::OperatorCode>(builder.GetBufferPointer());
  EXPECT_EQ(tflite::GetBuiltinCode(code), tflite::BuiltinOperator_CUSTOM);
  EXPECT_EQ(code->custom_code()->str(), "Acme");
}

// Counts what an interpreter tells the state that its operators share.
class Shared : public tflite::TfLiteInternalBackendContext {
 public:
  void SetMaxNumThreads(int threads) override { this->threads = threads; }
  void ClearCaches() override {}
  int threads = 0;
};

TEST(UserHeaders, StateThatOperatorsShare) {
  auto shared = std::make_unique<Shared>();
  Shared* const state = shared.get();
  tflite::ExternalCpuBackendContext context;
  context.set_internal_backend_context(std::move(shared));
  tflite::Interpreter interpreter;
  tflite::InterpreterOptions options;
  options.SetPreserveAllTensors();
  EXPECT_EQ(interpreter.ApplyOptions(&options), kTfLiteOk);
  interpreter.SetExternalContext(kTfLiteCpuBackendContext, &context);
  EXPECT_EQ(interpreter.SetNumThreads(3), kTfLiteOk);
  EXPECT_EQ(state->threads, 3);
}

}  // namespace
}  // namespace acme
