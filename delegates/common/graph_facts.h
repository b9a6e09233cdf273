#ifndef DELEGATES_COMMON_GRAPH_FACTS_H_
#define DELEGATES_COMMON_GRAPH_FACTS_H_

#include <map>
#include <mutex>

#include "delegates/common/neighbours.h"
#include "delegates/common/static_tensors.h"

namespace tflite::delegates {

// Properties of the graph that a plan may use. A back-end's Caps derives from
// it. These are copies because hosts show a graph's nodes only while it is
// delegated, not when a partition is recompiled.
struct GraphFacts {
  StaticTensors statics;
  Neighbours neighbours;
};

// The facts of all graphs to which a delegate is applied. Thread-safe.
class NotedGraphs {
 public:
  // Collects the facts of a graph. Called when the host initializes the
  // delegate for the graph.
  Status Note(TfLiteContext* context);
  // The facts collected by the last Note, or collected now if they are no
  // longer kept. Valid to call until the host has created the kernels of the
  // graph.
  StatusOr<GraphFacts> Of(TfLiteContext* context) const;

 private:
  mutable std::mutex mutex_;
  std::map<TfLiteContext*, GraphFacts> graphs_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_GRAPH_FACTS_H_
