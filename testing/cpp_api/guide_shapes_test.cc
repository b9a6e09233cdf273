// Operators and resolvers in every form that the guides of upstream's releases
// show, with their include paths and names. All forms must compile and run.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow/lite/interpreter.h"
#include "tensorflow/lite/kernels/kernel_util.h"
#include "tensorflow/lite/kernels/register.h"
#include "tensorflow/lite/model.h"
#include "testing/fault/small_model.h"
#include "third_party/tensorflow/lite/c/c_api.h"
#include "third_party/tensorflow/lite/c/c_api_opaque.h"

// The classic form: four functions, and a registration returned by pointer.
namespace tflite {
namespace ops {
namespace custom {
namespace sin_op {

TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) {
  TF_LITE_ENSURE_EQ(context, NumInputs(node), 2);
  TF_LITE_ENSURE_EQ(context, NumOutputs(node), 1);
  const TfLiteTensor* input = GetInput(context, node, 0);
  TfLiteTensor* output = GetOutput(context, node, 0);
  const int rank = NumDimensions(input);
  TfLiteIntArray* size = TfLiteIntArrayCreate(rank);
  for (int i = 0; i < rank; ++i) size->data[i] = input->dims->data[i];
  return context->ResizeTensor(context, output, size);
}

TfLiteStatus Eval(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* input = GetInput(context, node, 0);
  TfLiteTensor* output = GetOutput(context, node, 0);
  for (int64_t i = 0; i < NumElements(input); ++i) {
    GetTensorData<float>(output)[i] = std::sin(GetTensorData<float>(input)[i]);
  }
  return kTfLiteOk;
}

}  // namespace sin_op

TfLiteRegistration* Register_SIN_OP() {
  static TfLiteRegistration r = {nullptr, nullptr, sin_op::Prepare,
                                 sin_op::Eval};
  return &r;
}

}  // namespace custom
}  // namespace ops
}  // namespace tflite

// The opaque form, with the older names and three arguments, a temporary
// tensor, and an asynchronous kernel that is never used.
namespace my_company::cube_op {
namespace {

struct OpData {
  int squares = -1;  // index of the temporary tensor
};

void* Init(TfLiteOpaqueContext*, const char*, size_t) { return new OpData; }

void Free(TfLiteOpaqueContext*, void* data) {
  delete static_cast<OpData*>(data);
}

TfLiteIntArray* ShapeOf(const TfLiteOpaqueTensor* tensor) {
  const int rank = TfLiteOpaqueTensorNumDimensions(tensor);
  TfLiteIntArray* shape = TfLiteIntArrayCreate(rank);
  for (int i = 0; i < rank; ++i) {
    shape->data[i] = TfLiteOpaqueTensorDim(tensor, i);
  }
  return shape;
}

TfLiteStatus Prepare(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumInputs(node), 2);
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumOutputs(node), 1);
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  auto* data = static_cast<OpData*>(TfLiteOpaqueNodeGetUserData(node));
  TfLiteOpaqueTensorBuilder* builder = TfLiteOpaqueTensorBuilderCreate();
  TfLiteOpaqueTensorBuilderSetType(builder, kTfLiteFloat32);
  TfLiteOpaqueTensorBuilderSetAllocationType(builder, kTfLiteArenaRw);
  TfLiteOpaqueContextAddTensor(context, builder, &data->squares);
  TfLiteOpaqueTensorBuilderDelete(builder);
  TfLiteOpaqueNodeSetTemporaries(node, &data->squares, 1);
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextResizeTensor(
      context, TfLiteOpaqueContextGetOpaqueTensor(context, data->squares),
      ShapeOf(input)));
  return TfLiteOpaqueContextResizeTensor(
      context, TfLiteOpaqueNodeGetOutput(context, node, 0), ShapeOf(input));
}

TfLiteStatus Invoke(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  const auto* data = static_cast<OpData*>(TfLiteOpaqueNodeGetUserData(node));
  TfLiteOpaqueTensor* temporary =
      TfLiteOpaqueContextGetOpaqueTensor(context, data->squares);
  TF_LITE_OPAQUE_ENSURE(context, TfLiteTensorType(temporary) == kTfLiteFloat32);
  TF_LITE_OPAQUE_ENSURE(
      context, TfLiteTensorGetAllocationType(temporary) == kTfLiteArenaRw);
  auto* squares = static_cast<float*>(TfLiteTensorData(temporary));
  TF_LITE_OPAQUE_ENSURE(context, squares != nullptr);
  const auto* x = static_cast<const float*>(TfLiteOpaqueTensorData(input));
  auto* y = static_cast<float*>(TfLiteOpaqueTensorData(output));
  const size_t count = TfLiteOpaqueTensorByteSize(input) / sizeof(float);
  for (size_t i = 0; i < count; ++i) squares[i] = x[i] * x[i];
  for (size_t i = 0; i < count; ++i) y[i] = squares[i] * x[i];
  return kTfLiteOk;
}

TfLiteAsyncKernel* AsyncKernel(TfLiteOpaqueContext*, TfLiteOpaqueNode*) {
  return nullptr;
}

}  // namespace

const TfLiteRegistrationExternal* CubeOpRegistrationExternal() {
  static const TfLiteRegistrationExternal* cube_op = [] {
    TfLiteRegistrationExternal* r = TfLiteRegistrationExternalCreate(
        kTfLiteBuiltinCustom, "Cube", /*version=*/1);
    TfLiteRegistrationExternalSetInit(r, Init);
    TfLiteRegistrationExternalSetFree(r, Free);
    TfLiteRegistrationExternalSetPrepare(r, Prepare);
    TfLiteRegistrationExternalSetInvoke(r, Invoke);
    TfLiteRegistrationExternalSetAsyncKernel(r, AsyncKernel);
    return r;
  }();
  return cube_op;
}

// Returned by value, which resolvers also accept.
const TfLiteRegistration CubeOpRegistration() {
  TfLiteRegistration cube_op{};
  cube_op.registration_external =
      const_cast<TfLiteRegistrationExternal*>(CubeOpRegistrationExternal());
  return cube_op;
}

}  // namespace my_company::cube_op

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;
using ::testing::Pointwise;

const std::vector<float> kX = {0, 0.5f, -1, 2, 3, -0.25f};

// Returns the operator's results for kX; empty on failure. `op` is the name of
// a custom operator, or null for ADD.
std::vector<float> RunOperator(const char* op, const OpResolver& resolver) {
  ModelT made = fault::AddModel();
  if (op != nullptr) {
    made.operator_codes[0]->builtin_code = BuiltinOperator_CUSTOM;
    made.operator_codes[0]->deprecated_builtin_code = BuiltinOperator_CUSTOM;
    made.operator_codes[0]->custom_code = op;
    made.subgraphs[0]->operators[0]->builtin_options.Reset();
  }
  const std::string bytes = fault::Pack(made);
  auto model = FlatBufferModel::BuildFromBuffer(bytes.data(), bytes.size());
  std::unique_ptr<Interpreter> interpreter;
  if (InterpreterBuilder(*model, resolver)(&interpreter) != kTfLiteOk ||
      interpreter->AllocateTensors() != kTfLiteOk) {
    return {};
  }
  std::copy(kX.begin(), kX.end(), interpreter->typed_input_tensor<float>(0));
  if (interpreter->Invoke() != kTfLiteOk) return {};
  const float* y = interpreter->typed_output_tensor<float>(0);
  return std::vector<float>(y, y + kX.size());
}

std::vector<float> Sines() {
  std::vector<float> out;
  for (const float x : kX) out.push_back(std::sin(x));
  return out;
}

TEST(GuideShapes, ClassicOperatorByPointer) {
  tflite::ops::builtin::BuiltinOpResolver resolver;
  resolver.AddCustom("Sin", ops::custom::Register_SIN_OP());
  EXPECT_THAT(RunOperator("Sin", resolver), Pointwise(FloatEq(), Sines()));
}

TEST(GuideShapes, OpaqueOperatorByValue) {
  tflite::ops::builtin::MutableOpResolver resolver;
  resolver.AddCustom("Cube", my_company::cube_op::CubeOpRegistration());
  EXPECT_THAT(RunOperator("Cube", resolver),
              ElementsAre(0, 0.125f, -1, 8, 27, -0.015625f));
}

TEST(GuideShapes, ReplacedBuiltin) {
  tflite::ops::builtin::BuiltinOpResolver resolver;
  resolver.AddBuiltin(BuiltinOperator_ADD, ops::custom::Register_SIN_OP());
  EXPECT_THAT(RunOperator(nullptr, resolver), Pointwise(FloatEq(), Sines()));
}

TEST(GuideShapes, AddAllOfAnotherResolver) {
  MutableOpResolver mine;
  mine.AddCustom("Sin", ops::custom::Register_SIN_OP());
  tflite::ops::builtin::BuiltinOpResolver resolver;
  resolver.AddAll(mine);
  EXPECT_THAT(RunOperator("Sin", resolver), Pointwise(FloatEq(), Sines()));
  EXPECT_FALSE(RunOperator(nullptr, resolver).empty());
}

// Resolves one operator itself and leaves the others to the library.
class SinResolver : public MutableOpResolver {
 public:
  SinResolver() { ChainOpResolver(&library_); }
  const TfLiteRegistration* FindOp(const char* op, int version) const override {
    return std::string(op) == "Sin" ? ops::custom::Register_SIN_OP()
                                    : MutableOpResolver::FindOp(op, version);
  }
  using MutableOpResolver::FindOp;

 private:
  tflite::ops::builtin::BuiltinOpResolver library_;
};

TEST(GuideShapes, ResolverOfTheUsersOwn) {
  const SinResolver resolver;
  EXPECT_THAT(RunOperator("Sin", resolver), Pointwise(FloatEq(), Sines()));
  EXPECT_FALSE(RunOperator(nullptr, resolver).empty());
  EXPECT_TRUE(RunOperator("Cos", resolver).empty());
}

// The newer names, with user data.
TEST(GuideShapes, OperatorsWithData) {
  float factor = 3;
  using Operator =
      std::unique_ptr<TfLiteOperator, decltype(&TfLiteOperatorDelete)>;
  for (auto* create : {+[](float* data) {
                         return TfLiteOperatorCreate(kTfLiteBuiltinCustom,
                                                     "Scale", 1, data);
                       },
                       +[](float* data) {
                         return TfLiteRegistrationExternalCreate(
                             TfLiteBuiltinCustom, "Scale", 1, data);
                       }}) {
    const Operator op(create(&factor), TfLiteOperatorDelete);
    TfLiteOperatorSetInvokeWithData(op.get(), [](void* data,
                                                 TfLiteOpaqueContext* context,
                                                 TfLiteOpaqueNode* node) {
      const auto* x = static_cast<const float*>(
          TfLiteOpaqueTensorData(TfLiteOpaqueNodeGetInput(context, node, 0)));
      auto* y = static_cast<float*>(
          TfLiteOpaqueTensorData(TfLiteOpaqueNodeGetOutput(context, node, 0)));
      for (size_t i = 0; i < kX.size(); ++i) {
        y[i] = *static_cast<float*>(data) * x[i];
      }
      return kTfLiteOk;
    });
    MutableOpResolver resolver;
    AddOp(&resolver, op.get());
    EXPECT_THAT(RunOperator("Scale", resolver),
                ElementsAre(0, 1.5f, -3, 6, 9, -0.75f));
  }
}

}  // namespace
}  // namespace tflite
