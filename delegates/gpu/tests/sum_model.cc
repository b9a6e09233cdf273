#include "delegates/gpu/tests/sum_model.h"

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::TensorHandle;

constexpr char kHostProduct[] = "HostProduct";

TfLiteRegistration HostProduct() {
  TfLiteRegistration registration{};
  registration.builtin_code = kTfLiteBuiltinCustom;
  registration.custom_name = kHostProduct;
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

Case SumAndProduct(int count, bool last_node_on_cpu) {
  TensorHandle b, sum;
  Case c("SumAndProduct", "float32");
  c.Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .In(kFloat32, {count})
      .In(kFloat32, {count})
      .As(b)
      .Inner(kFloat32)
      .As(sum);
  last_node_on_cpu ? c.Custom(kHostProduct)
                   : c.Op(kTfLiteBuiltinMul, TfLiteMulParams{});
  return c.Same(sum).Same(b).Out(kFloat32);
}

const OpResolver& Kernels() {
  static const auto* const kernels = [] {
    auto* resolver = new ops::builtin::BuiltinRefOpResolver;
    const TfLiteRegistration product = HostProduct();
    resolver->AddCustom(kHostProduct, &product);
    return resolver;
  }();
  return *kernels;
}

}  // namespace

SumModel::SumModel(size_t count, TfLiteDelegate* delegate,
                   bool last_node_on_cpu)
    : case_(SumAndProduct(static_cast<int>(count), last_node_on_cpu)),
      run_(case_, /*seed=*/1),
      delegate_(delegate) {
  // Delegates need to know all shapes.
  const conformance::TensorShapes shapes = {
      {4, base::Shape{static_cast<int32_t>(count)}}};
  EXPECT_EQ(run_.Build(Kernels(), &shapes), OkStatus());
  EXPECT_EQ(interpreter().ModifyGraphWithDelegate(delegate), kTfLiteOk);
  EXPECT_EQ(interpreter().AllocateTensors(), kTfLiteOk);
  interpreter().SetAllowBufferHandleOutput(true);
}

void SumModel::SetHandles(const std::vector<TfLiteBufferHandle>& handles) {
  const int tensors[] = {0, 1, 3};
  for (size_t i = 0; i < handles.size(); ++i) {
    EXPECT_EQ(interpreter().SetBufferHandle(tensors[i], handles[i], delegate_),
              kTfLiteOk);
  }
}

void SumModel::FillHost(float value) {
  for (const int t : {0, 1, 3}) {
    TfLiteTensor* tensor = interpreter().tensor(t);
    for (size_t i = 0; i < tensor->bytes / sizeof(float); ++i) {
      tensor->data.f[i] = value;
    }
  }
}

std::vector<float> SumModel::Host(int t) {
  const TfLiteTensor* tensor = interpreter().tensor(t);
  return std::vector<float>(tensor->data.f,
                            tensor->data.f + tensor->bytes / sizeof(float));
}

TfLiteStatus SumModel::Resize(size_t count) {
  for (const int t : {0, 1}) {
    EXPECT_EQ(interpreter().ResizeInputTensor(t, {static_cast<int>(count)}),
              kTfLiteOk);
  }
  return interpreter().AllocateTensors();
}

bool SumModel::FullyDelegated() {
  return conformance::NodesLeft(interpreter()) == 0;
}

}  // namespace tflite::gpu
