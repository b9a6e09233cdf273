#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/delegates/delegate_access.h"
#include "tensorflow_lite_lite/core/delegates/delegate_keeper.h"
#include "tensorflow_lite_lite/core/delegates/delegate_records.h"
#include "tensorflow_lite_lite/core/delegates/original_plan.h"
#include "tensorflow_lite_lite/core/delegates/partition_replacer.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/memory/tensor_memory.h"
#include "tensorflow_lite_lite/core/prepare/compiled_plan.h"
#include "tensorflow_lite_lite/core/prepare/preparer.h"

namespace tflite::core {

// The unit of a Subgraph that manages its delegates: applies them, undoes the
// delegation before the graph changes, applies them again, and removes them.
// Not thread-safe.
class Delegation {
 public:
  // All arguments must outlive this object.
  Delegation(GraphData* data, TensorMemory* memory, CompiledPlan* plan,
             Preparer* preparer);

  // Returns Unavailable if the delegate's Prepare or all of its partitions
  // failed; then all delegates are removed and the graph runs on the CPU.
  // Returns FailedPrecondition if nothing was changed.
  Status Apply(TfLiteDelegate* delegate);
  // Prepares the graph with its delegates. If delegation was undone, applies
  // the delegates again first, without one whose Prepare or partitions fail for
  // the new shapes: the CPU runs its nodes. Returns an error if the CPU cannot;
  // the next call tries again, as inputs may have other shapes.
  Status PrepareGraph();
  // The shape takes effect at the next PrepareGraph. If delegates require
  // static shapes, delegation is undone until then or until Apply.
  Status ResizeTensor(int tensor_index, const int* dims, int rank);
  // Sets the graph's outputs. As partitions do not provide what was no output
  // when they were made, delegation is undone if delegates are applied.
  Status SetOutputs(std::vector<int> outputs);
  // `reason` is shown in the report; without a reason, the records are deleted.
  Status RemoveAll(const std::string& reason);
  // Like RemoveAll, but leaves the graph unprepared, as the CPU may be unable
  // to run it, and the delegates' implementations alive.
  void Detach(const std::string& reason);
  // Returns an error if an opaque delegate in use was deleted.
  Status CheckAlive() const {
    return keeper_.CheckAlive(data_->index(), data_->name());
  }

  // In the order of application; not empty if delegation was undone.
  const std::vector<TfLiteDelegate*>& applied() const { return applied_; }
  bool undone() const { return undone_; }
  // True if delegates run every node of the plan.
  bool IsFull() const;
  // Empty if no delegate has nodes.
  const std::vector<int>& original_plan() const { return originals_.plan(); }
  DelegateRecords& records() { return records_; }
  const DelegateRecords& records() const { return records_; }
  DelegateKeeper& keeper() { return keeper_; }
  DelegateAccess& access() { return access_; }
  PartitionReplacer& partitions() { return replacer_; }

 private:
  // The state of the graph before a delegate was applied.
  struct Before {
    bool prepared;
    bool frozen;
    bool dynamic;
  };

  Status ApplyOne(TfLiteDelegate* delegate);
  Status CallPrepare(TfLiteDelegate* delegate);
  Status Finish(TfLiteDelegate* delegate, const Before& before);
  Status Failed(const char* why);
  // Undo gives all nodes back to the CPU until Redo; no effect if no delegate
  // has nodes.
  void Undo();
  Status Redo();
  // True if a node in the plan is an unresolved custom operator.
  bool NeedsDelegates() const;
  Status PrepareAgain();

  GraphData* data_;
  TensorMemory* memory_;
  CompiledPlan* plan_;
  Preparer* preparer_;
  std::vector<TfLiteDelegate*> applied_;
  bool undone_ = false;  // if true, applied_ have no nodes until Redo
  OriginalPlan originals_;
  DelegateRecords records_;
  DelegateKeeper keeper_;
  DelegateAccess access_;
  PartitionReplacer replacer_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_H_
