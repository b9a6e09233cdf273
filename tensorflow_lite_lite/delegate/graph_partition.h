// tflite/delegates/utils.h: selects nodes for delegates that do not use
// SimpleDelegateInterface. Everything here is for use within
// TfLiteDelegate::Prepare, with the context passed to it.
#ifndef TENSORFLOW_LITE_LITE_DELEGATE_GRAPH_PARTITION_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_GRAPH_PARTITION_H_

#include <functional>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/c_api_opaque.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace delegates {

// Adds a tensor with the shape of another one and of `new_type`, in the arena.
// The pointer is valid until the next tensor is added.
TfLiteStatus CreateNewTensorWithDifferentType(TfLiteContext* context,
                                              const int original_tensor_index,
                                              TfLiteType new_type,
                                              TfLiteTensor** new_tensor,
                                              int* new_tensor_index);

// The context of another subgraph of the model. Must be released as often as
// acquired, before Prepare returns.
TfLiteStatus AcquireSubgraphContext(const TfLiteContext* context,
                                    int subgraph_index,
                                    TfLiteContext** acquired_context);
TfLiteStatus ReleaseSubgraphContext(const TfLiteContext* context,
                                    int subgraph_index);

// Tells the runtime not to offer a subgraph to the delegate, which runs it from
// another one. A function of the opaque API: inline, so that only its callers
// need a host that exports it.
inline TfLiteStatus MarkSubgraphAsDelegationSkippable(
    const TfLiteContext* context, int subgraph_index) {
  return TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(
      reinterpret_cast<TfLiteOpaqueContext*>(
          const_cast<TfLiteContext*>(context)),
      subgraph_index);
}

// Whether the delegate takes a node; if not, stores the reason in the string
// unless it is null.
using IsNodeSupportedFn =
    std::function<bool(TfLiteContext*, TfLiteNode*, TfLiteRegistration*,
                       std::string* unsupported_details)>;

// Computes the partitions that the supported nodes of a graph form, without
// changing the graph. Does not own the context.
class GraphPartitionHelper {
 public:
  GraphPartitionHelper(TfLiteContext* context,
                       IsNodeSupportedFn is_node_supported_fn)
      : context_(context),
        is_node_supported_fn_(std::move(is_node_supported_fn)) {}
  // Considers only the nodes of the plan with these indices.
  GraphPartitionHelper(TfLiteContext* context,
                       const std::vector<int>& supported_node_indices);
  virtual ~GraphPartitionHelper();
  GraphPartitionHelper(const GraphPartitionHelper&) = delete;
  GraphPartitionHelper& operator=(const GraphPartitionHelper&) = delete;

  // Computes the partitions of the nodes with an index in [start_node_index,
  // end_node_index]. Adds "<operator>: <reason>" for each kind of unsupported
  // node, unless the set is null.
  TfLiteStatus Partition(std::set<std::string>* unsupported_nodes_info,
                         int start_node_index = 0,
                         int end_node_index = std::numeric_limits<int>::max()) {
    return PartitionImpl(unsupported_nodes_info, start_node_index,
                         end_node_index);
  }

  // After Partition: at most `n` partitions with at least that many nodes,
  // largest first, then in order. They belong to the context and are valid
  // until the next preview or the end of Prepare.
  std::vector<TfLiteDelegateParams*> GetFirstNLargestPartitions(
      int n = std::numeric_limits<int>::max(),
      int min_nodes_per_partition = 0) const;
  // The nodes of these partitions.
  std::vector<int> GetNodesOfFirstNLargestPartitions(
      int n = std::numeric_limits<int>::max(),
      int min_nodes_per_partition = 0) {
    return GetNodesOfFirstNLargestPartitionsImpl(n, min_nodes_per_partition);
  }

  int num_total_nodes() const { return num_total_nodes_; }
  int num_supported_nodes() const { return num_supported_nodes_; }
  int num_partitions() const { return static_cast<int>(partitions_.size()); }

 protected:
  virtual bool IsNodeSupported(TfLiteContext* context, TfLiteNode* node,
                               TfLiteRegistration* registration, int node_id,
                               std::string* unsupported_details);
  virtual std::vector<int> GetNodesOfFirstNLargestPartitionsImpl(
      int n, int min_nodes_per_partition);
  virtual TfLiteStatus PartitionImpl(
      std::set<std::string>* unsupported_nodes_info, int start_node_index,
      int end_node_index);

  TfLiteContext* const context_ = nullptr;
  std::vector<TfLiteDelegateParams*> partitions_;
  // A copy of the plan; null before Partition.
  TfLiteIntArray* original_execution_plan_ = nullptr;

 private:
  TfLiteStatus FindSupportedNodes(std::set<std::string>* unsupported_nodes_info,
                                  int start_node_index, int end_node_index);

  IsNodeSupportedFn is_node_supported_fn_;
  std::set<int> given_nodes_;  // used if there is no function
  int num_total_nodes_ = 0;
  int num_supported_nodes_ = 0;
  std::vector<int> supported_nodes_;
};

// The same for delegates that read FLOAT16 weights directly: a node whose
// inputs are DEQUANTIZEd FLOAT16 constants is checked, and delegated, with the
// constants as its inputs. The DEQUANTIZE nodes stay on the CPU, where other
// nodes may read their outputs.
class FP16GraphPartitionHelper : public GraphPartitionHelper {
 public:
  FP16GraphPartitionHelper(TfLiteContext* context,
                           IsNodeSupportedFn is_node_supported_fn)
      : GraphPartitionHelper(context, std::move(is_node_supported_fn)) {}

 protected:
  bool IsNodeSupported(TfLiteContext* context, TfLiteNode* node,
                       TfLiteRegistration* registration, int node_id,
                       std::string* unsupported_details) override;
  // From here on the constants are the inputs of these nodes.
  std::vector<int> GetNodesOfFirstNLargestPartitionsImpl(
      int n, int min_nodes_per_partition) override;

 private:
  void ReadConstants(TfLiteNode* node) const;

  // The FLOAT16 constant of each dequantized tensor.
  std::unordered_map<int, int> constant_of_;
};

}  // namespace delegates
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_GRAPH_PARTITION_H_
