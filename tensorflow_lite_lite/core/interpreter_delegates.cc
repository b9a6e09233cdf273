// The delegates of an interpreter.
#include <algorithm>
#include <iterator>
#include <utility>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/names.h"

namespace tflite {
namespace impl {
TfLiteStatus Interpreter::ModifyGraphWithDelegate(TfLiteDelegate* delegate) {
  return ApplyDelegates({delegate});
}

TfLiteStatus Interpreter::ModifyGraphWithDelegate(
    TfLiteOpaqueDelegateStruct* delegate) {
  return ModifyGraphWithDelegate(reinterpret_cast<TfLiteDelegate*>(delegate));
}

TfLiteStatus Interpreter::ModifyGraphWithDelegate(
    TfLiteDelegate* delegate, const std::vector<int>& subgraph_indices) {
  TF_LITE_ENSURE_STATUS(GiveBeforeDefaults([&] {
    for (const int index : subgraph_indices) {
      TF_LITE_ENSURE_STATUS(GiveToSubgraph(delegate, index));
    }
    return kTfLiteOk;
  }));
  const bool primary =
      std::find(subgraph_indices.begin(), subgraph_indices.end(), 0) !=
      subgraph_indices.end();
  return primary ? CheckFullDelegation() : kTfLiteOk;
}

TfLiteStatus Interpreter::ModifyGraphWithDelegate(
    TfLiteOpaqueDelegateStruct* delegate,
    const std::vector<int>& subgraph_indices) {
  return ModifyGraphWithDelegate(reinterpret_cast<TfLiteDelegate*>(delegate),
                                 subgraph_indices);
}

TfLiteStatus Interpreter::ModifyGraphWithOwnedDelegate(OwnedDelegate delegate) {
  TfLiteDelegate* borrowed = delegate.get();
  // Kept on failure too: a graph may still refer to it.
  if (borrowed != nullptr) owned_delegates_.push_back(std::move(delegate));
  return ModifyGraphWithDelegate(borrowed);
}

TfLiteStatus Interpreter::ApplyDelegates(
    const std::vector<TfLiteDelegate*>& delegates) {
  if (delegates.empty()) return kTfLiteOk;
  TF_LITE_ENSURE_STATUS(GiveBeforeDefaults([&] {
    for (TfLiteDelegate* delegate : delegates) {
      TF_LITE_ENSURE_STATUS(GiveToAllSubgraphs(delegate));
    }
    return kTfLiteOk;
  }));
  return CheckFullDelegation();
}

// What the application asks for goes before what comes by default, whichever is
// applied first. Where `give` fails the default delegates stay off.
TfLiteStatus Interpreter::GiveBeforeDefaults(
    const std::function<TfLiteStatus()>& give) {
  const std::vector<TfLiteDelegate*> defaults = default_delegates_;
  TF_LITE_ENSURE_STATUS(TakeOffDefaultDelegates());
  TF_LITE_ENSURE_STATUS(give());
  for (TfLiteDelegate* delegate : defaults) ApplyDefaultDelegate(delegate);
  return kTfLiteOk;
}

// Others are applied again.
TfLiteStatus Interpreter::TakeOffDefaultDelegates() {
  const std::vector<TfLiteDelegate*> defaults =
      std::exchange(default_delegates_, {});
  if (defaults.empty()) return kTfLiteOk;
  for (auto& graph : runtime_.subgraphs) {
    core::Delegation& d = graph->delegation();
    std::vector<TfLiteDelegate*> others;
    for (TfLiteDelegate* delegate : d.applied) {
      if (std::find(defaults.begin(), defaults.end(), delegate) ==
          defaults.end()) {
        others.push_back(delegate);
      }
    }
    if (others.size() == d.applied.size()) continue;
    // Kept until the delegates have given new shares in themselves.
    const auto held = std::exchange(d.held, {});
    TF_LITE_ENSURE_STATUS(graph->RemoveAllDelegates(""));
    for (TfLiteDelegate* delegate : others) {
      TF_LITE_ENSURE_STATUS(graph->ModifyGraphWithDelegate(delegate));
    }
  }
  return kTfLiteOk;
}

TfLiteStatus Interpreter::GiveToAllSubgraphs(TfLiteDelegate* delegate) {
  for (size_t i = 0; i < runtime_.subgraphs.size(); ++i) {
    // The delegate may have made it so while it saw an earlier one.
    const Subgraph& graph = *runtime_.subgraphs[i];
    if (graph.IsDelegationSkippable() ||
        IsValidationSubgraph(graph.GetName().c_str())) {
      continue;
    }
    TF_LITE_ENSURE_STATUS(GiveToSubgraph(delegate, static_cast<int>(i)));
  }
  return kTfLiteOk;
}

TfLiteStatus Interpreter::GiveToSubgraph(TfLiteDelegate* delegate, int index) {
  Subgraph* graph = subgraph(index);
  if (graph == nullptr) {
    primary_subgraph().ReportError("There is no subgraph %d", index);
    return kTfLiteError;
  }
  const TfLiteStatus status = graph->ModifyGraphWithDelegate(delegate);
  // What the delegate took of other subgraphs goes back as well.
  if (status == kTfLiteDelegateError && delegate != nullptr) {
    TakeOffDelegates("taken off when a delegate failed on subgraph " +
                     std::to_string(index));
  }
  return status;
}

TfLiteStatus Interpreter::TakeOffDelegates(const std::string& reason) {
  for (auto& graph : runtime_.subgraphs) {
    if (!graph->HasDelegates() && !reason.empty()) continue;
    TF_LITE_ENSURE_STATUS(graph->RemoveAllDelegates(reason));
  }
  return kTfLiteOk;
}

TfLiteStatus Interpreter::RemoveAllDelegates() {
  default_delegates_.clear();
  return TakeOffDelegates("");
}

TfLiteStatus Interpreter::CheckFullDelegation() {
  const TfLiteStatus status = tflite::RequireFullDelegation(primary_subgraph());
  if (status != kTfLiteOk) {
    TakeOffDelegates("taken off because full delegation is required");
  }
  return status;
}

DelegationReport Interpreter::GetDelegationReport() const {
  DelegationReport report;
  for (const auto& graph : runtime_.subgraphs) {
    report.graphs.push_back(ReportDelegation(*graph));
  }
  return report;
}

void Interpreter::ApplyLazyDelegates() {
  if (lazy_delegates_.empty()) return;
  const OpResolver::TfLiteDelegateCreators creators =
      std::exchange(lazy_delegates_, {});
  // A partition keeps the values within it to itself.
  if (runtime_.options.GetPreserveAllTensors()) return;
  if (primary_subgraph().HasDelegates() &&
      primary_subgraph().IsFullyDelegated()) {
    return;
  }
  for (size_t i = 0; i < creators.size(); ++i) {
    auto made = creators[i](primary_subgraph().context());
    if (made == nullptr) continue;
    TfLiteDelegate* delegate = made.get();
    owned_delegates_.push_back(std::move(made));
    const TfLiteStatus status = ApplyDefaultDelegate(delegate);
    if (status == kTfLiteOk) continue;
    base::Log(base::LogLevel::kWarning,
              "Default delegate %zu was not applied (status %d)", i, status);
  }
}

// One that fails leaves the graphs to the CPU and the delegates they had.
TfLiteStatus Interpreter::ApplyDefaultDelegate(TfLiteDelegate* delegate) {
  struct Before {
    std::vector<TfLiteDelegate*> applied;
    decltype(core::Delegation::held) held;  // so that failure does not end them
  };
  std::vector<Before> before;
  for (auto& graph : runtime_.subgraphs) {
    core::Delegation& d = graph->delegation();
    before.push_back({d.applied, std::exchange(d.held, {})});
  }
  const TfLiteStatus status = GiveToAllSubgraphs(delegate);
  if (status == kTfLiteOk) default_delegates_.push_back(delegate);
  for (size_t i = 0; i < before.size(); ++i) {
    Subgraph& graph = *runtime_.subgraphs[i];
    if (status == kTfLiteOk || graph.HasDelegates()) {
      auto& held = graph.delegation().held;
      std::move(before[i].held.begin(), before[i].held.end(),
                std::back_inserter(held));
      continue;
    }
    for (TfLiteDelegate* earlier : before[i].applied) {
      if (graph.ModifyGraphWithDelegate(earlier) != kTfLiteOk) break;
    }
  }
  return status;
}

}  // namespace impl
}  // namespace tflite
