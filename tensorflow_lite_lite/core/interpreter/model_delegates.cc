#include "tensorflow_lite_lite/core/interpreter/model_delegates.h"

#include <algorithm>
#include <map>
#include <utility>

#include "tensorflow_lite_lite/core/calls/names.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite::core {
namespace {

bool Has(const std::vector<TfLiteDelegate*>& delegates,
         const TfLiteDelegate* delegate) {
  return std::find(delegates.begin(), delegates.end(), delegate) !=
         delegates.end();
}

}  // namespace

Status ModelDelegates::Apply(const std::vector<TfLiteDelegate*>& delegates) {
  if (delegates.empty()) return base::OkStatus();
  TFLL_RETURN_IF_ERROR(BeforeDefaults([&] {
    for (TfLiteDelegate* delegate : delegates) {
      TFLL_RETURN_IF_ERROR(ApplyToAll(delegate));
    }
    return base::OkStatus();
  }));
  return CheckFullDelegation();
}

Status ModelDelegates::ApplyTo(TfLiteDelegate* delegate,
                               const std::vector<int>& subgraph_indices) {
  TFLL_RETURN_IF_ERROR(BeforeDefaults([&] {
    for (const int index : subgraph_indices) {
      TFLL_RETURN_IF_ERROR(ApplyToSubgraph(delegate, index));
    }
    return base::OkStatus();
  }));
  const bool primary =
      std::find(subgraph_indices.begin(), subgraph_indices.end(), 0) !=
      subgraph_indices.end();
  return primary ? CheckFullDelegation() : base::OkStatus();
}

// The application's delegates take precedence over default delegates,
// regardless of the order in which they are applied. If `apply` fails, the
// default delegates remain removed.
Status ModelDelegates::BeforeDefaults(const std::function<Status()>& apply) {
  const std::vector<TfLiteDelegate*> defaults = defaults_;
  TFLL_RETURN_IF_ERROR(RemoveDefaults());
  TFLL_RETURN_IF_ERROR(apply());
  for (TfLiteDelegate* delegate : defaults) {
    primary().Report(base::Annotate(ApplyDefault(delegate),
                                    "A default delegate was not applied"));
  }
  return base::OkStatus();
}

// Delegates that are not default delegates are applied again.
Status ModelDelegates::RemoveDefaults() {
  if (defaults_.empty()) return base::OkStatus();
  TFLL_RETURN_IF_ERROR(CheckAlive());
  const std::vector<TfLiteDelegate*> defaults = std::exchange(defaults_, {});
  std::map<int, std::vector<TfLiteDelegate*>> others;  // by subgraph
  // Kept alive until the delegates have registered their shares again.
  std::vector<DelegateKeeper::Kept> kept;
  for (size_t i = 0; i < runtime_->subgraphs.size(); ++i) {
    Delegation& delegation = runtime_->subgraphs[i]->delegation();
    std::vector<TfLiteDelegate*> remaining;
    for (TfLiteDelegate* delegate : delegation.applied()) {
      if (!Has(defaults, delegate)) remaining.push_back(delegate);
    }
    if (remaining.size() == delegation.applied().size()) continue;
    kept.push_back(delegation.keeper().TakeAll());
    delegation.Detach("");
    others[static_cast<int>(i)] = std::move(remaining);
  }
  for (const auto& [index, delegates] : others) {
    for (TfLiteDelegate* delegate : delegates) {
      TFLL_RETURN_IF_ERROR(ApplyToSubgraph(delegate, index));
    }
  }
  for (const auto& [index, delegates] : others) {
    // Only the delegates to come may run some nodes; without them, the error
    // occurs again in AllocateTensors.
    runtime_->subgraphs[index]->delegation().PrepareGraph().IgnoreError();
  }
  return base::OkStatus();
}

Status ModelDelegates::CheckAlive() const {
  for (const auto& graph : runtime_->subgraphs) {
    TFLL_RETURN_IF_ERROR(graph->delegation().CheckAlive());
  }
  return base::OkStatus();
}

Status ModelDelegates::ApplyToAll(TfLiteDelegate* delegate) {
  for (size_t i = 0; i < runtime_->subgraphs.size(); ++i) {
    // A delegate may have marked a graph as skippable in its Prepare on an
    // earlier graph.
    const Subgraph& graph = *runtime_->subgraphs[i];
    if (graph.IsDelegationSkippable() ||
        IsValidationSubgraph(graph.GetName().c_str())) {
      continue;
    }
    TFLL_RETURN_IF_ERROR(ApplyToSubgraph(delegate, static_cast<int>(i)));
  }
  return base::OkStatus();
}

Status ModelDelegates::ApplyToSubgraph(TfLiteDelegate* delegate, int index) {
  Subgraph* graph = primary().subgraph(index);
  if (graph == nullptr) return Invalid("There is no subgraph ", index);
  const Status status = graph->delegation().Apply(delegate);
  // Also removes the delegates from other subgraphs.
  if (base::IsUnavailable(status) && delegate != nullptr) {
    primary().Report(Remove("removed when a delegate failed on subgraph " +
                            std::to_string(index)));
  }
  return status;
}

// The CPU may be unable to run a graph. Then the others lose their delegates
// all the same, as the application may delete these.
Status ModelDelegates::Remove(const std::string& reason) {
  Status first;
  for (auto& graph : runtime_->subgraphs) {
    if (!graph->HasDelegates() && !reason.empty()) continue;
    const Status removed = graph->delegation().RemoveAll(reason);
    if (first.ok()) first = removed;
  }
  return first;
}

Status ModelDelegates::ApplyOwned(Owned delegate) {
  TfLiteDelegate* borrowed = delegate.get();
  if (borrowed != nullptr) owned_.push_back(std::move(delegate));
  return Apply({borrowed});
}

DelegationReport ModelDelegates::Report() const {
  DelegationReport report;
  for (const auto& graph : runtime_->subgraphs) {
    report.graphs.push_back(ReportDelegation(*graph));
  }
  return report;
}

Status ModelDelegates::RemoveAll() {
  defaults_.clear();
  return Remove("");
}

Status ModelDelegates::CheckFullDelegation() {
  const Status status = RequireFullDelegation(primary());
  if (!status.ok()) {
    primary().Report(Remove("removed because full delegation is required"));
  }
  return status;
}

void ModelDelegates::ApplyDefaults() {
  if (creators_.empty()) return;
  const OpResolver::TfLiteDelegateCreators creators =
      std::exchange(creators_, {});
  // A partition does not provide the values of its internal tensors.
  if (runtime_->options.GetPreserveAllTensors()) return;
  if (primary().HasDelegates() && primary().IsFullyDelegated()) return;
  for (size_t i = 0; i < creators.size(); ++i) {
    auto made = creators[i](primary().context());
    if (made == nullptr) continue;
    TfLiteDelegate* delegate = made.get();
    owned_.push_back(std::move(made));
    primary().Report(base::Annotate(
        ApplyDefault(delegate),
        base::StrCat("Default delegate ", i, " was not applied")));
  }
}

// If the delegate fails, it is not applied, and the delegates that the graphs
// had before are applied again.
Status ModelDelegates::ApplyDefault(TfLiteDelegate* delegate) {
  struct Before {
    std::vector<TfLiteDelegate*> applied;
    // Kept alive, also if the delegate fails.
    DelegateKeeper::Held held;
    DelegateKeeper::Operators operators;
  };
  TFLL_RETURN_IF_ERROR(CheckAlive());
  std::vector<Before> before;
  for (auto& graph : runtime_->subgraphs) {
    Delegation& delegation = graph->delegation();
    DelegateKeeper& keeper = delegation.keeper();
    before.push_back(
        {delegation.applied(), keeper.TakeHeld(), keeper.operators()});
  }
  const Status status = ApplyToAll(delegate);
  if (status.ok()) defaults_.push_back(delegate);
  for (size_t i = 0; i < before.size(); ++i) {
    Subgraph& graph = *runtime_->subgraphs[i];
    if (status.ok() || graph.HasDelegates()) {
      graph.delegation().keeper().AddHeld(std::move(before[i].held));
      continue;
    }
    for (TfLiteDelegate* earlier : before[i].applied) {
      if (graph.ModifyGraphWithDelegate(earlier) != kTfLiteOk) break;
    }
  }
  return status;
}

}  // namespace tflite::core
