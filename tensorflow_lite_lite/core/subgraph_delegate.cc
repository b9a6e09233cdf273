// Applying delegates to a subgraph and taking them off again.
#include <algorithm>

#include "tensorflow_lite_lite/base/delegate_shares.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/delegate_calls.h"
#include "tensorflow_lite_lite/core/node_calls.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {

TfLiteStatus Subgraph::ModifyGraphWithDelegate(TfLiteDelegate* delegate) {
  ScopedProfile profile(profiler_.get(), "ModifyGraphWithDelegate");
  if (delegate == nullptr) {
    ReportError("Null delegate.");
    return kTfLiteDelegateError;
  }
  if (!consistent_) {
    ReportError("A delegate cannot be applied to an inconsistent model.");
    return kTfLiteError;
  }
  TF_LITE_ENSURE_STATUS(CheckDelegatesAlive());
  TF_LITE_ENSURE_STATUS(RedoAllDelegates());
  return ApplyDelegate(delegate);
}

TfLiteStatus Subgraph::ApplyDelegate(TfLiteDelegate* delegate) {
  const bool takes_dynamic =
      core::DelegateFlags(delegate) & kTfLiteDelegateFlagsAllowDynamicTensors;
  AnnounceChange();
  const State before = state_;
  const bool was_immutable = immutable_;
  core::Delegation& d = delegation_;
  d.dynamic_tensors.clear();
  d.partitions_made = d.partitions_failed = 0;
  TF_LITE_ENSURE_STATUS(CheckPlan());
  if (!takes_dynamic && (!was_immutable || has_dynamic_tensors_)) {
    TF_LITE_ENSURE_STATUS(FindDynamicNodes());
  }
  // Nodes may be added again, and must be prepared before the next run.
  if (was_immutable) state_ = State::kUninvokable;
  immutable_ = false;
  if (d.applied.empty()) RememberOriginals();

  d.Open(delegate);
  KeepOfferedDelegate(delegate);
  ClearLastError();
  ++d.preparing;
  const TfLiteStatus status = core::PrepareDelegate(&context_, delegate);
  --d.preparing;
  FreePreview();
  if (core::IsOpaqueDelegate(delegate)) KeepOpaqueDelegate(delegate);
  if (status != kTfLiteOk) return DelegateFailed("its Prepare failed");
  const TfLiteStatus finished = FinishDelegate(delegate, before, was_immutable);
  d.Close();
  return finished;
}

// Its owner may delete it from now on.
void Subgraph::KeepOfferedDelegate(const TfLiteDelegate* delegate) {
  std::shared_ptr<void> share = base::ShareDelegate(delegate);
  if (share == nullptr) return;
  delegation_.held.emplace_back(
      new std::shared_ptr<void>(std::move(share)),
      [](void* held) { delete static_cast<std::shared_ptr<void>*>(held); });
}

// So that its deletion is found out.
void Subgraph::KeepOpaqueDelegate(const TfLiteDelegate* delegate) {
  TfllDelegateShare* share = TfllShareDelegate(delegate);
  if (share == nullptr) return;
  delegation_.shares.push_back(
      {delegation_.CurrentName(), {share, TfllDropDelegateShare}});
}

TfLiteStatus Subgraph::FinishDelegate(TfLiteDelegate* delegate, State before,
                                      bool was_immutable) {
  const bool takes_dynamic =
      core::DelegateFlags(delegate) & kTfLiteDelegateFlagsAllowDynamicTensors;
  const bool had_dynamic = has_dynamic_tensors_;
  core::Delegation& d = delegation_;
  if (!takes_dynamic || was_immutable || before != State::kUninvokable) {
    const TfLiteStatus status = EnsureMemoryAllocations();
    if (status != kTfLiteOk) {
      return DelegateFailed("the graph with it cannot be prepared");
    }
  }
  if (d.partitions_made > 0 && d.partitions_failed == d.partitions_made) {
    return DelegateFailed("each of its partitions failed");
  }
  if (takes_dynamic && was_immutable && !had_dynamic && has_dynamic_tensors_) {
    DelegateFailed(
        "it makes tensors dynamic that an earlier delegate needs static");
    ReportError(
        "The delegate makes tensors dynamic that an earlier delegate needs "
        "static.");
    return kTfLiteApplicationError;
  }
  immutable_ = !takes_dynamic || was_immutable;
  d.applied.push_back(delegate);
  d.records.back().applied = true;
  return kTfLiteOk;
}

TfLiteStatus Subgraph::DelegateFailed(const char* why) {
  core::Delegation& d = delegation_;
  d.records.back().failure =
      why + (last_error().empty() ? "" : ": " + last_error());
  d.Close();
  RemoveAllDelegates("taken off when " + d.CurrentName() + " failed");
  ReportError(
      "Restored original execution plan after delegate application failure.");
  return kTfLiteDelegateError;
}

TfLiteStatus Subgraph::EnsureMemoryAllocations() {
  state_ = State::kUninvokable;
  return AllocateTensors();
}

// Prepares the nodes whose shapes are known before a run and finds the others:
// those that write a dynamic tensor and all that depend on one.
TfLiteStatus Subgraph::FindDynamicNodes() {
  std::vector<int>& cause = delegation_.dynamic_tensors;
  cause.assign(graph_.nodes.size(), core::kNoTensor);
  std::vector<bool> open(graph_.tensors.size(), false);
  for (size_t t = 0; t < open.size(); ++t) {
    // A tensor that is there for its size alone has a static one.
    open[t] = graph_.tensors[t].allocation_type == kTfLiteDynamic &&
              heap_tensors_.count(static_cast<int>(t)) == 0;
  }
  // The first that is open, or kNoTensor.
  const auto first_open = [&](const TfLiteIntArray* list) {
    for (const int t : core::Indices(list)) {
      if (t >= 0 && static_cast<size_t>(t) < open.size() && open[t]) return t;
    }
    return core::kNoTensor;
  };
  for (size_t step = 0; step < graph_.execution_plan.size(); ++step) {
    const int n = graph_.execution_plan[step];
    cause[n] = first_open(graph_.nodes[n].first.inputs);
    bool dynamic = cause[n] != core::kNoTensor;
    // An unresolved operator is the delegate's to know; the model has shapes.
    if (!dynamic && !IsUnresolvedCustomOp(graph_.nodes[n].second)) {
      preparing_ = true;
      const TfLiteStatus status = PrepareStep(static_cast<int>(step), &dynamic);
      preparing_ = false;
      if (status != kTfLiteOk) return ReportPrepareError(n, status);
    }
    for (const int t : core::Indices(graph_.nodes[n].first.outputs)) {
      if (dynamic && t >= 0 && static_cast<size_t>(t) < open.size()) {
        open[t] = true;
      }
    }
    if (cause[n] == core::kNoTensor) {
      cause[n] = first_open(graph_.nodes[n].first.outputs);
    }
  }
  state_ = State::kUninvokable;
  return kTfLiteOk;
}

void Subgraph::RememberOriginals() {
  delegation_.original_plan = graph_.execution_plan;
  std::vector<int>& inputs = delegation_.original_inputs;
  inputs.clear();
  for (const int n : delegation_.original_plan) {
    const core::Indices list(graph_.nodes[n].first.inputs);
    inputs.push_back(static_cast<int>(list.end() - list.begin()));
    inputs.insert(inputs.end(), list.begin(), list.end());
  }
}

// Of the nodes that are marked.
void Subgraph::RestoreInputs(const std::vector<bool>& marked) {
  const int* saved = delegation_.original_inputs.data();
  for (const int n : delegation_.original_plan) {
    const int size = *saved++;
    TfLiteIntArray*& inputs = graph_.nodes[n].first.inputs;
    if (marked[n] && !TfLiteIntArrayEqualsArray(inputs, size, saved)) {
      TfLiteIntArrayFree(inputs);
      inputs = BuildTfLiteArray<int>(size, saved).release();
    }
    saved += size;
  }
}

void Subgraph::UndoAllDelegates() {
  core::Delegation& d = delegation_;
  if (d.original_plan.empty()) return;
  AnnounceChange();
  RestoreInputs(std::vector<bool>(graph_.nodes.size(), true));
  graph_.execution_plan = std::exchange(d.original_plan, {});
  int last = -1;
  for (const int n : graph_.execution_plan) last = std::max(last, n);
  for (size_t n = last + 1; n < graph_.nodes.size(); ++n) {
    for (const int t : core::Indices(graph_.nodes[n].first.outputs)) {
      TfLiteTensor* tensor = this->tensor(t);
      if (tensor == nullptr) continue;
      tensor->data_is_stale = false;
      if (tensor->buffer_handle == kTfLiteNullBufferHandle) {
        tensor->delegate = nullptr;
      }
    }
  }
  homes_.LeaveDevice();
  steps_.clear();
  FreeNodesFrom(last + 1);
  d.dynamic_tensors.clear();
  state_ = State::kUninvokable;
  immutable_ = false;
  d.undone = true;
}

TfLiteStatus Subgraph::RedoAllDelegates() {
  core::Delegation& d = delegation_;
  if (!d.undone) return kTfLiteOk;
  d.undone = false;
  const std::vector<TfLiteDelegate*> again = std::exchange(d.applied, {});
  d.records.erase(std::remove_if(d.records.begin(), d.records.end(),
                                 [](const auto& r) { return r.applied; }),
                  d.records.end());
  // Kept until the delegates have got new shares.
  const auto held = std::exchange(d.held, {});
  const auto shares = std::exchange(d.shares, {});
  const auto operators = std::exchange(d.operators, {});
  for (TfLiteDelegate* delegate : again) {
    TF_LITE_ENSURE_STATUS(ApplyDelegate(delegate));
  }
  return kTfLiteOk;
}

TfLiteStatus Subgraph::RemoveAllDelegates(const std::string& reason) {
  UndoAllDelegates();
  for (TfLiteTensor& t : graph_.tensors) {
    FreeBufferHandle(&t);
    t.delegate = nullptr;
    t.data_is_stale = false;
  }
  core::Delegation& d = delegation_;
  d.applied.clear();
  d.undone = false;
  d.TakeOff(reason);
  d.operators.clear();
  d.shares.clear();
  const TfLiteStatus status = EnsureMemoryAllocations();
  d.held.clear();
  return status;
}

TfLiteStatus Subgraph::CheckDelegatesAlive() {
  if (delegation_.shares.empty()) return kTfLiteOk;
  const std::string deleted = delegation_.DeletedDelegate();
  if (deleted.empty()) return kTfLiteOk;
  ReportError(
      "The delegate '%s' was deleted while subgraph %d ('%s') uses it: delete "
      "it after the interpreter, or after RemoveAllDelegates",
      deleted.c_str(), index_, name_.c_str());
  return kTfLiteDelegateError;
}

bool Subgraph::IsFullyDelegated() const {
  for (const int n : graph_.execution_plan) {
    if (graph_.nodes[n].first.delegate == nullptr) return false;
  }
  return true;
}

TfLiteStatus Subgraph::MarkSubgraphAsDelegationSkippable(int subgraph_index) {
  Subgraph* other = subgraph(subgraph_index);
  if (other == nullptr || subgraph_index == 0) {
    ReportError("Subgraph %d cannot be left out of delegation", subgraph_index);
    return kTfLiteError;
  }
  other->MarkAsDelegationSkippable();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::AcquireSubgraphContext(
    int subgraph_index, TfLiteContext** acquired_context) {
  Subgraph* other = subgraph(subgraph_index);
  if (other == nullptr) {
    ReportError("There is no subgraph %d: the model has %d", subgraph_index,
                subgraph_count());
    return kTfLiteError;
  }
  ++other->delegation_.preparing;
  *acquired_context = &other->context_;
  return kTfLiteOk;
}

TfLiteStatus Subgraph::ReleaseSubgraphContext(int subgraph_index) {
  Subgraph* other = subgraph(subgraph_index);
  if (other == nullptr || other->delegation_.preparing == 0) {
    ReportError("Subgraph %d was not acquired", subgraph_index);
    return kTfLiteError;
  }
  --other->delegation_.preparing;
  return kTfLiteOk;
}

TfLiteStatus Subgraph::GetExecutionPlan(TfLiteIntArray** execution_plan) {
  TfLiteIntArrayFree(plan_cache_);
  plan_cache_ = BuildTfLiteArray<int>(graph_.execution_plan).release();
  *execution_plan = plan_cache_;
  return plan_cache_ == nullptr ? kTfLiteError : kTfLiteOk;
}

TfLiteStatus Subgraph::GetNodeAndRegistration(
    int node_index, TfLiteNode** node, TfLiteRegistration** registration) {
  if (node_and_registration(node_index) == nullptr) {
    ReportError("There is no node %d", node_index);
    return kTfLiteError;
  }
  auto& entry = graph_.nodes[node_index];
  *node = &entry.first;
  *registration = &entry.second;
  return kTfLiteOk;
}

}  // namespace tflite
