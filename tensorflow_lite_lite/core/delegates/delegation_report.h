#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_REPORT_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_REPORT_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/c_api_types.h"

namespace tflite {

class Subgraph;

// Which delegate has which node, and why the others are on the CPU: a copy of
// what was so when it was made. See Interpreter::GetDelegationReport.
struct DelegationReport {
  // Why a delegate that was tried does not have a node.
  struct Refusal {
    std::string delegate;
    std::string reason;
  };
  // A node of the graph as it was before any delegate.
  struct Node {
    int index = 0;
    std::string op;        // "CONV_2D"; a custom operator's own name
    std::string output;    // name of its first output tensor, may be empty
    std::string delegate;  // empty: the CPU's
    int partition = -1;    // of Graph::partitions
    // In the order of the delegates' application. With a delegate's node, those
    // of others that gave a reason.
    std::vector<Refusal> refusals;
  };
  struct Partition {
    std::string delegate;
    int node_index = 0;      // of the delegate's node in the execution plan
    std::vector<int> nodes;  // what it stands for
  };
  // One delegate that was tried.
  struct Delegate {
    std::string name;
    std::string failure;  // why it is not applied; empty: it is
  };
  struct Graph {
    int index = 0;
    std::string name;
    // Left out of delegation: a node of another graph runs it.
    bool skipped = false;
    std::vector<Delegate> delegates;
    std::vector<Partition> partitions;  // in order of execution
    std::vector<Node> nodes;            // in the undelegated order
    int NodesDelegated() const;
  };
  std::vector<Graph> graphs;  // one a subgraph of the model
};

DelegationReport::Graph ReportDelegation(const Subgraph& subgraph);

// The first nodes on the CPU with their reasons, in one line; empty if none.
std::string DescribeNodesOnCpu(const DelegationReport::Graph& graph,
                               int max_nodes);

// InterpreterOptions::SetRequireFullDelegation: where it is set and the CPU has
// nodes of the graph, an error that names some.
TfLiteStatus RequireFullDelegation(Subgraph& subgraph);

// {"subgraphs": [{"index", "name", "skipped", "delegates": [{"name",
// "failure"}], "partitions": [{"delegate", "node_index", "nodes"}], "nodes":
// [{"index", "op", "output", "delegate", "partition", "refusals": [{"delegate",
// "reason"}]}]}]}. A CPU's node has null as delegate and partition, an applied
// delegate null as failure. Valid UTF-8.
std::string DelegationReportAsJson(const DelegationReport& report);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATION_REPORT_H_
