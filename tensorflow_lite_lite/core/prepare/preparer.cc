#include "tensorflow_lite_lite/core/prepare/preparer.h"

#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/calls/names.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/graph/graph_prepare.h"
#include "tensorflow_lite_lite/core/partition/state.h"
#include "tensorflow_lite_lite/core/run/undo_log.h"

namespace tflite::core {
namespace {

constexpr char kHowToRegister[] =
    " before the interpreter is built: MutableOpResolver::AddCustom (C++), "
    "TfLiteInterpreterOptionsAddOperator (C), InterpreterWithCustomOps "
    "(Python), --custom_op_library (tools).";
constexpr char kUnresolved[] = "Encountered unresolved custom op: ";
constexpr char kFlexInstructions[] =
    ".\nIt is a TensorFlow operator: a delegate that brings TensorFlow's "
    "kernels must be applied first. See instructions: "
    "https://www.tensorflow.org/lite/guide/ops_select ";
constexpr char kCustomInstructions[] =
    ".\nSee instructions: https://www.tensorflow.org/lite/guide/ops_custom ";

template <typename List>
bool AnyDynamic(const Graph& graph, const List& tensors) {
  for (const int t : tensors) {
    if (graph.HasTensor(t) &&
        graph.tensors[t].allocation_type == kTfLiteDynamic) {
      return true;
    }
  }
  return false;
}

// Describes the largest tensor of the steps first..end-1 and the node that uses
// it.
std::string DescribeLargest(const Graph& graph, int first, int end) {
  int largest = kNoTensor, owner = 0;
  for (int step = first; step < end; ++step) {
    const int n = graph.execution_plan[step];
    const TfLiteNode& node = graph.nodes[n].first;
    ForEachTensor(
        graph, {node.inputs, node.outputs, node.temporaries}, [&](int t) {
          if (largest != kNoTensor &&
              graph.tensors[t].bytes <= graph.tensors[largest].bytes) {
            return;
          }
          largest = t;
          owner = n;
        });
  }
  if (largest == kNoTensor) return "no node has a tensor";
  return StrCat("the largest is ", DescribeTensor(graph, largest), " of ",
                DescribeNode(graph, owner), " with ",
                graph.tensors[largest].bytes);
}

// The values of a graph's inputs in the arena, which are lost when the arena is
// planned again.
class InputValues {
 public:
  explicit InputValues(Graph* graph) : graph_(graph) {
    for (const int t : graph->inputs) {
      if (!graph->HasTensor(t)) continue;
      const TfLiteTensor& tensor = graph->tensors[t];
      if (!HasValue(tensor)) continue;
      values_.push_back({t, {tensor.data.raw, tensor.bytes}});
    }
  }
  void Restore() const {
    for (const auto& [t, bytes] : values_) {
      const TfLiteTensor& tensor = graph_->tensors[t];
      if (!HasValue(tensor) || tensor.bytes != bytes.size()) continue;
      std::memcpy(tensor.data.raw, bytes.data(), bytes.size());
    }
  }

 private:
  static bool HasValue(const TfLiteTensor& t) {
    return t.allocation_type == kTfLiteArenaRw && t.data.raw != nullptr;
  }

  Graph* graph_;
  std::vector<std::pair<int, std::string>> values_;
};

}  // namespace

bool Preparer::HasDynamicInputs() const {
  return AnyDynamic(data_->graph(), data_->graph().inputs);
}

Status Preparer::PrepareAll() {
  if (!data_->lifecycle().prepared() || HasDynamicInputs()) {
    TFLL_RETURN_IF_ERROR(PrepareAnew());
    ResetVariables();
    return base::OkStatus();
  }
  if (threads_ != data_->context()->recommended_num_threads) {
    return PrepareForThreads();
  }
  TFLL_RETURN_IF_ERROR(memory_->Reacquire());
  return memory_->CheckLent();
}

// Kernels divide their work when they are prepared. Shapes are the same, so
// that nobody expects values to be lost.
Status Preparer::PrepareForThreads() {
  const InputValues inputs(&data_->graph());
  TFLL_RETURN_IF_ERROR(PrepareAnew());
  inputs.Restore();
  return base::OkStatus();
}

Status Preparer::PrepareAnew() {
  Lifecycle& lifecycle = data_->lifecycle();
  TFLL_RETURN_IF_ERROR(CheckPlan());
  data_->AnnounceChange();
  GraphMemory& arenas = memory_->arenas();
  arenas.LimitSharingByDelegates(fallback_->MayFallBack()
                                     ? UndoLog::kMaxCopiedBytes
                                     : std::numeric_limits<size_t>::max());
  arenas.Reset(data_->runtime()->options.GetPreserveAllTensors());
  plan_->Clear();
  lifecycle.MarkChanged();
  // Callers keep pointers to tensors from run to run, while a run may prepare
  // nodes for the first time.
  data_->ReserveTensors(GraphData::TensorsOfNodes(data_->graph().nodes.size()));
  TFLL_RETURN_IF_ERROR(PrepareFrom(0));
  TFLL_RETURN_IF_ERROR(memory_->CheckLent());
  TFLL_RETURN_IF_ERROR(memory_->Reacquire());
  threads_ = data_->context()->recommended_num_threads;
  lifecycle.MarkPrepared();
  return base::OkStatus();
}

void Preparer::ResetVariables() {
  UndoLog& undo = data_->runtime()->undo;
  if (undo.recording()) {
    undo.SaveGraph(&data_->graph(), fallback_->UndelegatedPlan());
  }
  memory_->ResetVariables();
}

// Tensors that no node writes are left to the kernel that reads them.
Status Preparer::CheckPlan() {
  constexpr int kNever = -1;
  const Graph& graph = data_->graph();
  std::vector<int> writer(graph.tensors.size(), kNever);
  const std::vector<int>& plan = graph.execution_plan;
  for (size_t step = 0; step < plan.size(); ++step) {
    if (!graph.HasNode(plan[step])) {
      return Invalid("The execution plan names node ", plan[step], " of ",
                     graph.nodes.size());
    }
    ForEachTensor(graph, {graph.nodes[plan[step]].first.outputs}, [&](int t) {
      if (writer[t] == kNever) writer[t] = static_cast<int>(step);
    });
  }
  rewritten_.Find(graph);
  for (const int t : graph.inputs) {
    if (graph.HasTensor(t)) writer[t] = kNever;
  }
  return CheckOrder(std::move(writer));
}

Status Preparer::CheckOrder(std::vector<int> writer) const {
  const Graph& graph = data_->graph();
  const std::vector<int>& plan = graph.execution_plan;
  const bool has_delegates = &fallback_->UndelegatedPlan() != &plan;
  for (size_t step = 0; step < plan.size(); ++step) {
    const auto& [node, registration] = graph.nodes[plan[step]];
    // The shape is known. The tensor was inside a partition that came back.
    if (has_delegates && ReadsShapesOnly(registration.builtin_code)) continue;
    for (const int t : Indices(node.inputs)) {
      if (!graph.HasTensor(t) || writer[t] < static_cast<int>(step)) continue;
      // Computed before a delegate was applied: its nodes do not wait.
      if (has_delegates &&
          graph.tensors[t].allocation_type == kTfLitePersistentRo &&
          graph.tensors[t].data.raw != nullptr) {
        continue;
      }
      // A delegate's node may update a variable in place.
      if (graph.tensors[t].is_variable) continue;
      return Invalid(data_->DescribeNode(plan[step]), " reads ",
                     data_->DescribeTensor(t), " before ",
                     data_->DescribeNode(plan[writer[t]]), " has written it");
    }
  }
  return base::OkStatus();
}

Status Preparer::PrepareFrom(int first_step) {
  if (first_step == 0) {
    has_dynamic_tensors_ = AnyDynamic(data_->graph(), data_->graph().outputs);
  }
  Progress progress{first_step};
  TFLL_RETURN_IF_ERROR(PrepareSteps(&progress));
  has_dynamic_tensors_ |= progress.dynamic;
  TFLL_RETURN_IF_ERROR(PlaceTensors(first_step, progress));
  plan_->Compile(first_step, progress.step, fallback_->MayFallBack());
  return CheckDeviceTensors(first_step, progress.step);
}

Status Preparer::PrepareSteps(Progress* progress) {
  const Graph& graph = data_->graph();
  const Lifecycle::Scope preparing = data_->lifecycle().Prepare();
  while (progress->step < static_cast<int>(graph.execution_plan.size()) &&
         !progress->dynamic) {
    const StatusOr<bool> dynamic = DoStep(progress->step);
    if (dynamic.ok()) {
      progress->dynamic = *dynamic;
      ++progress->step;
      continue;
    }
    ErrorEdge& errors = data_->errors();
    errors.Report(dynamic.status());
    if (!fallback_->Revert(progress->step, "failed to prepare",
                           errors.last())) {
      return StepFailed(graph.execution_plan[progress->step], dynamic.status());
    }
    progress->plan_changed = true;
    StepsHaveMoved();
  }
  return base::OkStatus();
}

Status Preparer::PlaceTensors(int first_step, const Progress& progress) {
  GraphMemory& arenas = memory_->arenas();
  if (progress.plan_changed) {
    // During a run, the inputs have values that must be kept.
    if (first_step == 0 && !data_->lifecycle().running()) {
      arenas.Reset(data_->runtime()->options.GetPreserveAllTensors());
    } else {
      arenas.LearnLifetimes();
    }
  }
  memory_->MoveLargeToHeap(first_step, progress.step);
  const Status placed = arenas.Allocate(first_step, progress.step - 1);
  if (placed.ok()) return placed;
  return Invalid(placed.message(), "; ",
                 DescribeLargest(data_->graph(), first_step, progress.step));
}

// Returns an error if a node on the CPU among the steps first..end-1 uses a
// tensor that a delegate keeps in device memory.
Status Preparer::CheckDeviceTensors(int first, int end) const {
  const Graph& graph = data_->graph();
  for (int step = first; step < end; ++step) {
    const int n = graph.execution_plan[step];
    const TfLiteNode& node = graph.nodes[n].first;
    if (node.delegate != nullptr) continue;
    int on_device = kNoTensor;
    ForEachTensor(graph, {node.inputs, node.outputs}, [&](int t) {
      const TfLiteTensor& tensor = graph.tensors[t];
      if (on_device == kNoTensor && tensor.allocation_type == kTfLiteNonCpu &&
          tensor.data.data == nullptr && tensor.bytes != 0) {
        on_device = t;
      }
    });
    if (on_device == kNoTensor) continue;
    return Invalid(data_->DescribeNode(n), " uses ",
                   data_->DescribeTensor(on_device),
                   ", which a delegate keeps in the memory of its device");
  }
  return base::OkStatus();
}

StatusOr<bool> Preparer::PrepareStep(int step) {
  const Lifecycle::Scope preparing = data_->lifecycle().Prepare();
  return DoStep(step);
}

StatusOr<bool> Preparer::DoStep(int step) {
  const Graph& graph = data_->graph();
  const int node_index = graph.execution_plan[step];
  const auto& [node, registration] = graph.nodes[node_index];
  if (IsUnresolvedCustomOp(registration)) return base::Unsupported("");
  data_->errors().ClearLast();
  rewritten_.Note(graph, node);
  if (node.delegate != nullptr) {
    TFLL_RETURN_IF_ERROR(fallback_->CheckTypes(node_index));
    TFLL_RETURN_IF_ERROR(PrepareReplaced(node));
  }
  memory_->TakeBackFromHeap(node.outputs);
  TFLL_ASSIGN_OR_RETURN(const bool unknown, CallPrepare(node_index));
  if (!rewritten_.empty()) {
    const std::string problem = rewritten_.Check(graph, node, step);
    if (!problem.empty()) {
      return Invalid(data_->DescribeNode(node_index), ": ", problem);
    }
  }
  return unknown || AnyDynamic(graph, Indices(node.outputs));
}

// A delegate may need the shapes of tensors inside its partition.
Status Preparer::PrepareReplaced(const TfLiteNode& node) {
  if ((DelegateFlags(node.delegate) &
       kTfLiteDelegateFlagsRequirePropagatedShapes) == 0) {
    return base::OkStatus();
  }
  for (const int n : Indices(ReplacedNodes(node))) {
    // A size that is only known at run time is not an error here.
    TFLL_RETURN_IF_ERROR(CallPrepare(n).status());
  }
  return base::OkStatus();
}

StatusOr<bool> Preparer::CallPrepare(int node_index) {
  return CallPrepareOf(
      data_, node_index, [this] { return memory_->refused(); }, &guard_);
}

Status Preparer::StepFailed(int node_index, const Status& status) {
  const TfLiteRegistration& registration =
      data_->graph().nodes[node_index].second;
  const char* name = OpName(registration);
  std::string hint;
  if (IsUnresolvedCustomOp(registration)) {
    data_->errors().Report(
        Invalid(kUnresolved, name,
                IsFlexOp(name) ? kFlexInstructions : kCustomInstructions));
    hint = StrCat("\nRegister ", name, kHowToRegister);
  }
  return Status(status.code(), StrCat("Node number ", node_index, " (", name,
                                      ") failed to prepare.", hint));
}

}  // namespace tflite::core
