#include "tensorflow_lite_lite/core/run/runner.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/run/tensor_buffers.h"

namespace tflite::core {
namespace {

// Makes bytes other than 0 and 1 a 1. Only writes these, because other threads
// may read the memory; looks at many together, as there are hardly ever any.
void NormalizeBools(uint8_t* bytes, size_t count) {
  typedef uint64_t Words __attribute__((vector_size(16)));
  constexpr size_t kTogether = 256;
  size_t i = 0;
  while (i < count) {
    const size_t end = i + std::min(kTogether, count - i);
    if (end - i == kTogether) {
      Words any = {};
#pragma GCC unroll 16
      for (size_t k = 0; k < kTogether; k += sizeof(Words)) {
        Words words;
        std::memcpy(&words, bytes + i + k, sizeof(words));
        any |= words;
      }
      if (((any[0] | any[1]) & 0xFEFEFEFEFEFEFEFE) == 0) {
        i = end;
        continue;
      }
    }
    for (; i < end; ++i) {
      if (bytes[i] > 1) bytes[i] = 1;
    }
  }
}

// Runs the steps from `*i` on, up to the first step that fails, is not plain or
// is not prepared, and sets `*i` to it. A separate loop, because some nodes
// take only a few nanoseconds.
TfLiteStatus RunPlainSteps(const CompiledPlan& plan,
                           const std::vector<int>& execution_plan,
                           Runtime& runtime, TfLiteContext* context, int* i) {
  if (runtime.cancellation_function != nullptr ||
      context->profiler != nullptr) {
    return kTfLiteOk;
  }
  int at = *i;
  TfLiteStatus status = kTfLiteOk;
  while (at < static_cast<int>(execution_plan.size()) &&
         at != plan.next_to_prepare() &&
         !runtime.cancelled.load(std::memory_order_relaxed)) {
    const PlanStep& step = plan.step(at);
    if (!step.plain) break;
    if (step.repeatable) runtime.undo.Begin();
    status = step.invoke(context, step.node);
    if (step.repeatable &&
        (status == kTfLiteOk || status == kTfLiteCancelled)) {
      runtime.undo.Commit();
    }
    if (status != kTfLiteOk) break;
    ++at;
  }
  *i = at;
  return status;
}

}  // namespace

Status Runner::WhyNotReady() const {
  if (!data_->lifecycle().consistent()) {
    return Invalid("Invoke called on model that is not consistent.");
  }
  if (!data_->lifecycle().prepared()) {
    return Invalid("Invoke called on model that is not ready.");
  }
  if (memory_->arenas().released()) {
    return Invalid("Non-persistent memory is not available.");
  }
  return data_->CheckIdle();
}

Status Runner::Invoke() {
  if (data_->homes().TooSmall() != kNoTensor) return memory_->CheckLent();
  const Lifecycle::Scope running = data_->lifecycle().Run();
  data_->errors().ClearLast();
  UndoLog& undo = data_->runtime()->undo;
  // A delegate's kernel runs this graph.
  if (undo.recording()) {
    undo.SaveGraph(&data_->graph(), fallback_->UndelegatedPlan());
  }
  MarkInputsInBuffers(&data_->graph());
  NormalizeBoolInputs();
  TFLL_RETURN_IF_ERROR(RunSteps());
  if (data_->homes().TooSmall() != kNoTensor) return memory_->CheckLent();
  data_->homes().FillLent();
  FillOutputBuffers(data_);
  return base::OkStatus();
}

// A caller may write any value to the bytes of a BOOL input, but kernels read
// them as bool, whose only valid representations are 0 and 1.
void Runner::NormalizeBoolInputs() {
  const Graph& graph = data_->graph();
  for (const int index : graph.inputs) {
    if (!graph.HasTensor(index)) continue;
    const TfLiteTensor& t = graph.tensors[index];
    if (t.type != kTfLiteBool || t.data.raw == nullptr || t.data_is_stale ||
        t.allocation_type == kTfLiteNonCpu ||
        t.allocation_type == kTfLiteMmapRo) {
      continue;
    }
    NormalizeBools(t.data.uint8, t.bytes);
  }
}

Status Runner::CheckNotCancelled() const {
  const Runtime& runtime = *data_->runtime();
  constexpr char kMessage[] = "Client requested cancel during Invoke()";
  if (runtime.cancelled.load(std::memory_order_relaxed)) {
    return base::Cancelled(kMessage);
  }
  if (runtime.cancellation_function != nullptr && runtime.IsCancelled()) {
    return Invalid(kMessage);
  }
  return base::OkStatus();
}

Status Runner::RunSteps() {
  const std::vector<int>& execution_plan = data_->graph().execution_plan;
  Runtime& runtime = *data_->runtime();
  // The size of the plan may change: a failed partition is replaced by its
  // nodes.
  for (int i = 0; i < static_cast<int>(execution_plan.size()); ++i) {
    TfLiteStatus status = kTfLiteOk;
    if (i != plan_->next_to_prepare() && plan_->step(i).plain) {
      status =
          RunPlainSteps(*plan_, execution_plan, runtime, data_->context(), &i);
    }
    if (status == kTfLiteOk) {
      if (i == static_cast<int>(execution_plan.size())) break;
      if (i == plan_->next_to_prepare()) {
        TFLL_RETURN_IF_ERROR(preparer_->PrepareFrom(i));
      }
      if (runtime.cancelled.load(std::memory_order_relaxed) ||
          runtime.cancellation_function != nullptr) {
        TFLL_RETURN_IF_ERROR(CheckNotCancelled());
      }
      const PlanStep& step = plan_->step(i);
      if (!step.checked_inputs.empty()) {
        TFLL_RETURN_IF_ERROR(CheckInputs(step));
      }
      for (const int t : step.heap_outputs) {
        TFLL_RETURN_IF_ERROR(memory_->AllocateLarge(t));
      }
      const int resized = memory_->resized();
      if (step.repeatable) BeginRepeatable(step);
      const bool bare = !step.guarded && step.invoke != nullptr &&
                        data_->profiler() == nullptr;
      status = bare ? step.invoke(data_->context(), step.node) : RunStep(step);
      if (step.repeatable &&
          (status == kTfLiteOk || status == kTfLiteCancelled)) {
        runtime.undo.Commit();
      }
      if (status == kTfLiteOk) {
        if (step.dynamic_outputs && memory_->resized() != resized) {
          // The following steps were prepared for other shapes.
          plan_->PrepareAgainFrom(i + 1);
          memory_->arenas().ForgetAfter(i);
        }
        for (const int t : step.released) {
          TfLiteTensorDataFree(&data_->graph().tensors[t]);
        }
        continue;
      }
    }
    std::string lost;
    if (plan_->step(i).repeatable && status != kTfLiteCancelled) {
      lost = runtime.undo.Rollback();
    }
    TFLL_RETURN_IF_ERROR(StepFailed(i, status, lost));
    --i;
  }
  return base::OkStatus();
}

TfLiteStatus Runner::RunStep(const PlanStep& step) {
  if (!step.guarded) return CallOperator(step);
  guard_.Note(data_->graph(), *step.node, memory_->refused());
  const TfLiteStatus status = CallOperator(step);
  const std::string problem =
      guard_.Check(NodeGuard::Phase::kInvoke, &data_->graph(), step.node,
                   memory_->refused());
  if (problem.empty()) return status;
  data_->errors().Report(
      Invalid(data_->DescribeNode(step.node_index), ": ", problem));
  return status == kTfLiteOk ? kTfLiteError : status;
}

TfLiteStatus Runner::CallOperator(const PlanStep& step) {
  Profiler* const profiler = data_->profiler();
  if (profiler == nullptr && step.invoke != nullptr) {
    return step.invoke(data_->context(), step.node);
  }
  const TfLiteRegistration& registration =
      data_->graph().nodes[step.node_index].second;
  ScopedOperatorProfile profile(
      profiler, profiler == nullptr ? nullptr : OpName(registration),
      step.node_index);
  return InvokeNode(data_->context(), registration, step.node);
}

// Call before a delegate's kernel whose nodes the CPU repeats if it fails.
void Runner::BeginRepeatable(const PlanStep& step) {
  Graph* graph = &data_->graph();
  UndoLog& undo = data_->runtime()->undo;
  undo.Begin();
  for (const int t : step.at_risk) undo.Save(graph, t);
  if (step.changes_resources >= 0) {
    undo.SaveResources(graph, step.changes_resources);
  }
  if (!step.lent) return;
  for (const int t : InputsUnderOutputs(*graph, *step.node)) {
    undo.Save(graph, t);
  }
}

Status Runner::StepFailed(int step_index, TfLiteStatus status,
                          const std::string& lost) {
  const PlanStep& step = plan_->step(step_index);
  const int node_index = step.node_index;
  const bool delegated = step.node->delegate != nullptr;
  if (status != kTfLiteCancelled &&
      fallback_->Revert(step_index, "failed to invoke",
                        data_->errors().last())) {
    preparer_->StepsHaveMoved();
    memory_->arenas().ForgetAfter(step_index - 1, /*keep_outputs=*/true);
    memory_->arenas().LearnLifetimes();
    plan_->PrepareAgainFrom(step_index);
    return lost.empty() ? base::OkStatus() : CannotRepeat(node_index, lost);
  }
  const StatusCode code = status == kTfLiteCancelled ? StatusCode::kCancelled
                          : delegated                ? StatusCode::kUnavailable
                                                     : StatusCode::kInternal;
  return Status(code, StrCat("Node number ", node_index, " (",
                             OpName(data_->graph().nodes[node_index].second),
                             ") failed to invoke."));
}

// Call if a kernel failed and the CPU must not repeat its nodes in this run.
Status Runner::CannotRepeat(int node_index, const std::string& lost) {
  ErrorEdge& errors = data_->errors();
  const std::string own_words = errors.last();
  // Allocates the tensors again. If this fails, the next run reports it.
  errors.Report(preparer_->PrepareFrom(plan_->next_to_prepare()));
  return base::Unavailable(
      "Node number ", node_index, " (",
      OpName(data_->graph().nodes[node_index].second), ") failed to invoke",
      own_words.empty() ? "" : ": ", own_words,
      ". The CPU cannot repeat its nodes in this run, as it may have changed "
      "what cannot be restored: ",
      lost, ". Later runs have them on the CPU");
}

Status Runner::CheckInputs(const PlanStep& step) {
  const Graph& graph = data_->graph();
  for (const int t : step.checked_inputs) {
    const TfLiteTensor& tensor = graph.tensors[t];
    if (tensor.delegate != nullptr && tensor.delegate != step.node->delegate &&
        tensor.data_is_stale) {
      TFLL_RETURN_IF_ERROR(EnsureReadable(data_, t));
    }
    const bool on_device = tensor.allocation_type == kTfLiteNonCpu &&
                           step.node->delegate != nullptr;
    if (tensor.data.raw != nullptr || tensor.bytes == 0 || on_device) continue;
    // RESHAPE may only use the shape of its second input, not its data.
    const TfLiteRegistration& registration =
        graph.nodes[step.node_index].second;
    if (registration.builtin_code == kTfLiteBuiltinReshape &&
        step.node->inputs->size > 1 && step.node->inputs->data[1] == t &&
        tensor.dims->size != 1) {
      continue;
    }
    // For a node of the same delegate, the value may be on the device.
    if (tensor.delegate != nullptr && tensor.delegate == step.node->delegate) {
      continue;
    }
    return Invalid("Input tensor ", t,
                   " lacks data: ", data_->DescribeTensor(t), " of ",
                   data_->DescribeNode(step.node_index));
  }
  return base::OkStatus();
}

}  // namespace tflite::core
