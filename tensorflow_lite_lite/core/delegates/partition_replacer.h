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

// Replaces nodes of a graph with a delegate's kernels, one per partition, and
// reverts this if a kernel fails. Not thread-safe.
class PartitionReplacer : public PartitionFallback {
 public:
  // All arguments must outlive this object.
  PartitionReplacer(GraphData* data, const Preparer* preparer,
                    const OriginalPlan* originals, DelegateRecords* records,
                    DelegateKeeper* keeper)
      : data_(data),
        preparer_(preparer),
        originals_(originals),
        records_(records),
        keeper_(keeper) {}

  // Starts the application of a delegate and resets the counters.
  // `dynamic_tensors` has for each node index a tensor without static size that
  // the node uses, or kNoTensor; nodes with such tensors are withheld. An empty
  // vector withholds no node. With `undone_at_resize`, kernels of delegates
  // that take dynamic tensors go when inputs are resized, too.
  void Begin(std::vector<int> dynamic_tensors, bool undone_at_resize = false);
  // From now on, no node is withheld.
  void WithholdNone() { dynamic_tensors_.clear(); }
  // True if partitions were created since Begin and all of them failed.
  bool all_failed() const { return made_ > 0 && failed_ == made_; }

  // --- Called by delegates in their Prepare ---
  Status Replace(const TfLiteRegistration& registration,
                 const TfLiteIntArray* nodes, TfLiteDelegate* delegate);
  // Returns the partitions that Replace would create; valid until ClearPreview.
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
  // Returns true if the delegate may have a node. Records the reason for a
  // refusal; for dynamic tensors, only if `take_notes` is set.
  bool MayTake(int node_index, bool take_notes);
  // Returns false if the kernel could not be initialized; then the nodes are
  // kept.
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
  std::vector<bool> inside_;  // by tensor: kept inside a partition
  bool undone_at_resize_ = false;
  int made_ = 0;
  int failed_ = 0;
  // Index of a delegate's node -> input tensor -> the type that the node was
  // compiled for.
  std::map<int, std::map<int, TfLiteType>> types_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_PARTITION_REPLACER_H_
