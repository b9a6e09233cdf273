#include "tensorflow_lite_lite/core/graph/graph_prepare.h"

#include <string>

#include "tensorflow_lite_lite/core/calls/node_calls.h"

namespace tflite::core {

StatusOr<bool> CallPrepareOf(GraphData* data, int node_index,
                             const std::function<int()>& refused,
                             NodeGuard* guard) {
  Graph& graph = data->graph();
  auto& [node, registration] = graph.nodes[node_index];
  data->ReserveTensors();
  const bool guarded = NodeGuard::IsNeeded(registration);
  data->homes().BeforePrepare(node);
  if (guarded) guard->Note(graph, node, refused());
  const TfLiteStatus status = PrepareNode(data->context(), registration, &node);
  std::string problem;
  if (guarded) {
    problem =
        guard->Check(NodeGuard::Phase::kPrepare, &graph, &node, refused());
  }
  data->homes().AfterPrepare();
  if (!problem.empty()) {
    return base::Invalid(data->DescribeNode(node_index), ": ", problem);
  }
  if (status == kTfLiteOutputShapeNotKnown) return true;
  if (status != kTfLiteOk) return FromTfLiteStatus(status);
  return false;
}

}  // namespace tflite::core
