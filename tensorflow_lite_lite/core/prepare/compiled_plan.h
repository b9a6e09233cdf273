#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_COMPILED_PLAN_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_COMPILED_PLAN_H_

#include <vector>

#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/memory/tensor_memory.h"
#include "tensorflow_lite_lite/core/prepare/plan_step.h"

namespace tflite::core {

// The steps of the execution plan in the form that Invoke runs, from the first
// one to where preparing had to stop. Those from next_to_prepare() on are out
// of date.
class CompiledPlan {
 public:
  // All outlive this object.
  CompiledPlan(GraphData* data, const TensorMemory* memory)
      : data_(data), memory_(memory) {}

  // The steps first..end-1 are prepared and have memory. `repeatable`: the CPU
  // may repeat the nodes of a delegate's kernel that fails.
  void Compile(int first, int end, bool repeatable);
  // Buffer handles have changed, which say what a step has to look at.
  void CompileAgain(bool repeatable);
  void Clear();
  // Shapes or nodes from `step` on have changed.
  void PrepareAgainFrom(int step) { next_to_prepare_ = step; }

  int next_to_prepare() const { return next_to_prepare_; }
  // Stays valid until Compile or Clear.
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
