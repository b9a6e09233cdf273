#ifndef DELEGATES_COMMON_GRAPH_FACTS_H_
#define DELEGATES_COMMON_GRAPH_FACTS_H_

#include <map>
#include <mutex>

#include "delegates/common/neighbours.h"
#include "delegates/common/static_tensors.h"

namespace tflite::delegates {

// What a plan may depend on besides its node and the device. The Caps of a
// back-end derive from it. Values, to be kept: hosts show a graph's nodes while
// a delegate is given to it, not when a partition is compiled again.
struct GraphFacts {
  StaticTensors statics;
  Neighbours neighbours;
};

// The facts of the graphs that a delegate is given to. From any thread.
class NotedGraphs {
 public:
  // When the host has the delegate initialize itself for the graph.
  Status Note(TfLiteContext* context);
  // As noted last. Until the host has made the kernels of the graph.
  StatusOr<GraphFacts> Of(TfLiteContext* context) const;

 private:
  mutable std::mutex mutex_;
  std::map<TfLiteContext*, GraphFacts> graphs_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_GRAPH_FACTS_H_
