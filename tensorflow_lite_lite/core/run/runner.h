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

// The unit of a Subgraph that runs its compiled plan, and continues preparation
// after steps that determine shapes. If a delegate's kernel fails, the CPU
// repeats its nodes, unless the kernel may have changed data that cannot be
// restored (docs/ARCHITECTURE.md). Not thread-safe, except for cancellation.
class Runner {
 public:
  // All arguments must outlive this object.
  Runner(GraphData* data, TensorMemory* memory, CompiledPlan* plan,
         Preparer* preparer, PartitionFallback* fallback)
      : data_(data),
        memory_(memory),
        plan_(plan),
        preparer_(preparer),
        fallback_(fallback) {}

  // Returns an error if the graph is not ready to run.
  Status CheckReady() const {
    const Lifecycle& lifecycle = data_->lifecycle();
    const bool ready = lifecycle.consistent() && lifecycle.prepared() &&
                       !lifecycle.busy() && !memory_->arenas().released();
    return ready ? base::OkStatus() : WhyNotReady();
  }
  // Runs the graph once; CheckReady must have succeeded.
  Status Invoke();

 private:
  Status WhyNotReady() const;
  Status RunSteps();
  Status CheckNotCancelled() const;
  Status CheckInputs(const PlanStep& step);
  // Returns the operator's status. If the node guard finds a problem, reports
  // it and returns an error.
  TfLiteStatus RunStep(const PlanStep& step);
  TfLiteStatus CallOperator(const PlanStep& step);
  void BeginRepeatable(const PlanStep& step);
  // Returns OK if the run can continue at this step, with the nodes that
  // replace the failed one, if any.
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
