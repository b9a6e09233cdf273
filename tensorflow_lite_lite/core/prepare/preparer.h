#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_PREPARER_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_PREPARER_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/memory/tensor_memory.h"
#include "tensorflow_lite_lite/core/prepare/compiled_plan.h"
#include "tensorflow_lite_lite/core/prepare/node_guard.h"
#include "tensorflow_lite_lite/core/prepare/partition_fallback.h"
#include "tensorflow_lite_lite/core/prepare/rewritten_tensors.h"

namespace tflite::core {

// The unit of a Subgraph that makes its plan ready to run: prepares the
// operators in order, allocates their tensors, and compiles the steps. Stops
// after a node that writes a tensor whose size is only known at run time; a
// later call continues from there. Not thread-safe.
class Preparer {
 public:
  // All arguments must outlive this object.
  Preparer(GraphData* data, TensorMemory* memory, CompiledPlan* plan,
           PartitionFallback* fallback)
      : data_(data), memory_(memory), plan_(plan), fallback_(fallback) {}

  // Checks that no node reads a tensor before the node that writes it has run;
  // it would read memory that other tensors use. Also finds the tensors that
  // several nodes write.
  Status CheckPlan();
  // Prepares all steps and resets variables. If only the number of threads has
  // changed, inputs and variables keep their values. If nothing has changed,
  // only restores memory that was released.
  Status PrepareAll();
  // Prepares the steps from `first_step` on; earlier steps must be prepared. If
  // a delegate's kernel fails and fallback is allowed, prepares its nodes
  // instead.
  Status PrepareFrom(int first_step);
  // Prepares a single step, without memory, so that its shapes are known.
  // Returns true if the size of its outputs is only known at run time.
  StatusOr<bool> PrepareStep(int step);
  // Call after a partition has gone back to its nodes, which moves the steps
  // behind it.
  void StepsHaveMoved() { rewritten_.Find(data_->graph()); }
  // Converts a node's failure in Prepare to an error of the graph.
  Status StepFailed(int node_index, const Status& status);
  // Sets variables to zero. Can be undone if it is called by a delegate's
  // kernel.
  void ResetVariables();

  // True if a graph output or a tensor written by a step has no static size.
  bool has_dynamic_tensors() const { return has_dynamic_tensors_; }
  bool HasDynamicInputs() const;
  const RewrittenTensors& rewritten() const { return rewritten_; }

 private:
  // The progress of PrepareFrom.
  struct Progress {
    int step;  // the next step to prepare
    bool dynamic = false;
    bool plan_changed = false;
  };
  Status PrepareAnew();
  Status PrepareForThreads();
  Status PrepareSteps(Progress* progress);
  StatusOr<bool> DoStep(int step);
  // Returns true if the size of the node's outputs is only known at run time.
  StatusOr<bool> CallPrepare(int node_index);
  Status PrepareReplaced(const TfLiteNode& node);
  Status PlaceTensors(int first_step, const Progress& progress);
  Status CheckOrder(std::vector<int> writer) const;
  Status CheckDeviceTensors(int first, int end) const;

  GraphData* data_;
  TensorMemory* memory_;
  CompiledPlan* plan_;
  PartitionFallback* fallback_;
  NodeGuard guard_;
  RewrittenTensors rewritten_;
  bool has_dynamic_tensors_ = false;
  int threads_ = 0;  // as in TfLiteContext, when all steps were prepared
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_PREPARER_H_
