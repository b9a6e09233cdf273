#include "tensorflow_lite_lite/core/interpreter/model_delegates.h"

#include <algorithm>
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
  const std::vector<TfLiteDelegate*> defaults = std::exchange(defaults_, {});
  if (defaults.empty()) return base::OkStatus();
  for (auto& graph : runtime_->subgraphs) {
    Delegation& delegation = graph->delegation();
    std::vector<TfLiteDelegate*> others;
    for (TfLiteDelegate* delegate : delegation.applied()) {
      if (!Has(defaults, delegate)) others.push_back(delegate);
    }
    if (others.size() == delegation.applied().size()) continue;
    // Kept alive until the delegates have registered their shares again.
    const DelegateKeeper::Held held = delegation.keeper().TakeHeld();
    TFLL_RETURN_IF_ERROR(delegation.RemoveAll(""));
    for (TfLiteDelegate* delegate : others) {
      TFLL_RETURN_IF_ERROR(delegation.Apply(delegate));
    }
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

Status ModelDelegates::Remove(const std::string& reason) {
  for (auto& graph : runtime_->subgraphs) {
    if (!graph->HasDelegates() && !reason.empty()) continue;
    TFLL_RETURN_IF_ERROR(graph->delegation().RemoveAll(reason));
  }
  return base::OkStatus();
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
    DelegateKeeper::Held held;  // kept alive, also if the delegate fails
  };
  std::vector<Before> before;
  for (auto& graph : runtime_->subgraphs) {
    Delegation& delegation = graph->delegation();
    before.push_back({delegation.applied(), delegation.keeper().TakeHeld()});
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
