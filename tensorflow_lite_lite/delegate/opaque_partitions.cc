#include "tensorflow_lite_lite/delegate/opaque_partitions.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/c/c_api_opaque.h"
#include "tensorflow_lite_lite/core/partition/partition.h"
#include "tensorflow_lite_lite/core/partition/state.h"

namespace tflite::delegates {
namespace {

// The nodes of the execution plan, by position in it.
struct Plan {
  std::vector<int> nodes;  // their indices
  std::vector<core::PartitionNode> view;
  std::vector<NodeSize> sizes;
  std::vector<int> outputs;  // of the graph
  int num_tensors = 0;
};

TensorSize SizeOf(const TfLiteOpaqueTensor* tensor) {
  TensorSize size;
  if (tensor == nullptr) return size;
  const TfLiteAllocationType allocation =
      TfLiteOpaqueTensorGetAllocationType(tensor);
  size.type = TfLiteOpaqueTensorType(tensor);
  size.constant =
      allocation == kTfLiteMmapRo || allocation == kTfLitePersistentRo;
  size.present = true;
  const int rank = TfLiteOpaqueTensorNumDims(tensor);
  for (int i = 0; i < rank; ++i) {
    size.dims.push_back(TfLiteOpaqueTensorDim(tensor, i));
  }
  return size;
}

const TfLiteOpaqueTensor* Tensor(TfLiteOpaqueContext* context, int index) {
  return index < 0 ? nullptr
                   : TfLiteOpaqueContextGetOpaqueTensor(context, index);
}

absl::Span<const int> SpanOf(const int* values, int count) {
  return {values, static_cast<size_t>(values == nullptr ? 0 : count)};
}

TfLiteStatus AddNode(TfLiteOpaqueContext* context, int index, bool supported,
                     Plan* plan) {
  TfLiteOpaqueNode* node = nullptr;
  TfLiteOperator* op = nullptr;
  TF_LITE_ENSURE_STATUS(
      TfLiteOpaqueContextGetNodeAndRegistration(context, index, &node, &op));
  const int *inputs = nullptr, *outputs = nullptr;
  int num_inputs = 0, num_outputs = 0;
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueNodeInputs(node, &inputs, &num_inputs));
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueNodeOutputs(node, &outputs, &num_outputs));
  const int code = TfLiteOperatorGetBuiltInCode(op);
  core::PartitionNode view{SpanOf(inputs, num_inputs),
                           SpanOf(outputs, num_outputs), supported,
                           core::HasSideEffect(code)};
  NodeSize size;
  size.builtin_code = code;
  for (const auto& [list, sizes] : {std::pair(view.inputs, &size.inputs),
                                    std::pair(view.outputs, &size.outputs)}) {
    for (const int t : list) {
      const TfLiteOpaqueTensor* tensor = Tensor(context, t);
      view.ordered |=
          tensor != nullptr &&
          core::HoldsState(TfLiteOpaqueTensorType(tensor),
                           TfLiteOpaqueTensorIsVariable(tensor) != 0);
      if (supported) sizes->push_back(SizeOf(tensor));
    }
  }
  plan->nodes.push_back(index);
  plan->view.push_back(view);
  plan->sizes.push_back(std::move(size));
  return kTfLiteOk;
}

TfLiteStatus ReadPlan(TfLiteOpaqueContext* context,
                      const std::vector<int>& wanted, Plan* plan) {
  TfLiteIntArray* list = nullptr;
  TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetExecutionPlan(context, &list));
  const std::vector<int> indices(list->data, list->data + list->size);
  const std::set<int> supported(wanted.begin(), wanted.end());
  for (const int n : indices) {
    TF_LITE_ENSURE_STATUS(AddNode(context, n, supported.count(n) != 0, plan));
  }
  plan->num_tensors =
      static_cast<int>(TfLiteOpaqueContextGetNumTensors(context));
  // Tensors that no node reads are graph outputs, which some hosts do not list.
  std::vector<bool> read(plan->num_tensors, false);
  const auto is_tensor = [&](int t) { return t >= 0 && t < plan->num_tensors; };
  for (const core::PartitionNode& node : plan->view) {
    for (const int t : node.inputs) {
      if (is_tensor(t)) read[t] = true;
    }
  }
  for (const core::PartitionNode& node : plan->view) {
    for (const int t : node.outputs) {
      if (is_tensor(t) && !read[t]) plan->outputs.push_back(t);
    }
  }
  return kTfLiteOk;
}

PartitionCost CostOf(TfLiteOpaqueContext* context, const Plan& plan,
                     const core::Partition& partition,
                     const core::PartitionBoundary& boundary) {
  std::vector<NodeSize> nodes;
  for (const int position : partition.nodes) {
    nodes.push_back(plan.sizes[position]);
  }
  std::vector<TensorSize> tensors;
  for (const auto* list : {&boundary.inputs, &boundary.outputs}) {
    for (const int t : *list) tensors.push_back(SizeOf(Tensor(context, t)));
  }
  return EstimateCost(nodes, tensors);
}

}  // namespace

TfLiteStatus DropOpaquePartitions(TfLiteOpaqueContext* context,
                                  const PartitionLimits& limits,
                                  const HostLog& log, std::vector<int>* nodes) {
  if (!limits.any() || nodes->empty()) return kTfLiteOk;
  Plan plan;
  TF_LITE_ENSURE_STATUS(ReadPlan(context, *nodes, &plan));
  std::vector<core::Partition> partitions = core::PartitionGraph(
      plan.view, plan.num_tensors, core::PartitionOptions());
  const std::vector<core::PartitionBoundary> boundaries =
      core::PartitionBoundaries(plan.view, partitions, plan.outputs,
                                plan.num_tensors);
  std::vector<PartitionCost> costs;
  std::vector<const core::Partition*> delegated;
  for (size_t i = 0; i < partitions.size(); ++i) {
    if (!partitions[i].delegated) continue;
    delegated.push_back(&partitions[i]);
    costs.push_back(CostOf(context, plan, partitions[i], boundaries[i]));
  }
  const std::vector<std::string> why = ChoosePartitions(costs, limits);
  nodes->clear();
  for (size_t i = 0; i < delegated.size(); ++i) {
    for (const int position : delegated[i]->nodes) {
      const int n = plan.nodes[position];
      if (why[i].empty()) {
        nodes->push_back(n);
      } else {
        log.Refuse(n, why[i]);
      }
    }
  }
  std::sort(nodes->begin(), nodes->end());
  return kTfLiteOk;
}

}  // namespace tflite::delegates
