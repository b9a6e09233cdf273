#ifndef TENSORFLOW_LITE_LITE_CORE_PARTITION_PARTITION_H_
#define TENSORFLOW_LITE_LITE_CORE_PARTITION_PARTITION_H_

#include <vector>

#include "absl/types/span.h"

namespace tflite::core {

// One node as partitioning sees it. Negative tensor indices are ignored.
struct PartitionNode {
  absl::Span<const int> inputs;
  absl::Span<const int> outputs;
  // The delegate wants it.
  bool supported = false;
  // Keeps its place among the other ordered nodes: side effects, variables.
  bool ordered = false;
};

struct PartitionOptions {
  // Never moves a node past another: a partition is a run of the given order.
  bool keep_order = false;
  // Each supported node becomes a partition of its own.
  bool one_node_each = false;
};

// Nodes that run without a break, by position, ascending.
struct Partition {
  bool delegated = false;
  std::vector<int> nodes;
};

// A delegated partition's tensors at its boundary, ascending, each once.
struct PartitionBoundary {
  std::vector<int> inputs;   // read but not written in it; constants too
  std::vector<int> outputs;  // written in it and needed elsewhere
};

// Splits nodes, given in an order that respects their dependencies, into
// partitions that run one after another. Every node is in exactly one. Each
// node comes after those it depends on, and there are as few delegated
// partitions as dependencies allow: two of them that touch cannot be joined
// without a cycle. Linear in nodes and tensor references.
std::vector<Partition> PartitionGraph(absl::Span<const PartitionNode> nodes,
                                      int num_tensors,
                                      const PartitionOptions& options);

// The boundary of each of `partitions` (empty for those not delegated). A
// tensor of `graph_outputs` counts as needed elsewhere.
std::vector<PartitionBoundary> PartitionBoundaries(
    absl::Span<const PartitionNode> nodes,
    absl::Span<const Partition> partitions, absl::Span<const int> graph_outputs,
    int num_tensors);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PARTITION_PARTITION_H_
