#include "tensorflow_lite_lite/delegate/simple_delegate.h"

#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/delegate/delegate_state.h"
#include "tensorflow_lite_lite/delegate/node_filter.h"
#include "tensorflow_lite_lite/delegate/operator_names.h"
#include "tensorflow_lite_lite/delegate/partition_groups.h"
#include "tensorflow_lite_lite/delegate/partition_policy.h"

namespace tflite {
namespace {

using Options = SimpleDelegateInterface::Options;
using Kernel = delegates::DelegateKernel<SimpleDelegateInterface,
                                         SimpleDelegateKernelInterface>;

struct SimpleDelegate : delegates::DelegateState<SimpleDelegateInterface>,
                        TfLiteDelegate {
  explicit SimpleDelegate(std::unique_ptr<SimpleDelegateInterface> i)
      : DelegateState(std::move(i)), TfLiteDelegate() {}
};

SimpleDelegate* Of(TfLiteDelegate* delegate) {
  return static_cast<SimpleDelegate*>(delegate);
}

TfLiteStatus ReportDeleted(TfLiteContext* context) {
  context->ReportError(context, "The delegate was deleted.");
  return kTfLiteDelegateError;
}

// Kernels -------------------------------------------------------------------

void* InitKernel(TfLiteContext* context, const char* buffer, size_t) {
  const auto* params = reinterpret_cast<const TfLiteDelegateParams*>(buffer);
  if (params == nullptr || params->delegate == nullptr) {
    return TfLiteKernelInitFailed();
  }
  SimpleDelegate* delegate = Of(params->delegate);
  if (delegate->deleted()) {
    ReportDeleted(context);
    return TfLiteKernelInitFailed();
  }
  auto kernel = std::make_unique<Kernel>(
      delegate, delegate->interface()->CreateDelegateKernelInterface());
  if (kernel->kernel == nullptr) {
    context->ReportError(context, "%s did not create a kernel.",
                         delegate->interface()->Name());
    return TfLiteKernelInitFailed();
  }
  if (kernel->kernel->Init(context, params) != kTfLiteOk) {
    return TfLiteKernelInitFailed();
  }
  return kernel.release();
}

// Null if not initialized; older hosts continue in that case.
Kernel* KernelOf(void* user_data) {
  return user_data == TfLiteKernelInitFailed()
             ? nullptr
             : static_cast<Kernel*>(user_data);
}

void FreeKernel(TfLiteContext*, void* user_data) { delete KernelOf(user_data); }

TfLiteStatus PrepareKernel(TfLiteContext* context, TfLiteNode* node) {
  Kernel* kernel = KernelOf(node->user_data);
  if (kernel == nullptr) {
    context->ReportError(context, "A delegate's kernel failed to initialize.");
    return kTfLiteDelegateError;
  }
  if (kernel->state->deleted()) return ReportDeleted(context);
  return kernel->kernel->Prepare(context, node);
}

TfLiteStatus EvalKernel(TfLiteContext* context, TfLiteNode* node) {
  Kernel* kernel = KernelOf(node->user_data);
  if (kernel == nullptr || kernel->state->deleted()) {
    return ReportDeleted(context);
  }
  return kernel->kernel->Eval(context, node);
}

TfLiteRegistration KernelRegistration(const char* name) {
  TfLiteRegistration registration{};
  registration.init = InitKernel;
  registration.free = FreeKernel;
  registration.prepare = PrepareKernel;
  registration.invoke = EvalKernel;
  registration.builtin_code = kTfLiteBuiltinDelegate;
  registration.custom_name = name;
  registration.version = 1;
  return registration;
}

// Selecting nodes -------------------------------------------------------------

base::Status CheckNode(const SimpleDelegateInterface& delegate,
                       const delegates::NodeFilter& filter, int index,
                       const TfLiteNode* node,
                       const TfLiteRegistration* registration,
                       TfLiteContext* context) {
  delegates::FilteredNode filtered;
  filtered.index = index;
  if (filter.LooksAtNames()) {
    filtered.op_name = delegates::OperatorName(registration->builtin_code,
                                               registration->custom_name);
    for (int i = 0; i < node->outputs->size; ++i) {
      const int t = node->outputs->data[i];
      if (t < 0 || static_cast<size_t>(t) >= context->tensors_size) continue;
      filtered.output_names.push_back(context->tensors[t].name);
    }
  }
  TFLL_RETURN_IF_ERROR(filter.Check(filtered));
  return delegate.CheckNode(registration, node, context);
}

// The nodes that the delegate supports.
TfLiteStatus SupportedNodes(TfLiteContext* context,
                            const SimpleDelegateInterface& delegate,
                            const delegates::NodeFilter& filter,
                            const delegates::HostLog& log,
                            std::vector<int>* supported) {
  TfLiteIntArray* plan = nullptr;
  TF_LITE_ENSURE_STATUS(context->GetExecutionPlan(context, &plan));
  // The plan is valid only until a check requests it again.
  const std::vector<int> nodes(plan->data, plan->data + plan->size);
  for (const int n : nodes) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    TF_LITE_ENSURE_STATUS(
        context->GetNodeAndRegistration(context, n, &node, &registration));
    // The partition of another delegate is not a node of the model.
    if (node->delegate != nullptr) continue;
    const base::Status status =
        CheckNode(delegate, filter, n, node, registration, context);
    if (status.ok()) {
      supported->push_back(n);
    } else {
      log.Refuse(n, std::string(status.message()));
    }
  }
  return kTfLiteOk;
}

// Replaces the initial single group of nodes by groups that satisfy the
// delegate's policy and the limits in the options.
TfLiteStatus SettlePartitions(TfLiteContext* context,
                              const SimpleDelegateInterface& delegate,
                              const Options& options,
                              const delegates::HostLog& log,
                              delegates::NodeGroups* groups) {
  if (groups->front().empty()) return kTfLiteOk;
  const delegates::PartitionPolicy* policy = delegate.GetPartitionPolicy();
  if (policy != nullptr && context->PreviewDelegatePartitioning != nullptr) {
    TF_LITE_ENSURE_STATUS(
        delegates::ReviewPartitions(context, *policy, log, groups));
  }
  delegates::PartitionLimits limits;
  limits.max_partitions = options.max_delegated_partitions;
  limits.min_nodes = options.min_nodes_per_partition;
  limits.by_size = options.partition_order ==
                   SimpleDelegateInterface::PartitionOrder::kBySize;
  if (!limits.any()) return kTfLiteOk;
  return delegates::DropPartitions(context, policy, limits, log, groups);
}

// Tells the policy when the delegate's Prepare ends.
class ReviewsEnd {
 public:
  ReviewsEnd(TfLiteContext* context, const delegates::PartitionPolicy* policy)
      : context_(context), policy_(policy) {}
  ReviewsEnd(const ReviewsEnd&) = delete;
  ReviewsEnd& operator=(const ReviewsEnd&) = delete;
  ~ReviewsEnd() {
    if (policy_ != nullptr) policy_->FinishReviews(context_);
  }

 private:
  TfLiteContext* const context_;
  const delegates::PartitionPolicy* const policy_;
};

TfLiteStatus PrepareDelegate(TfLiteContext* context, TfLiteDelegate* delegate) {
  const std::shared_ptr<SimpleDelegateInterface> simple =
      Of(delegate)->interface();
  if (simple == nullptr) return ReportDeleted(context);
  TF_LITE_ENSURE_STATUS(simple->Initialize(context));
  const Options options = simple->DelegateOptions();
  base::StatusOr<delegates::NodeFilter> filter =
      delegates::NodeFilter::Parse(options.allow, options.deny);
  if (!filter.ok()) {
    context->ReportError(context, "%s: %s", simple->Name(),
                         filter.status().ToString().c_str());
    return kTfLiteDelegateError;
  }
  filter->LimitIndices(options.first_delegate_node_index,
                       options.last_delegate_node_index);

  const delegates::HostLog log(TfllGetDelegationLog(context), context,
                               simple->Name());
  log.Hold(delegate, Of(delegate));
  delegates::NodeGroups groups(1);
  TF_LITE_ENSURE_STATUS(
      SupportedNodes(context, *simple, *filter, log, &groups[0]));
  const ReviewsEnd end(context, simple->GetPartitionPolicy());
  TF_LITE_ENSURE_STATUS(
      SettlePartitions(context, *simple, options, log, &groups));
  for (const std::vector<int>& nodes : groups) {
    if (nodes.empty()) continue;
    for (const int n : nodes) log.Claim(n);
    const delegates::IntArrayPtr list = delegates::MakeIntArray(nodes);
    if (list == nullptr) return kTfLiteError;
    TF_LITE_ENSURE_STATUS(context->ReplaceNodeSubsetsWithDelegateKernels(
        context, KernelRegistration(simple->Name()), list.get(), delegate));
  }
  return kTfLiteOk;
}

// Buffers ---------------------------------------------------------------------

TfLiteStatus CopyFromBufferHandle(TfLiteContext* context,
                                  TfLiteDelegate* delegate,
                                  TfLiteBufferHandle handle,
                                  TfLiteTensor* tensor) {
  const auto simple = Of(delegate)->interface();
  if (simple == nullptr) return ReportDeleted(context);
  return simple->CopyFromBufferHandle(context, handle, tensor);
}

TfLiteStatus CopyToBufferHandle(TfLiteContext* context,
                                TfLiteDelegate* delegate,
                                TfLiteBufferHandle handle,
                                TfLiteTensor* tensor) {
  const auto simple = Of(delegate)->interface();
  if (simple == nullptr) return ReportDeleted(context);
  return simple->CopyToBufferHandle(context, handle, tensor);
}

void FreeBufferHandle(TfLiteContext* context, TfLiteDelegate* delegate,
                      TfLiteBufferHandle* handle) {
  const auto simple = Of(delegate)->interface();
  if (simple != nullptr) simple->FreeBufferHandle(context, handle);
  *handle = kTfLiteNullBufferHandle;
}

}  // namespace

base::Status SimpleDelegateInterface::CheckNode(
    const TfLiteRegistration* registration, const TfLiteNode* node,
    TfLiteContext* context) const {
  if (IsNodeSupportedByDelegate(registration, node, context)) {
    return base::OkStatus();
  }
  return base::Unsupported("not supported by ", Name());
}

TfLiteDelegate* TfLiteDelegateFactory::CreateSimpleDelegate(
    std::unique_ptr<SimpleDelegateInterface> simple_delegate, int64_t flags) {
  if (simple_delegate == nullptr) return nullptr;
  auto* delegate = new SimpleDelegate(std::move(simple_delegate));
  // Code written for other runtimes expects the interface here.
  delegate->data_ = delegate->interface().get();
  delegate->flags = flags;
  delegate->Prepare = PrepareDelegate;
  delegate->CopyFromBufferHandle = CopyFromBufferHandle;
  delegate->CopyToBufferHandle = CopyToBufferHandle;
  delegate->FreeBufferHandle = FreeBufferHandle;
  return delegate;
}

void TfLiteDelegateFactory::DeleteSimpleDelegate(TfLiteDelegate* delegate) {
  if (delegate != nullptr) Of(delegate)->Delete();
}

}  // namespace tflite

namespace tflite::delegates {

bool PlannedDelegate::IsNodeSupportedByDelegate(
    const TfLiteRegistration* registration, const TfLiteNode* node,
    TfLiteContext* context) const {
  return CheckNode(registration, node, context).ok();
}

}  // namespace tflite::delegates
