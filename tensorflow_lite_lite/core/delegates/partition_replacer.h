#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_REPLACER_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_REPLACER_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/delegates/delegate_keeper.h"
#include "tensorflow_lite_lite/core/delegates/delegate_records.h"
#include "tensorflow_lite_lite/core/delegates/original_plan.h"
#include "tensorflow_lite_lite/core/delegates/partition_params.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/prepare/partition_fallback.h"
#include "tensorflow_lite_lite/core/prepare/preparer.h"

namespace tflite::core {

// Replaces nodes of a graph by a delegate's kernels, partition by partition,
// and gives them back where a kernel fails. For one thread.
class PartitionReplacer : public PartitionFallback {
 public:
  // All outlive this object.
  PartitionReplacer(GraphData* data, const Preparer* preparer,
                    const OriginalPlan* originals, DelegateRecords* records,
                    DelegateKeeper* keeper)
      : data_(data),
        preparer_(preparer),
        originals_(originals),
        records_(records),
        keeper_(keeper) {}

  // A delegate is about to be applied: counts anew. For each node by its index,
  // `dynamic_tensors` has one without static size that it touches, or
  // kNoTensor: such nodes are withheld. Empty where the delegate takes any.
  void Begin(std::vector<int> dynamic_tensors);
  // No node is withheld any more.
  void WithholdNone() { dynamic_tensors_.clear(); }
  // Partitions were made since Begin, and each has failed.
  bool all_failed() const { return made_ > 0 && failed_ == made_; }

  // --- For delegates while they prepare ---
  Status Replace(const TfLiteRegistration& registration,
                 const TfLiteIntArray* nodes, TfLiteDelegate* delegate);
  // The partitions that Replace would make; they last until ClearPreview.
  PartitionPreview& Preview(const TfLiteIntArray* nodes);
  void ClearPreview() { preview_.Clear(); }

  // --- PartitionFallback ---
  bool MayFallBack() const override;
  Status CheckTypes(int node_index) const override;
  bool Revert(int step, const char* phase, const std::string& why) override;
  const std::vector<int>& UndelegatedPlan() const override;

 private:
  struct Partitions {
    std::vector<Partition> parts;  // of node indices
    std::vector<PartitionBoundary> boundaries;
  };

  Partitions Divide(const TfLiteIntArray* nodes, bool take_notes);
  // Whether the delegate may have a node; says why not where `take_notes`.
  bool MayTake(int node_index, bool take_notes);
  // False where the kernel could not be initialized: the nodes stay.
  bool AddKernel(const TfLiteRegistration& registration,
                 const std::vector<int>& nodes,
                 const PartitionBoundary& boundary, TfLiteDelegate* delegate);
  Status AddNode(const TfLiteRegistration& registration,
                 const std::vector<int>& nodes,
                 const PartitionBoundary& boundary, TfLiteDelegate* delegate);
  void FreeOutputs(const TfLiteNode& node);
  void TakeFromDevice(const std::vector<int>& nodes);

  GraphData* data_;
  const Preparer* preparer_;
  const OriginalPlan* originals_;
  DelegateRecords* records_;
  DelegateKeeper* keeper_;
  PartitionPreview preview_;
  std::vector<int> dynamic_tensors_;
  int made_ = 0;
  int failed_ = 0;
  // By a delegate's node: the types of its inputs that it was compiled for.
  std::map<int, std::map<int, TfLiteType>> types_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_REPLACER_H_
