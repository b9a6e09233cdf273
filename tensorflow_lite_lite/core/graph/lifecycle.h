#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_LIFECYCLE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_LIFECYCLE_H_

namespace tflite::core {

// The state of a graph, which determines the operations that are allowed. A
// graph is built, prepared, run any number of times, and prepared again after a
// change. During a run, nodes after a tensor of unknown size are prepared; a
// run never starts while the graph is being prepared.
class Lifecycle {
 public:
  // False after a node or a list of tensors was rejected. The graph is then
  // incomplete and can never run.
  bool consistent() const { return consistent_; }
  void MarkInconsistent() { consistent_ = false; }

  // Nodes are prepared and tensors have memory, so that Invoke may run.
  bool prepared() const { return prepared_; }
  void MarkPrepared() { prepared_ = true; }
  void MarkChanged() { prepared_ = false; }

  // A delegate depends on all shapes: nodes and tensors must not change.
  bool frozen() const { return frozen_; }
  void Freeze() { frozen_ = true; }
  void Thaw() { frozen_ = false; }

  bool running() const { return running_; }
  bool preparing() const { return preparing_; }
  // A call that prepares or runs the graph is in progress. Only operators of
  // the graph could make another call now.
  bool busy() const { return running_ || preparing_; }

  // Sets one of the states above for the lifetime of this object.
  class Scope {
   public:
    ~Scope() { *flag_ = false; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    friend class Lifecycle;
    explicit Scope(bool* flag) : flag_(flag) { *flag = true; }
    bool* flag_;
  };
  [[nodiscard]] Scope Run() { return Scope(&running_); }
  [[nodiscard]] Scope Prepare() { return Scope(&preparing_); }

 private:
  bool consistent_ = true;
  bool prepared_ = false;
  bool frozen_ = false;
  bool running_ = false;
  bool preparing_ = false;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_LIFECYCLE_H_
