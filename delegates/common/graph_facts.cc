#include "delegates/common/graph_facts.h"

namespace tflite::delegates {
namespace {

// Delegates are not notified when a graph is deleted, so old facts are dropped.
// The limit is larger than the number of graphs delegated at the same time.
constexpr size_t kMostGraphs = 64;

StatusOr<GraphFacts> Find(TfLiteContext* context) {
  GraphFacts facts;
  TFLL_ASSIGN_OR_RETURN(facts.statics, StaticTensors::Find(context));
  TFLL_ASSIGN_OR_RETURN(facts.neighbours, Neighbours::Find(context));
  return facts;
}

}  // namespace

Status NotedGraphs::Note(TfLiteContext* context) {
  TFLL_ASSIGN_OR_RETURN(GraphFacts facts, Find(context));
  std::lock_guard<std::mutex> lock(mutex_);
  if (graphs_.size() >= kMostGraphs) graphs_.erase(graphs_.begin());
  graphs_[context] = std::move(facts);
  return OkStatus();
}

StatusOr<GraphFacts> NotedGraphs::Of(TfLiteContext* context) const {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto at = graphs_.find(context);
    if (at != graphs_.end()) return at->second;
  }
  return Find(context);
}

}  // namespace tflite::delegates
