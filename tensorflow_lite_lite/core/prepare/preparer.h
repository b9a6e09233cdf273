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

// The unit of a Subgraph that makes its plan ready to run: operators prepare in
// order, then their tensors get memory and their steps are compiled. Behind a
// tensor whose size only a run can tell, a later call goes on. For one thread.
class Preparer {
 public:
  // All outlive this object.
  Preparer(GraphData* data, TensorMemory* memory, CompiledPlan* plan,
           PartitionFallback* fallback)
      : data_(data), memory_(memory), plan_(plan), fallback_(fallback) {}

  // What a node reads, an earlier one must have written: otherwise it would
  // read memory that others use. Finds what several nodes write.
  Status CheckPlan();
  // Everything from the first step on, and resets variables. Where nothing has
  // changed it only brings back memory that was released.
  Status PrepareAll();
  // From `first_step`; earlier steps are prepared. Where a delegate's kernel
  // fails, its nodes are prepared instead if that is allowed.
  Status PrepareFrom(int first_step);
  // One step alone, without memory, so that shapes are known. True where its
  // outputs have no size before a run.
  StatusOr<bool> PrepareStep(int step);
  // Why a node's failure to prepare is the graph's.
  Status StepFailed(int node_index, const Status& status);
  // Sets variables to zero; a delegate's kernel that calls this can be undone.
  void ResetVariables();

  // Some tensor that the caller gets or a step writes has no static size.
  bool has_dynamic_tensors() const { return has_dynamic_tensors_; }
  bool HasDynamicInputs() const;
  const RewrittenTensors& rewritten() const { return rewritten_; }

 private:
  // What PrepareFrom has come to.
  struct Progress {
    int step;  // the next one
    bool dynamic = false;
    bool plan_changed = false;
  };
  Status PrepareSteps(Progress* progress);
  StatusOr<bool> DoStep(int step);
  // True where the node's outputs have no size before a run.
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
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_PREPARER_H_
