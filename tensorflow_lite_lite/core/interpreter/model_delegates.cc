#include "tensorflow_lite_lite/core/interpreter/model_delegates.h"

#include <algorithm>
#include <utility>

#include "tensorflow_lite_lite/base/log.h"
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

TfLiteStatus ModelDelegates::Apply(
    const std::vector<TfLiteDelegate*>& delegates) {
  if (delegates.empty()) return kTfLiteOk;
  TF_LITE_ENSURE_STATUS(BeforeDefaults([&] {
    for (TfLiteDelegate* delegate : delegates) {
      TF_LITE_ENSURE_STATUS(ApplyToAll(delegate));
    }
    return kTfLiteOk;
  }));
  return CheckFullDelegation();
}

TfLiteStatus ModelDelegates::ApplyTo(TfLiteDelegate* delegate,
                                     const std::vector<int>& subgraph_indices) {
  TF_LITE_ENSURE_STATUS(BeforeDefaults([&] {
    for (const int index : subgraph_indices) {
      TF_LITE_ENSURE_STATUS(ApplyToSubgraph(delegate, index));
    }
    return kTfLiteOk;
  }));
  const bool primary =
      std::find(subgraph_indices.begin(), subgraph_indices.end(), 0) !=
      subgraph_indices.end();
  return primary ? CheckFullDelegation() : kTfLiteOk;
}

// The application's delegates take precedence over default delegates,
// regardless of the order in which they are applied. If `apply` fails, the
// default delegates remain removed.
TfLiteStatus ModelDelegates::BeforeDefaults(
    const std::function<TfLiteStatus()>& apply) {
  const std::vector<TfLiteDelegate*> defaults = defaults_;
  TF_LITE_ENSURE_STATUS(RemoveDefaults());
  TF_LITE_ENSURE_STATUS(apply());
  for (TfLiteDelegate* delegate : defaults) ApplyDefault(delegate);
  return kTfLiteOk;
}

// Delegates that are not default delegates are applied again.
TfLiteStatus ModelDelegates::RemoveDefaults() {
  const std::vector<TfLiteDelegate*> defaults = std::exchange(defaults_, {});
  if (defaults.empty()) return kTfLiteOk;
  for (auto& graph : runtime_->subgraphs) {
    Delegation& delegation = graph->delegation();
    std::vector<TfLiteDelegate*> others;
    for (TfLiteDelegate* delegate : delegation.applied()) {
      if (!Has(defaults, delegate)) others.push_back(delegate);
    }
    if (others.size() == delegation.applied().size()) continue;
    // Kept alive until the delegates have registered their shares again.
    const DelegateKeeper::Held held = delegation.keeper().TakeHeld();
    TF_LITE_ENSURE_STATUS(graph->RemoveAllDelegates(""));
    for (TfLiteDelegate* delegate : others) {
      TF_LITE_ENSURE_STATUS(graph->ModifyGraphWithDelegate(delegate));
    }
  }
  return kTfLiteOk;
}

TfLiteStatus ModelDelegates::ApplyToAll(TfLiteDelegate* delegate) {
  for (size_t i = 0; i < runtime_->subgraphs.size(); ++i) {
    // A delegate may have marked a graph as skippable in its Prepare on an
    // earlier graph.
    const Subgraph& graph = *runtime_->subgraphs[i];
    if (graph.IsDelegationSkippable() ||
        IsValidationSubgraph(graph.GetName().c_str())) {
      continue;
    }
    TF_LITE_ENSURE_STATUS(ApplyToSubgraph(delegate, static_cast<int>(i)));
  }
  return kTfLiteOk;
}

TfLiteStatus ModelDelegates::ApplyToSubgraph(TfLiteDelegate* delegate,
                                             int index) {
  Subgraph* graph = primary().subgraph(index);
  if (graph == nullptr) {
    primary().ReportError("There is no subgraph %d", index);
    return kTfLiteError;
  }
  const TfLiteStatus status = graph->ModifyGraphWithDelegate(delegate);
  // Also removes the delegates from other subgraphs.
  if (status == kTfLiteDelegateError && delegate != nullptr) {
    Remove("removed when a delegate failed on subgraph " +
           std::to_string(index));
  }
  return status;
}

TfLiteStatus ModelDelegates::Remove(const std::string& reason) {
  for (auto& graph : runtime_->subgraphs) {
    if (!graph->HasDelegates() && !reason.empty()) continue;
    TF_LITE_ENSURE_STATUS(graph->RemoveAllDelegates(reason));
  }
  return kTfLiteOk;
}

TfLiteStatus ModelDelegates::ApplyOwned(Owned delegate) {
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

TfLiteStatus ModelDelegates::RemoveAll() {
  defaults_.clear();
  return Remove("");
}

TfLiteStatus ModelDelegates::CheckFullDelegation() {
  const TfLiteStatus status = tflite::RequireFullDelegation(primary());
  if (status != kTfLiteOk) {
    Remove("removed because full delegation is required");
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
    const TfLiteStatus status = ApplyDefault(delegate);
    if (status == kTfLiteOk) continue;
    base::Log(base::LogLevel::kWarning,
              "Default delegate %zu was not applied (status %d)", i, status);
  }
}

// If the delegate fails, it is not applied, and the delegates that the graphs
// had before are applied again.
TfLiteStatus ModelDelegates::ApplyDefault(TfLiteDelegate* delegate) {
  struct Before {
    std::vector<TfLiteDelegate*> applied;
    DelegateKeeper::Held held;  // kept alive, also if the delegate fails
  };
  std::vector<Before> before;
  for (auto& graph : runtime_->subgraphs) {
    Delegation& delegation = graph->delegation();
    before.push_back({delegation.applied(), delegation.keeper().TakeHeld()});
  }
  const TfLiteStatus status = ApplyToAll(delegate);
  if (status == kTfLiteOk) defaults_.push_back(delegate);
  for (size_t i = 0; i < before.size(); ++i) {
    Subgraph& graph = *runtime_->subgraphs[i];
    if (status == kTfLiteOk || graph.HasDelegates()) {
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
