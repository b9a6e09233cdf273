#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_LIFECYCLE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_LIFECYCLE_H_

namespace tflite::core {

// What may be done with a graph at the moment. A graph is built, prepared, run
// any number of times, and prepared again after a change; while it runs, nodes
// behind a tensor of unknown size are prepared, never the other way round.
class Lifecycle {
 public:
  // False once a node or a list of tensors was refused: the graph is not the
  // one that was meant, and it can never run.
  bool consistent() const { return consistent_; }
  void MarkInconsistent() { consistent_ = false; }

  // Nodes are prepared and tensors have memory: Invoke may run.
  bool prepared() const { return prepared_; }
  void MarkPrepared() { prepared_ = true; }
  void MarkChanged() { prepared_ = false; }

  // A delegate relies on all shapes: nodes and tensors stay as they are.
  bool frozen() const { return frozen_; }
  void Freeze() { frozen_ = true; }
  void Thaw() { frozen_ = false; }

  bool running() const { return running_; }
  bool preparing() const { return preparing_; }
  // A call that prepares or runs the graph is under way: another one would come
  // from its own operators.
  bool busy() const { return running_ || preparing_; }

  // Marks one of the above for its own lifetime.
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
