#include "delegates/gpu/testing/sum_model.h"

#include <cstdlib>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::gpu {
namespace {

TfLiteRegistration HostProduct() {
  TfLiteRegistration registration{};
  registration.builtin_code = kTfLiteBuiltinCustom;
  registration.custom_name = "HostProduct";
  registration.version = 1;
  registration.prepare = [](TfLiteContext* context, TfLiteNode* node) {
    return context->ResizeTensor(
        context, &context->tensors[node->outputs->data[0]],
        TfLiteIntArrayCopy(context->tensors[node->inputs->data[0]].dims));
  };
  registration.invoke = [](TfLiteContext* context, TfLiteNode* node) {
    const TfLiteTensor& a = context->tensors[node->inputs->data[0]];
    const TfLiteTensor& b = context->tensors[node->inputs->data[1]];
    TfLiteTensor& out = context->tensors[node->outputs->data[0]];
    for (size_t i = 0; i < out.bytes / sizeof(float); ++i) {
      out.data.f[i] = a.data.f[i] * b.data.f[i];
    }
    return kTfLiteOk;
  };
  return registration;
}

}  // namespace

SumModel::SumModel(size_t count, TfLiteDelegate* delegate,
                   bool last_node_on_cpu)
    : delegate_(delegate) {
  interpreter_.AddTensors(4);
  interpreter_.SetInputs({0, 1});
  interpreter_.SetOutputs({3});
  static const char* const kNames[] = {"a", "b", "sum", "product"};
  for (int t = 0; t < 4; ++t) {
    EXPECT_EQ(interpreter_.SetTensorParametersReadWrite(
                  t, kTfLiteFloat32, kNames[t], {static_cast<int>(count)},
                  TfLiteQuantization()),
              kTfLiteOk);
  }
  static const ops::builtin::BuiltinRefOpResolver resolver;
  interpreter_.AddNodeWithParameters(
      {0, 1}, {2}, nullptr, 0, std::calloc(1, sizeof(TfLiteAddParams)),
      resolver.FindOp(static_cast<BuiltinOperator>(kTfLiteBuiltinAdd), 1));
  const TfLiteRegistration on_host = HostProduct();
  interpreter_.AddNodeWithParameters(
      {2, 1}, {3}, nullptr, 0, std::calloc(1, sizeof(TfLiteMulParams)),
      last_node_on_cpu
          ? &on_host
          : resolver.FindOp(static_cast<BuiltinOperator>(kTfLiteBuiltinMul),
                            1));
  EXPECT_EQ(interpreter_.ModifyGraphWithDelegate(delegate), kTfLiteOk);
  EXPECT_EQ(interpreter_.AllocateTensors(), kTfLiteOk);
  interpreter_.SetAllowBufferHandleOutput(true);
}

void SumModel::SetHandles(const std::vector<TfLiteBufferHandle>& handles) {
  const int tensors[] = {0, 1, 3};
  for (size_t i = 0; i < handles.size(); ++i) {
    EXPECT_EQ(interpreter_.SetBufferHandle(tensors[i], handles[i], delegate_),
              kTfLiteOk);
  }
}

void SumModel::FillHost(float value) {
  for (const int t : {0, 1, 3}) {
    TfLiteTensor* tensor = interpreter_.tensor(t);
    for (size_t i = 0; i < tensor->bytes / sizeof(float); ++i) {
      tensor->data.f[i] = value;
    }
  }
}

std::vector<float> SumModel::Host(int t) {
  const TfLiteTensor* tensor = interpreter_.tensor(t);
  return std::vector<float>(tensor->data.f,
                            tensor->data.f + tensor->bytes / sizeof(float));
}

TfLiteStatus SumModel::Resize(size_t count) {
  for (const int t : {0, 1}) {
    EXPECT_EQ(interpreter_.ResizeInputTensor(t, {static_cast<int>(count)}),
              kTfLiteOk);
  }
  return interpreter_.AllocateTensors();
}

bool SumModel::FullyDelegated() {
  for (const int n : interpreter_.execution_plan()) {
    if (interpreter_.node_and_registration(n)->first.delegate == nullptr) {
      return false;
    }
  }
  return true;
}

}  // namespace tflite::gpu
