#include "tools/profiling/profile_summarizer.h"

#include <algorithm>
#include <limits>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite {
namespace profiling {
namespace {

using EventType = Profiler::EventType;

// Sorts after every subgraph.
constexpr int kDelegate = std::numeric_limits<int>::max();

bool IsNode(const ProfileEvent& e) {
  return e.event_type == EventType::OPERATOR_INVOKE_EVENT;
}
bool IsInDelegate(const ProfileEvent& e) {
  return e.event_type == EventType::DELEGATE_OPERATOR_INVOKE_EVENT ||
         e.event_type == EventType::DELEGATE_PROFILED_OPERATOR_INVOKE_EVENT;
}

// Events of an interpreter that are not nodes, such as AllocateTensors.
bool IsOther(const ProfileEvent& e) {
  return e.event_type == EventType::DEFAULT;
}

std::string TitleOf(int graph, const std::string& name) {
  if (graph == kDelegate) return "Delegate internal";
  if (graph == 0) return base::StrCat("Primary graph (name: ", name, ")");
  return base::StrCat("Subgraph (index: ", graph, ", name: ", name, ")");
}

}  // namespace

std::string ProfileSummarizer::NameOf(const ProfileEvent& event,
                                      const Interpreter& interpreter) const {
  if (IsInDelegate(event)) {
    return base::StrCat("Delegate/", event.tag, ":", event.event_metadata);
  }
  if (IsOther(event)) {
    return base::StrCat(event.tag, "/", event.event_metadata);
  }
  const int graph = static_cast<int>(event.extra_event_metadata);
  const auto* node = interpreter.node_and_registration(
      graph, static_cast<int>(event.event_metadata));
  std::string names;
  if (node != nullptr && node->first.outputs != nullptr) {
    const Subgraph* subgraph = interpreter.subgraph(graph);
    for (int i = 0; i < node->first.outputs->size; ++i) {
      const TfLiteTensor* t = subgraph->tensor(node->first.outputs->data[i]);
      base::StrAppend(&names, i == 0 ? "" : ", ",
                      t == nullptr || t->name == nullptr ? "Unknown" : t->name);
    }
  }
  return base::StrCat("[", names, "]:", event.event_metadata);
}

void ProfileSummarizer::ProcessProfiles(
    const std::vector<const ProfileEvent*>& events,
    const Interpreter& interpreter) {
  struct Sum {
    int64_t elapsed = 0, memory = 0, called = 0;
  };
  std::map<Key, Sum> sums;
  const auto runs_node = [](const ProfileEvent* e) {
    return IsNode(*e) || IsInDelegate(*e);
  };
  // Without nodes it is the profile of the initialization.
  const bool nodes = std::any_of(events.begin(), events.end(), runs_node);
  for (const ProfileEvent* e : events) {
    if (nodes ? !runs_node(e) : !IsOther(*e)) continue;
    const int graph = IsInDelegate(*e)
                          ? kDelegate
                          : static_cast<int>(e->extra_event_metadata);
    const Key key{graph, e->event_metadata, e->tag};
    GraphProfile& profile = graphs_[graph];
    if (profile.title.empty()) {
      profile.is_delegate = graph == kDelegate;
      profile.subgraph_index = profile.is_delegate ? -1 : graph;
      if (!profile.is_delegate && interpreter.subgraph(graph) != nullptr) {
        profile.subgraph_name = interpreter.subgraph(graph)->GetName();
      }
      profile.title = TitleOf(graph, profile.subgraph_name);
    }
    if (rows_.emplace(key, profile.ops.size()).second) {
      OpProfile op;
      op.type = e->tag;
      op.name = NameOf(*e, interpreter);
      op.run_order = static_cast<int64_t>(profile.ops.size());
      profile.ops.push_back(std::move(op));
    }
    Sum& sum = sums[key];
    sum.elapsed += static_cast<int64_t>(e->elapsed_time);
    sum.memory +=
        e->end_mem_usage.mem_footprint_kb - e->begin_mem_usage.mem_footprint_kb;
    ++sum.called;
  }
  std::map<int, Sum> totals;
  for (const auto& [key, sum] : sums) {
    OpProfile& op = graphs_[key.graph].ops[rows_[key]];
    op.elapsed_us.UpdateStat(sum.elapsed);
    op.mem_kb.UpdateStat(sum.memory);
    op.times_called += sum.called;
    totals[key.graph].elapsed += sum.elapsed;
    totals[key.graph].memory += sum.memory;
    totals[key.graph].called += sum.called;
  }
  for (const auto& [graph, sum] : totals) {
    graphs_[graph].run_total_us.UpdateStat(sum.elapsed);
    graphs_[graph].memory_bytes.UpdateStat(sum.memory * 1024);
    graphs_[graph].nodes_executed =
        std::max(graphs_[graph].nodes_executed, sum.called);
  }
  if (!sums.empty()) ++runs_;
}

std::vector<GraphProfile> ProfileSummarizer::Profiles() const {
  std::vector<GraphProfile> out;
  for (const auto& [graph, profile] : graphs_) out.push_back(profile);
  return out;
}

}  // namespace profiling
}  // namespace tflite
