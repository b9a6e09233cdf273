#include <algorithm>

#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {

std::string FailureOf(Interpreter& interpreter) {
  for (size_t g = 0; g < interpreter.subgraphs_size(); ++g) {
    const Subgraph& graph = *interpreter.subgraph(static_cast<int>(g));
    for (const core::DelegateRecord& record :
         graph.delegation().records().all()) {
      if (!record.failure.empty()) return record.failure;
      for (const core::DelegationNote& note : record.notes) {
        if (note.kind == core::DelegationNote::Kind::kFailed) {
          return note.reason;
        }
      }
    }
  }
  return "";
}

base::Status CheckRandomPlacement(const Placement& placement) {
  if (placement.failure.empty()) return base::OkStatus();
  return base::Invalid("a partition failed: ", placement.failure);
}

Placement PlacementOf(Interpreter& interpreter) {
  int on_cpu = 0, partitions = 0;
  for (const int index : interpreter.execution_plan()) {
    const TfLiteNode& node = interpreter.node_and_registration(index)->first;
    ++(node.delegate == nullptr ? on_cpu : partitions);
  }
  if (on_cpu == 0 && partitions == 1) return {true, "", ""};
  if (on_cpu == 0) return {false, base::StrCat(partitions, " partitions"), ""};
  std::vector<std::string> reasons;
  const auto add = [&](const std::string& reason) {
    if (!reason.empty() &&
        std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) {
      reasons.push_back(reason);
    }
  };
  const DelegationReport report = interpreter.GetDelegationReport();
  for (const auto& node : report.graphs[0].nodes) {
    if (!node.delegate.empty()) continue;
    for (const auto& refusal : node.refusals) add(refusal.reason);
  }
  for (const auto& delegate : report.graphs[0].delegates) add(delegate.failure);
  return {false,
          reasons.empty() ? "no reason given" : base::StrJoin(reasons, "; "),
          ""};
}

}  // namespace conformance
}  // namespace tflite
