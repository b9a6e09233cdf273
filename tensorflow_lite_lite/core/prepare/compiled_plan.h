#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_COMPILED_PLAN_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_COMPILED_PLAN_H_

#include <vector>

#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/memory/tensor_memory.h"
#include "tensorflow_lite_lite/core/prepare/plan_step.h"

namespace tflite::core {

// The steps of the execution plan in the form that Invoke executes, from the
// first step to the one at which preparation had to stop. Steps from
// next_to_prepare() on are invalid.
class CompiledPlan {
 public:
  // All arguments must outlive this object.
  CompiledPlan(GraphData* data, const TensorMemory* memory)
      : data_(data), memory_(memory) {}

  // Compiles the steps first..end-1, which must be prepared and have memory.
  // With `repeatable`, the CPU may repeat the nodes of a delegate's kernel that
  // fails.
  void Compile(int first, int end, bool repeatable);
  // Call after buffer handles have changed, because they determine what a step
  // has to check. Does nothing if the graph must be prepared before it can run.
  void CompileAgain(bool repeatable);
  void Clear();
  // Call if shapes or nodes from `step` on have changed.
  void PrepareAgainFrom(int step) { next_to_prepare_ = step; }

  int next_to_prepare() const { return next_to_prepare_; }
  // The result is valid until Compile or Clear.
  const PlanStep& step(int i) const { return steps_[i]; }

 private:
  PlanStep CompileStep(int node_index, bool repeatable) const;
  void ListAtRisk(PlanStep* step) const;
  void ListCheckedInputs(PlanStep* step) const;
  void ListReleased(int first, int end);

  GraphData* data_;
  const TensorMemory* memory_;
  std::vector<PlanStep> steps_;
  int next_to_prepare_ = 0;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_COMPILED_PLAN_H_
