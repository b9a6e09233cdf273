#include "tensorflow_lite_lite/core/prepare/compiled_plan.h"

#include <algorithm>
#include <utility>

#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/partition/state.h"
#include "tensorflow_lite_lite/core/prepare/node_guard.h"
#include "tensorflow_lite_lite/core/run/undo_log.h"

namespace tflite::core {
namespace {

bool HasDynamic(const Graph& graph, const TfLiteIntArray* tensors) {
  bool dynamic = false;
  ForEachTensor(graph, {tensors}, [&](int t) {
    dynamic |= graph.tensors[t].allocation_type == kTfLiteDynamic;
  });
  return dynamic;
}

// Returns true if the tensor has memory after it is prepared and keeps it.
bool IsSettled(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteMmapRo ||
         t.allocation_type == kTfLiteArenaRw ||
         t.allocation_type == kTfLiteArenaRwPersistent ||
         t.allocation_type == kTfLiteCustom;
}

bool IsPlain(const PlanStep& step) {
  const bool nothing_to_save =
      !step.repeatable ||
      (step.at_risk.empty() && step.changes_resources < 0 && !step.lent);
  return nothing_to_save && step.invoke != nullptr && !step.guarded &&
         !step.dynamic_outputs && step.checked_inputs.empty() &&
         step.heap_outputs.empty() && step.released.empty();
}

}  // namespace

void CompiledPlan::Clear() {
  steps_.clear();
  next_to_prepare_ = 0;
}

void CompiledPlan::Compile(int first, int end, bool repeatable) {
  const Graph& graph = data_->graph();
  steps_.resize(end);
  for (int i = first; i < end; ++i) {
    steps_[i] = CompileStep(graph.execution_plan[i], repeatable);
  }
  if (data_->runtime()->options.GetEnsureDynamicTensorsAreReleased() ||
      memory_->has_large()) {
    ListReleased(first, end);
  }
  for (int i = first; i < end; ++i) steps_[i].plain = IsPlain(steps_[i]);
  next_to_prepare_ = end;
}

void CompiledPlan::CompileAgain(bool repeatable) {
  // Preparing compiles all steps. Until then, there may be fewer nodes.
  const Lifecycle& now = data_->lifecycle();
  if (steps_.empty() || (!now.prepared() && !now.running())) return;
  const int next = next_to_prepare_;
  Compile(0, static_cast<int>(steps_.size()), repeatable);
  next_to_prepare_ = next;
}

PlanStep CompiledPlan::CompileStep(int node_index, bool repeatable) const {
  Graph& graph = data_->graph();
  auto& [node, registration] = graph.nodes[node_index];
  PlanStep step{};
  step.invoke = registration.registration_external == nullptr
                    ? registration.invoke
                    : nullptr;
  step.node = &node;
  step.node_index = node_index;
  step.dynamic_outputs = HasDynamic(graph, node.outputs);
  step.guarded = NodeGuard::IsNeeded(registration);
  step.repeatable = ReplacedNodes(node) != nullptr && repeatable;
  if (step.repeatable) ListAtRisk(&step);
  for (const int t : Indices(node.outputs)) {
    if (memory_->IsLarge(t)) step.heap_outputs.push_back(t);
  }
  ListCheckedInputs(&step);
  return step;
}

void CompiledPlan::ListCheckedInputs(PlanStep* step) const {
  const Graph& graph = data_->graph();
  if (ReadsShapesOnly(graph.nodes[step->node_index].second.builtin_code)) {
    return;
  }
  ForEachTensor(graph, {step->node->inputs}, [&](int t) {
    const TfLiteTensor& tensor = graph.tensors[t];
    const bool foreign =
        tensor.delegate != nullptr && tensor.delegate != step->node->delegate;
    if (foreign || !IsSettled(tensor) ||
        (tensor.data.raw == nullptr && tensor.bytes > 0)) {
      step->checked_inputs.push_back(t);
    }
  });
}

// Lists the tensors that a delegate's kernel may change and that the CPU needs
// to repeat the nodes: variables of these nodes, and inputs that share memory
// with an output.
void CompiledPlan::ListAtRisk(PlanStep* step) const {
  const Graph& graph = data_->graph();
  const auto add_variables = [&](const TfLiteNode& node) {
    ForEachTensor(graph, {node.inputs, node.outputs}, [&](int t) {
      const TfLiteTensor& tensor = graph.tensors[t];
      step->lent |= tensor.allocation_type == kTfLiteCustom;
      if (tensor.is_variable) step->at_risk.push_back(t);
    });
  };
  const TfLiteIntArray* replaced = ReplacedNodes(*step->node);
  add_variables(*step->node);
  step->changes_resources = NodeThatChangesResources(graph, Indices(replaced));
  for (const int n : Indices(replaced)) add_variables(graph.nodes[n].first);
  const uint64_t flags = graph.nodes[step->node_index].second.inplace_operator;
  if ((flags & kTfLiteInplaceOpDataUnmodified) == 0) {
    const std::vector<int> inputs = InputsUnderOutputs(graph, *step->node);
    step->at_risk.insert(step->at_risk.end(), inputs.begin(), inputs.end());
  }
  std::sort(step->at_risk.begin(), step->at_risk.end());
  step->at_risk.erase(std::unique(step->at_risk.begin(), step->at_risk.end()),
                      step->at_risk.end());
}

// Lists heap tensors that no later step uses.
void CompiledPlan::ListReleased(int first, int end) {
  const Graph& graph = data_->graph();
  std::vector<int> last(graph.tensors.size(), -1);
  for (size_t i = 0; i < graph.execution_plan.size(); ++i) {
    const TfLiteNode& node = graph.nodes[graph.execution_plan[i]].first;
    ForEachTensor(graph, {node.inputs, node.outputs, node.temporaries},
                  [&](int t) { last[t] = static_cast<int>(i); });
  }
  for (const auto* list : {&graph.inputs, &graph.outputs}) {
    for (const int t : *list) {
      if (graph.HasTensor(t)) last[t] = -1;
    }
  }
  const bool all =
      data_->runtime()->options.GetEnsureDynamicTensorsAreReleased();
  for (size_t t = 0; t < last.size(); ++t) {
    if (last[t] < first || last[t] >= end) continue;
    const int index = static_cast<int>(t);
    // Not released: its value is copied to the application's memory after the
    // run.
    if (data_->homes().LentBytes(index) != 0) continue;
    if (memory_->IsLarge(index) ||
        (all && graph.tensors[t].allocation_type == kTfLiteDynamic)) {
      steps_[last[t]].released.push_back(index);
    }
  }
}

}  // namespace tflite::core
