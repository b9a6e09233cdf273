#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_OBSERVER_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_OBSERVER_H_

namespace tflite::core {

// Implemented by classes that use nodes of a graph after a call to its
// functions has returned. Its functions are called in the thread that uses the
// graph.
class GraphObserver {
 public:
  // Called before shapes, memory or the plan change.
  virtual void BeforeGraphChanges() = 0;
  // Called before a node's operator, and with it everything that belongs to the
  // node, is freed. The node's index may be reused.
  virtual void BeforeNodeIsFreed(int node_index) = 0;

 protected:
  ~GraphObserver() = default;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_OBSERVER_H_
