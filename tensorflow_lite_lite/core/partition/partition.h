#ifndef TENSORFLOW_LITE_LITE_CORE_PARTITION_PARTITION_H_
#define TENSORFLOW_LITE_LITE_CORE_PARTITION_PARTITION_H_

#include <vector>

#include "absl/types/span.h"

namespace tflite::core {

// The properties of a node that matter for partitioning. Negative tensor
// indices are ignored.
struct PartitionNode {
  absl::Span<const int> inputs;
  absl::Span<const int> outputs;
  // The delegate requests the node.
  bool supported = false;
  // The node must keep its order relative to other ordered nodes, because it
  // has side effects or uses variables.
  bool ordered = false;
};

struct PartitionOptions {
  // Keeps the given order of the nodes: each partition is a contiguous range.
  bool keep_order = false;
  // Each supported node becomes a separate partition.
  bool one_node_each = false;
};

// A group of nodes that run consecutively, as ascending positions.
struct Partition {
  bool delegated = false;
  std::vector<int> nodes;
};

// The boundary tensors of a delegated partition, ascending and without
// duplicates.
struct PartitionBoundary {
  std::vector<int> inputs;   // read but not written inside; also constants
  std::vector<int> outputs;  // written inside and needed outside
};

// Splits nodes, which are given in an order that respects their dependencies,
// into partitions that run one after another. Every node is in exactly one
// partition and comes after the nodes on which it depends. The number of
// delegated partitions is the minimum that the dependencies allow: merging two
// neighbouring ones would create a cycle. Linear time in the number of nodes
// and tensor references.
std::vector<Partition> PartitionGraph(absl::Span<const PartitionNode> nodes,
                                      int num_tensors,
                                      const PartitionOptions& options);

// Returns the boundary of each element of `partitions` (empty if it is not
// delegated). Tensors in `graph_outputs` count as needed outside.
std::vector<PartitionBoundary> PartitionBoundaries(
    absl::Span<const PartitionNode> nodes,
    absl::Span<const Partition> partitions, absl::Span<const int> graph_outputs,
    int num_tensors);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PARTITION_PARTITION_H_
