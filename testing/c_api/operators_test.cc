// All ways in which an application adds its own operators to an interpreter.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testing/c_api/session.h"
#include "tflite/c/c_api.h"
#include "tflite/c/c_api_experimental.h"
#include "tflite/c/c_api_opaque.h"
#include "tflite/c/common.h"

namespace {

// A kernel for ADD that differs visibly from the library's: it multiplies. The
// model's inputs have shapes [1,3] and [3].
TfLiteStatus MultiplyPrepare(TfLiteContext* context, TfLiteNode* node) {
  TF_LITE_ENSURE_EQ(context, node->inputs->size, 2);
  const TfLiteTensor& a = context->tensors[node->inputs->data[0]];
  return context->ResizeTensor(context,
                               &context->tensors[node->outputs->data[0]],
                               TfLiteIntArrayCopy(a.dims));
}

TfLiteStatus MultiplyInvoke(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor& a = context->tensors[node->inputs->data[0]];
  const TfLiteTensor& b = context->tensors[node->inputs->data[1]];
  TfLiteTensor& out = context->tensors[node->outputs->data[0]];
  for (size_t i = 0; i < out.bytes / sizeof(float); ++i) {
    out.data.f[i] = a.data.f[i] * b.data.f[i % 3];
  }
  return kTfLiteOk;
}

template <typename Registration>
Registration Multiply() {
  Registration r{};
  r.prepare = MultiplyPrepare;
  r.invoke = MultiplyInvoke;
  r.builtin_code = kTfLiteBuiltinAdd;
  r.version = 1;
  return r;
}

const std::vector<std::vector<float>> kInputs = {{1, 2, 3}, {5, 7, 9}};
const std::vector<float> kSum = {6, 9, 12};
const std::vector<float> kProduct = {5, 14, 27};

// Resolves only ADD, to Multiply, in any layout of a registration.
template <typename Registration>
struct Finder {
  Registration registration = Multiply<Registration>();
  int asked = 0;

  static const Registration* Builtin(void* self, TfLiteBuiltinOperator op,
                                     int version) {
    auto* finder = static_cast<Finder*>(self);
    ++finder->asked;
    return op == kTfLiteBuiltinAdd && version == 1 ? &finder->registration
                                                   : nullptr;
  }
  static const Registration* Custom(void*, const char*, int) { return nullptr; }
};

TEST(Operators, LibrarysAreUsedByDefault) {
  Session session(kAddModel);
  ASSERT_TRUE(session.Start());
  EXPECT_EQ(session.Run(kInputs), kSum);
}

TEST(Operators, SelectedOpsHaveNoOthers) {
  Session session(kAddModel);
  EXPECT_FALSE(session.Start(/*builtin_operators=*/false));
  EXPECT_NE(session.messages().find("ADD"), std::string::npos);
}

TEST(Operators, AddBuiltinOpTakesPrecedence) {
  const auto multiply = Multiply<TfLiteRegistration>();
  for (const bool builtin : {false, true}) {
    Session session(kAddModel);
    TfLiteInterpreterOptionsAddBuiltinOp(session.options(), kTfLiteBuiltinAdd,
                                         &multiply, 1, 2);
    ASSERT_TRUE(session.Start(builtin));
    EXPECT_EQ(session.Run(kInputs), kProduct);
  }
}

TEST(Operators, OptionsCopyKeepsOperators) {
  const auto multiply = Multiply<TfLiteRegistration>();
  Session session(kAddModel);
  Handle<TfLiteInterpreterOptions> copy;
  {
    Handle<TfLiteInterpreterOptions> options(TfLiteInterpreterOptionsCreate());
    TfLiteInterpreterOptionsAddBuiltinOp(options.get(), kTfLiteBuiltinAdd,
                                         &multiply, 1, 1);
    copy.reset(TfLiteInterpreterOptionsCopy(options.get()));
  }
  Handle<TfLiteInterpreter> interpreter(
      TfLiteInterpreterCreateWithSelectedOps(session.model(), copy.get()));
  EXPECT_NE(interpreter, nullptr);
}

// The input of the operator in kAtanModel is x + 0.99.
const std::vector<std::vector<float>> kAtanInputs = {{1, 2, 3, 4, 5}};

// Expects the operator's input for kAtanInputs plus `offset`.
void ExpectOffset(const std::vector<float>& values, float offset) {
  ASSERT_EQ(values.size(), kAtanInputs[0].size());
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_FLOAT_EQ(values[i], kAtanInputs[0][i] + 0.99f + offset);
  }
}

TEST(Operators, AddCustomOpByName) {
  TfLiteRegistration r{};
  r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    return context->ResizeTensor(
        context, &context->tensors[node->outputs->data[0]],
        TfLiteIntArrayCopy(context->tensors[node->inputs->data[0]].dims));
  };
  r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    TfLiteTensor& out = context->tensors[node->outputs->data[0]];
    for (size_t i = 0; i < out.bytes / sizeof(float); ++i) {
      out.data.f[i] = context->tensors[node->inputs->data[0]].data.f[i] + 100;
    }
    return kTfLiteOk;
  };
  Session session(kAtanModel);
  TfLiteInterpreterOptionsAddCustomOp(session.options(), "Atan", &r, 1, 1);
  ASSERT_TRUE(session.Start());
  ExpectOffset(session.Run(kAtanInputs), 100);
}

TEST(Operators, UnknownCustomOpIsNamed) {
  Session session(kAtanModel);
  EXPECT_FALSE(session.Start());
  EXPECT_NE(session.messages().find("Atan"), std::string::npos);
}

TEST(OpResolver, CurrentLayout) {
  Finder<TfLiteRegistration> finder;
  Session session(kAddModel);
  TfLiteInterpreterOptionsSetOpResolver(session.options(), finder.Builtin,
                                        finder.Custom, &finder);
  ASSERT_TRUE(session.Start(/*builtin_operators=*/false));
  EXPECT_EQ(session.Run(kInputs), kProduct);
  EXPECT_GT(finder.asked, 0);
}

TEST(OpResolver, LayoutV1) {
  Finder<TfLiteRegistration_V1> finder;
  Session session(kAddModel);
  TfLiteInterpreterOptionsSetOpResolverV1(session.options(), finder.Builtin,
                                          finder.Custom, &finder);
  ASSERT_TRUE(session.Start(/*builtin_operators=*/false));
  EXPECT_EQ(session.Run(kInputs), kProduct);
}

TEST(OpResolver, LayoutV2) {
  Finder<TfLiteRegistration_V2> finder;
  Session session(kAddModel);
  TfLiteInterpreterOptionsSetOpResolverV2(session.options(), finder.Builtin,
                                          finder.Custom, &finder);
  ASSERT_TRUE(session.Start(/*builtin_operators=*/false));
  EXPECT_EQ(session.Run(kInputs), kProduct);
}

TEST(OpResolver, LayoutV3) {
  Finder<TfLiteRegistration_V3> finder;
  Session session(kAddModel);
  TfLiteInterpreterOptionsSetOpResolverV3(session.options(), finder.Builtin,
                                          finder.Custom, &finder);
  ASSERT_TRUE(session.Start(/*builtin_operators=*/false));
  EXPECT_EQ(session.Run(kInputs), kProduct);
}

TEST(OpResolver, LastSetterCounts) {
  Finder<TfLiteRegistration_V1> first;
  Session session(kAddModel);
  TfLiteInterpreterOptionsSetOpResolverV1(session.options(), first.Builtin,
                                          first.Custom, &first);
  TfLiteInterpreterOptionsSetOpResolver(session.options(), nullptr, nullptr,
                                        nullptr);
  ASSERT_TRUE(session.Start());
  EXPECT_EQ(session.Run(kInputs), kSum);
  EXPECT_EQ(first.asked, 0);
}

// The opaque form, with functions that take user data: adds *user_data to a.
TfLiteStatus OffsetPrepare(void*, TfLiteOpaqueContext* context,
                           TfLiteOpaqueNode* node) {
  const TfLiteOpaqueTensor* a = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteIntArray* dims = TfLiteIntArrayCreate(TfLiteOpaqueTensorNumDims(a));
  for (int i = 0; i < dims->size; ++i) {
    dims->data[i] = TfLiteOpaqueTensorDim(a, i);
  }
  return TfLiteOpaqueContextResizeTensor(
      context, TfLiteOpaqueNodeGetOutput(context, node, 0), dims);
}

TfLiteStatus OffsetInvoke(void* user_data, TfLiteOpaqueContext* context,
                          TfLiteOpaqueNode* node) {
  // In C++, the name of the classic function works for opaque tensors too.
  const auto* a = static_cast<const float*>(
      TfLiteTensorData(TfLiteOpaqueNodeGetInput(context, node, 0)));
  TfLiteOpaqueTensor* out = TfLiteOpaqueNodeGetOutput(context, node, 0);
  auto* y = static_cast<float*>(TfLiteTensorData(out));
  const size_t count = TfLiteOpaqueTensorByteSize(out) / sizeof(float);
  for (size_t i = 0; i < count; ++i) {
    y[i] = a[i] + *static_cast<float*>(user_data);
  }
  return kTfLiteOk;
}

Handle<TfLiteOperator> Offset(const char* name, TfLiteBuiltinOperator code,
                              float* offset) {
  Handle<TfLiteOperator> op(TfLiteOperatorCreate(code, name, 1, offset));
  EXPECT_EQ(TfLiteOperatorSetPrepareWithData(op.get(), OffsetPrepare),
            kTfLiteOk);
  EXPECT_EQ(TfLiteOperatorSetInvokeWithData(op.get(), OffsetInvoke), kTfLiteOk);
  return op;
}

TEST(OpResolver, ExternalBeforeFallback) {
  float offset = 1000;
  Handle<TfLiteOperator> op = Offset(nullptr, kTfLiteBuiltinAdd, &offset);
  static TfLiteOperator* external;
  external = op.get();
  Session session(kAddModel);
  TfLiteInterpreterOptionsSetOpResolverExternalWithFallback(
      session.options(),
      [](void*, int code, int) -> const TfLiteOperator* {
        return code == kTfLiteBuiltinAdd ? external : nullptr;
      },
      nullptr,
      [](void*, TfLiteBuiltinOperator, int) -> const TfLiteRegistration* {
        ADD_FAILURE() << "asked although the other pair knows the operator";
        return nullptr;
      },
      nullptr, nullptr);
  ASSERT_TRUE(session.Start(/*builtin_operators=*/false));
  EXPECT_EQ(session.Run(kInputs), (std::vector<float>{1001, 1002, 1003}));
}

TEST(OpResolver, ExternalCustom) {
  float offset = 10;
  Handle<TfLiteOperator> op = Offset("Atan", kTfLiteBuiltinCustom, &offset);
  Session session(kAtanModel);
  TfLiteInterpreterOptionsSetOpResolverExternal(
      session.options(), nullptr,
      [](void* op, const char* name, int) -> const TfLiteOperator* {
        return std::string(name) == "Atan" ? static_cast<TfLiteOperator*>(op)
                                           : nullptr;
      },
      op.get());
  ASSERT_TRUE(session.Start());
  ExpectOffset(session.Run(kAtanInputs), 10);
}

TEST(Operator, SettersWithoutAnOperatorFail) {
  EXPECT_EQ(TfLiteOperatorSetInitWithData(nullptr, nullptr), kTfLiteError);
  EXPECT_EQ(TfLiteOperatorSetFreeWithData(nullptr, nullptr), kTfLiteError);
  EXPECT_EQ(TfLiteOperatorSetPrepareWithData(nullptr, nullptr), kTfLiteError);
  EXPECT_EQ(TfLiteOperatorSetInvokeWithData(nullptr, nullptr), kTfLiteError);
  EXPECT_EQ(TfLiteOperatorSetAsyncKernelWithData(nullptr, nullptr),
            kTfLiteError);
  TfLiteOperatorSetInvoke(nullptr, nullptr);
  EXPECT_EQ(TfLiteOperatorGetCustomName(nullptr), nullptr);
  TfLiteOperatorDelete(nullptr);
}

TEST(Operator, CopiesItsName) {
  std::string name = "Mine";
  Handle<TfLiteOperator> op(
      TfLiteOperatorCreate(kTfLiteBuiltinCustom, name.c_str(), 3, nullptr));
  name[0] = '?';
  EXPECT_STREQ(TfLiteOperatorGetCustomName(op.get()), "Mine");
  EXPECT_EQ(TfLiteOperatorGetBuiltInCode(op.get()), kTfLiteBuiltinCustom);
}

}  // namespace
