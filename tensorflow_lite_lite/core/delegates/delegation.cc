#include "tensorflow_lite_lite/core/delegates/delegation.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/delegates/dynamic_nodes.h"
#include "tensorflow_lite_lite/core/delegates/own_name.h"

namespace tflite::core {

Delegation::Delegation(GraphData* data, TensorMemory* memory,
                       CompiledPlan* plan, Preparer* preparer)
    : data_(data),
      memory_(memory),
      plan_(plan),
      preparer_(preparer),
      access_(data),
      replacer_(data, preparer, &originals_, &records_, &keeper_) {}

Status Delegation::Apply(TfLiteDelegate* delegate) {
  ScopedProfile profile(data_->profiler(), "ModifyGraphWithDelegate");
  if (delegate == nullptr) return base::Unavailable("Null delegate.");
  if (!data_->lifecycle().consistent()) {
    return Invalid("A delegate cannot be applied to an inconsistent model.");
  }
  TFLL_RETURN_IF_ERROR(CheckAlive());
  TFLL_RETURN_IF_ERROR(Redo());
  return ApplyOne(delegate);
}

Status Delegation::ApplyOne(TfLiteDelegate* delegate) {
  Lifecycle& lifecycle = data_->lifecycle();
  data_->AnnounceChange();
  const Before before{lifecycle.prepared(), lifecycle.frozen(),
                      preparer_->has_dynamic_tensors()};
  // A resize removes all delegates from a frozen graph. Behind shapes that are
  // known at run time only, values are forgotten all the same.
  replacer_.Begin({}, before.frozen && !before.dynamic);
  TFLL_RETURN_IF_ERROR(preparer_->CheckPlan());
  if (!TakesDynamic(delegate) && (!before.frozen || before.dynamic)) {
    TFLL_ASSIGN_OR_RETURN(std::vector<int> dynamic_tensors,
                          FindDynamicNodes(data_, *memory_, preparer_));
    replacer_.Begin(std::move(dynamic_tensors));
  }
  // Unfreezes the graph: nodes may be added, and must be prepared before the
  // next run.
  if (before.frozen) lifecycle.MarkChanged();
  lifecycle.Thaw();
  if (applied_.empty()) originals_.Remember(data_->graph());

  records_.Open(delegate);
  const Status prepared = CallPrepare(delegate);
  if (!prepared.ok()) return Failed("its Prepare failed");
  const Status finished = Finish(delegate, before);
  records_.Close();
  return finished;
}

Status Delegation::CallPrepare(TfLiteDelegate* delegate) {
  keeper_.KeepOffered(delegate);
  data_->errors().ClearLast();
  access_.Grant();
  const TfLiteStatus status = PrepareDelegate(data_->context(), delegate);
  access_.Revoke().IgnoreError();
  replacer_.ClearPreview();
  if (IsOpaqueDelegate(delegate)) {
    keeper_.KeepOpaque(delegate, records_.CurrentName());
  }
  return FromTfLiteStatus(status);
}

Status Delegation::Finish(TfLiteDelegate* delegate, const Before& before) {
  const bool takes_dynamic = TakesDynamic(delegate);
  const bool had_dynamic = preparer_->has_dynamic_tensors();
  if (!takes_dynamic || before.frozen || before.prepared) {
    const Status status = PrepareAgain();
    if (!status.ok()) {
      data_->errors().Report(status);
      return Failed("the graph with it cannot be prepared");
    }
  }
  if (replacer_.all_failed()) return Failed("each of its partitions failed");
  if (takes_dynamic && before.frozen && !had_dynamic &&
      preparer_->has_dynamic_tensors()) {
    data_->errors().Report(Failed(
        "it makes tensors dynamic that an earlier delegate needs static"));
    return Status(StatusCode::kFailedPrecondition,
                  "The delegate makes tensors dynamic that an earlier delegate "
                  "needs static.");
  }
  if (!takes_dynamic || before.frozen) {
    data_->lifecycle().Freeze();
  } else {
    data_->lifecycle().Thaw();
  }
  applied_.push_back(delegate);
  records_.MarkApplied();
  return base::OkStatus();
}

Status Delegation::Failed(const char* why) {
  const std::string& said = data_->errors().last();
  records_.MarkFailed(WithoutName(why + (said.empty() ? "" : ": " + said),
                                  records_.CurrentName()));
  records_.Close();
  data_->errors().Report(
      RemoveAll("removed when " + records_.CurrentName() + " failed"));
  return base::Unavailable(
      "Restored original execution plan after delegate application failure.");
}

Status Delegation::PrepareAgain() {
  data_->lifecycle().MarkChanged();
  return PrepareGraph();
}

Status Delegation::PrepareGraph() {
  ScopedProfile profile(data_->profiler(), "AllocateTensors");
  if (!data_->lifecycle().consistent()) {
    return Invalid("AllocateTensors() called on inconsistent model.");
  }
  TFLL_RETURN_IF_ERROR(data_->CheckIdle());
  TFLL_RETURN_IF_ERROR(CheckAlive());
  TFLL_RETURN_IF_ERROR(Redo());
  return preparer_->PrepareAll();
}

Status Delegation::ResizeTensor(int tensor_index, const int* dims, int rank) {
  Lifecycle& lifecycle = data_->lifecycle();
  if (lifecycle.frozen() && originals_.empty() && applied_.empty()) {
    return Invalid("ResizeInputTensor is disallowed when graph is immutable.");
  }
  TfLiteTensor* tensor = data_->tensor(tensor_index);
  if (tensor == nullptr || rank < 0) {
    return Invalid("Tensor ", tensor_index, " cannot be resized: there are ",
                   data_->graph().tensors.size(), " tensors");
  }
  if (tensor->data.raw != nullptr && tensor->dims != nullptr &&
      TfLiteIntArrayEqualsArray(tensor->dims, rank, dims)) {
    return base::OkStatus();
  }
  data_->AnnounceChange();
  if (lifecycle.frozen()) Undo();
  lifecycle.MarkChanged();
  return memory_->Resize(tensor, BuildTfLiteArray<int>(rank, dims).release());
}

Status Delegation::SetOutputs(std::vector<int> outputs) {
  const bool same = data_->graph().outputs == outputs;
  TFLL_RETURN_IF_ERROR(data_->SetOutputs(std::move(outputs)));
  if (!same && !applied_.empty()) Undo();
  return base::OkStatus();
}

bool Delegation::IsFull() const {
  const Graph& graph = data_->graph();
  return std::all_of(
      graph.execution_plan.begin(), graph.execution_plan.end(),
      [&](int n) { return graph.nodes[n].first.delegate != nullptr; });
}

void Delegation::Undo() {
  if (originals_.empty()) {
    // A graph without nodes, such as a branch that returns its input.
    if (!applied_.empty()) data_->lifecycle().Thaw();
    return;
  }
  data_->AnnounceChange();
  Graph& graph = data_->graph();
  const size_t first_added = originals_.RestoreAll(&graph);
  for (size_t n = first_added; n < graph.nodes.size(); ++n) {
    ForEachTensor(graph, {graph.nodes[n].first.outputs}, [&](int t) {
      TfLiteTensor& tensor = graph.tensors[t];
      tensor.data_is_stale = false;
      if (tensor.buffer_handle == kTfLiteNullBufferHandle) {
        tensor.delegate = nullptr;
      }
    });
  }
  data_->homes().LeaveDevice();
  plan_->Clear();
  data_->FreeNodesFrom(first_added);
  replacer_.WithholdNone();
  data_->lifecycle().MarkChanged();
  data_->lifecycle().Thaw();
  undone_ = true;
}

Status Delegation::Redo() {
  if (!undone_) return base::OkStatus();
  undone_ = false;
  std::vector<TfLiteDelegate*> again = std::exchange(applied_, {});
  records_.ForgetApplied();
  // Kept alive until the delegates have registered their shares again.
  DelegateKeeper::Kept kept = keeper_.TakeAll();
  for (size_t i = 0; i < again.size();) {
    const Status applied = ApplyOne(again[i]);
    if (applied.ok()) {
      ++i;
      continue;
    }
    if (NeedsDelegates() || !data_->lifecycle().prepared()) {
      Undo();  // of those before it
      applied_ = std::move(again);
      undone_ = true;
      keeper_.PutBack(std::move(kept));
      return applied;
    }
    if (!base::IsUnavailable(applied) || !replacer_.MayFallBack()) {
      return applied;
    }
    // All have been removed. The others are applied again without this one.
    base::Log(base::LogLevel::kWarning,
              "%s cannot be applied to subgraph %d for its new shapes; its "
              "nodes run on the CPU",
              records_.CurrentName().c_str(), data_->index());
    again.erase(again.begin() + static_cast<std::ptrdiff_t>(i));
    i = 0;
  }
  return base::OkStatus();
}

bool Delegation::NeedsDelegates() const {
  const Graph& graph = data_->graph();
  return std::any_of(
      graph.execution_plan.begin(), graph.execution_plan.end(),
      [&](int n) { return IsUnresolvedCustomOp(graph.nodes[n].second); });
}

Status Delegation::RemoveAll(const std::string& reason) {
  Detach(reason);
  const Status status = PrepareGraph();
  keeper_.TakeHeld();
  return status;
}

void Delegation::Detach(const std::string& reason) {
  Undo();
  for (TfLiteTensor& t : data_->graph().tensors) {
    data_->FreeBufferHandle(&t);
    t.delegate = nullptr;
    t.data_is_stale = false;
  }
  applied_.clear();
  undone_ = false;
  records_.MarkRemoved(reason);
  keeper_.DropOpaque();
  data_->lifecycle().MarkChanged();
}

}  // namespace tflite::core
