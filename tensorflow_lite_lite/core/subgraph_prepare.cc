#include <algorithm>
#include <limits>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/delegate_calls.h"
#include "tensorflow_lite_lite/core/names.h"
#include "tensorflow_lite_lite/core/node_calls.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/core/tensor_bytes.h"

namespace tflite {
namespace {

constexpr char kHowToRegister[] =
    " before the interpreter is built: MutableOpResolver::AddCustom (C++), "
    "TfLiteInterpreterOptionsAddOperator (C), InterpreterWithCustomOps "
    "(Python), --custom_op_library (tools).";

// Names the largest tensor of the steps first..end-1 and who has it.
std::string DescribeLargest(const core::EditableGraph& names,
                            const core::Graph& graph, int first, int end) {
  int largest = core::kNoTensor, owner = 0;
  for (int step = first; step < end; ++step) {
    const int n = graph.execution_plan[step];
    const TfLiteNode& node = graph.nodes[n].first;
    for (const auto* list : {node.inputs, node.outputs, node.temporaries}) {
      for (const int t : core::Indices(list)) {
        if (!graph.HasTensor(t)) continue;
        if (largest != core::kNoTensor &&
            graph.tensors[t].bytes <= graph.tensors[largest].bytes) {
          continue;
        }
        largest = t;
        owner = n;
      }
    }
  }
  if (largest == core::kNoTensor) return "no node has a tensor";
  return "the largest is " + names.DescribeTensor(largest) + " of " +
         names.DescribeNode(owner) + " with " +
         std::to_string(graph.tensors[largest].bytes);
}

}  // namespace

TfLiteStatus Subgraph::AllocateTensors() {
  ScopedProfile profile(profiler_.get(), "AllocateTensors");
  if (!consistent_) {
    ReportError("AllocateTensors() called on inconsistent model.");
    return kTfLiteError;
  }
  if (preparing_ || running_) {
    ReportError("Subgraph %d ('%s') runs itself", index_, name_.c_str());
    return kTfLiteError;
  }
  TF_LITE_ENSURE_STATUS(CheckDelegatesAlive());
  TF_LITE_ENSURE_STATUS(RedoAllDelegates());
  if (state_ != State::kUninvokable && !HasDynamicInputs()) {
    TF_LITE_ENSURE_STATUS(ReacquireMemory());
    return CheckCustomAllocations();
  }
  TF_LITE_ENSURE_STATUS(CheckPlan());
  AnnounceChange();
  memory_.LimitSharingByDelegates(MayFallBack()
                                      ? core::UndoLog::kMaxCopiedBytes
                                      : std::numeric_limits<size_t>::max());
  memory_.Reset(ShouldPreserveAllTensors());
  steps_.clear();
  state_ = State::kUninvokable;
  TF_LITE_ENSURE_STATUS(PrepareFrom(0));
  TF_LITE_ENSURE_STATUS(CheckCustomAllocations());
  TF_LITE_ENSURE_STATUS(ReacquireMemory());
  state_ = State::kInvokable;
  return ResetVariableTensors();
}

// Of all graphs: their operators call each other.
TfLiteStatus Subgraph::ReacquireMemory() {
  for (const auto& graph : runtime_->subgraphs) {
    if (graph->state_ == State::kUninvokable) continue;
    const base::Status status = graph->memory_.Reacquire();
    if (status.ok()) continue;
    ReportError("%s", std::string(status.message()).c_str());
    return kTfLiteError;
  }
  return kTfLiteOk;
}

// What a node reads, an earlier one must have written: otherwise it would read
// memory that others use. Tensors that nobody writes are left to their kernel.
TfLiteStatus Subgraph::CheckPlan() {
  constexpr int kNever = -1;
  std::vector<int> writer(graph_.tensors.size(), kNever);
  const std::vector<int>& plan = graph_.execution_plan;
  for (size_t step = 0; step < plan.size(); ++step) {
    if (node_and_registration(plan[step]) == nullptr) {
      ReportError("The execution plan names node %d of %zu", plan[step],
                  graph_.nodes.size());
      return kTfLiteError;
    }
    for (const int t : core::Indices(graph_.nodes[plan[step]].first.outputs)) {
      if (graph_.HasTensor(t) && writer[t] == kNever) {
        writer[t] = static_cast<int>(step);
      }
    }
  }
  rewritten_.Find(graph_);
  for (const int t : graph_.inputs) {
    if (graph_.HasTensor(t)) writer[t] = kNever;
  }
  for (size_t step = 0; step < plan.size(); ++step) {
    const TfLiteNode& node = graph_.nodes[plan[step]].first;
    for (const int t : core::Indices(node.inputs)) {
      if (!graph_.HasTensor(t) || writer[t] < static_cast<int>(step)) continue;
      // A delegate's node may update a variable in place.
      if (graph_.tensors[t].is_variable) continue;
      ReportError("%s reads %s before %s has written it",
                  DescribeNode(plan[step]).c_str(), DescribeTensor(t).c_str(),
                  DescribeNode(plan[writer[t]]).c_str());
      return kTfLiteError;
    }
  }
  return kTfLiteOk;
}

TfLiteStatus Subgraph::PrepareFrom(int first_step) {
  if (first_step == 0) {
    has_dynamic_tensors_ = false;
    for (const int t : graph_.outputs) {
      has_dynamic_tensors_ |=
          graph_.HasTensor(t) &&
          graph_.tensors[t].allocation_type == kTfLiteDynamic;
    }
  }
  preparing_ = true;
  bool dynamic = false, plan_changed = false;
  TfLiteStatus status = kTfLiteOk;
  int step = first_step;
  while (step < static_cast<int>(graph_.execution_plan.size()) && !dynamic) {
    status = PrepareStep(step, &dynamic);
    if (status == kTfLiteOk) {
      ++step;
    } else if (RevertPartition(step, "failed to prepare")) {
      plan_changed = true;
    } else {
      break;
    }
  }
  preparing_ = false;
  if (status != kTfLiteOk) {
    return step < static_cast<int>(graph_.execution_plan.size())
               ? ReportPrepareError(graph_.execution_plan[step], status)
               : status;
  }
  has_dynamic_tensors_ |= dynamic;
  // In a run the inputs have their values.
  if (plan_changed && first_step == 0 && !running_) {
    memory_.Reset(ShouldPreserveAllTensors());
  } else if (plan_changed) {
    memory_.LearnLifetimes();
  }
  MoveLargeTensorsToHeap(first_step, step);
  const base::Status placed = memory_.Allocate(first_step, step - 1);
  if (!placed.ok()) {
    ReportError("%s; %s", std::string(placed.message()).c_str(),
                DescribeLargest(*this, graph_, first_step, step).c_str());
    return kTfLiteError;
  }
  CompileSteps(first_step, step);
  next_to_prepare_ = step;
  return CheckDeviceTensors(first_step, step);
}

// Nodes that the steps first..end-1 leave to the host cannot use what a
// delegate keeps on its device.
TfLiteStatus Subgraph::CheckDeviceTensors(int first, int end) {
  for (int step = first; step < end; ++step) {
    const int n = graph_.execution_plan[step];
    const TfLiteNode& node = graph_.nodes[n].first;
    if (node.delegate != nullptr) continue;
    for (const auto* list : {node.inputs, node.outputs}) {
      for (const int t : core::Indices(list)) {
        if (!graph_.HasTensor(t)) continue;
        const TfLiteTensor& tensor = graph_.tensors[t];
        if (tensor.allocation_type != kTfLiteNonCpu ||
            tensor.data.data != nullptr || tensor.bytes == 0) {
          continue;
        }
        ReportError(
            "%s uses %s, which a delegate keeps in the memory of its device",
            DescribeNode(n).c_str(), DescribeTensor(t).c_str());
        return kTfLiteError;
      }
    }
  }
  return kTfLiteOk;
}

TfLiteStatus Subgraph::PrepareStep(int step, bool* dynamic) {
  const int node_index = graph_.execution_plan[step];
  auto& [node, registration] = graph_.nodes[node_index];
  if (IsUnresolvedCustomOp(registration)) return kTfLiteUnresolvedOps;
  ClearLastError();
  TF_LITE_ENSURE_STATUS(CheckPartitionTypes(node_index));
  if (node.delegate != nullptr &&
      (core::DelegateFlags(node.delegate) &
       kTfLiteDelegateFlagsRequirePropagatedShapes)) {
    for (const int n : core::Indices(core::ReplacedNodes(node))) {
      const TfLiteStatus shaped = CallPrepare(n);
      // A size that only a run can tell is no failure.
      if (shaped != kTfLiteOk && shaped != kTfLiteOutputShapeNotKnown) {
        return shaped;
      }
    }
  }
  if (!heap_tensors_.empty()) TakeBackFromHeap(node.outputs);
  rewritten_.Note(graph_, node);
  const TfLiteStatus status = CallPrepare(node_index);
  if (status != kTfLiteOk && status != kTfLiteOutputShapeNotKnown)
    return status;
  const std::string problem = rewritten_.Check(graph_, node, step);
  if (!problem.empty()) {
    ReportError("%s: %s", DescribeNode(node_index).c_str(), problem.c_str());
    return kTfLiteError;
  }
  *dynamic = status == kTfLiteOutputShapeNotKnown || HasDynamic(node.outputs);
  return kTfLiteOk;
}

TfLiteStatus Subgraph::CallPrepare(int node_index) {
  auto& [node, registration] = graph_.nodes[node_index];
  ReserveTensors();
  const bool guarded = core::NodeGuard::IsNeeded(registration);
  homes_.BeforePrepare(node);
  if (guarded) guard_.Note(graph_, node);
  TfLiteStatus status = core::PrepareNode(&context_, registration, &node);
  if (guarded) {
    const TfLiteStatus checked =
        CheckGuarded(core::NodeGuard::Phase::kPrepare, node_index);
    if (checked != kTfLiteOk) status = checked;
  }
  homes_.AfterPrepare();
  return status;
}

// After a function of a guarded node's has returned.
TfLiteStatus Subgraph::CheckGuarded(core::NodeGuard::Phase phase,
                                    int node_index) {
  TfLiteNode& node = graph_.nodes[node_index].first;
  const std::string problem = guard_.Check(phase, &graph_, &node);
  if (problem.empty()) return kTfLiteOk;
  ReportError("%s: %s", DescribeNode(node_index).c_str(), problem.c_str());
  return kTfLiteError;
}

TfLiteStatus Subgraph::ReportPrepareError(int node_index, TfLiteStatus status) {
  const TfLiteRegistration& registration = graph_.nodes[node_index].second;
  const char* name = core::OpName(registration);
  const bool unresolved = IsUnresolvedCustomOp(registration);
  if (unresolved && IsFlexOp(name)) {
    ReportError(
        "Encountered unresolved custom op: %s.\nIt is a TensorFlow operator: a "
        "delegate that brings TensorFlow's kernels must be applied first. See "
        "instructions: https://www.tensorflow.org/lite/guide/ops_select ",
        name);
  } else if (unresolved) {
    ReportError(
        "Encountered unresolved custom op: %s.\nSee instructions: "
        "https://www.tensorflow.org/lite/guide/ops_custom ",
        name);
  }
  const std::string hint =
      unresolved ? "\nRegister " + std::string(name) + kHowToRegister : "";
  ReportError("Node number %d (%s) failed to prepare.%s", node_index, name,
              hint.c_str());
  return status;
}

void Subgraph::CompileSteps(int first, int end) {
  steps_.resize(end);
  for (int i = first; i < end; ++i) {
    const int node_index = graph_.execution_plan[i];
    auto& [node, registration] = graph_.nodes[node_index];
    core::PlanStep step{};
    step.invoke = registration.registration_external == nullptr
                      ? registration.invoke
                      : nullptr;
    step.node = &node;
    step.node_index = node_index;
    step.dynamic_outputs = HasDynamic(node.outputs);
    step.guarded = core::NodeGuard::IsNeeded(registration);
    step.repeatable = core::ReplacedNodes(node) != nullptr && MayFallBack();
    if (step.repeatable) ListAtRisk(&step);
    for (const int t : core::Indices(node.outputs)) {
      if (heap_tensors_.count(t) != 0) step.heap_outputs.push_back(t);
    }
    for (const int t : core::Indices(node.inputs)) {
      if (!graph_.HasTensor(t)) continue;
      const TfLiteTensor& tensor = graph_.tensors[t];
      const bool foreign =
          tensor.delegate != nullptr && tensor.delegate != node.delegate;
      const bool settled = tensor.allocation_type == kTfLiteMmapRo ||
                           tensor.allocation_type == kTfLiteArenaRw ||
                           tensor.allocation_type == kTfLiteArenaRwPersistent ||
                           tensor.allocation_type == kTfLiteCustom;
      if (foreign || !settled ||
          (tensor.data.raw == nullptr && tensor.bytes > 0)) {
        step.checked_inputs.push_back(t);
      }
    }
    steps_[i] = std::move(step);
  }
  if (ShouldReleaseDynamicTensors() || !heap_tensors_.empty()) {
    ListReleased(first, end);
  }
}

// What a delegate's kernel may change although the CPU needs it to repeat the
// nodes: the variables of these nodes, and inputs in whose memory an output
// lies.
void Subgraph::ListAtRisk(core::PlanStep* step) {
  const auto add_variables = [&](const TfLiteNode& node) {
    for (const auto* list : {node.inputs, node.outputs}) {
      for (const int t : core::Indices(list)) {
        if (!graph_.HasTensor(t)) continue;
        const TfLiteTensor& tensor = graph_.tensors[t];
        step->lent |= tensor.allocation_type == kTfLiteCustom;
        if (tensor.is_variable) step->at_risk.push_back(t);
      }
    }
  };
  add_variables(*step->node);
  step->changes_resources =
      core::NodeThatChangesResources(graph_, core::ReplacedNodes(*step->node));
  for (const int n : core::Indices(core::ReplacedNodes(*step->node))) {
    add_variables(graph_.nodes[n].first);
  }
  const uint64_t flags = graph_.nodes[step->node_index].second.inplace_operator;
  if ((flags & kTfLiteInplaceOpDataUnmodified) == 0) {
    const std::vector<int> inputs =
        core::InputsUnderOutputs(graph_, *step->node);
    step->at_risk.insert(step->at_risk.end(), inputs.begin(), inputs.end());
  }
  std::sort(step->at_risk.begin(), step->at_risk.end());
  step->at_risk.erase(std::unique(step->at_risk.begin(), step->at_risk.end()),
                      step->at_risk.end());
}

void Subgraph::ListReleased(int first, int end) {
  std::vector<int> last(graph_.tensors.size(), -1);
  for (size_t i = 0; i < graph_.execution_plan.size(); ++i) {
    const TfLiteNode& node = graph_.nodes[graph_.execution_plan[i]].first;
    for (const auto* list : {node.inputs, node.outputs, node.temporaries}) {
      for (const int t : core::Indices(list)) {
        if (graph_.HasTensor(t)) last[t] = static_cast<int>(i);
      }
    }
  }
  for (const auto* list : {&graph_.inputs, &graph_.outputs}) {
    for (const int t : *list) {
      if (graph_.HasTensor(t)) last[t] = -1;
    }
  }
  for (size_t t = 0; t < last.size(); ++t) {
    if (last[t] < first || last[t] >= end) continue;
    const int index = static_cast<int>(t);
    // Its value goes to the application at the end of the run.
    if (homes_.LentBytes(index) != 0) continue;
    if (heap_tensors_.count(index) != 0 ||
        (ShouldReleaseDynamicTensors() &&
         graph_.tensors[t].allocation_type == kTfLiteDynamic)) {
      steps_[last[t]].released.push_back(index);
    }
  }
}

bool Subgraph::HasDynamic(const TfLiteIntArray* indices) {
  for (const int t : core::Indices(indices)) {
    if (graph_.HasTensor(t) &&
        graph_.tensors[t].allocation_type == kTfLiteDynamic) {
      return true;
    }
  }
  return false;
}

bool Subgraph::HasDynamicInputs() {
  for (const int t : graph_.inputs) {
    if (graph_.HasTensor(t) &&
        graph_.tensors[t].allocation_type == kTfLiteDynamic) {
      return true;
    }
  }
  return false;
}

}  // namespace tflite
