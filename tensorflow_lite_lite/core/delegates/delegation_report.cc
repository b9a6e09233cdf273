#include "tensorflow_lite_lite/core/delegates/delegation_report.h"

#include <algorithm>
#include <utility>

#include "tensorflow_lite_lite/base/json_text.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {
namespace {

using Graph = DelegationReport::Graph;

// Number of nodes that an error message names.
constexpr int kNodesNamed = 3;

std::string NameOf(const core::DelegateRecord& record, size_t position) {
  return record.name.empty() ? "delegate " + std::to_string(position)
                             : record.name;
}

// Appends the original nodes that a delegate's node replaces. Nodes of earlier
// delegates among them are resolved recursively.
void ListNodes(const Subgraph& subgraph, const TfLiteNode& node,
               std::vector<int>* nodes) {
  for (const int n : core::Indices(core::ReplacedNodes(node))) {
    const auto* entry = subgraph.node_and_registration(n);
    if (entry == nullptr) continue;
    if (entry->first.delegate != nullptr) {
      ListNodes(subgraph, entry->first, nodes);
    } else {
      nodes->push_back(n);
    }
  }
}

void AddPartitions(const Subgraph& subgraph, Graph* graph) {
  const auto& records = subgraph.delegation().records().all();
  for (const int n : subgraph.execution_plan()) {
    const auto& [node, registration] = *subgraph.node_and_registration(n);
    if (node.delegate == nullptr) continue;
    DelegationReport::Partition partition;
    partition.node_index = n;
    partition.delegate = core::OpName(registration);
    for (size_t i = 0; i < records.size(); ++i) {
      if (records[i].delegate != node.delegate || !records[i].applied) continue;
      partition.delegate = NameOf(records[i], i);
    }
    ListNodes(subgraph, node, &partition.nodes);
    graph->partitions.push_back(std::move(partition));
  }
}

void AddNodes(const Subgraph& subgraph, Graph* graph) {
  const std::vector<int>& before = subgraph.pre_delegation_execution_plan();
  for (const int n : before.empty() ? subgraph.execution_plan() : before) {
    const auto& [node, registration] = *subgraph.node_and_registration(n);
    DelegationReport::Node row;
    row.index = n;
    row.op = core::OpName(registration);
    for (const int t : core::Indices(node.outputs)) {
      const TfLiteTensor* tensor = subgraph.tensor(t);
      if (tensor != nullptr && tensor->name != nullptr) {
        row.output = tensor->name;
      }
      break;
    }
    graph->nodes.push_back(std::move(row));
  }
}

// Returns the position in `graph->nodes` of each node index.
std::vector<int> Positions(const Graph& graph) {
  std::vector<int> positions;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const size_t n = graph.nodes[i].index;
    if (n >= positions.size()) positions.resize(n + 1, -1);
    positions[n] = static_cast<int>(i);
  }
  return positions;
}

std::string ReasonFor(const core::DelegateRecord& record,
                      const core::DelegationNote* note, bool undone) {
  using Kind = core::DelegationNote::Kind;
  if (note != nullptr && note->kind != Kind::kClaimed) {
    return note->reason.empty() ? "refused without a reason" : note->reason;
  }
  if (!record.failure.empty()) return record.failure;
  if (undone) return "removed for a change of the graph";
  return note != nullptr ? "supported, but left out of the partitions"
                         : "not asked for";
}

void AddRefusals(const Subgraph& subgraph, Graph* graph) {
  const core::Delegation& delegation = subgraph.delegation();
  const auto& records = delegation.records().all();
  const std::vector<int> positions = Positions(*graph);
  std::vector<const core::DelegationNote*> last(graph->nodes.size());
  for (size_t i = 0; i < records.size(); ++i) {
    const core::DelegateRecord& record = records[i];
    std::fill(last.begin(), last.end(), nullptr);
    for (const core::DelegationNote& note : record.notes) {
      if (note.node_index < 0 ||
          static_cast<size_t>(note.node_index) >= positions.size() ||
          positions[note.node_index] < 0) {
        continue;
      }
      last[positions[note.node_index]] = &note;
    }
    const std::string name = NameOf(record, i);
    for (size_t k = 0; k < last.size(); ++k) {
      DelegationReport::Node& node = graph->nodes[k];
      const bool gave_reason =
          last[k] != nullptr &&
          last[k]->kind != core::DelegationNote::Kind::kClaimed;
      if (!node.delegate.empty() && (!gave_reason || node.delegate == name)) {
        continue;
      }
      node.refusals.push_back(
          {name, ReasonFor(record, last[k], delegation.undone())});
    }
    graph->delegates.push_back({name, record.failure});
  }
}

std::string QuotedOrNull(const std::string& text) {
  return text.empty() ? "null" : base::JsonQuoted(text);
}

// Returns "[a, b]", with the text that `write` returns for each element.
template <typename T, typename Write>
std::string List(const std::vector<T>& elements, const char* between,
                 const Write& write) {
  std::string out = "[";
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) out += between;
    out += write(elements[i]);
  }
  return out + "]";
}

std::string NodeAsJson(const DelegationReport::Node& node) {
  return "{\"index\": " + std::to_string(node.index) +
         ", \"op\": " + base::JsonQuoted(node.op) +
         ", \"output\": " + base::JsonQuoted(node.output) +
         ", \"delegate\": " + QuotedOrNull(node.delegate) +
         ", \"partition\": " +
         (node.partition < 0 ? "null" : std::to_string(node.partition)) +
         ", \"refusals\": " +
         List(node.refusals, ", ",
              [](const DelegationReport::Refusal& r) {
                return "{\"delegate\": " + base::JsonQuoted(r.delegate) +
                       ", \"reason\": " + base::JsonQuoted(r.reason) + "}";
              }) +
         "}";
}

std::string GraphAsJson(const Graph& graph) {
  return "{\"index\": " + std::to_string(graph.index) +
         ", \"name\": " + base::JsonQuoted(graph.name) +
         ", \"skipped\": " + (graph.skipped ? "true" : "false") +
         ",\n\"delegates\": " +
         List(graph.delegates, ", ",
              [](const DelegationReport::Delegate& d) {
                return "{\"name\": " + base::JsonQuoted(d.name) +
                       ", \"failure\": " + QuotedOrNull(d.failure) + "}";
              }) +
         ",\n\"partitions\": " +
         List(graph.partitions, ",\n",
              [](const DelegationReport::Partition& p) {
                return "{\"delegate\": " + base::JsonQuoted(p.delegate) +
                       ", \"node_index\": " + std::to_string(p.node_index) +
                       ", \"nodes\": " +
                       List(p.nodes, ", ",
                            [](int n) { return std::to_string(n); }) +
                       "}";
              }) +
         ",\n\"nodes\": " + List(graph.nodes, ",\n", NodeAsJson) + "}";
}

}  // namespace

int DelegationReport::Graph::NodesDelegated() const {
  return static_cast<int>(
      std::count_if(nodes.begin(), nodes.end(),
                    [](const Node& n) { return !n.delegate.empty(); }));
}

DelegationReport::Graph ReportDelegation(const Subgraph& subgraph) {
  DelegationReport::Graph graph;
  graph.index = subgraph.GetSubgraphIndex();
  graph.name = subgraph.GetName();
  graph.skipped = subgraph.IsDelegationSkippable();
  AddPartitions(subgraph, &graph);
  AddNodes(subgraph, &graph);
  const std::vector<int> positions = Positions(graph);
  for (size_t p = 0; p < graph.partitions.size(); ++p) {
    for (const int n : graph.partitions[p].nodes) {
      if (static_cast<size_t>(n) >= positions.size() || positions[n] < 0) {
        continue;
      }
      graph.nodes[positions[n]].delegate = graph.partitions[p].delegate;
      graph.nodes[positions[n]].partition = static_cast<int>(p);
    }
  }
  AddRefusals(subgraph, &graph);
  return graph;
}

std::string DescribeNodesOnCpu(const DelegationReport::Graph& graph,
                               int max_nodes) {
  std::string out;
  int listed = 0, more = 0;
  for (const DelegationReport::Node& node : graph.nodes) {
    if (!node.delegate.empty()) continue;
    if (listed == max_nodes) {
      ++more;
      continue;
    }
    ++listed;
    if (!out.empty()) out += "; ";
    out += "node " + std::to_string(node.index) + " (" + node.op + ")";
    for (size_t i = 0; i < node.refusals.size(); ++i) {
      out += (i == 0 ? ": " : ", ") + node.refusals[i].delegate + ": " +
             node.refusals[i].reason;
    }
    if (node.refusals.empty()) out += ": no delegate was applied";
  }
  if (more > 0) out += "; and " + std::to_string(more) + " more";
  return out;
}

base::Status RequireFullDelegation(const Subgraph& subgraph) {
  if (!subgraph.GetOptions()->GetRequireFullDelegation() ||
      subgraph.IsFullyDelegated()) {
    return base::OkStatus();
  }
  const DelegationReport::Graph report = ReportDelegation(subgraph);
  return base::Unavailable(
      "Full delegation is required, but the CPU would run ",
      report.nodes.size() - report.NodesDelegated(), " of ",
      report.nodes.size(), " nodes: ", DescribeNodesOnCpu(report, kNodesNamed));
}

std::string DelegationReportAsJson(const DelegationReport& report) {
  return "{\"subgraphs\": " + List(report.graphs, ",\n", GraphAsJson) + "}\n";
}

}  // namespace tflite
