// Replacing nodes by a delegate's kernels, partition by partition.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/delegate_calls.h"
#include "tensorflow_lite_lite/core/node_calls.h"
#include "tensorflow_lite_lite/core/partition/state.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {
namespace {

// Writes `values` as an int array at `*at` and moves `*at` behind it.
TfLiteIntArray* PutArray(const std::vector<int>& values, char** at) {
  auto* array = reinterpret_cast<TfLiteIntArray*>(*at);
  array->size = static_cast<int>(values.size());
  std::copy(values.begin(), values.end(), array->data);
  *at += TfLiteIntArrayGetSizeInBytes(array->size);
  return array;
}

size_t ArrayBytes(const std::vector<int>& values) {
  return TfLiteIntArrayGetSizeInBytes(static_cast<int>(values.size()));
}

// The parameters of one partition in a single block for free().
template <typename Params>
Params* NewParams(TfLiteDelegate* delegate, const std::vector<int>& nodes,
                  const core::PartitionBorder& border) {
  char* block = static_cast<char*>(
      std::malloc(sizeof(Params) + ArrayBytes(nodes) +
                  ArrayBytes(border.inputs) + ArrayBytes(border.outputs)));
  if (block == nullptr) return nullptr;
  auto* params = reinterpret_cast<Params*>(block);
  *params = Params{};
  char* at = block + sizeof(Params);
  params->delegate = delegate;
  params->nodes_to_replace = PutArray(nodes, &at);
  params->input_tensors = PutArray(border.inputs, &at);
  params->output_tensors = PutArray(border.outputs, &at);
  return params;
}

void* NewParamsFor(TfLiteDelegate* delegate, const std::vector<int>& nodes,
                   const core::PartitionBorder& border) {
  if (!core::IsOpaqueDelegate(delegate)) {
    return NewParams<TfLiteDelegateParams>(delegate, nodes, border);
  }
  auto* params = NewParams<TfLiteOpaqueDelegateParams>(delegate, nodes, border);
  if (params != nullptr) {
    params->delegate_data = delegate->opaque_delegate_builder->data;
  }
  return params;
}

// Whether the fields at the end hold what a caller with the whole struct would
// have written there.
bool HasAllFields(const TfLiteRegistration& registration) {
  constexpr uint64_t kInPlaceFlags =
      kTfLiteInplaceOpInput0Shared | kTfLiteInplaceOpInput1Shared |
      kTfLiteInplaceOpInput2Shared | kTfLiteInplaceOpDataUnmodified |
      kTfLiteInplaceInputCanBeSharedWithCorrespondingOutput;
  return registration.registration_external == nullptr &&
         (registration.inplace_operator & ~kInPlaceFlags) == 0;
}

// What a delegate passed, without the fields that a caller with an older and
// shorter struct has not written: they hold whatever was on its stack.
TfLiteRegistration Trusted(TfLiteRegistration registration) {
  registration.builtin_code = kTfLiteBuiltinDelegate;
  if (core::IsLiveOperator(registration.registration_external)) {
    if (registration.custom_name == nullptr) {
      registration.custom_name =
          registration.registration_external->custom_name;
    }
  } else if (registration.invoke != nullptr) {
    if (!HasAllFields(registration)) registration.async_kernel = nullptr;
    registration.registration_external = nullptr;
    registration.inplace_operator = kTfLiteInplaceOpNone;
  }
  return registration;
}

absl::Span<const int> Span(const TfLiteIntArray* a) {
  if (a == nullptr) return {};
  return {a->data, static_cast<size_t>(a->size)};
}

// State that other nodes may see: these nodes keep their order.
bool TouchesState(const core::Graph& graph, const TfLiteNode& node) {
  if (node.might_have_side_effect) return true;
  for (const auto* list : {node.inputs, node.outputs}) {
    for (const int t : core::Indices(list)) {
      if (!graph.HasTensor(t)) continue;
      const TfLiteTensor& tensor = graph.tensors[t];
      if (core::HoldsState(tensor.type, tensor.is_variable)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<core::Partition> Subgraph::PartitionFor(
    const TfLiteIntArray* nodes, TfLiteDelegate* delegate,
    std::vector<core::PartitionBorder>* borders) {
  std::vector<bool> wanted(graph_.nodes.size(), false);
  for (const int n : core::Indices(nodes)) {
    if (n >= 0 && static_cast<size_t>(n) < wanted.size()) wanted[n] = true;
  }
  const std::vector<int>& dynamic = delegation_.dynamic_tensors;
  std::vector<core::PartitionNode> view(graph_.execution_plan.size());
  for (size_t i = 0; i < view.size(); ++i) {
    const int n = graph_.execution_plan[i];
    const TfLiteNode& node = graph_.nodes[n].first;
    view[i].inputs = Span(node.inputs);
    view[i].outputs = Span(node.outputs);
    const int rewritten = rewritten_.TouchedBy(node);
    view[i].ordered =
        TouchesState(graph_, node) || rewritten != core::kNoTensor;
    if (wanted[n] && rewritten != core::kNoTensor) {
      // Delegates take a tensor for one value.
      wanted[n] = false;
      delegation_.Note(n, core::DelegationNote::Kind::kRefused,
                       DescribeTensor(rewritten) + " is written twice");
    }
    view[i].supported = wanted[n];
    if (!wanted[n] || static_cast<size_t>(n) >= dynamic.size() ||
        dynamic[n] == core::kNoTensor) {
      continue;
    }
    view[i].supported = false;
    if (delegate == nullptr) continue;
    delegation_.Note(
        n, core::DelegationNote::Kind::kDynamic,
        "it touches the dynamic-sized " + DescribeTensor(dynamic[n]));
  }
  const int num_tensors = static_cast<int>(graph_.tensors.size());
  core::PartitionOptions options;
  options.keep_order = DisableDelegateClustering();
  options.one_node_each = DisableDelegateNodeFusion();
  std::vector<core::Partition> partitions =
      core::PartitionGraph(view, num_tensors, options);
  *borders =
      core::PartitionBorders(view, partitions, graph_.outputs, num_tensors);
  for (core::Partition& p : partitions) {
    for (int& i : p.nodes) i = graph_.execution_plan[i];
  }
  return partitions;
}

TfLiteStatus Subgraph::ReplaceNodeSubsetsWithDelegateKernels(
    const TfLiteRegistration& registration,
    const TfLiteIntArray* nodes_to_replace, TfLiteDelegate* delegate) {
  if (nodes_to_replace == nullptr || delegate == nullptr) {
    ReportError("A delegate passed a null pointer.");
    return kTfLiteDelegateError;
  }
  const TfLiteRegistration trusted = Trusted(registration);
  delegation_.SetName(trusted.custom_name);
  TF_LITE_ENSURE_STATUS(KeepOperator(trusted, delegate));
  if (nodes_to_replace->size == 0) return kTfLiteOk;
  for (const int n : core::Indices(nodes_to_replace)) {
    if (node_and_registration(n) != nullptr) continue;
    ReportError("A delegate asked for node %d of %zu", n, graph_.nodes.size());
    return kTfLiteDelegateError;
  }
  std::vector<core::PartitionBorder> borders;
  const std::vector<core::Partition> partitions =
      PartitionFor(nodes_to_replace, delegate, &borders);
  graph_.nodes.reserve(graph_.nodes.size() + partitions.size());
  const bool whole = !MayFallBack();
  const std::vector<int> plan = std::exchange(graph_.execution_plan, {});
  for (size_t i = 0; i < partitions.size(); ++i) {
    const core::Partition& p = partitions[i];
    if (p.delegated && AddPartition(trusted, p, borders[i], delegate)) continue;
    if (p.delegated && whole) {
      graph_.execution_plan = plan;
      return kTfLiteDelegateError;
    }
    graph_.execution_plan.insert(graph_.execution_plan.end(), p.nodes.begin(),
                                 p.nodes.end());
  }
  return kTfLiteOk;
}

// An opaque delegate hands its operator over; it may use one for several
// graphs.
TfLiteStatus Subgraph::KeepOperator(const TfLiteRegistration& registration,
                                    const TfLiteDelegate* delegate) {
  TfLiteOperator* op = registration.registration_external;
  if (op == nullptr) return kTfLiteOk;
  if (!core::IsLiveOperator(op)) {
    ReportError("The delegate's operator does not exist or is deleted");
    return kTfLiteDelegateError;
  }
  if (!core::IsOpaqueDelegate(delegate)) return kTfLiteOk;
  auto& owned = delegation_.operators;
  if (std::none_of(owned.begin(), owned.end(),
                   [&](const auto& o) { return o.get() == op; })) {
    owned.push_back(core::AdoptOperator(op));
  }
  return kTfLiteOk;
}

bool Subgraph::MayFallBack() const {
  return runtime_->options.GetDelegateFallback() &&
         !runtime_->options.GetRequireFullDelegation();
}

// False where the kernel could not be initialised: the nodes stay.
bool Subgraph::AddPartition(const TfLiteRegistration& registration,
                            const core::Partition& partition,
                            const core::PartitionBorder& border,
                            TfLiteDelegate* delegate) {
  ++delegation_.partitions_made;
  ClearLastError();
  void* params = NewParamsFor(delegate, partition.nodes, border);
  bool taken = params != nullptr;
  for (const int t : border.outputs) {
    const TfLiteDelegate* other = graph_.tensors[t].delegate;
    if (other == nullptr || other == delegate) continue;
    ReportError("%s belongs to another delegate", DescribeTensor(t).c_str());
    taken = false;
  }
  int node_index = 0;
  if (!taken) {
    std::free(params);
  } else {
    taken =
        AddNodeWithParameters(border.inputs, border.outputs, {}, nullptr, 0,
                              params, &registration, &node_index) == kTfLiteOk;
  }
  if (taken) {
    auto& types = partition_types_[node_index];
    types.clear();
    for (const int t : border.inputs) types[t] = graph_.tensors[t].type;
    graph_.nodes[node_index].first.delegate = delegate;
    for (const int t : border.outputs) graph_.tensors[t].delegate = delegate;
    return true;
  }
  ++delegation_.partitions_failed;
  const std::string reason = std::string("the kernel failed to initialize") +
                             (last_error().empty() ? "" : ": ") + last_error();
  for (const int n : partition.nodes) {
    delegation_.Note(n, core::DelegationNote::Kind::kFailed, reason);
  }
  return false;
}

// A kernel is compiled for the types that its inputs had then. An operator on
// the CPU may since have given one another type than the model declares.
TfLiteStatus Subgraph::CheckPartitionTypes(int node_index) {
  const TfLiteNode& node = graph_.nodes[node_index].first;
  const auto known = partition_types_.find(node_index);
  if (core::ReplacedNodes(node) == nullptr || known == partition_types_.end()) {
    return kTfLiteOk;
  }
  for (const auto& [t, type] : known->second) {
    if (graph_.tensors[t].type == type) continue;
    ReportError("%s was %s for the delegate and is %s",
                DescribeTensor(t).c_str(), TfLiteTypeGetName(type),
                TfLiteTypeGetName(graph_.tensors[t].type));
    return kTfLiteError;
  }
  return kTfLiteOk;
}

// Gives the nodes of the delegate's node at `step` back to the CPU; they take
// its place in the plan and are yet to be prepared. False where it is not a
// delegate's node, or must not fall back.
bool Subgraph::RevertPartition(int step, const char* phase) {
  const int node_index = graph_.execution_plan[step];
  const TfLiteNode& node = graph_.nodes[node_index].first;
  const TfLiteIntArray* replaced = core::ReplacedNodes(node);
  if (replaced == nullptr || !MayFallBack()) return false;
  const std::string reason = std::string("the kernel ") + phase +
                             (last_error().empty() ? "" : ": ") + last_error();
  base::Log(base::LogLevel::kWarning, "%s %s; its %d nodes run on the CPU: %s",
            DescribeNode(node_index).c_str(), phase, replaced->size,
            last_error().c_str());
  std::vector<bool> mine(graph_.nodes.size(), false);
  for (const int n : core::Indices(replaced)) mine[n] = true;
  RestoreInputs(mine);
  for (const int t : core::Indices(node.outputs)) {
    TfLiteTensor* tensor = this->tensor(t);
    if (tensor == nullptr) continue;
    tensor->data_is_stale = false;
    // Buffers of outputs are filled after a run, by whomever.
    const bool kept =
        tensor->buffer_handle != kTfLiteNullBufferHandle &&
        core::CanCopyToHandle(tensor->delegate) &&
        std::count(graph_.outputs.begin(), graph_.outputs.end(), t) > 0;
    if (kept) continue;
    FreeBufferHandle(tensor);
    tensor->delegate = nullptr;
  }
  for (const int n : core::Indices(replaced)) {
    delegation_.NoteFailure(node.delegate, n, reason);
  }
  ++delegation_.partitions_failed;
  auto& plan = graph_.execution_plan;
  const std::vector<int> nodes(replaced->data, replaced->data + replaced->size);
  plan.erase(plan.begin() + step);
  TakeFromDevice(nodes);
  plan.insert(plan.begin() + step, nodes.begin(), nodes.end());
  FreeOperatorOf(node_index);
  return true;
}

// What the nodes use and no delegate's node that is left in the plan does.
void Subgraph::TakeFromDevice(const std::vector<int>& nodes) {
  std::vector<bool> kept(graph_.tensors.size(), false);
  for (const int n : graph_.execution_plan) {
    const TfLiteNode& node = graph_.nodes[n].first;
    if (node.delegate == nullptr) continue;
    for (const auto* list : {node.inputs, node.outputs}) {
      for (const int t : core::Indices(list)) {
        if (graph_.HasTensor(t)) kept[t] = true;
      }
    }
  }
  for (const int n : nodes) {
    const TfLiteNode& node = graph_.nodes[n].first;
    for (const auto* list : {node.inputs, node.outputs}) {
      for (const int t : core::Indices(list)) {
        if (!graph_.HasTensor(t) || kept[t] || !homes_.LeaveDevice(t)) continue;
        // What an earlier step has written gets memory in AllocateTensors only.
        if (running_ && list == node.inputs) state_ = State::kUninvokable;
      }
    }
  }
}

void Subgraph::FreePreview() {
  for (TfLiteDelegateParams& p : delegation_.preview) {
    TfLiteIntArrayFree(p.nodes_to_replace);
    TfLiteIntArrayFree(p.input_tensors);
    TfLiteIntArrayFree(p.output_tensors);
  }
  delegation_.preview.clear();
}

TfLiteStatus Subgraph::PreviewDelegatePartitioning(
    const TfLiteIntArray* nodes_to_replace,
    TfLiteDelegateParams** partition_params_array, int* num_partitions) {
  FreePreview();
  *partition_params_array = nullptr;
  *num_partitions = 0;
  if (nodes_to_replace == nullptr) return kTfLiteError;
  const auto copy = [](const std::vector<int>& values) {
    TfLiteIntArray* a = TfLiteIntArrayCreate(static_cast<int>(values.size()));
    std::copy(values.begin(), values.end(), a->data);
    return a;
  };
  std::vector<core::PartitionBorder> borders;
  const auto partitions = PartitionFor(nodes_to_replace, nullptr, &borders);
  for (size_t i = 0; i < partitions.size(); ++i) {
    if (!partitions[i].delegated) continue;
    delegation_.preview.push_back({nullptr, copy(partitions[i].nodes),
                                   copy(borders[i].inputs),
                                   copy(borders[i].outputs)});
  }
  *partition_params_array = delegation_.preview.data();
  *num_partitions = static_cast<int>(delegation_.preview.size());
  return kTfLiteOk;
}

}  // namespace tflite
