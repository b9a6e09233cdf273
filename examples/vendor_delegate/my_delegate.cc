#include "examples/vendor_delegate/my_delegate.h"

#include <map>
#include <memory>
#include <vector>

#include "tensorflow/lite/builtin_ops.h"
#include "tensorflow/lite/c/builtin_op_data.h"
#include "tensorflow/lite/delegates/utils/simple_delegate.h"
#include "tensorflow/lite/kernels/internal/tensor_ctypes.h"
#include "tensorflow/lite/kernels/kernel_util.h"

namespace my_delegate {
namespace {

using ::tflite::GetTensorData;
using ::tflite::HaveSameShapes;
using ::tflite::NumElements;

class MyDelegateKernel : public tflite::SimpleDelegateKernelInterface {
 public:
  TfLiteStatus Init(TfLiteContext* context,
                    const TfLiteDelegateParams* params) override {
    const TfLiteIntArray& nodes = *params->nodes_to_replace;
    for (int i = 0; i < nodes.size; ++i) {
      TfLiteNode* node = nullptr;
      TfLiteRegistration* registration = nullptr;
      TF_LITE_ENSURE_STATUS(context->GetNodeAndRegistration(
          context, nodes.data[i], &node, &registration));
      const float sign =
          registration->builtin_code == kTfLiteBuiltinSub ? -1 : 1;
      steps_.push_back({node->inputs->data[0], node->inputs->data[1],
                        node->outputs->data[0], sign});
      inner_[node->outputs->data[0]];
    }
    // The runtime allocates memory only for the outputs of the partition.
    const TfLiteIntArray& outputs = *params->output_tensors;
    for (int i = 0; i < outputs.size; ++i) inner_.erase(outputs.data[i]);
    return kTfLiteOk;
  }

  TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode*) override {
    for (const Step& step : steps_) {
      const TfLiteTensor& left = context->tensors[step.left];
      TF_LITE_ENSURE(context,
                     HaveSameShapes(&left, &context->tensors[step.right]));
      TF_LITE_ENSURE_STATUS(context->ResizeTensor(
          context, &context->tensors[step.out], TfLiteIntArrayCopy(left.dims)));
      const auto inner = inner_.find(step.out);
      if (inner != inner_.end()) inner->second.resize(NumElements(&left));
    }
    return kTfLiteOk;
  }

  TfLiteStatus Eval(TfLiteContext* context, TfLiteNode*) override {
    for (const Step& step : steps_) {
      const float* left = Data(context, step.left);
      const float* right = Data(context, step.right);
      float* out = Data(context, step.out);
      const int64_t count = NumElements(&context->tensors[step.out]);
      for (int64_t i = 0; i < count; ++i) {
        out[i] = left[i] + step.sign * right[i];
      }
    }
    return kTfLiteOk;
  }

 private:
  struct Step {
    int left, right, out;
    float sign;
  };

  float* Data(TfLiteContext* context, int tensor) {
    const auto inner = inner_.find(tensor);
    return inner != inner_.end()
               ? inner->second.data()
               : GetTensorData<float>(&context->tensors[tensor]);
  }

  std::vector<Step> steps_;
  // Values passed between nodes of the partition, by tensor.
  std::map<int, std::vector<float>> inner_;
};

class MyDelegate : public tflite::SimpleDelegateInterface {
 public:
  explicit MyDelegate(const MyDelegateOptions& options) : options_(options) {}

  bool IsNodeSupportedByDelegate(const TfLiteRegistration* registration,
                                 const TfLiteNode* node,
                                 TfLiteContext* context) const override {
    const bool add = registration->builtin_code == kTfLiteBuiltinAdd;
    const bool sub = registration->builtin_code == kTfLiteBuiltinSub &&
                     options_.additions_only == 0;
    if (!add && !sub) return false;
    for (int i = 0; i < node->inputs->size; ++i) {
      const TfLiteTensor& tensor = context->tensors[node->inputs->data[i]];
      if (tensor.type != kTfLiteFloat32) return false;
    }
    const auto activation =
        add ? static_cast<TfLiteAddParams*>(node->builtin_data)->activation
            : static_cast<TfLiteSubParams*>(node->builtin_data)->activation;
    return activation == kTfLiteActNone &&
           HaveSameShapes(&context->tensors[node->inputs->data[0]],
                          &context->tensors[node->inputs->data[1]]);
  }

  TfLiteStatus Initialize(TfLiteContext*) override { return kTfLiteOk; }

  const char* Name() const override {
    static constexpr char kName[] = "MyDelegate";
    return kName;
  }

  std::unique_ptr<tflite::SimpleDelegateKernelInterface>
  CreateDelegateKernelInterface() override {
    return std::make_unique<MyDelegateKernel>();
  }

 private:
  const MyDelegateOptions options_;
};

}  // namespace
}  // namespace my_delegate

MyDelegateOptions TfLiteMyDelegateOptionsDefault() { return {0}; }

TfLiteDelegate* TfLiteMyDelegateCreate(const MyDelegateOptions* options) {
  return tflite::TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<my_delegate::MyDelegate>(
          options != nullptr ? *options : TfLiteMyDelegateOptionsDefault()));
}

void TfLiteMyDelegateDelete(TfLiteDelegate* delegate) {
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}
