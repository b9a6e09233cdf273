#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_OBSERVER_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_OBSERVER_H_

namespace tflite::core {

// Who uses nodes of a graph beyond a call of its functions. Called in the
// thread that uses the graph.
class GraphObserver {
 public:
  // Shapes, memory or the plan are about to change.
  virtual void BeforeGraphChanges() = 0;
  // A node's operator, and with it all that belongs to the node, is about to be
  // freed; its index may be used again.
  virtual void BeforeNodeIsFreed(int node_index) = 0;

 protected:
  ~GraphObserver() = default;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_OBSERVER_H_
