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
  for (const auto& note : interpreter.primary_subgraph().delegation_notes()) {
    reasons.push_back(note.reason);
  }
  return {false,
          reasons.empty() ? "no reason given" : absl::StrJoin(reasons, "; ")};
}

}  // namespace conformance
}  // namespace tflite
