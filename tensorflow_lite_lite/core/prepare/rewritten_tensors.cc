#include "tensorflow_lite_lite/core/prepare/rewritten_tensors.h"

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/core/memory/tensor_homes.h"

namespace tflite::core {
namespace {

constexpr int kNever = -2;
constexpr int kCaller = -1;

// True for tensors whose memory is planned once and is the same for all steps.
bool IsPlanned(const TfLiteTensor& t) {
  return t.allocation_type == kTfLiteArenaRw ||
         t.allocation_type == kTfLiteCustom;
}

}  // namespace

void RewrittenTensors::Find(const Graph& graph) {
  first_.clear();
  variables_.clear();
  noted_.clear();
  std::vector<int> first(graph.tensors.size(), kNever);
  for (const int t : graph.inputs) {
    if (graph.HasTensor(t)) first[t] = kCaller;
  }
  for (size_t step = 0; step < graph.execution_plan.size(); ++step) {
    const TfLiteNode& node = graph.nodes[graph.execution_plan[step]].first;
    for (const int t : Indices(node.inputs)) {
      if (!graph.HasTensor(t) || !graph.tensors[t].is_variable) continue;
      if (first[t] == kNever) first[t] = static_cast<int>(step);
    }
    for (const int t : Indices(node.outputs)) {
      if (!graph.HasTensor(t)) continue;
      if (first[t] == kNever) {
        first[t] = static_cast<int>(step);
      } else {
        (graph.tensors[t].is_variable ? variables_ : first_)[t] = first[t];
      }
    }
  }
}

int RewrittenTensors::TouchedBy(const TfLiteNode& node) const {
  if (first_.empty()) return kNoTensor;
  for (const auto* list : {node.inputs, node.outputs}) {
    for (const int t : Indices(list)) {
      if (first_.count(t) != 0) return t;
    }
  }
  return kNoTensor;
}

void RewrittenTensors::Note(const Graph& graph, const TfLiteNode& node) {
  if (empty()) return;
  for (const int t : Indices(node.outputs)) {
    if (first_.count(t) == 0 && variables_.count(t) == 0) continue;
    const Indices dims(graph.tensors[t].dims);
    noted_[t] = {graph.tensors[t].type, {dims.begin(), dims.end()}};
  }
}

std::string RewrittenTensors::Check(const Graph& graph, const TfLiteNode& node,
                                    int step) const {
  for (const int t : Indices(node.outputs)) {
    const bool variable = variables_.count(t) != 0;
    const auto& uses = variable ? variables_ : first_;
    const auto found = uses.find(t);
    if (found == uses.end()) continue;
    const TfLiteTensor& tensor = graph.tensors[t];
    const std::string name = StrCat(
        "tensor ", t, " '", tensor.name == nullptr ? "" : tensor.name, "'");
    // A delegate may keep a variable on its device.
    if (variable ? IsOnHeap(tensor) : !IsPlanned(tensor)) {
      return StrCat("it writes ", name,
                    ", whose size only a run can tell or which is a "
                    "constant, and others ",
                    variable ? "use" : "write", " it too");
    }
    if (found->second == step) continue;
    const Form& was = noted_.at(t);
    if (tensor.type == was.type &&
        TfLiteIntArrayEqualsArray(
            tensor.dims, static_cast<int>(was.dims.size()), was.dims.data())) {
      continue;
    }
    return StrCat("it gives ", name, " another type or shape than ",
                  found->second == kCaller ? "the graph input has"
                  : variable ? "it had for an earlier node, which uses it"
                             : "an earlier node, which writes it too");
  }
  return "";
}

}  // namespace tflite::core
