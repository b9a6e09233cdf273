#include "tensorflow_lite_lite/core/delegates/partition_replacer.h"

#include <algorithm>
#include <cstdlib>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"
#include "tensorflow_lite_lite/core/delegates/computed_tensors.h"
#include "tensorflow_lite_lite/core/delegates/dynamic_nodes.h"
#include "tensorflow_lite_lite/core/delegates/own_name.h"
#include "tensorflow_lite_lite/core/partition/state.h"

namespace tflite::core {
namespace {

absl::Span<const int> Span(const TfLiteIntArray* a) {
  return {Indices(a).data(), Indices(a).size()};
}

// Returns true if the node uses state that other nodes may access. Such nodes
// keep their order.
bool TouchesState(const Graph& graph, const TfLiteNode& node) {
  bool touches = node.might_have_side_effect;
  ForEachTensor(graph, {node.inputs, node.outputs}, [&](int t) {
    touches |= HoldsState(graph.tensors[t].type, graph.tensors[t].is_variable);
  });
  return touches;
}

// What nodes need of each other when the graph runs: less than while it is
// prepared.
struct Needs {
  // Nodes that leave tensors `computed` while preparing do nothing in a run:
  // no other node waits for them, and they read nothing.
  Needs(const std::vector<PartitionNode>& nodes, std::vector<bool> computed);

  std::vector<PartitionNode> order;
  std::vector<PartitionNode> reads;
  std::vector<std::vector<int>> awaited;  // the inputs of `order`
};

Needs::Needs(const std::vector<PartitionNode>& nodes,
             std::vector<bool> computed)
    : order(nodes), reads(nodes), awaited(nodes.size()) {
  const auto is_computed = [&](int t) {
    return t >= 0 && static_cast<size_t>(t) < computed.size() && computed[t];
  };
  for (const PartitionNode& node : nodes) {
    if (!node.supported && !node.ordered) continue;
    for (const int t : node.outputs) {
      if (is_computed(t)) computed[t] = false;
    }
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    const absl::Span<const int> outputs = nodes[i].outputs;
    if (!outputs.empty() &&
        std::all_of(outputs.begin(), outputs.end(), is_computed)) {
      reads[i].inputs = {};
      continue;
    }
    std::vector<int>& inputs = awaited[i];
    inputs.assign(nodes[i].inputs.begin(), nodes[i].inputs.end());
    std::replace_if(inputs.begin(), inputs.end(), is_computed, kNoTensor);
    order[i].inputs = inputs;
  }
}

// The position in the plan of each node.
std::vector<size_t> PositionsIn(const std::vector<int>& plan,
                                size_t num_nodes) {
  std::vector<size_t> positions(num_nodes, 0);
  for (size_t i = 0; i < plan.size(); ++i) positions[plan[i]] = i;
  return positions;
}

// Tells for each tensor whether a kernel keeps it inside its partition: nodes
// of the model write it, but none of the plan.
std::vector<bool> FindTensorsInside(const Graph& graph,
                                    const std::vector<int>& undelegated_plan) {
  std::vector<bool> inside(graph.tensors.size(), false);
  const auto mark = [&](const std::vector<int>& plan, bool value) {
    for (const int n : plan) {
      ForEachTensor(graph, {graph.nodes[n].first.outputs},
                    [&](int t) { inside[t] = value; });
    }
  };
  mark(undelegated_plan, true);
  mark(graph.execution_plan, false);
  return inside;
}

// A tensor of which the node reads the shape, and of which there is no value
// that could be passed to a kernel; kNoTensor if there is none.
int ReadsShapeInside(const Graph& graph, int node_index,
                     const std::vector<bool>& inside) {
  const auto& [node, registration] = graph.nodes[node_index];
  if (!ReadsShapesOnly(registration.builtin_code)) return kNoTensor;
  const Indices inputs(node.inputs);
  const auto found = std::find_if(inputs.begin(), inputs.end(), [&](int t) {
    return graph.HasTensor(t) && inside[t];
  });
  return found == inputs.end() ? kNoTensor : *found;
}

// An output that the CPU has computed while preparing is not a constant any
// more: the kernel writes it in each run.
void ForgetComputed(GraphData* data, int tensor) {
  TfLiteTensor& t = data->graph().tensors[tensor];
  if (t.allocation_type != kTfLitePersistentRo) return;
  TfLiteTensorDataFree(&t);
  if (!data->homes().GoHome(tensor)) t.allocation_type = kTfLiteArenaRw;
}

std::string Because(const char* what, const std::string& why) {
  return std::string("the kernel ") + what + (why.empty() ? "" : ": ") + why;
}

}  // namespace

void PartitionReplacer::Begin(std::vector<int> dynamic_tensors,
                              bool undone_at_resize) {
  dynamic_tensors_ = std::move(dynamic_tensors);
  undone_at_resize_ = undone_at_resize;
  made_ = failed_ = 0;
}

bool PartitionReplacer::MayTake(int node_index, bool take_notes) {
  const int rewritten =
      preparer_->rewritten().TouchedBy(data_->graph().nodes[node_index].first);
  if (rewritten != kNoTensor) {
    // Delegates assume that a tensor has a single value.
    records_->Note(node_index, DelegationNote::Kind::kRefused,
                   data_->DescribeTensor(rewritten) + " is written twice");
    return false;
  }
  const int inside = ReadsShapeInside(data_->graph(), node_index, inside_);
  if (inside != kNoTensor) {
    records_->Note(
        node_index, DelegationNote::Kind::kRefused,
        data_->DescribeTensor(inside) + " is inside another partition");
    return false;
  }
  const bool dynamic =
      static_cast<size_t>(node_index) < dynamic_tensors_.size() &&
      dynamic_tensors_[node_index] != kNoTensor;
  if (dynamic && take_notes) {
    records_->Note(node_index, DelegationNote::Kind::kDynamic,
                   "it touches the dynamic-sized " +
                       data_->DescribeTensor(dynamic_tensors_[node_index]));
  }
  return !dynamic;
}

PartitionReplacer::Partitions PartitionReplacer::Divide(
    const TfLiteIntArray* nodes, bool take_notes) {
  const Graph& graph = data_->graph();
  std::vector<bool> wanted(graph.nodes.size(), false);
  for (const int n : Indices(nodes)) {
    if (graph.HasNode(n)) wanted[n] = true;
  }
  inside_ = FindTensorsInside(graph, UndelegatedPlan());
  std::vector<PartitionNode> view(graph.execution_plan.size());
  for (size_t i = 0; i < view.size(); ++i) {
    const int n = graph.execution_plan[i];
    const TfLiteNode& node = graph.nodes[n].first;
    view[i].inputs = Span(node.inputs);
    view[i].outputs = Span(node.outputs);
    view[i].ordered = TouchesState(graph, node) ||
                      preparer_->rewritten().TouchedBy(node) != kNoTensor;
    view[i].supported = wanted[n] && MayTake(n, take_notes);
  }
  const int num_tensors = static_cast<int>(graph.tensors.size());
  InterpreterOptions& settings = data_->runtime()->options;
  PartitionOptions options;
  options.keep_order = settings.GetDisableDelegateClustering();
  options.one_node_each = settings.GetDisableDelegateNodeFusion();
  std::vector<bool> computed(graph.tensors.size(), false);
  // Of other delegates, a resize reaches the kernels.
  if (records_->open() && !TakesDynamic(records_->all().back().delegate)) {
    computed = FindComputedTensors(graph);
    // Behind a tensor without static size, nodes have not been prepared for the
    // present shapes.
    for (const int n : graph.execution_plan) {
      if (static_cast<size_t>(n) >= dynamic_tensors_.size() ||
          dynamic_tensors_[n] == kNoTensor) {
        continue;
      }
      ForEachTensor(graph, {graph.nodes[n].first.outputs},
                    [&](int t) { computed[t] = false; });
    }
  }
  const Needs needs(view, std::move(computed));
  Partitions result;
  result.parts = PartitionGraph(needs.order, num_tensors, options);
  result.boundaries = PartitionBoundaries(needs.reads, result.parts,
                                          graph.outputs, num_tensors);
  // A delegate gets each node after those whose results it reads. After another
  // delegate, nodes may precede those that have computed what they read.
  const auto positions = PositionsIn(UndelegatedPlan(), graph.nodes.size());
  for (Partition& p : result.parts) {
    for (int& i : p.nodes) i = graph.execution_plan[i];
    // Another delegate's node has no place in the original plan.
    const bool of_model = std::all_of(
        p.nodes.begin(), p.nodes.end(),
        [&](int n) { return graph.nodes[n].first.delegate == nullptr; });
    if (!p.delegated || !of_model) continue;
    std::sort(p.nodes.begin(), p.nodes.end(),
              [&](int a, int b) { return positions[a] < positions[b]; });
  }
  return result;
}

PartitionPreview& PartitionReplacer::Preview(const TfLiteIntArray* nodes) {
  preview_.Clear();
  const Partitions partitions = Divide(nodes, /*take_notes=*/false);
  for (size_t i = 0; i < partitions.parts.size(); ++i) {
    if (!partitions.parts[i].delegated) continue;
    preview_.Add(partitions.parts[i].nodes, partitions.boundaries[i]);
  }
  return preview_;
}

Status PartitionReplacer::Replace(const TfLiteRegistration& registration,
                                  const TfLiteIntArray* nodes,
                                  TfLiteDelegate* delegate) {
  if (nodes == nullptr || delegate == nullptr) {
    return base::Unavailable("A delegate passed a null pointer.");
  }
  if (!records_->open()) {
    // Nodes that the delegate takes here could not be given back.
    return base::Unavailable("A delegate may replace nodes of subgraph ",
                             data_->index(), " only while it is applied to it");
  }
  Graph& graph = data_->graph();
  const TfLiteRegistration trusted = TrustedRegistration(registration);
  records_->SetName(trusted.custom_name);
  records_->SetDelegateOfPartitions(delegate);
  TFLL_RETURN_IF_ERROR(keeper_->KeepOperator(trusted, delegate));
  if (nodes->size == 0) return base::OkStatus();
  for (const int n : Indices(nodes)) {
    if (graph.HasNode(n)) continue;
    return base::Unavailable("A delegate asked for node ", n, " of ",
                             graph.nodes.size());
  }
  const Partitions partitions = Divide(nodes, /*take_notes=*/true);
  graph.nodes.reserve(graph.nodes.size() + partitions.parts.size());
  const bool whole = !MayFallBack();
  // A kernel that stays when inputs are resized gives them other values then.
  std::vector<bool> forgotten(graph.tensors.size(), false);
  if (TakesDynamic(delegate) && !undone_at_resize_) {
    auto of_shapes = FindTensorsOfShapes(graph, UndelegatedPlan());
    if (IsInOrder(graph, of_shapes)) forgotten = std::move(of_shapes);
  }
  const std::vector<int> plan = std::exchange(graph.execution_plan, {});
  for (size_t i = 0; i < partitions.parts.size(); ++i) {
    const Partition& p = partitions.parts[i];
    if (p.delegated &&
        AddKernel(trusted, p.nodes, partitions.boundaries[i], delegate)) {
      for (const int t : partitions.boundaries[i].outputs) {
        if (forgotten[t]) ForgetComputed(data_, t);
      }
      continue;
    }
    if (p.delegated && whole) {
      graph.execution_plan = plan;
      // The reason has been reported already.
      return base::Unavailable("");
    }
    graph.execution_plan.insert(graph.execution_plan.end(), p.nodes.begin(),
                                p.nodes.end());
  }
  return base::OkStatus();
}

bool PartitionReplacer::AddKernel(const TfLiteRegistration& registration,
                                  const std::vector<int>& nodes,
                                  const PartitionBoundary& boundary,
                                  TfLiteDelegate* delegate) {
  ++made_;
  ErrorEdge& errors = data_->errors();
  errors.ClearLast();
  const Status added = AddNode(registration, nodes, boundary, delegate);
  if (added.ok()) return true;
  ++failed_;
  const std::string reason = Because("failed to initialize", errors.last());
  for (const int n : nodes) {
    records_->Note(n, DelegationNote::Kind::kFailed, reason);
  }
  return false;
}

Status PartitionReplacer::AddNode(const TfLiteRegistration& registration,
                                  const std::vector<int>& nodes,
                                  const PartitionBoundary& boundary,
                                  TfLiteDelegate* delegate) {
  Graph& graph = data_->graph();
  ErrorEdge& errors = data_->errors();
  Status free_outputs;
  for (const int t : boundary.outputs) {
    const TfLiteDelegate* other = graph.tensors[t].delegate;
    if (other == nullptr || other == delegate) continue;
    free_outputs =
        Invalid(data_->DescribeTensor(t), " belongs to another delegate");
    errors.Report(free_outputs);
  }
  TFLL_RETURN_IF_ERROR(free_outputs);
  void* params = NewPartitionParams(delegate, nodes, boundary);
  if (params == nullptr) return base::ResourceExhausted("");
  int node_index = 0;
  const Status added = data_->AddNode({boundary.inputs,
                                       boundary.outputs,
                                       {},
                                       nullptr,
                                       0,
                                       params,
                                       &registration},
                                      &node_index);
  if (!added.ok()) {
    // The kernel's own message is more useful than the generic one.
    std::string own_words = errors.last();
    errors.Report(added);
    if (base::IsInternal(added)) errors.SetLast(std::move(own_words));
    return added;
  }
  auto& types = types_[node_index];
  types.clear();
  for (const int t : boundary.inputs) types[t] = graph.tensors[t].type;
  graph.nodes[node_index].first.delegate = delegate;
  for (const int t : boundary.outputs) graph.tensors[t].delegate = delegate;
  return base::OkStatus();
}

bool PartitionReplacer::MayFallBack() const {
  InterpreterOptions& options = data_->runtime()->options;
  return options.GetDelegateFallback() && !options.GetRequireFullDelegation();
}

const std::vector<int>& PartitionReplacer::UndelegatedPlan() const {
  return originals_->empty() ? data_->graph().execution_plan
                             : originals_->plan();
}

// An operator on the CPU may have changed the type of an input that the model
// declares.
Status PartitionReplacer::CheckTypes(int node_index) const {
  const Graph& graph = data_->graph();
  if (ReplacedNodes(graph.nodes[node_index].first) == nullptr) {
    return base::OkStatus();
  }
  const auto known = types_.find(node_index);
  if (known == types_.end()) return base::OkStatus();
  for (const auto& [t, type] : known->second) {
    if (graph.tensors[t].type == type) continue;
    return Invalid(data_->DescribeTensor(t), " was ", TfLiteTypeGetName(type),
                   " for the delegate and is ",
                   TfLiteTypeGetName(graph.tensors[t].type));
  }
  return base::OkStatus();
}

bool PartitionReplacer::Revert(int step, const char* phase,
                               const std::string& why) {
  Graph& graph = data_->graph();
  const int node_index = graph.execution_plan[step];
  const TfLiteNode& node = graph.nodes[node_index].first;
  const TfLiteIntArray* replaced = ReplacedNodes(node);
  if (replaced == nullptr || !MayFallBack()) return false;
  for (const int n : Indices(replaced)) {
    // Only the delegate can run it, perhaps with other inputs.
    if (IsUnresolvedCustomOp(graph.nodes[n].second)) return false;
  }
  base::Log(base::LogLevel::kWarning, "%s %s; its %d nodes run on the CPU: %s",
            data_->DescribeNode(node_index).c_str(), phase, replaced->size,
            WithoutName(why, OpName(graph.nodes[node_index].second)).c_str());
  std::vector<bool> mine(graph.nodes.size(), false);
  for (const int n : Indices(replaced)) mine[n] = true;
  originals_->RestoreInputs(&graph, mine);
  FreeOutputs(node);
  const std::string reason = Because(phase, why);
  for (const int n : Indices(replaced)) {
    records_->NoteFailure(node.delegate, n, reason);
  }
  ++failed_;
  auto& plan = graph.execution_plan;
  const std::vector<int> nodes(replaced->data, replaced->data + replaced->size);
  plan.erase(plan.begin() + step);
  TakeFromDevice(nodes);
  plan.insert(plan.begin() + step, nodes.begin(), nodes.end());
  data_->FreeOperatorOf(node_index);
  return true;
}

// Detaches the outputs of a delegate's node that is removed from the delegate.
void PartitionReplacer::FreeOutputs(const TfLiteNode& node) {
  Graph& graph = data_->graph();
  ForEachTensor(graph, {node.outputs}, [&](int t) {
    TfLiteTensor* tensor = &graph.tensors[t];
    tensor->data_is_stale = false;
    // Keep buffers of outputs: they are filled after a run, no matter which
    // node computed them.
    const bool kept =
        tensor->buffer_handle != kTfLiteNullBufferHandle &&
        CanCopyToHandle(tensor->delegate) &&
        std::count(graph.outputs.begin(), graph.outputs.end(), t) > 0;
    if (kept) return;
    data_->FreeBufferHandle(tensor);
    tensor->delegate = nullptr;
  });
}

// Returns tensors in device memory that the nodes use to the host, unless
// another delegate's node in the plan uses them.
void PartitionReplacer::TakeFromDevice(const std::vector<int>& nodes) {
  const Graph& graph = data_->graph();
  std::vector<bool> kept(graph.tensors.size(), false);
  for (const int n : graph.execution_plan) {
    const TfLiteNode& node = graph.nodes[n].first;
    if (node.delegate == nullptr) continue;
    ForEachTensor(graph, {node.inputs, node.outputs},
                  [&](int t) { kept[t] = true; });
  }
  for (const int n : nodes) {
    const TfLiteNode& node = graph.nodes[n].first;
    ForEachTensor(graph, {node.inputs}, [&](int t) {
      if (kept[t] || !data_->homes().LeaveDevice(t)) return;
      // Tensors written by earlier steps get memory only in AllocateTensors.
      if (data_->lifecycle().running()) data_->lifecycle().MarkChanged();
    });
    ForEachTensor(graph, {node.outputs}, [&](int t) {
      if (!kept[t]) data_->homes().LeaveDevice(t);
    });
  }
}

}  // namespace tflite::core
