#include <algorithm>

#include "absl/strings/str_join.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {

Placement PlacementOf(Interpreter& interpreter) {
  int on_cpu = 0, partitions = 0;
  for (const int index : interpreter.execution_plan()) {
    const TfLiteNode& node = interpreter.node_and_registration(index)->first;
    ++(node.delegate == nullptr ? on_cpu : partitions);
  }
  if (on_cpu == 0 && partitions == 1) return {true, ""};
  if (on_cpu == 0) return {false, absl::StrCat(partitions, " partitions")};
  std::vector<std::string> reasons;
  const DelegationReport report = interpreter.GetDelegationReport();
  for (const DelegationReport::Node& node : report.graphs[0].nodes) {
    if (!node.delegate.empty()) continue;
    for (const auto& refusal : node.refusals) {
      if (std::find(reasons.begin(), reasons.end(), refusal.reason) ==
          reasons.end()) {
        reasons.push_back(refusal.reason);
      }
    }
  }
  return {false,
          reasons.empty() ? "no reason given" : absl::StrJoin(reasons, "; ")};
}

}  // namespace conformance
}  // namespace tflite
