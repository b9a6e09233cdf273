#include "tensorflow_lite_lite/delegate/shim/shim_kernel.h"

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "tensorflow_lite_lite/c_api/opaque_casts.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite::delegates {
namespace {

// The user data of a delegate's node in the host.
struct Kernel {
  std::shared_ptr<TfLiteOperator> op;
  TfLiteOpaqueDelegateParams params{};
  void* user_data = nullptr;  // what the operator's init returned
  bool failed = false;        // init failed
};

// A node as the operator's functions see it: while this object exists, with
// their user data and parameters instead of the shim's.
class OperatorsView {
 public:
  explicit OperatorsView(TfLiteNode* node)
      : node_(node),
        kernel_(static_cast<Kernel*>(node->user_data)),
        builtin_data_(node->builtin_data) {
    node->user_data = kernel_->user_data;
    node->builtin_data = &kernel_->params;
  }
  ~OperatorsView() {
    node_->user_data = kernel_;
    node_->builtin_data = builtin_data_;
  }

 private:
  TfLiteNode* const node_;
  Kernel* const kernel_;
  void* const builtin_data_;
};

// Hosts call init while they replace nodes, on the same thread; a classic
// registration has no other way to tell which operator it is for.
thread_local const std::shared_ptr<TfLiteOperator>* replacing = nullptr;

void CallInit(TfLiteContext* context, size_t length, Kernel* kernel) {
  TfLiteOperator* op = kernel->op.get();
  const char* buffer = reinterpret_cast<const char*>(&kernel->params);
  if (op->init_with_data != nullptr) {
    kernel->user_data = op->init_with_data(
        op->user_data, c_api::Opaque(context), buffer, length);
  } else if (op->init != nullptr) {
    kernel->user_data = op->init(c_api::Opaque(context), buffer, length);
  }
  kernel->failed = kernel->user_data == TfLiteKernelInitFailed();
}

// A failure is reported by Prepare: some hosts ignore the result of init.
void* Init(TfLiteContext* context, const char* buffer, size_t length) {
  auto* kernel = new (std::nothrow) Kernel;
  if (kernel == nullptr) return nullptr;
  if (replacing == nullptr || buffer == nullptr) {
    kernel->failed = true;
    return kernel;
  }
  const auto* params = reinterpret_cast<const TfLiteDelegateParams*>(buffer);
  kernel->op = *replacing;
  kernel->params.delegate = params->delegate;
  kernel->params.delegate_data = params->delegate->data_;
  kernel->params.nodes_to_replace = params->nodes_to_replace;
  kernel->params.input_tensors = params->input_tensors;
  kernel->params.output_tensors = params->output_tensors;
  CallInit(context, length, kernel);
  return kernel;
}

void Free(TfLiteContext* context, void* buffer) {
  std::unique_ptr<Kernel> kernel(static_cast<Kernel*>(buffer));
  if (kernel == nullptr || kernel->failed || kernel->user_data == nullptr) {
    return;
  }
  const TfLiteOperator& op = *kernel->op;
  if (op.free_with_data != nullptr) {
    op.free_with_data(op.user_data, c_api::Opaque(context), kernel->user_data);
  } else if (op.free != nullptr) {
    op.free(c_api::Opaque(context), kernel->user_data);
  }
}

TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) {
  const auto* kernel = static_cast<const Kernel*>(node->user_data);
  if (kernel == nullptr || kernel->failed) {
    context->ReportError(context, "the delegate's kernel failed in init");
    return kTfLiteDelegateError;
  }
  const TfLiteOperator& op = *kernel->op;
  const OperatorsView view(node);
  if (op.prepare_with_data != nullptr) {
    return op.prepare_with_data(op.user_data, c_api::Opaque(context),
                                c_api::Opaque(node));
  }
  return op.prepare == nullptr
             ? kTfLiteOk
             : op.prepare(c_api::Opaque(context), c_api::Opaque(node));
}

TfLiteStatus Invoke(TfLiteContext* context, TfLiteNode* node) {
  const auto* kernel = static_cast<const Kernel*>(node->user_data);
  if (kernel == nullptr || kernel->failed) return kTfLiteDelegateError;
  const TfLiteOperator& op = *kernel->op;
  const OperatorsView view(node);
  if (op.invoke_with_data != nullptr) {
    return op.invoke_with_data(op.user_data, c_api::Opaque(context),
                               c_api::Opaque(node));
  }
  return op.invoke == nullptr
             ? kTfLiteError
             : op.invoke(c_api::Opaque(context), c_api::Opaque(node));
}

// A permanent copy of the name: a host may print it after the operator is
// deleted.
const char* KeptName(const TfLiteOperator& op) {
  if (op.custom_name == nullptr) return nullptr;
  static auto* const mutex = new std::mutex;
  static auto* const names = new std::set<std::string>;
  std::lock_guard<std::mutex> lock(*mutex);
  return names->emplace(op.custom_name).first->c_str();
}

}  // namespace

TfLiteStatus ReplaceNodesByOperator(TfLiteContext* context, TfLiteOperator* op,
                                    const TfLiteIntArray* nodes,
                                    TfLiteDelegate* delegate) {
  // Shared by the kernels.
  const std::shared_ptr<TfLiteOperator> owner = core::AdoptOperator(op);
  if (owner == nullptr) {
    context->ReportError(
        context, "the delegate's operator does not exist or is deleted");
    return kTfLiteError;
  }
  TfLiteRegistration registration{};
  registration.init = Init;
  registration.free = Free;
  registration.prepare = Prepare;
  registration.invoke = Invoke;
  registration.builtin_code = kTfLiteBuiltinDelegate;
  registration.custom_name = KeptName(*op);
  registration.version = op->version;
  registration.inplace_operator = op->inplace_operator;
  const auto* outer = std::exchange(replacing, &owner);
  const TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
      context, registration, nodes, delegate);
  replacing = outer;
  return status;
}

TfLiteOperator* DescriptionOf(const TfLiteRegistration& registration) {
  using Key = std::tuple<int32_t, int, bool, std::string>;
  static auto* const mutex = new std::mutex;
  static auto* const known = new std::map<Key, std::unique_ptr<TfLiteOperator>>;
  const char* name = registration.custom_name;
  std::lock_guard<std::mutex> lock(*mutex);
  std::unique_ptr<TfLiteOperator>& op =
      (*known)[Key(registration.builtin_code, registration.version,
                   name != nullptr, name == nullptr ? "" : name)];
  if (op == nullptr) {
    op = std::make_unique<TfLiteOperator>(registration.builtin_code, name,
                                          registration.version, nullptr);
  }
  return op.get();
}

}  // namespace tflite::delegates
