// The plugin of classic_add.cc, written with the opaque API. Linked alone, it
// needs a host that exports that API; with
// //tensorflow_lite_lite/delegate/shim, it does not. TFLL_STABLE makes it
// export a stable delegate instead; with TFLL_SHARED_BUILDER, all its delegates
// share one builder and one implementation.
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/c_api_opaque.h"
#include "tensorflow_lite_lite/c/common.h"
#include "testing/plugins/add_chain.h"
#ifdef TFLL_STABLE
#include "delegates/external/stable_delegate.h"
#else
#include "delegates/external/external_delegate_interface.h"
#endif

namespace {

using add_plugin::Chain;
using add_plugin::Options;
using add_plugin::Step;
using add_plugin::Values;

struct Delegate {
  explicit Delegate(Options o) : options(std::move(o)) {}

  Options options;
};

struct Kernel {
  Delegate* delegate;
  Chain chain;
};

bool IsFloatAdd(TfLiteOpaqueContext* context, const TfLiteOpaqueNode* node,
                const TfLiteOperator* op) {
  return TfLiteOperatorGetBuiltInCode(op) == kTfLiteBuiltinAdd &&
         TfLiteOpaqueNodeNumberOfInputs(node) == 2 &&
         TfLiteOpaqueTensorType(TfLiteOpaqueNodeGetInput(context, node, 0)) ==
             kTfLiteFloat32;
}

void* Init(void* user_data, TfLiteOpaqueContext* context, const char* buffer,
           size_t) {
  auto* delegate = static_cast<Delegate*>(user_data);
  const auto* params =
      reinterpret_cast<const TfLiteOpaqueDelegateParams*>(buffer);
  // The parameters must belong to this delegate, in the opaque layout.
  if (params->delegate_data != delegate ||
      TfLiteOpaqueDelegateGetData(params->delegate) != delegate ||
      delegate->options.FailsAt("init")) {
    TfLiteOpaqueContextReportError(context, "add plugin: told to fail in %s",
                                   "init");
    return TfLiteKernelInitFailed();
  }
  std::vector<Step> steps;
  for (int i = 0; i < params->nodes_to_replace->size; ++i) {
    TfLiteOpaqueNode* node = nullptr;
    TfLiteOperator* op = nullptr;
    if (TfLiteOpaqueContextGetNodeAndRegistration(
            context, params->nodes_to_replace->data[i], &node, &op) !=
        kTfLiteOk) {
      return TfLiteKernelInitFailed();
    }
    steps.push_back({TfLiteOpaqueNodeGetInputTensorIndex(node, 0),
                     TfLiteOpaqueNodeGetInputTensorIndex(node, 1),
                     TfLiteOpaqueNodeGetOutputTensorIndex(node, 0)});
  }
  return new Kernel{delegate, Chain(delegate->options.bias(), steps)};
}

void Free(void*, TfLiteOpaqueContext*, void* data) {
  delete static_cast<Kernel*>(data);
}

TfLiteStatus PrepareKernel(void* user_data, TfLiteOpaqueContext* context,
                           TfLiteOpaqueNode* node) {
  const auto* kernel =
      static_cast<const Kernel*>(TfLiteOpaqueNodeGetUserData(node));
  const auto* params = static_cast<const TfLiteOpaqueDelegateParams*>(
      TfLiteOpaqueNodeGetBuiltinData(node));
  TF_LITE_OPAQUE_ENSURE(context, kernel->delegate == user_data);
  TF_LITE_OPAQUE_ENSURE(context, params->delegate_data == user_data);
  if (kernel->delegate->options.FailsAt("kernel_prepare")) {
    TfLiteOpaqueContextReportError(context,
                                   "add plugin: told to fail in prepare");
    return kTfLiteError;
  }
  return kTfLiteOk;
}

TfLiteStatus Invoke(void*, TfLiteOpaqueContext* context,
                    TfLiteOpaqueNode* node) {
  auto* kernel = static_cast<Kernel*>(TfLiteOpaqueNodeGetUserData(node));
  if (kernel->delegate->options.FailsAt("invoke")) return kTfLiteError;
  std::map<int, Values> border;
  const auto add = [&](const int* indices, int count) {
    for (int i = 0; i < count; ++i) {
      const TfLiteOpaqueTensor* tensor =
          TfLiteOpaqueContextGetOpaqueTensor(context, indices[i]);
      border[indices[i]] = {static_cast<float*>(TfLiteOpaqueTensorData(tensor)),
                            TfLiteOpaqueTensorByteSize(tensor) / sizeof(float)};
    }
  };
  const int* indices = nullptr;
  int count = 0;
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueNodeInputs(node, &indices, &count));
  add(indices, count);
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueNodeOutputs(node, &indices, &count));
  add(indices, count);
  kernel->chain.Run(border);
  return kTfLiteOk;
}

TfLiteStatus Prepare(TfLiteOpaqueContext* context,
                     TfLiteOpaqueDelegate* opaque_delegate, void* data) {
  auto* delegate = static_cast<Delegate*>(data);
  delegate->options.MayCrash("prepare");
  if (delegate->options.FailsAt("prepare")) {
    TfLiteOpaqueContextReportError(context, "add plugin: told to fail");
    return kTfLiteError;
  }
  TfLiteIntArray* plan = nullptr;
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetExecutionPlan(context, &plan));
  const std::vector<int> indices(plan->data, plan->data + plan->size);
  TfLiteIntArray* nodes =
      TfLiteIntArrayCreate(static_cast<int>(indices.size()));
  nodes->size = 0;
  for (const int index : indices) {
    TfLiteOpaqueNode* node = nullptr;
    TfLiteOperator* op = nullptr;
    if (TfLiteOpaqueContextGetNodeAndRegistration(context, index, &node, &op) ==
            kTfLiteOk &&
        IsFloatAdd(context, node, op)) {
      nodes->data[nodes->size++] = index;
    }
  }
  TfLiteOperator* kernel = TfLiteOperatorCreate(kTfLiteBuiltinDelegate,
                                                "OpaqueAddPlugin", 1, delegate);
  TfLiteOperatorSetInitWithData(kernel, Init);
  TfLiteOperatorSetFreeWithData(kernel, Free);
  TfLiteOperatorSetPrepareWithData(kernel, PrepareKernel);
  TfLiteOperatorSetInvokeWithData(kernel, Invoke);
  const TfLiteStatus status =
      TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
          context, kernel, nodes, opaque_delegate);
  TfLiteIntArrayFree(nodes);
  return status;
}

TfLiteStatus CopyFromBufferHandle(TfLiteOpaqueContext*, TfLiteOpaqueDelegate*,
                                  void*, TfLiteBufferHandle handle,
                                  TfLiteOpaqueTensor* tensor) {
  const std::vector<float> values(
      TfLiteOpaqueTensorByteSize(tensor) / sizeof(float),
      static_cast<float>(handle));
  return TfLiteOpaqueTensorCopyFromBuffer(tensor, values.data(),
                                          values.size() * sizeof(float));
}

void FreeBufferHandle(TfLiteOpaqueContext*, TfLiteOpaqueDelegate*, void*,
                      TfLiteBufferHandle* handle) {
  *handle = kTfLiteNullBufferHandle;
}

#ifdef TFLL_SHARED_BUILDER

alignas(Delegate) unsigned char shared[sizeof(Delegate)];
const TfLiteOpaqueDelegateBuilder kBuilder = {
    shared, Prepare, CopyFromBufferHandle, nullptr, FreeBufferHandle, 0};

// The options of the first delegate apply to all.
TfLiteOpaqueDelegate* Create(Options options) {
  static Delegate* const delegate = new (shared) Delegate(std::move(options));
  static_cast<void>(delegate);
  auto* made = new TfLiteDelegate{};
  made->opaque_delegate_builder =
      const_cast<TfLiteOpaqueDelegateBuilder*>(&kBuilder);
  return made;
}

void Destroy(TfLiteOpaqueDelegate* delegate) { delete delegate; }

#else

TfLiteOpaqueDelegate* Create(Options options) {
  TfLiteOpaqueDelegateBuilder builder{};
  builder.data = new Delegate(std::move(options));
  builder.Prepare = Prepare;
  builder.CopyFromBufferHandle = CopyFromBufferHandle;
  builder.FreeBufferHandle = FreeBufferHandle;
  return TfLiteOpaqueDelegateCreate(&builder);
}

void Destroy(TfLiteOpaqueDelegate* delegate) {
  if (delegate == nullptr) return;
  delete static_cast<Delegate*>(TfLiteOpaqueDelegateGetData(delegate));
  TfLiteOpaqueDelegateDelete(delegate);
}

#endif

}  // namespace

extern "C" {

#ifdef TFLL_STABLE
namespace {

TfLiteOpaqueDelegate* CreateStable(const void*) {
  return Create(Options(nullptr, nullptr, 0));
}
int NoError(TfLiteOpaqueDelegate*) { return 0; }

const TfLiteOpaqueDelegatePlugin kPlugin = {CreateStable, Destroy, NoError};

}  // namespace

extern const TfLiteStableDelegate TFL_TheStableDelegate;
const TfLiteStableDelegate TFL_TheStableDelegate = {"1.0.0", "stable add",
                                                    "0.1", &kPlugin};
#else
TfLiteDelegate* tflite_plugin_create_delegate(
    const char* const* options_keys, const char* const* options_values,
    size_t num_options, void (*report_error)(const char*)) {
  Options options(options_keys, options_values, num_options);
  options.MayCrash("create");
  const std::string refusal = options.Refusal();
  if (!refusal.empty()) {
    if (report_error != nullptr) report_error(refusal.c_str());
    return nullptr;
  }
  return Create(std::move(options));
}

void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  Destroy(delegate);
}
#endif

}  // extern "C"
