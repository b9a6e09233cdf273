#include "tensorflow_lite_lite/core/graph/inline_composite.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/schema/parse/flatbuffer_conversions.h"

namespace tflite::core {
namespace {

// Copies a node's options; release with free(). Null if it has none.
void* CopyOptions(const TfLiteNode& node, int builtin_code) {
  const size_t bytes =
      BuiltinDataSize(static_cast<BuiltinOperator>(builtin_code));
  if (node.builtin_data == nullptr || bytes == 0) return nullptr;
  void* copy = std::malloc(bytes);
  if (copy != nullptr) std::memcpy(copy, node.builtin_data, bytes);
  return copy;
}

std::vector<int> Mapped(const TfLiteIntArray* indices,
                        const std::vector<int>& map) {
  std::vector<int> mapped;
  for (const int t : Indices(indices)) {
    mapped.push_back(t < 0 ? t : map[static_cast<size_t>(t)]);
  }
  return mapped;
}

// What `identifiers` has for a tensor.
size_t IdentifierOf(int tensor,
                    const std::unordered_map<size_t, size_t>& identifiers) {
  const auto found = identifiers.find(static_cast<size_t>(tensor));
  return found == identifiers.end() ? kTfLiteNoBufferIdentifier : found->second;
}

// Adds a tensor to `data` with the properties of a tensor of another graph.
Status AddTensorLike(GraphData* data, const GraphData& body, int source_index,
                     int* index) {
  const TfLiteTensor& source = body.graph().tensors[source_index];
  TFLL_RETURN_IF_ERROR(data->AddTensors(1, index));
  TensorForm form;
  form.type = source.type;
  form.name = source.name;
  form.rank = source.dims == nullptr ? 0 : source.dims->size;
  form.dims = form.rank == 0 ? nullptr : source.dims->data;
  form.quantization = TfLiteQuantizationClone(source.quantization);
  form.external_buffer_id =
      IdentifierOf(source_index, body.external_buffer_ids());
  if (source.allocation_type == kTfLiteMmapRo) {
    // Clone the sparsity parameters of a sparse constant and transfer the
    // clone.
    TfLiteTensor layout{};
    layout.sparsity = source.sparsity;
    return data->SetConstant(*index, form,
                             {source.data.raw_const, source.bytes,
                              static_cast<const Allocation*>(source.allocation),
                              TfLiteTensorClone(layout).sparsity,
                              IdentifierOf(source_index, body.buffer_ids())});
  }
  const TfLiteIntArray* signature = source.dims_signature;
  return data->SetActivation(*index, form, /*is_variable=*/false,
                             signature == nullptr ? 0 : signature->size,
                             signature == nullptr ? nullptr : signature->data);
}

// Scales and zero points of blocks are tensors of the graph, too.
void MapQuantization(const std::vector<int>& map,
                     TfLiteQuantization* quantization) {
  if (quantization->params == nullptr) return;
  const auto replace = [&](int32_t* t) {
    if (*t >= 0 && static_cast<size_t>(*t) < map.size()) *t = map[*t];
  };
  if (quantization->type == kTfLiteBlockwiseQuantization) {
    auto* blocks =
        static_cast<TfLiteBlockwiseQuantization*>(quantization->params);
    replace(&blocks->scale);
    replace(&blocks->zero_point);
  } else if (quantization->type == kTfLiteMultiAxisQuantization) {
    auto* axes =
        static_cast<TfLiteMultiAxisQuantization*>(quantization->params);
    replace(&axes->scales);
    replace(&axes->zero_points);
  }
}

// Adds the tensors of the body that `map` does not have yet.
Status AddInnerTensors(GraphData* data, const GraphData& body,
                       std::vector<int>* map) {
  std::vector<int> added;
  for (size_t t = 0; t < map->size(); ++t) {
    if ((*map)[t] != kNoTensor) continue;
    TFLL_RETURN_IF_ERROR(
        AddTensorLike(data, body, static_cast<int>(t), &(*map)[t]));
    added.push_back((*map)[t]);
  }
  for (const int t : added) {
    MapQuantization(*map, &data->graph().tensors[t].quantization);
  }
  return base::OkStatus();
}

// Returns for each tensor whether a node writes it.
std::vector<bool> Written(const Graph& graph) {
  std::vector<bool> written(graph.tensors.size(), false);
  for (const int n : graph.execution_plan) {
    ForEachTensor(graph, {graph.nodes[n].first.outputs},
                  [&](int t) { written[t] = true; });
  }
  return written;
}

// Sets `map` to the caller's tensors that correspond to the inputs and outputs
// of the body, and to kNoTensor for all other tensors. Returns false if the
// body cannot be copied.
bool MapInterface(const Graph& body, const TfLiteNode& node,
                  std::vector<int>* map) {
  const Indices inputs(node.inputs), outputs(node.outputs);
  const std::vector<bool> written = Written(body);
  map->assign(body.tensors.size(), kNoTensor);
  // An output that no node of the body writes cannot be replaced by the
  // caller's tensor.
  for (size_t i = 0; i < body.outputs.size(); ++i) {
    const int t = body.outputs[i];
    if (t < 0 || !written[t] || (*map)[t] != kNoTensor) return false;
    (*map)[t] = outputs.begin()[i];
  }
  for (size_t i = 0; i < body.inputs.size(); ++i) {
    const int t = body.inputs[i];
    if (t < 0) continue;
    // The body must not write a tensor that the caller passes as input.
    if (written[t]) return false;
    (*map)[t] = inputs.begin()[i];
  }
  return true;
}

// Moves the entries of the plan from `end` on to `position`, where they replace
// the node at that position.
void MoveInPlan(std::vector<int>* plan, size_t end, int position) {
  const std::vector<int> added(plan->begin() + end, plan->end());
  plan->resize(end);
  plan->erase(plan->begin() + position);
  plan->insert(plan->begin() + position, added.begin(), added.end());
}

}  // namespace

Status InlineNodes(GraphData* data, int plan_index, const TfLiteNode& node,
                   int body_index, int* added) {
  *added = 0;
  const GraphData* body = data->Sibling(body_index);
  if (body == nullptr ||
      Indices(node.inputs).size() != body->graph().inputs.size() ||
      Indices(node.outputs).size() != body->graph().outputs.size()) {
    return Invalid("Subgraph ", body_index,
                   " does not fit the node that calls it");
  }
  const Graph& inner_graph = body->graph();
  // All nodes that call a graph share its variables.
  const auto& tensors = inner_graph.tensors;
  if (std::any_of(tensors.begin(), tensors.end(),
                  [](const TfLiteTensor& t) { return t.is_variable; })) {
    return base::OkStatus();
  }
  std::vector<int> map;
  if (!MapInterface(inner_graph, node, &map)) return base::OkStatus();
  TFLL_RETURN_IF_ERROR(AddInnerTensors(data, *body, &map));
  const size_t end = data->graph().execution_plan.size();
  const size_t first = data->graph().nodes.size();
  for (const int n : inner_graph.execution_plan) {
    const auto& [inner, registration] = inner_graph.nodes[n];
    const Status status = data->AddNode(
        {Mapped(inner.inputs, map), Mapped(inner.outputs, map),
         Mapped(inner.intermediates, map),
         static_cast<const char*>(inner.custom_initial_data),
         static_cast<size_t>(inner.custom_initial_data_size),
         CopyOptions(inner, registration.builtin_code), &registration});
    if (!status.ok()) {
      // The node stays, and must not run beside a part of its body.
      data->graph().execution_plan.resize(end);
      data->FreeNodesFrom(first);
      *added = 0;
      return status;
    }
    ++*added;
  }
  MoveInPlan(&data->graph().execution_plan, end, plan_index);
  return base::OkStatus();
}

Status InlineComposites(
    GraphData* data,
    const std::function<bool(const TfLiteNode*, const TfLiteRegistration*)>&
        filter) {
  const Graph& graph = data->graph();
  for (size_t i = 0; i < graph.execution_plan.size();) {
    // A copy, because adding nodes may move the original.
    const auto [node, registration] = graph.nodes[graph.execution_plan[i]];
    const auto* params =
        static_cast<const TfLiteStablehloCompositeParams*>(node.builtin_data);
    int added = 0;
    if (registration.builtin_code == kTfLiteBuiltinStablehloComposite &&
        params != nullptr && (!filter || filter(&node, &registration))) {
      TFLL_RETURN_IF_ERROR(InlineNodes(data, static_cast<int>(i), node,
                                       params->subgraph_index, &added));
    }
    // The inserted nodes may be composites themselves.
    if (added == 0) ++i;
  }
  return base::OkStatus();
}

}  // namespace tflite::core
