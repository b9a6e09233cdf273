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

// The unit of a Subgraph for its delegates: applies them, takes their nodes
// back for a change of the graph, applies them again, removes them. For one
// thread.
class Delegation {
 public:
  // All outlive this object.
  Delegation(GraphData* data, TensorMemory* memory, CompiledPlan* plan,
             Preparer* preparer);

  // Unavailable: the delegate's Prepare, or each of its partitions, has failed;
  // none is applied any more, and the graph runs on the CPU.
  // FailedPrecondition: no change.
  Status Apply(TfLiteDelegate* delegate);
  // Prepares the graph with its delegates, which are applied again first where
  // they have given their nodes back.
  Status PrepareGraph();
  // The shape takes effect at the next PrepareGraph. Delegates that rely on
  // static shapes give their nodes back until then, or until Apply.
  Status ResizeTensor(int tensor_index, const int* dims, int rank);
  // `reason` goes to the report; without one the records are dropped.
  Status RemoveAll(const std::string& reason);
  // An error where an opaque delegate in use was deleted.
  Status CheckAlive() const {
    return keeper_.CheckAlive(data_->index(), data_->name());
  }

  // In the order of application, also while they have no nodes.
  const std::vector<TfLiteDelegate*>& applied() const { return applied_; }
  bool undone() const { return undone_; }
  // Empty while no delegate has nodes.
  const std::vector<int>& original_plan() const { return originals_.plan(); }
  DelegateRecords& records() { return records_; }
  const DelegateRecords& records() const { return records_; }
  DelegateKeeper& keeper() { return keeper_; }
  DelegateAccess& access() { return access_; }
  PartitionReplacer& partitions() { return replacer_; }

 private:
  // What the graph was before a delegate was applied.
  struct Before {
    bool prepared;
    bool frozen;
    bool dynamic;
  };

  Status ApplyOne(TfLiteDelegate* delegate);
  Status CallPrepare(TfLiteDelegate* delegate);
  Status Finish(TfLiteDelegate* delegate, const Before& before);
  Status Failed(const char* why);
  // Gives all nodes back until Redo. Nothing where no delegate has any.
  void Undo();
  Status Redo();
  Status PrepareAgain();

  GraphData* data_;
  TensorMemory* memory_;
  CompiledPlan* plan_;
  Preparer* preparer_;
  std::vector<TfLiteDelegate*> applied_;
  bool undone_ = false;  // those of applied_ have no nodes until Redo
  OriginalPlan originals_;
  DelegateRecords records_;
  DelegateKeeper keeper_;
  DelegateAccess access_;
  PartitionReplacer replacer_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_H_
