// tflite/delegates/utils.h: which nodes a delegate asks for, for delegates that
// are written without SimpleDelegateInterface. Everything here is for use
// within TfLiteDelegate::Prepare, with the context that this is given.
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

// Adds a tensor of the shape of another one and of `new_type`, in the arena.
// The pointer lasts until the next tensor is added.
TfLiteStatus CreateNewTensorWithDifferentType(TfLiteContext* context,
                                              const int original_tensor_index,
                                              TfLiteType new_type,
                                              TfLiteTensor** new_tensor,
                                              int* new_tensor_index);

// The context of another graph of the model. To be released, as often as
// acquired, before Prepare returns.
TfLiteStatus AcquireSubgraphContext(const TfLiteContext* context,
                                    int subgraph_index,
                                    TfLiteContext** acquired_context);
TfLiteStatus ReleaseSubgraphContext(const TfLiteContext* context,
                                    int subgraph_index);

// Keeps the runtime from giving a graph to the delegate, which runs it from
// another one. A function of the opaque API: inline, so that only who calls it
// needs a host that exports that.
inline TfLiteStatus MarkSubgraphAsDelegationSkippable(
    const TfLiteContext* context, int subgraph_index) {
  return TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(
      reinterpret_cast<TfLiteOpaqueContext*>(
          const_cast<TfLiteContext*>(context)),
      subgraph_index);
}

// Whether the delegate takes a node; if not, why, where the string is not null.
using IsNodeSupportedFn =
    std::function<bool(TfLiteContext*, TfLiteNode*, TfLiteRegistration*,
                       std::string* unsupported_details)>;

// Asks for the partitions that the supported nodes of a graph make, without
// changing the graph. Borrows the context.
class GraphPartitionHelper {
 public:
  GraphPartitionHelper(TfLiteContext* context,
                       IsNodeSupportedFn is_node_supported_fn)
      : context_(context),
        is_node_supported_fn_(std::move(is_node_supported_fn)) {}
  // With the nodes of the plan that are supported, by their index.
  GraphPartitionHelper(TfLiteContext* context,
                       const std::vector<int>& supported_node_indices);
  virtual ~GraphPartitionHelper();
  GraphPartitionHelper(const GraphPartitionHelper&) = delete;
  GraphPartitionHelper& operator=(const GraphPartitionHelper&) = delete;

  // Works out the partitions of the nodes whose index lies in
  // [start_node_index, end_node_index]. Adds "<operator>: <reason>" for each
  // kind of node that is not supported, unless the set is null.
  TfLiteStatus Partition(std::set<std::string>* unsupported_nodes_info,
                         int start_node_index = 0,
                         int end_node_index = std::numeric_limits<int>::max()) {
    return PartitionImpl(unsupported_nodes_info, start_node_index,
                         end_node_index);
  }

  // After Partition: at most `n` partitions of at least that many nodes, the
  // largest first; of equal ones the earlier. They are the context's, until the
  // next preview or the end of Prepare.
  std::vector<TfLiteDelegateParams*> GetFirstNLargestPartitions(
      int n = std::numeric_limits<int>::max(),
      int min_nodes_per_partition = 0) const;
  // The nodes of these.
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
  std::set<int> given_nodes_;  // where there is no function
  int num_total_nodes_ = 0;
  int num_supported_nodes_ = 0;
  std::vector<int> supported_nodes_;
};

// The same for delegates that read FLOAT16 weights themselves: a node whose
// inputs are DEQUANTIZEd FLOAT16 constants is asked about, and delegated, with
// the constants in their place. The DEQUANTIZE nodes stay with the CPU, where
// others may read what they make.
class FP16GraphPartitionHelper : public GraphPartitionHelper {
 public:
  FP16GraphPartitionHelper(TfLiteContext* context,
                           IsNodeSupportedFn is_node_supported_fn)
      : GraphPartitionHelper(context, std::move(is_node_supported_fn)) {}

 protected:
  bool IsNodeSupported(TfLiteContext* context, TfLiteNode* node,
                       TfLiteRegistration* registration, int node_id,
                       std::string* unsupported_details) override;
  // From here on the inputs of these nodes are the constants.
  std::vector<int> GetNodesOfFirstNLargestPartitionsImpl(
      int n, int min_nodes_per_partition) override;

 private:
  void ReadConstants(TfLiteNode* node) const;

  // The FLOAT16 constant behind each dequantized tensor.
  std::unordered_map<int, int> constant_of_;
};

}  // namespace delegates
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_GRAPH_PARTITION_H_
