#ifndef TENSORFLOW_LITE_LITE_CORE_RUN_RUNNER_H_
#define TENSORFLOW_LITE_LITE_CORE_RUN_RUNNER_H_

#include <string>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/memory/tensor_memory.h"
#include "tensorflow_lite_lite/core/prepare/compiled_plan.h"
#include "tensorflow_lite_lite/core/prepare/node_guard.h"
#include "tensorflow_lite_lite/core/prepare/partition_fallback.h"
#include "tensorflow_lite_lite/core/prepare/preparer.h"

namespace tflite::core {

// The unit of a Subgraph that runs its compiled plan, and has it prepared
// further where a step has made that possible. Where a delegate's kernel fails
// the CPU repeats its nodes, unless it may have changed what cannot be restored
// (docs/ARCHITECTURE.md). For one thread, but for cancellation.
class Runner {
 public:
  // All outlive this object.
  Runner(GraphData* data, TensorMemory* memory, CompiledPlan* plan,
         Preparer* preparer, PartitionFallback* fallback)
      : data_(data),
        memory_(memory),
        plan_(plan),
        preparer_(preparer),
        fallback_(fallback) {}

  // An error where the graph cannot run in its present state.
  Status CheckReady() const;
  // One run of the graph, which is ready.
  Status Invoke();
  bool IsCancelled() const;

 private:
  Status RunSteps();
  Status CheckNotCancelled() const;
  Status CheckInputs(const PlanStep& step);
  // What the operator returned, or kTfLiteError after a report of what it did.
  TfLiteStatus RunStep(const PlanStep& step);
  TfLiteStatus CallOperator(const PlanStep& step);
  void BeginRepeatable(const PlanStep& step);
  // OK where the step's nodes, or none, are to be run next.
  Status StepFailed(int step_index, TfLiteStatus status,
                    const std::string& lost);
  Status CannotRepeat(int node_index, const std::string& lost);
  void NormalizeBoolInputs();

  GraphData* data_;
  TensorMemory* memory_;
  CompiledPlan* plan_;
  Preparer* preparer_;
  PartitionFallback* fallback_;
  NodeGuard guard_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUN_RUNNER_H_
