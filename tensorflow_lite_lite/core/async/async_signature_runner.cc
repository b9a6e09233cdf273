#include "tensorflow_lite_lite/core/async/async_signature_runner.h"

#include <atomic>
#include <new>
#include <utility>

#include "tensorflow_lite_lite/core/async/async_kernel.h"
#include "tensorflow_lite_lite/core/async/execution_task.h"
#include "tensorflow_lite_lite/core/operator.h"

namespace tflite {
namespace async {
namespace {

constexpr int kNoIndex = -1;

// Handles are unique in the process, because a delegate may serve several
// runners.
TfLiteBufferHandle NextHandle() {
  static std::atomic<TfLiteBufferHandle> next{0};
  return next.fetch_add(1, std::memory_order_relaxed);
}

TfLiteOpaqueTensor* Opaque(TfLiteTensor* tensor) {
  return reinterpret_cast<TfLiteOpaqueTensor*>(tensor);
}

// Returns the kernel that a delegate's node provides, whether it is registered
// in classic or opaque form.
TfLiteAsyncKernel* KernelOf(const TfLiteRegistration& registration,
                            TfLiteContext* context, TfLiteNode* node) {
  auto* opaque_context = reinterpret_cast<TfLiteOpaqueContext*>(context);
  auto* opaque_node = reinterpret_cast<TfLiteOpaqueNode*>(node);
  if (const TfLiteOperator* op = registration.registration_external) {
    if (op->async_kernel_with_data != nullptr) {
      return op->async_kernel_with_data(op->user_data, opaque_context,
                                        opaque_node);
    }
    return op->async_kernel == nullptr
               ? nullptr
               : op->async_kernel(opaque_context, opaque_node);
  }
  return registration.async_kernel == nullptr
             ? nullptr
             : registration.async_kernel(context, node);
}

std::vector<const char*> NamesOf(
    const std::map<std::string, uint32_t>& tensors) {
  std::vector<const char*> names;
  for (const auto& [name, index] : tensors) names.push_back(name.c_str());
  return names;
}

}  // namespace

AsyncSignatureRunner::AsyncSignatureRunner(
    const internal::SignatureDef* signature_def, Subgraph* subgraph)
    : signature_(signature_def),
      subgraph_(subgraph),
      context_(reinterpret_cast<TfLiteOpaqueContext*>(subgraph->context())),
      input_names_(NamesOf(signature_def->inputs)),
      output_names_(NamesOf(signature_def->outputs)) {
  subgraph_->AddObserver(this);
}

AsyncSignatureRunner::~AsyncSignatureRunner() {
  while (!tasks_.empty()) Finish(tasks_.begin()->second.get());
  subgraph_->RemoveObserver(this);
}

void AsyncSignatureRunner::BeforeGraphChanges() {
  for (const auto& [key, task] : tasks_) Wait(task.get());
}

void AsyncSignatureRunner::BeforeNodeIsFreed(int node_index) {
  for (const auto& [key, task] : tasks_) {
    if (task->node_index != node_index) continue;
    const TfLiteStatus status = FinishOnKernel(task.get());
    if (task->status == kTfLiteOk) task->status = status;
  }
  if (node_index != node_index_) return;
  node_ = nullptr;
  node_index_ = -1;
  kernel_ = nullptr;
  prepared_ = false;
}

core::Status AsyncSignatureRunner::CheckAlive() const {
  return subgraph_->delegation().CheckAlive();
}

bool AsyncSignatureRunner::Refresh() const {
  if (!CheckAlive().ok()) return false;
  const std::vector<int>& plan = subgraph_->execution_plan();
  const auto* entry =
      plan.size() == 1 ? subgraph_->node_and_registration(plan[0]) : nullptr;
  if (entry == nullptr || entry->first.delegate == nullptr) {
    node_ = nullptr;
    node_index_ = -1;
    kernel_ = nullptr;
    prepared_ = false;
    return false;
  }
  auto* node = const_cast<TfLiteNode*>(&entry->first);
  node_ = reinterpret_cast<TfLiteOpaqueNode*>(node);
  if (kernel_ != nullptr && node_index_ == plan[0]) return true;
  node_index_ = plan[0];
  prepared_ = false;
  kernel_ = KernelOf(entry->second, subgraph_->context(), node);
  if (kernel_ == nullptr) return false;
  input_kinds_ = ReadKinds(kTfLiteIoTypeInput);
  output_kinds_ = ReadKinds(kTfLiteIoTypeOutput);
  return true;
}

AsyncSignatureRunner::Kinds AsyncSignatureRunner::ReadKinds(
    TfLiteIoType io_type) const {
  const auto read = [&](auto function) {
    const char* const* types = nullptr;
    size_t count = 0;
    if (function != nullptr) function(kernel_, io_type, &types, &count);
    if (types == nullptr) count = 0;
    return std::vector<const char*>(types, types + count);
  };
  return {read(kernel_->supported_buffer_types),
          read(kernel_->supported_synchronizations)};
}

int AsyncSignatureRunner::IndexOf(TfLiteIoType io_type,
                                  const char* name) const {
  const std::map<std::string, uint32_t>* tensors = nullptr;
  if (io_type == kTfLiteIoTypeInput) tensors = &signature_->inputs;
  if (io_type == kTfLiteIoTypeOutput) tensors = &signature_->outputs;
  if (tensors == nullptr || name == nullptr) return kNoIndex;
  const auto found = tensors->find(name);
  return found == tensors->end() ? kNoIndex : static_cast<int>(found->second);
}

template <typename... Args>
core::Status AsyncSignatureRunner::Error(const Args&... args) const {
  return base::Invalid("Signature '", signature_->signature_key,
                       "': ", args...);
}

template <typename Function>
core::Status AsyncSignatureRunner::Require(
    Function TfLiteAsyncKernel::*function, const char* what,
    std::initializer_list<const void*> arguments) const {
  TFLL_RETURN_IF_ERROR(CheckAlive());
  if (!Refresh()) {
    return Error("no delegate's asynchronous kernel runs it; there is none to ",
                 what);
  }
  if (kernel_->*function == nullptr) {
    return Error("the delegate's kernel cannot ", what);
  }
  for (const void* argument : arguments) {
    if (argument == nullptr) return Error("an argument is null: cannot ", what);
  }
  return base::OkStatus();
}

core::Status AsyncSignatureRunner::CheckTask(
    const TfLiteExecutionTask* task) const {
  return tasks_.count(task) != 0 ? base::OkStatus()
                                 : Error("this is no task of the runner");
}

core::Status AsyncSignatureRunner::CheckTensor(int tensor_index) const {
  return tensor(tensor_index) != nullptr
             ? base::OkStatus()
             : Error("it has no tensor of this name or index");
}

TfLiteStatus AsyncSignatureRunner::RegisterBuffer(
    TfLiteIoType io_type, const TfLiteBackendBuffer* buffer,
    const TfLiteAttributeMap* attrs, TfLiteBufferHandle* handle) {
  const core::Status ready =
      Require(&TfLiteAsyncKernel::register_buffer, "register buffers",
              {buffer, attrs, handle});
  if (!ready.ok()) return Report(ready);
  *handle = NextHandle();
  return kernel_->register_buffer(kernel_, context_, io_type, buffer, attrs,
                                  *handle);
}

TfLiteStatus AsyncSignatureRunner::RegisterBufferSlice(
    TfLiteBufferHandle buffer_pool, const TfLiteAttributeMap* attrs,
    TfLiteBufferHandle* handle) {
  const core::Status ready =
      Require(&TfLiteAsyncKernel::register_buffer_slice,
              "register parts of buffers", {attrs, handle});
  if (!ready.ok()) return Report(ready);
  *handle = NextHandle();
  return kernel_->register_buffer_slice(kernel_, context_, buffer_pool, attrs,
                                        *handle);
}

TfLiteStatus AsyncSignatureRunner::UnregisterBuffer(TfLiteBufferHandle handle) {
  const core::Status ready =
      Require(&TfLiteAsyncKernel::unregister_buffer, "unregister buffers");
  return ready.ok() ? kernel_->unregister_buffer(kernel_, context_, handle)
                    : Report(ready);
}

const std::vector<const char*>& AsyncSignatureRunner::SupportedBufferTypes(
    TfLiteIoType io_type) const {
  static const auto* const none = new std::vector<const char*>;
  if (!Refresh()) return *none;
  if (io_type == kTfLiteIoTypeInput) return input_kinds_.buffers;
  return io_type == kTfLiteIoTypeOutput ? output_kinds_.buffers : *none;
}

const std::vector<const char*>& AsyncSignatureRunner::SupportedSynchronizations(
    TfLiteIoType io_type) const {
  static const auto* const none = new std::vector<const char*>;
  if (!Refresh()) return *none;
  if (io_type == kTfLiteIoTypeInput) return input_kinds_.synchronizations;
  return io_type == kTfLiteIoTypeOutput ? output_kinds_.synchronizations
                                        : *none;
}

bool AsyncSignatureRunner::ReconcileRestrictions(
    TfLiteIoType io_type, const char* name,
    const TfLiteAttributeMap* user_provided_attributes,
    TfLiteAttributeMap* merged, TfLiteAttributeMap* conflict) const {
  return ReconcileRestrictions(IndexOf(io_type, name), user_provided_attributes,
                               merged, conflict);
}

bool AsyncSignatureRunner::ReconcileRestrictions(
    int tensor_index, const TfLiteAttributeMap* user_provided_attributes,
    TfLiteAttributeMap* merged, TfLiteAttributeMap* conflict) const {
  core::Status ready =
      Require(&TfLiteAsyncKernel::reconcile_restrictions,
              "reconcile restrictions", {user_provided_attributes, merged});
  ready.Update(CheckTensor(tensor_index));
  if (!ready.ok()) {
    Report(ready);
    return false;
  }
  return kernel_->reconcile_restrictions(kernel_, context_, node_, tensor_index,
                                         user_provided_attributes, merged,
                                         conflict);
}

TfLiteStatus AsyncSignatureRunner::SetAttributes(
    TfLiteIoType io_type, const char* name, const TfLiteAttributeMap* attrs) {
  return SetAttributes(IndexOf(io_type, name), attrs);
}

TfLiteStatus AsyncSignatureRunner::SetAttributes(
    int tensor_index, const TfLiteAttributeMap* attrs) {
  core::Status ready =
      Require(&TfLiteAsyncKernel::set_attributes, "take attributes", {attrs});
  ready.Update(CheckTensor(tensor_index));
  return ready.ok() ? kernel_->set_attributes(kernel_, context_, node_,
                                              tensor_index, attrs)
                    : Report(ready);
}

TfLiteStatus AsyncSignatureRunner::SetBufferAttributes(
    const TfLiteBackendBuffer* buffer, const TfLiteAttributeMap* attrs) {
  const core::Status ready =
      Require(&TfLiteAsyncKernel::set_buffer_attributes,
              "take attributes of buffers", {buffer, attrs});
  return ready.ok() ? kernel_->set_buffer_attributes(kernel_, buffer, attrs)
                    : Report(ready);
}

TfLiteStatus AsyncSignatureRunner::GetBufferAttributes(
    const TfLiteBackendBuffer* buffer, TfLiteAttributeMap* attrs) {
  const core::Status ready =
      Require(&TfLiteAsyncKernel::get_buffer_attributes,
              "return attributes of buffers", {buffer, attrs});
  return ready.ok() ? kernel_->get_buffer_attributes(kernel_, buffer, attrs)
                    : Report(ready);
}

TfLiteStatus AsyncSignatureRunner::PrepareBackends() {
  const core::Status ready =
      Require(&TfLiteAsyncKernel::prepare, "be prepared");
  if (!ready.ok()) return Report(ready);
  const TfLiteStatus status = kernel_->prepare(kernel_, context_, node_);
  prepared_ = status == kTfLiteOk;
  return status;
}

TfLiteExecutionTask* AsyncSignatureRunner::CreateTask() {
  core::Status ready = CheckAlive();
  if (ready.ok() && (!Refresh() || !prepared_)) {
    ready = Error("PrepareBackends comes before tasks");
  }
  if (!ready.ok()) {
    Report(ready);
    return nullptr;
  }
  std::unique_ptr<TfLiteExecutionTask> task(
      new (std::nothrow)
          TfLiteExecutionTask(&signature_->inputs, &signature_->outputs));
  TfLiteExecutionTask* const created = task.get();
  if (created != nullptr) tasks_.emplace(created, std::move(task));
  return created;
}

core::Status AsyncSignatureRunner::CheckRun(
    const TfLiteExecutionTask* task) const {
  TFLL_RETURN_IF_ERROR(CheckTask(task));
  TFLL_RETURN_IF_ERROR(Require(&TfLiteAsyncKernel::wait, "be waited for"));
  TFLL_RETURN_IF_ERROR(Require(&TfLiteAsyncKernel::eval, "run"));
  if (task->scheduled) return Error("the task is running");
  return prepared_ ? base::OkStatus()
                   : Error("delegates have changed since PrepareBackends");
}

TfLiteStatus AsyncSignatureRunner::InvokeAsync(TfLiteExecutionTask* task) {
  const core::Status ready = CheckRun(task);
  if (!ready.ok()) return Report(ready);
  // The node may have been run by another delegate's kernel before.
  if (task->kernel != nullptr && task->kernel != kernel_) FinishOnKernel(task);
  task->status = kernel_->eval(kernel_, context_, node_, task);
  task->scheduled = task->status == kTfLiteOk;
  task->kernel = kernel_;
  task->node_index = node_index_;
  return task->status;
}

// A task ends on the kernel on which it was started.
TfLiteStatus AsyncSignatureRunner::Wait(TfLiteExecutionTask* task) {
  const core::Status known = CheckTask(task);
  if (!known.ok()) return Report(known);
  if (!task->scheduled) return task->status;
  task->scheduled = false;
  const core::Status alive = CheckAlive();
  task->status = alive.ok() ? task->kernel->wait(task->kernel, context_, task)
                            : Report(alive);
  return task->status;
}

TfLiteStatus AsyncSignatureRunner::Finish(TfLiteExecutionTask* task) {
  const core::Status known = CheckTask(task);
  if (!known.ok()) return Report(known);
  // If the kernel was removed, the task is already finished and has its status.
  const TfLiteStatus status =
      task->kernel == nullptr ? task->status : FinishOnKernel(task);
  tasks_.erase(task);
  return status;
}

// Also clears the task's pointer to the kernel.
TfLiteStatus AsyncSignatureRunner::FinishOnKernel(TfLiteExecutionTask* task) {
  TfLiteStatus status = task->scheduled ? Wait(task) : kTfLiteOk;
  TfLiteAsyncKernel* const kernel = std::exchange(task->kernel, nullptr);
  if (kernel == nullptr) return status;
  if (CheckAlive().ok() && kernel->finish != nullptr) {
    const TfLiteStatus finished = kernel->finish(kernel, context_, task);
    if (status == kTfLiteOk) status = finished;
  }
  task->delegate_data.erase(kernel);
  task->node_index = -1;
  return status;
}

const TfLiteOpaqueTensor* AsyncSignatureRunner::input_tensor(
    const char* input_name) const {
  return tensor(IndexOf(kTfLiteIoTypeInput, input_name));
}

const TfLiteOpaqueTensor* AsyncSignatureRunner::output_tensor(
    const char* output_name) const {
  return tensor(IndexOf(kTfLiteIoTypeOutput, output_name));
}

const TfLiteOpaqueTensor* AsyncSignatureRunner::tensor(int tensor_index) const {
  return Opaque(subgraph_->tensor(tensor_index));
}

}  // namespace async
}  // namespace tflite
