#include "tools/edgetpu_compiler/operation_log.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

namespace tflite::edgetpu_compiler {
namespace {

constexpr char kMapped[] = "Mapped to Edge TPU";

bool Contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

std::string StatusOf(const std::string& reason) {
  if (Contains(reason, "is not among the best")) {
    return "More than one subgraph is not supported";
  }
  if (Contains(reason, "the operator is not supported")) {
    return "Operation not supported";
  }
  if (Contains(reason, "version")) return "Operation version not supported";
  if (Contains(reason, "type ") && Contains(reason, "is not supported")) {
    return "Operation is working on an unsupported data type";
  }
  return "Operation is otherwise supported, but not mapped due to some "
         "unspecified limitation";
}

// The number of elements of an operator's tensor; 0 for an unknown shape.
uint64_t Elements(const SubGraphT& graph, const std::vector<int32_t>& list,
                  size_t i) {
  if (i >= list.size() || list[i] < 0) return 0;
  uint64_t elements = 1;
  for (const int32_t extent :
       graph.tensors[static_cast<size_t>(list[i])]->shape) {
    elements *= extent < 0 ? 0 : static_cast<uint64_t>(extent);
  }
  return elements;
}

uint64_t Extent(const SubGraphT& graph, const std::vector<int32_t>& list,
                size_t i, int dimension) {
  if (i >= list.size() || list[i] < 0) return 0;
  const auto& shape = graph.tensors[static_cast<size_t>(list[i])]->shape;
  const int at =
      dimension < 0 ? static_cast<int>(shape.size()) + dimension : dimension;
  if (at < 0 || at >= static_cast<int>(shape.size())) return 0;
  return static_cast<uint64_t>(shape[static_cast<size_t>(at)]);
}

uint64_t MultiplicationsOf(const std::string& op, const SubGraphT& graph,
                           const OperatorT& node) {
  const uint64_t out = Elements(graph, node.outputs, 0);
  const uint64_t weights = Elements(graph, node.inputs, 1);
  if (op == "CONV_2D" || op == "FULLY_CONNECTED") {
    const uint64_t channels = Extent(graph, node.inputs, 1, 0);
    return channels == 0 ? 0 : out * (weights / channels);
  }
  if (op == "DEPTHWISE_CONV_2D") {
    const uint64_t channels = Extent(graph, node.inputs, 1, -1);
    return channels == 0 ? 0 : out * (weights / channels);
  }
  if (op == "TRANSPOSE_CONV") {
    const uint64_t channels = Extent(graph, node.inputs, 1, -1);
    return channels == 0
               ? 0
               : Elements(graph, node.inputs, 2) * (weights / channels);
  }
  if (op == "UNIDIRECTIONAL_SEQUENCE_LSTM") {
    const uint64_t depth = Extent(graph, node.inputs, 0, -1);
    if (depth == 0) return 0;
    // Each step multiplies all weights once: those of inputs, of the last
    // outputs, of peepholes, and of the projection.
    uint64_t all = Elements(graph, node.inputs, 16);
    for (size_t i = 1; i <= 11; ++i) all += Elements(graph, node.inputs, i);
    return Elements(graph, node.inputs, 0) / depth * all;
  }
  return 0;
}

}  // namespace

std::vector<Operation> OperationsOf(const DelegationReport::Graph& report,
                                    const ModelT& model) {
  const SubGraphT& graph = *model.subgraphs[0];
  std::vector<Operation> operations;
  for (const DelegationReport::Node& node : report.nodes) {
    Operation operation;
    operation.op = node.op;
    operation.output = node.output;
    operation.mapped = !node.delegate.empty();
    if (!operation.mapped && !node.refusals.empty()) {
      operation.reason = node.refusals.back().reason;
    }
    operation.status = operation.mapped ? kMapped : StatusOf(operation.reason);
    const auto index = static_cast<size_t>(node.index);
    if (index < graph.operators.size()) {
      operation.multiplications =
          MultiplicationsOf(node.op, graph, *graph.operators[index]);
    }
    operations.push_back(std::move(operation));
  }
  return operations;
}

std::string OperationTable(const std::vector<Operation>& operations) {
  std::map<std::pair<std::string, std::string>, int> counts;
  for (const Operation& o : operations) ++counts[{o.op, o.status}];
  std::string text = "Operator                       Count      Status\n\n";
  for (const auto& [key, count] : counts) {
    char line[256];
    std::snprintf(line, sizeof(line), "%-30s %-10d %s\n", key.first.c_str(),
                  count, key.second.c_str());
    text += line;
  }
  std::string reasons;
  for (const Operation& o : operations) {
    if (!o.mapped) reasons += o.op + " '" + o.output + "': " + o.reason + "\n";
  }
  return reasons.empty() ? text : text + "\nReasons:\n" + reasons;
}

std::string SizeText(uint64_t bytes) {
  const char* const units[] = {"B", "KiB", "MiB", "GiB"};
  auto size = static_cast<double>(bytes);
  int unit = 0;
  for (; size >= 1024 && unit < 3; ++unit) size /= 1024;
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f%s", size, units[unit]);
  return text;
}

}  // namespace tflite::edgetpu_compiler
