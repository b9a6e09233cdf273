#include <atomic>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/delegate_calls.h"
#include "tensorflow_lite_lite/core/node_calls.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {
namespace {

bool HasBuffer(const TfLiteTensor& tensor) {
  return tensor.delegate != nullptr &&
         tensor.buffer_handle != kTfLiteNullBufferHandle;
}

// The value of an input with a delegate's buffer is there: whoever writes the
// buffer does not tell. Without one it is in the host's memory.
void MarkInputsInBuffers(core::Graph* graph) {
  for (const int t : graph->inputs) {
    if (!graph->HasTensor(t) || graph->tensors[t].delegate == nullptr) continue;
    graph->tensors[t].data_is_stale = HasBuffer(graph->tensors[t]);
  }
}

// An output with a delegate's buffer is to be there, also where another node
// than the delegate's has computed it. Buffers that cannot take it are let go.
void FillOutputBuffers(TfLiteContext* context, core::Graph* graph) {
  for (const int t : graph->outputs) {
    if (!graph->HasTensor(t)) continue;
    TfLiteTensor& tensor = graph->tensors[t];
    if (!HasBuffer(tensor) || tensor.data_is_stale ||
        tensor.data.raw == nullptr || !core::CanCopyToHandle(tensor.delegate) ||
        core::CopyToHandle(context, &tensor) == kTfLiteOk) {
      continue;
    }
    base::Log(
        base::LogLevel::kWarning,
        "Output '%s' is in the host's memory alone: its delegate cannot write "
        "buffer %d",
        tensor.name == nullptr ? "" : tensor.name, tensor.buffer_handle);
    core::ReleaseBufferHandle(context, &tensor);
    tensor.delegate = nullptr;
  }
}

}  // namespace

TfLiteStatus Subgraph::Invoke() {
  const char* problem = nullptr;
  if (!consistent_) {
    problem = "Invoke called on model that is not consistent.";
  } else if (state_ == State::kUninvokable) {
    problem = "Invoke called on model that is not ready.";
  } else if (memory_.released()) {
    problem = "Non-persistent memory is not available.";
  }
  if (problem != nullptr) {
    ReportError("%s", problem);
    return kTfLiteError;
  }
  if (running_ || preparing_) {
    ReportError("Subgraph %d ('%s') runs itself", index_, name_.c_str());
    return kTfLiteError;
  }
  TF_LITE_ENSURE_STATUS(CheckDelegatesAlive());
  TF_LITE_ENSURE_STATUS(CheckCustomAllocations());
  running_ = true;
  ClearLastError();
  if (runtime_->undo.recording()) SaveState();
  MarkInputsInBuffers(&graph_);
  NormalizeBoolInputs();
  TfLiteStatus status = RunSteps();
  if (status == kTfLiteOk) status = CheckCustomAllocations();
  if (status == kTfLiteOk) {
    homes_.FillLent();
    FillOutputBuffers(&context_, &graph_);
  }
  running_ = false;
  return status;
}

// A caller may write any byte, or none, into a BOOL input; kernels load it as a
// bool, which is either 0 or 1.
void Subgraph::NormalizeBoolInputs() {
  for (const int index : graph_.inputs) {
    if (!graph_.HasTensor(index)) continue;
    const TfLiteTensor& t = graph_.tensors[index];
    if (t.type != kTfLiteBool || t.data.raw == nullptr || t.data_is_stale ||
        t.allocation_type == kTfLiteNonCpu ||
        t.allocation_type == kTfLiteMmapRo) {
      continue;
    }
    // Only what is wrong is written: the memory may be read by others, too.
    for (size_t i = 0; i < t.bytes; ++i) {
      if (t.data.uint8[i] > 1) t.data.uint8[i] = 1;
    }
  }
}

TfLiteStatus Subgraph::RunSteps() {
  // The plan grows where a failed partition gives its nodes back.
  for (int i = 0; i < static_cast<int>(graph_.execution_plan.size()); ++i) {
    if (i == next_to_prepare_) TF_LITE_ENSURE_STATUS(PrepareFrom(i));
    const core::PlanStep& step = steps_[i];
    if (runtime_->cancelled.load(std::memory_order_relaxed)) {
      ReportError("Client requested cancel during Invoke()");
      return kTfLiteCancelled;
    }
    if (runtime_->cancellation_function != nullptr && IsCancelled()) {
      ReportError("Client requested cancel during Invoke()");
      return kTfLiteError;
    }
    if (!step.checked_inputs.empty()) TF_LITE_ENSURE_STATUS(CheckInputs(step));
    for (const int t : step.heap_outputs) {
      TF_LITE_ENSURE_STATUS(AllocateOnHeap(t));
    }
    if (step.dynamic_outputs) resized_ = false;

    if (step.guarded) guard_.Note(graph_, *step.node);
    if (step.repeatable) BeginRepeatable(step);
    TfLiteStatus status = RunStep(step);
    if (step.guarded) {
      const TfLiteStatus sound =
          CheckGuarded(core::NodeGuard::Phase::kInvoke, step.node_index);
      if (status == kTfLiteOk) status = sound;
    }
    std::string lost;
    if (step.repeatable) {
      if (status == kTfLiteOk || status == kTfLiteCancelled) {
        runtime_->undo.Commit();
      } else {
        lost = runtime_->undo.Rollback();
      }
    }
    if (status != kTfLiteOk) {
      const int node_index = step.node_index;
      if (status != kTfLiteCancelled &&
          RevertPartition(i, "failed to invoke")) {
        memory_.ForgetAfter(i - 1);
        memory_.LearnLifetimes();
        next_to_prepare_ = i--;
        if (lost.empty()) continue;
        return ReportLost(node_index, lost);
      }
      const TfLiteNode* node = step.node;
      ReportError("Node number %d (%s) failed to invoke.", step.node_index,
                  core::OpName(graph_.nodes[step.node_index].second));
      if (status == kTfLiteCancelled) return status;
      return node->delegate != nullptr ? kTfLiteDelegateError : kTfLiteError;
    }
    if (step.dynamic_outputs && resized_) {
      // What follows was prepared for other shapes.
      next_to_prepare_ = i + 1;
      memory_.ForgetAfter(i);
    }
    for (const int t : step.released) {
      TfLiteTensorDataFree(&graph_.tensors[t]);
    }
  }
  return kTfLiteOk;
}

// Before a delegate's kernel whose nodes the CPU is to repeat where it fails.
void Subgraph::BeginRepeatable(const core::PlanStep& step) {
  core::UndoLog& undo = runtime_->undo;
  undo.Begin();
  for (const int t : step.at_risk) undo.Save(this, t);
  if (step.changes_resources >= 0) {
    undo.NoteResources(this, step.changes_resources);
  }
  if (!step.lent) return;
  for (const int t : core::InputsUnderOutputs(graph_, *step.node)) {
    undo.Save(this, t);
  }
}

// A kernel has failed, and the CPU must not repeat its nodes in this run.
TfLiteStatus Subgraph::ReportLost(int node_index, const std::string& lost) {
  // Tensors get their memory back; a failure is reported by the next run.
  const std::string own_words = last_error();
  PrepareFrom(next_to_prepare_);
  ReportError(
      "Node number %d (%s) failed to invoke%s%s. The CPU cannot repeat its "
      "nodes in this run, as it may have changed what cannot be restored: %s. "
      "Later runs have them on the CPU",
      node_index, core::OpName(graph_.nodes[node_index].second),
      own_words.empty() ? "" : ": ", own_words.c_str(), lost.c_str());
  return kTfLiteDelegateError;
}

// A delegate's kernel runs this graph.
void Subgraph::SaveState() {
  const std::vector<int>& plan = delegation_.original_plan.empty()
                                     ? graph_.execution_plan
                                     : delegation_.original_plan;
  const auto nodes = BuildTfLiteArray<int>(plan);
  const int changes = core::NodeThatChangesResources(graph_, nodes.get());
  if (changes >= 0) runtime_->undo.NoteResources(this, changes);
  for (size_t t = 0; t < graph_.tensors.size(); ++t) {
    if (!graph_.tensors[t].is_variable) continue;
    runtime_->undo.Save(this, static_cast<int>(t));
  }
}

inline TfLiteStatus Subgraph::RunStep(const core::PlanStep& step) {
  if (profiler_ == nullptr && step.invoke != nullptr) {
    return step.invoke(&context_, step.node);
  }
  const TfLiteRegistration& registration = graph_.nodes[step.node_index].second;
  ScopedOperatorProfile profile(
      profiler_.get(),
      profiler_ == nullptr ? nullptr : core::OpName(registration),
      step.node_index);
  return core::InvokeNode(&context_, registration, step.node);
}

TfLiteStatus Subgraph::AllocateOnHeap(int tensor_index) {
  TfLiteTensor& t = graph_.tensors[tensor_index];
  if (t.data.raw != nullptr) return kTfLiteOk;
  if (TfLiteTensorResizeMaybeCopyWithAllocator(
          t.bytes, &t, false, runtime_->allocator) == kTfLiteOk) {
    return kTfLiteOk;
  }
  ReportError("Out of memory for the %zu bytes of %s", t.bytes,
              DescribeTensor(tensor_index).c_str());
  return kTfLiteError;
}

TfLiteStatus Subgraph::CheckInputs(const core::PlanStep& step) {
  for (const int t : step.checked_inputs) {
    TfLiteTensor& tensor = graph_.tensors[t];
    if (tensor.delegate != nullptr && tensor.delegate != step.node->delegate &&
        tensor.data_is_stale) {
      TF_LITE_ENSURE_STATUS(EnsureTensorDataIsReadable(t));
    }
    const bool on_device = tensor.allocation_type == kTfLiteNonCpu &&
                           step.node->delegate != nullptr;
    if (tensor.data.raw != nullptr || tensor.bytes == 0 || on_device) continue;
    // RESHAPE may take the shape from its second input's shape alone.
    const TfLiteRegistration& registration =
        graph_.nodes[step.node_index].second;
    if (registration.builtin_code == kTfLiteBuiltinReshape &&
        step.node->inputs->size > 1 && step.node->inputs->data[1] == t &&
        tensor.dims->size != 1) {
      continue;
    }
    // A delegate's node may have the value on its device.
    if (tensor.delegate != nullptr && tensor.delegate == step.node->delegate) {
      continue;
    }
    ReportError("Input tensor %d lacks data: %s of %s", t,
                DescribeTensor(t).c_str(),
                DescribeNode(step.node_index).c_str());
    return kTfLiteError;
  }
  return kTfLiteOk;
}

bool Subgraph::IsCancelled() {
  return runtime_->cancelled.load(std::memory_order_relaxed) ||
         (runtime_->cancellation_function != nullptr &&
          runtime_->cancellation_function(runtime_->cancellation_data));
}

void Subgraph::SetCancellationFunction(void* data,
                                       bool (*check_cancelled_func)(void*)) {
  runtime_->cancellation_data = data;
  runtime_->cancellation_function = check_cancelled_func;
}

TfLiteStatus Subgraph::EnsureTensorDataIsReadable(int tensor_index) {
  TfLiteTensor* t = tensor(tensor_index);
  if (t == nullptr) {
    ReportError("There is no tensor %d", tensor_index);
    return kTfLiteError;
  }
  if (!t->data_is_stale) return kTfLiteOk;
  if (t->delegate == nullptr || t->buffer_handle == kTfLiteNullBufferHandle) {
    ReportError("The data of %s is stale, but no delegate has a buffer for it",
                DescribeTensor(tensor_index).c_str());
    return kTfLiteError;
  }
  const bool planned = t->allocation_type == kTfLiteArenaRw ||
                       t->allocation_type == kTfLiteArenaRwPersistent ||
                       t->allocation_type == kTfLiteCustom;
  if (planned && t->data.data == nullptr && t->bytes != 0) {
    ReportError("%s has no memory for what is in the buffer of its delegate",
                DescribeTensor(tensor_index).c_str());
    return kTfLiteError;
  }
  TF_LITE_ENSURE_STATUS(core::CopyFromHandle(&context_, t));
  t->data_is_stale = false;
  return kTfLiteOk;
}

TfLiteStatus Subgraph::SetBufferHandle(TfLiteTensor* tensor,
                                       TfLiteBufferHandle handle,
                                       TfLiteDelegate* delegate,
                                       bool release_existing) {
  if (tensor->delegate != nullptr && tensor->delegate != delegate) {
    ReportError("Tensor '%s' belongs to another delegate",
                tensor->name == nullptr ? "" : tensor->name);
    return kTfLiteError;
  }
  tensor->delegate = delegate;
  if (release_existing) core::ReleaseBufferHandle(&context_, tensor);
  tensor->buffer_handle = handle;
  // Nodes that read it have to look at it from now on.
  if (!steps_.empty()) CompileSteps(0, static_cast<int>(steps_.size()));
  return kTfLiteOk;
}

void Subgraph::SetProfiler(Profiler* profiler, int associated_subgraph_idx) {
  profiler_ = profiler == nullptr ? nullptr
                                  : std::make_unique<core::SubgraphProfiler>(
                                        profiler, associated_subgraph_idx);
  context_.profiler = static_cast<Profiler*>(profiler_.get());
}

}  // namespace tflite
