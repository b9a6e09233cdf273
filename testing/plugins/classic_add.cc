// A plugin with a classic delegate that takes every ADD of FLOAT32 tensors.
// With TFLL_SHORT_REGISTRATION it passes 64-byte registrations, like plugins
// built before 2022.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "delegates/external/external_delegate_interface.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"
#include "testing/plugins/add_chain.h"

namespace {

using add_plugin::Chain;
using add_plugin::Options;
using add_plugin::Step;
using add_plugin::Values;

constexpr TfLiteBufferHandle kHandle = 5;

// A type that only this project's runtime knows.
constexpr auto kLogType = static_cast<TfLiteExternalContextType>(7);

struct Delegate {
  explicit Delegate(Options o) : options(std::move(o)) {}

  TfLiteDelegate base{};
  Options options;
  void (*report)(const char*) = nullptr;
};

Delegate* Of(TfLiteDelegate* base) {
  return static_cast<Delegate*>(base->data_);
}

struct Kernel {
  const Delegate* delegate;
  Chain chain;
};

bool IsFloatAdd(TfLiteContext* context, const TfLiteNode& node,
                const TfLiteRegistration& registration) {
  return registration.builtin_code == kTfLiteBuiltinAdd &&
         context->tensors[node.outputs->data[0]].type == kTfLiteFloat32;
}

void* Init(TfLiteContext* context, const char* buffer, size_t) {
  const auto* params = reinterpret_cast<const TfLiteDelegateParams*>(buffer);
  const Delegate* delegate = Of(params->delegate);
  if (delegate->options.FailsAt("init")) {
    context->ReportError(context, "add plugin: told to fail in init");
    return TfLiteKernelInitFailed();
  }
  std::vector<Step> steps;
  for (int i = 0; i < params->nodes_to_replace->size; ++i) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    if (context->GetNodeAndRegistration(context,
                                        params->nodes_to_replace->data[i],
                                        &node, &registration) != kTfLiteOk) {
      return TfLiteKernelInitFailed();
    }
    steps.push_back(
        {node->inputs->data[0], node->inputs->data[1], node->outputs->data[0]});
  }
  return new Kernel{delegate, Chain(delegate->options.bias(), steps)};
}

void Free(TfLiteContext*, void* data) { delete static_cast<Kernel*>(data); }

TfLiteStatus PrepareKernel(TfLiteContext* context, TfLiteNode* node) {
  const auto* kernel = static_cast<const Kernel*>(node->user_data);
  if (kernel->delegate->options.FailsAt("kernel_prepare")) {
    context->ReportError(context, "add plugin: told to fail in prepare");
    return kTfLiteError;
  }
  return kTfLiteOk;
}

TfLiteStatus Invoke(TfLiteContext* context, TfLiteNode* node) {
  auto* kernel = static_cast<Kernel*>(node->user_data);
  if (kernel->delegate->options.FailsAt("invoke")) return kTfLiteError;
  std::map<int, Values> border;
  for (const TfLiteIntArray* list : {node->inputs, node->outputs}) {
    for (int i = 0; i < list->size; ++i) {
      const TfLiteTensor& tensor = context->tensors[list->data[i]];
      border[list->data[i]] = {tensor.data.f, tensor.bytes / sizeof(float)};
    }
  }
  kernel->chain.Run(border);
  return kTfLiteOk;
}

TfLiteRegistration Registration() {
  TfLiteRegistration registration{};
  registration.init = Init;
  registration.free = Free;
  registration.prepare = PrepareKernel;
  registration.invoke = Invoke;
  registration.builtin_code = kTfLiteBuiltinDelegate;
  registration.custom_name = "AddPlugin";
  registration.version = 1;
  return registration;
}

#ifdef TFLL_SHORT_REGISTRATION
// The original fields of TfLiteRegistration.
struct ShortRegistration {
  char bytes[64];
};

TfLiteStatus Replace(TfLiteContext* context, const TfLiteIntArray* nodes,
                     TfLiteDelegate* delegate) {
  using Function = TfLiteStatus(TfLiteContext*, ShortRegistration,
                                const TfLiteIntArray*, TfLiteDelegate*);
  const TfLiteRegistration registration = Registration();
  // A caller's stack after the argument has arbitrary contents, so fill it with
  // nonzero bytes.
  struct {
    ShortRegistration registration;
    unsigned char behind[64];
  } frame;
  std::memset(frame.behind, 0xA5, sizeof(frame.behind));
  std::memcpy(&frame.registration, &registration, sizeof(frame.registration));
  asm volatile("" : : "g"(&frame) : "memory");
  // By way of a type that GCC takes for a deliberate cast.
  auto* const any = reinterpret_cast<void (*)()>(
      context->ReplaceNodeSubsetsWithDelegateKernels);
  return reinterpret_cast<Function*>(any)(context, frame.registration, nodes,
                                          delegate);
}
#else
TfLiteStatus Replace(TfLiteContext* context, const TfLiteIntArray* nodes,
                     TfLiteDelegate* delegate) {
  return context->ReplaceNodeSubsetsWithDelegateKernels(context, Registration(),
                                                        nodes, delegate);
}
#endif

TfLiteStatus Prepare(TfLiteContext* context, TfLiteDelegate* base) {
  const Options& options = Of(base)->options;
  options.MayCrash("prepare");
  if (options.FailsAt("prepare")) {
    context->ReportError(context, "add plugin: told to fail");
    return kTfLiteError;
  }
  if (options.Get("require_no_log") != nullptr &&
      context->GetExternalContext(context, kLogType) != nullptr) {
    context->ReportError(context, "add plugin: there is a context of type 7");
    return kTfLiteError;
  }
  TfLiteIntArray* plan = nullptr;
  if (context->GetExecutionPlan(context, &plan) != kTfLiteOk) {
    return kTfLiteError;
  }
  // The context owns the plan, which is valid only for a short time.
  const std::vector<int> indices(plan->data, plan->data + plan->size);
  TfLiteIntArray* nodes =
      TfLiteIntArrayCreate(static_cast<int>(indices.size()));
  nodes->size = 0;
  for (const int index : indices) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    if (context->GetNodeAndRegistration(context, index, &node, &registration) ==
            kTfLiteOk &&
        IsFloatAdd(context, *node, *registration)) {
      nodes->data[nodes->size++] = index;
    }
  }
  const TfLiteStatus status = Replace(context, nodes, base);
  TfLiteIntArrayFree(nodes);
  return status;
}

// Copies in and out of handle h use the value h for all elements. Fails for a
// delegate that is not the plugin's own.
TfLiteStatus CopyFromBufferHandle(TfLiteContext* context, TfLiteDelegate* base,
                                  TfLiteBufferHandle handle,
                                  TfLiteTensor* tensor) {
  if (base != &Of(base)->base || handle != kHandle) return kTfLiteError;
  for (size_t i = 0; i < tensor->bytes / sizeof(float); ++i) {
    tensor->data.f[i] = static_cast<float>(handle);
  }
  return kTfLiteOk;
}

void FreeBufferHandle(TfLiteContext*, TfLiteDelegate*,
                      TfLiteBufferHandle* handle) {
  *handle = kTfLiteNullBufferHandle;
}

}  // namespace

extern "C" {

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
  const char* report = options.Get("report");
  if (report != nullptr && report_error != nullptr) report_error(report);
  auto* delegate = new Delegate(std::move(options));
  delegate->report = report_error;
  delegate->base.data_ = delegate;
  const bool has_prepare = delegate->options.Get("no_prepare") == nullptr;
  delegate->base.Prepare = has_prepare ? Prepare : nullptr;
  delegate->base.CopyFromBufferHandle = CopyFromBufferHandle;
  delegate->base.FreeBufferHandle = FreeBufferHandle;
  return &delegate->base;
}

void tflite_plugin_destroy_delegate(TfLiteDelegate* delegate) {
  if (delegate == nullptr) return;
  const Delegate* mine = Of(delegate);
  const char* text = mine->options.Get("report_late");
  if (text != nullptr && mine->report != nullptr) mine->report(text);
  delete mine;
}

}  // extern "C"
