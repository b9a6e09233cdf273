// Replacing composite nodes by the nodes of their decomposition.
#include <cstdlib>
#include <cstring>

#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "tensorflow_lite_lite/schema/parse/flatbuffer_conversions.h"

namespace tflite {
namespace {

// A copy of a node's options for free(); null where it has none.
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
  for (const int t : core::Indices(indices)) {
    mapped.push_back(t < 0 ? t : map[static_cast<size_t>(t)]);
  }
  return mapped;
}

}  // namespace

// A tensor here like `source`, which lies in another graph.
TfLiteStatus Subgraph::AddTensorLike(const TfLiteTensor& source, int* index) {
  TF_LITE_ENSURE_STATUS(AddTensors(1, index));
  const TfLiteQuantization quantization =
      TfLiteQuantizationClone(source.quantization);
  const size_t rank = source.dims == nullptr ? 0 : source.dims->size;
  const int* dims = rank == 0 ? nullptr : source.dims->data;
  if (source.allocation_type == kTfLiteMmapRo) {
    // The layout of a sparse constant moves with a clone.
    TfLiteTensor layout{};
    layout.sparsity = source.sparsity;
    return SetTensorParametersReadOnly(
        *index, source.type, source.name, rank, dims, quantization,
        source.data.raw_const, source.bytes,
        static_cast<const Allocation*>(source.allocation),
        TfLiteTensorClone(layout).sparsity);
  }
  const TfLiteIntArray* signature = source.dims_signature;
  if (source.is_variable) graph_.variables.push_back(*index);
  return SetTensorParametersReadWrite(
      *index, source.type, source.name, rank, dims, quantization,
      source.is_variable, signature == nullptr ? 0 : signature->size,
      signature == nullptr ? nullptr : signature->data);
}

TfLiteStatus Subgraph::ReplaceNodeWithSubgraph(int plan_index,
                                               const TfLiteNode& node,
                                               int subgraph_index,
                                               int& nodes_added) {
  nodes_added = 0;
  Subgraph* body = subgraph(subgraph_index);
  const core::Indices inputs(node.inputs), outputs(node.outputs);
  if (body == nullptr || body == this ||
      inputs.end() - inputs.begin() !=
          static_cast<int>(body->inputs().size()) ||
      outputs.end() - outputs.begin() !=
          static_cast<int>(body->outputs().size())) {
    ReportError("Subgraph %d does not fit the node that calls it",
                subgraph_index);
    return kTfLiteError;
  }
  // An output that no node of the body writes cannot take the caller's tensor.
  std::vector<int> map(body->tensors_size(), core::kNoTensor);
  std::vector<bool> written(body->tensors_size(), false);
  for (const int n : body->execution_plan()) {
    const TfLiteNode& inner = body->node_and_registration(n)->first;
    for (const int t : core::Indices(inner.outputs)) {
      if (body->graph_.HasTensor(t)) written[t] = true;
    }
  }
  for (size_t i = 0; i < body->outputs().size(); ++i) {
    const int t = body->outputs()[i];
    if (t < 0 || !written[t] || map[t] != core::kNoTensor) return kTfLiteOk;
    map[t] = outputs.begin()[i];
  }
  for (size_t i = 0; i < body->inputs().size(); ++i) {
    // Nor may the body write to what the caller passes.
    if (body->inputs()[i] >= 0 && written[body->inputs()[i]]) return kTfLiteOk;
    if (body->inputs()[i] >= 0) map[body->inputs()[i]] = inputs.begin()[i];
  }
  for (size_t t = 0; t < map.size(); ++t) {
    if (map[t] != core::kNoTensor) continue;
    TF_LITE_ENSURE_STATUS(
        AddTensorLike(*body->tensor(static_cast<int>(t)), &map[t]));
  }
  const size_t end = graph_.execution_plan.size();
  for (const int n : body->execution_plan()) {
    const auto& [inner, registration] = *body->node_and_registration(n);
    TF_LITE_ENSURE_STATUS(AddNodeWithParameters(
        Mapped(inner.inputs, map), Mapped(inner.outputs, map),
        Mapped(inner.intermediates, map),
        static_cast<const char*>(inner.custom_initial_data),
        inner.custom_initial_data_size,
        CopyOptions(inner, registration.builtin_code), &registration));
    ++nodes_added;
  }
  auto& plan = graph_.execution_plan;
  const std::vector<int> added(plan.begin() + end, plan.end());
  plan.resize(end);
  plan.erase(plan.begin() + plan_index);
  plan.insert(plan.begin() + plan_index, added.begin(), added.end());
  return kTfLiteOk;
}

TfLiteStatus Subgraph::InlineCompositeNodes(CompositeFilter filter) {
  for (size_t i = 0; i < graph_.execution_plan.size();) {
    // A copy: adding nodes moves them.
    const auto [node, registration] = graph_.nodes[graph_.execution_plan[i]];
    const auto* params =
        static_cast<const TfLiteStablehloCompositeParams*>(node.builtin_data);
    int added = 0;
    if (registration.builtin_code == kTfLiteBuiltinStablehloComposite &&
        params != nullptr && (!filter || filter(&node, &registration))) {
      TF_LITE_ENSURE_STATUS(ReplaceNodeWithSubgraph(
          static_cast<int>(i), node, params->subgraph_index, added));
    }
    // What was put here may hold composites itself.
    if (added == 0) ++i;
  }
  return kTfLiteOk;
}

}  // namespace tflite
