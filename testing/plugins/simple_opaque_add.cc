// The plugin of classic_add.cc, written with SimpleOpaqueDelegateInterface.
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/external/external_delegate_interface.h"
#include "tensorflow_lite_lite/delegate/simple_opaque_delegate.h"
#include "testing/plugins/add_chain.h"

namespace {

using add_plugin::Chain;
using add_plugin::Step;
using add_plugin::Values;

class Kernel : public tflite::SimpleOpaqueDelegateKernelInterface {
 public:
  explicit Kernel(const add_plugin::Options& options) : options_(options) {}

  TfLiteStatus Init(TfLiteOpaqueContext* context,
                    const TfLiteOpaqueDelegateParams* params) override {
    if (options_.FailsAt("init")) return kTfLiteError;
    std::vector<Step> steps;
    for (int i = 0; i < params->nodes_to_replace->size; ++i) {
      TfLiteOpaqueNode* node = nullptr;
      TfLiteOperator* op = nullptr;
      TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetNodeAndRegistration(
          context, params->nodes_to_replace->data[i], &node, &op));
      steps.push_back({TfLiteOpaqueNodeGetInputTensorIndex(node, 0),
                       TfLiteOpaqueNodeGetInputTensorIndex(node, 1),
                       TfLiteOpaqueNodeGetOutputTensorIndex(node, 0)});
    }
    chain_ = std::make_unique<Chain>(options_.bias(), std::move(steps));
    return kTfLiteOk;
  }

  TfLiteStatus Prepare(TfLiteOpaqueContext*, TfLiteOpaqueNode*) override {
    return options_.FailsAt("kernel_prepare") ? kTfLiteError : kTfLiteOk;
  }

  TfLiteStatus Eval(TfLiteOpaqueContext* context,
                    TfLiteOpaqueNode* node) override {
    if (options_.FailsAt("invoke")) return kTfLiteError;
    const int* inputs = nullptr;
    const int* outputs = nullptr;
    int num_inputs = 0;
    int num_outputs = 0;
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueNodeInputs(node, &inputs, &num_inputs));
    TF_LITE_ENSURE_STATUS(
        TfLiteOpaqueNodeOutputs(node, &outputs, &num_outputs));
    std::vector<int> tensors(inputs, inputs + num_inputs);
    tensors.insert(tensors.end(), outputs, outputs + num_outputs);
    std::map<int, Values> border;
    for (const int t : tensors) {
      const TfLiteOpaqueTensor* tensor =
          TfLiteOpaqueContextGetOpaqueTensor(context, t);
      border[t] = {static_cast<float*>(TfLiteOpaqueTensorData(tensor)),
                   TfLiteOpaqueTensorByteSize(tensor) / sizeof(float)};
    }
    chain_->Run(border);
    return kTfLiteOk;
  }

 private:
  const add_plugin::Options options_;
  std::unique_ptr<Chain> chain_;
};

class Delegate : public tflite::SimpleOpaqueDelegateInterface {
 public:
  explicit Delegate(add_plugin::Options options)
      : options_(std::move(options)) {}

  bool IsNodeSupportedByDelegate(const TfLiteOperator* op,
                                 const TfLiteOpaqueNode* node,
                                 TfLiteOpaqueContext* context) const override {
    return TfLiteOperatorGetBuiltInCode(op) == kTfLiteBuiltinAdd &&
           TfLiteOpaqueTensorType(TfLiteOpaqueNodeGetInput(context, node, 0)) ==
               kTfLiteFloat32;
  }
  TfLiteStatus Initialize(TfLiteOpaqueContext*) override {
    options_.MayCrash("prepare");
    return options_.FailsAt("prepare") ? kTfLiteError : kTfLiteOk;
  }
  const char* Name() const override { return "SimpleOpaqueAdd"; }
  std::unique_ptr<tflite::SimpleOpaqueDelegateKernelInterface>
  CreateDelegateKernelInterface() override {
    return std::make_unique<Kernel>(options_);
  }
  TfLiteStatus CopyFromBufferHandle(TfLiteOpaqueContext*,
                                    TfLiteBufferHandle handle,
                                    TfLiteOpaqueTensor* tensor) override {
    const std::vector<float> values(
        TfLiteOpaqueTensorByteSize(tensor) / sizeof(float),
        static_cast<float>(handle));
    return TfLiteOpaqueTensorCopyFromBuffer(tensor, values.data(),
                                            values.size() * sizeof(float));
  }

 private:
  const add_plugin::Options options_;
};

}  // namespace

extern "C" {

TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  add_plugin::Options options(options_keys, options_values, num_options);
  options.MayCrash("create");
  const std::string refusal = options.Refusal();
  if (!refusal.empty()) {
    if (report_error != nullptr) report_error(refusal.c_str());
    return nullptr;
  }
  return tflite::TfLiteOpaqueDelegateFactory::CreateSimpleDelegate(
      std::make_unique<Delegate>(std::move(options)));
}

void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  tflite::TfLiteOpaqueDelegateFactory::DeleteSimpleDelegate(delegate);
}

}  // extern "C"
