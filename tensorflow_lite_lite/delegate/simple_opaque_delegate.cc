#include "tensorflow_lite_lite/delegate/simple_opaque_delegate.h"

#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/delegate/delegate_state.h"
#include "tensorflow_lite_lite/delegate/node_filter.h"
#include "tensorflow_lite_lite/delegate/opaque_partitions.h"
#include "tensorflow_lite_lite/delegate/operator_names.h"

namespace tflite {
namespace {

using Kernel = delegates::DelegateKernel<SimpleOpaqueDelegateInterface,
                                         SimpleOpaqueDelegateKernelInterface>;

// The object that TfLiteOpaqueDelegateGetData returns.
struct OpaqueState : delegates::DelegateState<SimpleOpaqueDelegateInterface> {
  using DelegateState::DelegateState;
  ~OpaqueState() override { TfLiteOpaqueDelegateDelete(delegate); }
  TfLiteOpaqueDelegate* delegate = nullptr;
};

TfLiteStatus ReportDeleted(TfLiteOpaqueContext* context) {
  TfLiteOpaqueContextReportError(context, "The delegate was deleted.");
  return kTfLiteDelegateError;
}

// Kernels -------------------------------------------------------------------

void* InitKernel(TfLiteOpaqueContext* context, const char* buffer, size_t) {
  const auto* params =
      reinterpret_cast<const TfLiteOpaqueDelegateParams*>(buffer);
  if (params == nullptr || params->delegate_data == nullptr) {
    return TfLiteKernelInitFailed();
  }
  auto* state = static_cast<OpaqueState*>(params->delegate_data);
  if (state->deleted()) {
    ReportDeleted(context);
    return TfLiteKernelInitFailed();
  }
  auto kernel = std::make_unique<Kernel>(
      state, state->interface()->CreateDelegateKernelInterface());
  if (kernel->kernel == nullptr) {
    TfLiteOpaqueContextReportError(context, "%s did not create a kernel.",
                                   state->interface()->Name());
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

void FreeKernel(TfLiteOpaqueContext*, void* user_data) {
  delete KernelOf(user_data);
}

TfLiteStatus PrepareKernel(TfLiteOpaqueContext* context,
                           TfLiteOpaqueNode* node) {
  Kernel* kernel = KernelOf(TfLiteOpaqueNodeGetUserData(node));
  if (kernel == nullptr) {
    TfLiteOpaqueContextReportError(context,
                                   "A delegate's kernel failed to initialize.");
    return kTfLiteDelegateError;
  }
  if (kernel->state->deleted()) return ReportDeleted(context);
  return kernel->kernel->Prepare(context, node);
}

TfLiteStatus EvalKernel(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  Kernel* kernel = KernelOf(TfLiteOpaqueNodeGetUserData(node));
  if (kernel == nullptr || kernel->state->deleted()) {
    return ReportDeleted(context);
  }
  return kernel->kernel->Eval(context, node);
}

// Selecting nodes -------------------------------------------------------------

base::Status CheckNode(const SimpleOpaqueDelegateInterface& delegate,
                       const delegates::NodeFilter& filter, int index,
                       const TfLiteOpaqueNode* node, const TfLiteOperator* op,
                       TfLiteOpaqueContext* context) {
  delegates::FilteredNode filtered;
  filtered.index = index;
  if (filter.LooksAtNames()) {
    filtered.op_name = delegates::OperatorName(TfLiteOperatorGetBuiltInCode(op),
                                               TfLiteOperatorGetCustomName(op));
    const int outputs = TfLiteOpaqueNodeNumberOfOutputs(node);
    for (int i = 0; i < outputs; ++i) {
      const TfLiteOpaqueTensor* t = TfLiteOpaqueNodeGetOutput(context, node, i);
      if (t == nullptr) continue;
      filtered.output_names.push_back(TfLiteOpaqueTensorName(t));
    }
  }
  TFLL_RETURN_IF_ERROR(filter.Check(filtered));
  return delegate.CheckNode(op, node, context);
}

TfLiteStatus SupportedNodes(TfLiteOpaqueContext* context,
                            const SimpleOpaqueDelegateInterface& delegate,
                            const delegates::NodeFilter& filter,
                            const delegates::HostLog& log,
                            std::vector<int>* supported) {
  TfLiteIntArray* plan = nullptr;
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetExecutionPlan(context, &plan));
  const std::vector<int> nodes(plan->data, plan->data + plan->size);
  for (const int n : nodes) {
    TfLiteOpaqueNode* node = nullptr;
    TfLiteOperator* op = nullptr;
    TF_LITE_ENSURE_STATUS(
        TfLiteOpaqueContextGetNodeAndRegistration(context, n, &node, &op));
    // The partition of another delegate is not a node of the model.
    if (TfLiteOperatorGetBuiltInCode(op) == kTfLiteBuiltinDelegate) continue;
    const base::Status status =
        CheckNode(delegate, filter, n, node, op, context);
    if (status.ok()) {
      supported->push_back(n);
    } else {
      log.Refuse(n, std::string(status.message()));
    }
  }
  return kTfLiteOk;
}

// Null if the host has no log.
TfllDelegationLog* LogOf(TfLiteOpaqueContext* context) {
  void* found = nullptr;
  if (TfLiteOpaqueContextGetExternalContext(
          context, &found,
          static_cast<TfLiteExternalContextType>(kTfllDelegationLog)) !=
      kTfLiteOk) {
    return nullptr;
  }
  return TfllAsDelegationLog(static_cast<TfLiteExternalContext*>(found));
}

TfLiteOperator* MakeOperator(const char* name) {
  TfLiteOperator* op =
      TfLiteOperatorCreate(kTfLiteBuiltinDelegate, name, 1, nullptr);
  if (op == nullptr) return nullptr;
  // The forms without data exist in every host.
  TfLiteOperatorSetInit(op, InitKernel);
  TfLiteOperatorSetFree(op, FreeKernel);
  TfLiteOperatorSetPrepare(op, PrepareKernel);
  TfLiteOperatorSetInvoke(op, EvalKernel);
  return op;
}

TfLiteStatus PrepareDelegate(TfLiteOpaqueContext* context,
                             TfLiteOpaqueDelegate* delegate, void* data) {
  const std::shared_ptr<SimpleOpaqueDelegateInterface> simple =
      static_cast<OpaqueState*>(data)->interface();
  if (simple == nullptr) return ReportDeleted(context);
  TF_LITE_ENSURE_STATUS(simple->Initialize(context));
  const auto options = simple->DelegateOptions();
  base::StatusOr<delegates::NodeFilter> filter =
      delegates::NodeFilter::Parse(options.allow, options.deny);
  if (!filter.ok()) {
    TfLiteOpaqueContextReportError(context, "%s: %s", simple->Name(),
                                   filter.status().ToString().c_str());
    return kTfLiteDelegateError;
  }
  filter->LimitIndices(options.first_delegate_node_index,
                       options.last_delegate_node_index);

  const delegates::HostLog log(LogOf(context),
                               reinterpret_cast<TfLiteContext*>(context),
                               simple->Name());
  log.Hold(delegate, static_cast<OpaqueState*>(data));
  std::vector<int> nodes;
  TF_LITE_ENSURE_STATUS(SupportedNodes(context, *simple, *filter, log, &nodes));
  delegates::PartitionLimits limits;
  limits.max_partitions = options.max_delegated_partitions;
  limits.min_nodes = options.min_nodes_per_partition;
  limits.by_size = options.partition_order ==
                   SimpleOpaqueDelegateInterface::PartitionOrder::kBySize;
  TF_LITE_ENSURE_STATUS(
      delegates::DropOpaquePartitions(context, limits, log, &nodes));
  if (nodes.empty()) return kTfLiteOk;
  for (const int n : nodes) log.Claim(n);
  const delegates::IntArrayPtr list = delegates::MakeIntArray(nodes);
  TfLiteOperator* op = MakeOperator(simple->Name());
  if (list == nullptr || op == nullptr) {
    TfLiteOperatorDelete(op);
    return kTfLiteError;
  }
  return TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
      context, op, list.get(), delegate);
}

// Buffers ---------------------------------------------------------------------

TfLiteStatus CopyFromBufferHandle(TfLiteOpaqueContext* context,
                                  TfLiteOpaqueDelegate*, void* data,
                                  TfLiteBufferHandle handle,
                                  TfLiteOpaqueTensor* tensor) {
  const auto simple = static_cast<OpaqueState*>(data)->interface();
  if (simple == nullptr) return ReportDeleted(context);
  return simple->CopyFromBufferHandle(context, handle, tensor);
}

TfLiteStatus CopyToBufferHandle(TfLiteOpaqueContext* context,
                                TfLiteOpaqueDelegate*, void* data,
                                TfLiteBufferHandle handle,
                                TfLiteOpaqueTensor* tensor) {
  const auto simple = static_cast<OpaqueState*>(data)->interface();
  if (simple == nullptr) return ReportDeleted(context);
  return simple->CopyToBufferHandle(context, handle, tensor);
}

void FreeBufferHandle(TfLiteOpaqueContext* context, TfLiteOpaqueDelegate*,
                      void* data, TfLiteBufferHandle* handle) {
  const auto simple = static_cast<OpaqueState*>(data)->interface();
  if (simple != nullptr) simple->FreeBufferHandle(context, handle);
  *handle = kTfLiteNullBufferHandle;
}

}  // namespace

base::Status SimpleOpaqueDelegateInterface::CheckNode(
    const TfLiteOperator* op, const TfLiteOpaqueNode* node,
    TfLiteOpaqueContext* context) const {
  if (IsNodeSupportedByDelegate(op, node, context)) return base::OkStatus();
  return base::Unsupported("not supported by ", Name());
}

TfLiteOpaqueDelegate* TfLiteOpaqueDelegateFactory::CreateSimpleDelegate(
    std::unique_ptr<SimpleOpaqueDelegateInterface> simple_delegate,
    int64_t flags) {
  if (simple_delegate == nullptr) return nullptr;
  auto state = std::make_unique<OpaqueState>(std::move(simple_delegate));
  TfLiteOpaqueDelegateBuilder builder{};
  builder.data = state.get();
  builder.Prepare = PrepareDelegate;
  builder.CopyFromBufferHandle = CopyFromBufferHandle;
  builder.CopyToBufferHandle = CopyToBufferHandle;
  builder.FreeBufferHandle = FreeBufferHandle;
  builder.flags = flags;
  state->delegate = TfLiteOpaqueDelegateCreate(&builder);
  return state->delegate == nullptr ? nullptr : state.release()->delegate;
}

void TfLiteOpaqueDelegateFactory::DeleteSimpleDelegate(
    TfLiteOpaqueDelegate* opaque_delegate) {
  if (opaque_delegate == nullptr) return;
  static_cast<OpaqueState*>(TfLiteOpaqueDelegateGetData(opaque_delegate))
      ->Delete();
}

}  // namespace tflite
