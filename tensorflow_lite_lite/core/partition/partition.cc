#include "tensorflow_lite_lite/core/partition/partition.h"

#include <algorithm>

namespace tflite::core {
namespace {

// Returns for each node the maximum number of delegated runs (sequences of
// supported nodes) on any path that ends at the node, including the node
// itself. A supported node with n runs goes to the n-th delegated partition;
// another node is placed between the n-th and the next. This minimizes the
// number of partitions: nodes in different runs of a path have an unsupported
// node between them.
std::vector<int> CountRuns(absl::Span<const PartitionNode> nodes,
                           int num_tensors) {
  constexpr int kNone = -1;
  std::vector<int> runs(nodes.size(), 0);
  std::vector<int> writer(num_tensors, kNone);
  int last_ordered = kNone;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const PartitionNode& node = nodes[i];
    int n = node.supported ? 1 : 0;
    const auto after = [&](int earlier) {
      if (earlier == kNone) return;
      const bool new_run = node.supported && !nodes[earlier].supported;
      n = std::max(n, runs[earlier] + (new_run ? 1 : 0));
    };
    for (const int t : node.inputs) {
      if (t >= 0 && t < num_tensors) after(writer[t]);
    }
    if (node.ordered) {
      after(last_ordered);
      last_ordered = static_cast<int>(i);
    }
    runs[i] = n;
    for (const int t : node.outputs) {
      if (t < 0 || t >= num_tensors) continue;
      after(writer[t]);  // written before: keep the order of the writes
      writer[t] = static_cast<int>(i);
    }
    runs[i] = n;
  }
  return runs;
}

std::vector<Partition> RunsInOrder(absl::Span<const PartitionNode> nodes,
                                   bool one_node_each) {
  std::vector<Partition> partitions;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const bool supported = nodes[i].supported;
    if (partitions.empty() || partitions.back().delegated != supported ||
        (supported && one_node_each)) {
      partitions.push_back({supported, {}});
    }
    partitions.back().nodes.push_back(static_cast<int>(i));
  }
  return partitions;
}

}  // namespace

std::vector<Partition> PartitionGraph(absl::Span<const PartitionNode> nodes,
                                      int num_tensors,
                                      const PartitionOptions& options) {
  if (options.keep_order || options.one_node_each) {
    return RunsInOrder(nodes, options.one_node_each);
  }
  const std::vector<int> runs = CountRuns(nodes, num_tensors);
  const int most =
      runs.empty() ? 0 : *std::max_element(runs.begin(), runs.end());
  // Slot 2n-1: delegated partition n; slot 2n: the nodes that run after it.
  std::vector<Partition> slots(2 * most + 1);
  for (size_t i = 0; i < nodes.size(); ++i) {
    const bool supported = nodes[i].supported;
    Partition& slot = slots[2 * runs[i] - (supported ? 1 : 0)];
    slot.delegated = supported;
    slot.nodes.push_back(static_cast<int>(i));
  }
  slots.erase(
      std::remove_if(slots.begin(), slots.end(),
                     [](const Partition& p) { return p.nodes.empty(); }),
      slots.end());
  return slots;
}

std::vector<PartitionBoundary> PartitionBoundaries(
    absl::Span<const PartitionNode> nodes,
    absl::Span<const Partition> partitions, absl::Span<const int> graph_outputs,
    int num_tensors) {
  std::vector<PartitionBoundary> boundaries(partitions.size());
  std::vector<int> writer(num_tensors, -1);  // tensor -> partition
  std::vector<bool> needed(num_tensors, false);
  const auto valid = [&](int t) { return t >= 0 && t < num_tensors; };
  for (const int t : graph_outputs) {
    if (valid(t)) needed[t] = true;
  }
  // A tensor that several partitions write is an output of each of them.
  for (size_t p = 0; p < partitions.size(); ++p) {
    for (const int i : partitions[p].nodes) {
      for (const int t : nodes[i].outputs) {
        if (!valid(t)) continue;
        if (writer[t] >= 0 && writer[t] != static_cast<int>(p))
          needed[t] = true;
        writer[t] = static_cast<int>(p);
      }
    }
  }
  // For each tensor, 1 + index of the last partition that listed it; 0 if none.
  std::vector<size_t> listed(num_tensors, 0);
  for (size_t p = 0; p < partitions.size(); ++p) {
    for (const int i : partitions[p].nodes) {
      for (const int t : nodes[i].inputs) {
        if (!valid(t) || writer[t] == static_cast<int>(p)) continue;
        needed[t] = true;
        if (!partitions[p].delegated || listed[t] == p + 1) continue;
        listed[t] = p + 1;
        boundaries[p].inputs.push_back(t);
      }
    }
  }
  std::fill(listed.begin(), listed.end(), 0);
  for (size_t p = 0; p < partitions.size(); ++p) {
    if (!partitions[p].delegated) continue;
    for (const int i : partitions[p].nodes) {
      for (const int t : nodes[i].outputs) {
        if (!valid(t) || !needed[t] || listed[t] == p + 1) continue;
        listed[t] = p + 1;
        boundaries[p].outputs.push_back(t);
      }
    }
    std::sort(boundaries[p].inputs.begin(), boundaries[p].inputs.end());
    std::sort(boundaries[p].outputs.begin(), boundaries[p].outputs.end());
  }
  return boundaries;
}

}  // namespace tflite::core
