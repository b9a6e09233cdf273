#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_REPORT_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_REPORT_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {

class Subgraph;

// Shows which delegate runs each node, and why other nodes run on the CPU: a
// copy of the state at the time of its creation. See
// Interpreter::GetDelegationReport.
struct DelegationReport {
  // Why a delegate that was applied does not run a node.
  struct Refusal {
    std::string delegate;
    std::string reason;
  };
  // A node of the graph before any delegate was applied.
  struct Node {
    int index = 0;
    std::string op;        // e.g. "CONV_2D", or the name of a custom operator
    std::string output;    // name of its first output tensor; may be empty
    std::string delegate;  // empty: the CPU
    int partition = -1;    // index in Graph::partitions
    // In the order in which delegates were applied. For a delegated node, only
    // refusals by other delegates that gave a reason.
    std::vector<Refusal> refusals;
  };
  struct Partition {
    std::string delegate;
    int node_index = 0;      // of the delegate's node in the execution plan
    std::vector<int> nodes;  // nodes that it replaces
  };
  // A delegate that was applied, successfully or not.
  struct Delegate {
    std::string name;
    std::string failure;  // why it is not applied; empty if it is applied
  };
  struct Graph {
    int index = 0;
    std::string name;
    // True if the graph is not delegated itself because a node of another graph
    // runs it.
    bool skipped = false;
    std::vector<Delegate> delegates;
    std::vector<Partition> partitions;  // in execution order
    std::vector<Node> nodes;            // in the order of the original graph
    int NodesDelegated() const;
  };
  std::vector<Graph> graphs;  // one per subgraph of the model
};

DelegationReport::Graph ReportDelegation(const Subgraph& subgraph);

// Lists the first nodes on the CPU with their reasons, in one line. Empty if no
// node runs on the CPU.
std::string DescribeNodesOnCpu(const DelegationReport::Graph& graph,
                               int max_nodes);

// Returns Unavailable, with the names of some nodes, if
// InterpreterOptions::SetRequireFullDelegation is set and the CPU has nodes of
// the graph.
base::Status RequireFullDelegation(const Subgraph& subgraph);

// Returns valid UTF-8 with this structure: {"subgraphs": [{"index", "name",
// "skipped", "delegates": [{"name", "failure"}], "partitions": [{"delegate",
// "node_index", "nodes"}], "nodes": [{"index", "op", "output", "delegate",
// "partition", "refusals": [{"delegate", "reason"}]}]}]}. `delegate` and
// `partition` are null for nodes on the CPU; `failure` is null for delegates
// that are applied.
std::string DelegationReportAsJson(const DelegationReport& report);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_REPORT_H_
