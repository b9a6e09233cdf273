#include "tools/delegates/apply_delegates.h"

#include <cstddef>
#include <string>

#include "tensorflow_lite_lite/core/delegation_report.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tools/logging.h"

namespace tflite {
namespace tools {
namespace {

void LogDelegation(const ProvidedDelegateList::ProvidedDelegate& provided,
                   const Subgraph& graph) {
  const std::string name = provided.provider->GetName();
  const DelegationReport::Graph report = ReportDelegation(graph);
  // Other delegates, default ones among them, may have nodes too.
  int kernels = 0;
  size_t nodes = 0;
  for (const DelegationReport::Partition& p : report.partitions) {
    const TfLiteNode& node = graph.node_and_registration(p.node_index)->first;
    if (node.delegate != provided.delegate.get()) continue;
    ++kernels;
    nodes += p.nodes.size();
  }
  const bool complete = nodes > 0 && nodes == report.nodes.size();
  if (complete) {
    TFLITE_LOG(INFO)
        << "Explicitly applied " << name
        << " delegate, and the model graph will be completely executed by the "
           "delegate.";
  } else if (kernels > 0) {
    TFLITE_LOG(INFO)
        << "Explicitly applied " << name
        << " delegate, and the model graph will be partially executed by the "
           "delegate w/ "
        << kernels << " delegate kernels.";
  } else {
    TFLITE_LOG(INFO) << "Though " << name
                     << " delegate is explicitly applied, the model graph will "
                        "not be executed by the delegate.";
  }
}

}  // namespace

bool WantsDefaultDelegates(const ToolParams& params) {
  return !params.HasParam("use_xnnpack") ||
         !params.HasValueSet<bool>("use_xnnpack");
}

base::Status ApplyDelegates(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter, const Subgraph& graph) {
  TFLITE_MAY_LOG(INFO, !delegates.empty())
      << "Going to apply " << delegates.size()
      << " delegates one after another.";
  for (const auto& provided : delegates) {
    const std::string name = provided.provider->GetName();
    TFLITE_LOG(INFO) << name << " delegate created.";
    if (interpreter->ModifyGraphWithDelegate(provided.delegate.get()) !=
        kTfLiteOk) {
      return base::Invalid("Failed to apply ", name, " delegate.");
    }
    LogDelegation(provided, graph);
  }
  return base::OkStatus();
}

}  // namespace tools
}  // namespace tflite
