#include "testing/kernel_tests/delegate_test_util.h"

#include <cstring>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/kernel_util/kernel_util.h"

namespace tflite {
namespace delegates {
namespace test_utils {
namespace {

constexpr char kAddName[] = "my_add";
constexpr char kFusedName[] = "fake_fused_op";

TfLiteTensor* TensorOf(TfLiteContext* context, const TfLiteIntArray* list,
                       int i) {
  return &context->tensors[list->data[i]];
}

void Sum(const TfLiteTensor& a, const TfLiteTensor& b, TfLiteTensor* out) {
  for (size_t i = 0; i < out->bytes / sizeof(float); ++i) {
    out->data.f[i] = a.data.f[i] + b.data.f[i];
  }
}

TfLiteStatus PrepareAdd(TfLiteContext* context, TfLiteNode* node) {
  TF_LITE_ENSURE_EQ(context, node->inputs->size, 2);
  TF_LITE_ENSURE_EQ(context, node->outputs->size, 1);
  const TfLiteTensor* a = TensorOf(context, node->inputs, 0);
  const TfLiteTensor* b = TensorOf(context, node->inputs, 1);
  TF_LITE_ENSURE_TYPES_EQ(context, a->type, kTfLiteFloat32);
  TF_LITE_ENSURE_TYPES_EQ(context, b->type, kTfLiteFloat32);
  TF_LITE_ENSURE(context, TfLiteIntArrayEqual(a->dims, b->dims));
  return context->ResizeTensor(context, TensorOf(context, node->outputs, 0),
                               TfLiteIntArrayCopy(a->dims));
}

TfLiteStatus InvokeAdd(TfLiteContext* context, TfLiteNode* node) {
  Sum(*TensorOf(context, node->inputs, 0), *TensorOf(context, node->inputs, 1),
      TensorOf(context, node->outputs, 0));
  return kTfLiteOk;
}

SimpleDelegate* DelegateOf(const TfLiteNode* node) {
  return static_cast<SimpleDelegate*>(node->delegate->data_);
}

}  // namespace

TfLiteRegistration AddOpRegistration() {
  TfLiteRegistration registration{};
  registration.custom_name = kAddName;
  registration.builtin_code = kTfLiteBuiltinCustom;
  registration.prepare = PrepareAdd;
  registration.invoke = InvokeAdd;
  return registration;
}

SimpleDelegate::SimpleDelegate(const std::vector<int>& nodes,
                               int64_t delegate_flags, bool fail_node_prepare,
                               int min_ops_per_subset, bool fail_node_invoke,
                               bool automatic_shape_propagation, bool custom_op,
                               bool set_output_tensor_dynamic)
    : nodes_(nodes),
      delegate_(TfLiteDelegateCreate()),
      fail_node_prepare_(fail_node_prepare),
      min_ops_per_subset_(min_ops_per_subset),
      fail_node_invoke_(fail_node_invoke),
      automatic_shape_propagation_(automatic_shape_propagation),
      custom_op_(custom_op),
      set_output_tensor_dynamic_(set_output_tensor_dynamic) {
  delegate_.data_ = this;
  delegate_.flags = delegate_flags;
  delegate_.Prepare = [](TfLiteContext* context, TfLiteDelegate* delegate) {
    return static_cast<SimpleDelegate*>(delegate->data_)->Replace(context);
  };
  // Tests define what their buffers contain, so copying does nothing.
  delegate_.CopyFromBufferHandle = [](TfLiteContext*, TfLiteDelegate*,
                                      TfLiteBufferHandle,
                                      TfLiteTensor*) { return kTfLiteOk; };
  delegate_.CopyToBufferHandle = delegate_.CopyFromBufferHandle;
  delegate_.FreeBufferHandle = [](TfLiteContext*, TfLiteDelegate*,
                                  TfLiteBufferHandle* handle) {
    *handle = kTfLiteNullBufferHandle;
  };
}

std::unique_ptr<SimpleDelegate>
SimpleDelegate::DelegateWithRuntimeShapePropagation(
    const std::vector<int>& nodes, int64_t delegate_flags,
    int min_ops_per_subset) {
  return std::make_unique<SimpleDelegate>(
      nodes, delegate_flags, /*fail_node_prepare=*/false, min_ops_per_subset,
      /*fail_node_invoke=*/false, /*automatic_shape_propagation=*/true);
}

std::unique_ptr<SimpleDelegate> SimpleDelegate::DelegateWithDynamicOutput(
    const std::vector<int>& nodes) {
  return std::make_unique<SimpleDelegate>(
      nodes, kTfLiteDelegateFlagsAllowDynamicTensors,
      /*fail_node_prepare=*/false, /*min_ops_per_subset=*/0,
      /*fail_node_invoke=*/false, /*automatic_shape_propagation=*/false,
      /*custom_op=*/true, /*set_output_tensor_dynamic=*/true);
}

TfLiteRegistration SimpleDelegate::FakeFusedRegistration() {
  TfLiteRegistration registration{};
  registration.custom_name = kFusedName;
  registration.prepare = PrepareKernel;
  registration.invoke = InvokeKernel;
  return registration;
}

TfLiteStatus SimpleDelegate::PrepareKernel(TfLiteContext* context,
                                           TfLiteNode* node) {
  const SimpleDelegate& self = *DelegateOf(node);
  if (self.fail_node_prepare_) return kTfLiteError;
  const TfLiteTensor* input = TensorOf(context, node->inputs, 0);
  for (int i = 0; i < node->outputs->size; ++i) {
    TfLiteTensor* output = TensorOf(context, node->outputs, i);
    if (self.automatic_shape_propagation_) {
      TF_LITE_ENSURE(context, TfLiteIntArrayEqual(output->dims, input->dims));
      continue;
    }
    if (self.set_output_tensor_dynamic_) {
      SetTensorToDynamic(output);
      continue;
    }
    TF_LITE_ENSURE_STATUS(context->ResizeTensor(
        context, output, TfLiteIntArrayCopy(input->dims)));
  }
  return kTfLiteOk;
}

TfLiteStatus SimpleDelegate::InvokeKernel(TfLiteContext* context,
                                          TfLiteNode* node) {
  const SimpleDelegate& self = *DelegateOf(node);
  if (self.fail_node_invoke_) return kTfLiteError;
  const TfLiteTensor& a = *TensorOf(context, node->inputs, 0);
  const TfLiteTensor& b =
      *TensorOf(context, node->inputs, node->inputs->size > 1 ? 1 : 0);
  for (int i = 0; i < node->outputs->size; ++i) {
    TfLiteTensor* output = TensorOf(context, node->outputs, i);
    if (self.set_output_tensor_dynamic_) {
      TF_LITE_ENSURE_STATUS(
          context->ResizeTensor(context, output, TfLiteIntArrayCopy(a.dims)));
    }
    Sum(a, b, output);
  }
  return kTfLiteOk;
}

TfLiteStatus SimpleDelegate::CheckNodes(TfLiteContext* context) const {
  for (const int index : nodes_) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    TF_LITE_ENSURE_STATUS(
        context->GetNodeAndRegistration(context, index, &node, &registration));
    if (custom_op_) {
      TF_LITE_ENSURE(context,
                     registration->custom_name != nullptr &&
                         std::strcmp(registration->custom_name, kAddName) == 0);
    } else {
      TF_LITE_ENSURE_EQ(context, registration->builtin_code, kTfLiteBuiltinAdd);
    }
  }
  return kTfLiteOk;
}

TfLiteStatus SimpleDelegate::Replace(TfLiteContext* context) {
  TF_LITE_ENSURE_STATUS(CheckNodes(context));
  std::vector<int> taken = nodes_;
  if (min_ops_per_subset_ > 0) {
    const IntArrayUniquePtr wanted = BuildTfLiteArray(nodes_);
    TfLiteDelegateParams* partitions = nullptr;
    int count = 0;
    TF_LITE_ENSURE_STATUS(context->PreviewDelegatePartitioning(
        context, wanted.get(), &partitions, &count));
    taken.clear();
    for (int i = 0; i < count; ++i) {
      const TfLiteIntArray* nodes = partitions[i].nodes_to_replace;
      if (nodes->size < min_ops_per_subset_) continue;
      taken.insert(taken.end(), nodes->data, nodes->data + nodes->size);
    }
  }
  const IntArrayUniquePtr list = BuildTfLiteArray(taken);
  return context->ReplaceNodeSubsetsWithDelegateKernels(
      context, FakeFusedRegistration(), list.get(), &delegate_);
}

void TestDelegation::SetUpSubgraph(Subgraph* subgraph) {
  ASSERT_EQ(subgraph->AddTensors(5), kTfLiteOk);
  ASSERT_EQ(subgraph->SetInputs({0, 1}), kTfLiteOk);
  ASSERT_EQ(subgraph->SetOutputs({3, 4}), kTfLiteOk);
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(subgraph->SetTensorParametersReadWrite(i, kTfLiteFloat32, "", {3},
                                                     TfLiteQuantization{}),
              kTfLiteOk);
  }
  const TfLiteRegistration add = AddOpRegistration();
  const std::vector<std::vector<int>> inputs = {{0, 0}, {1, 1}, {2, 1}};
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(subgraph->AddNodeWithParameters(inputs[i], {i + 2}, {}, nullptr,
                                              0, nullptr, &add),
              kTfLiteOk);
  }
}

}  // namespace test_utils
}  // namespace delegates
}  // namespace tflite
