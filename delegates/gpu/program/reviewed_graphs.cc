#include "delegates/gpu/program/reviewed_graphs.h"

#include <tuple>
#include <utility>

namespace tflite::gpu {
namespace {

uint64_t ConstantBytesOf(const GpuGraph& graph) {
  uint64_t bytes = 0;
  for (const GpuValue& value : graph.values) {
    if (value.kind == GpuValue::Kind::kConstant) bytes += value.bytes;
  }
  return bytes;
}

}  // namespace

ReviewedGraphs::Key::Key(const TfLiteContext& context,
                         const DelegatedPartition& partition)
    : inputs(partition.inputs), outputs(partition.outputs) {
  for (const auto& node : partition.nodes) nodes.push_back(node->get().index);
  for (const int t : inputs) {
    shapes.push_back(t < 0 ? base::Shape()
                           : base::Shape(context.tensors[t].dims));
  }
}

bool ReviewedGraphs::Key::operator==(const Key& other) const {
  return std::tie(nodes, inputs, outputs, shapes) ==
         std::tie(other.nodes, other.inputs, other.outputs, other.shapes);
}

void ReviewedGraphs::Keep(const TfLiteContext* context,
                          const DelegatedPartition& partition,
                          SettledGpuGraph graph) {
  Key key(*context, partition);
  uint64_t all = ConstantBytesOf(graph.graph);
  Entry entry = {std::move(key), all, std::move(graph)};
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<Entry>& kept = graphs_[context];
  for (const Entry& other : kept) all += other.constant_bytes;
  if (kept.empty() || all <= kMaxConstantBytes) {
    kept.push_back(std::move(entry));
  }
}

std::optional<SettledGpuGraph> ReviewedGraphs::Take(
    const TfLiteContext* context, const DelegatedPartition& partition) {
  const Key key(*context, partition);
  std::lock_guard<std::mutex> lock(mutex_);
  const auto at = graphs_.find(context);
  if (at == graphs_.end()) return std::nullopt;
  std::vector<Entry>& kept = at->second;
  for (auto entry = kept.begin(); entry != kept.end(); ++entry) {
    if (!(entry->key == key)) continue;
    SettledGpuGraph graph = std::move(entry->graph);
    kept.erase(entry);
    return graph;
  }
  return std::nullopt;
}

void ReviewedGraphs::Drop(const TfLiteContext* context) {
  std::lock_guard<std::mutex> lock(mutex_);
  graphs_.erase(context);
}

}  // namespace tflite::gpu
