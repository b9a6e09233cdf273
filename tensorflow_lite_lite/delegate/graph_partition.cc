#include "tensorflow_lite_lite/delegate/graph_partition.h"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/delegate/operator_names.h"

namespace tflite {
namespace delegates {
namespace {

struct IntArrayDeleter {
  void operator()(TfLiteIntArray* array) const { TfLiteIntArrayFree(array); }
};
using IntArray = std::unique_ptr<TfLiteIntArray, IntArrayDeleter>;

bool HasTensor(const TfLiteContext* context, int index) {
  return index >= 0 && static_cast<size_t>(index) < context->tensors_size;
}

// The FLOAT16 constant whose conversion is all that a DEQUANTIZE node does; -1
// for other nodes.
int DequantizedConstant(const TfLiteContext* context, const TfLiteNode& node,
                        const TfLiteRegistration& registration) {
  if (registration.builtin_code != kTfLiteBuiltinDequantize ||
      node.inputs->size != 1 || node.outputs->size != 1 ||
      !HasTensor(context, node.inputs->data[0])) {
    return -1;
  }
  const TfLiteTensor& input = context->tensors[node.inputs->data[0]];
  const bool constant =
      input.type == kTfLiteFloat16 && input.allocation_type == kTfLiteMmapRo;
  return constant ? node.inputs->data[0] : -1;
}

}  // namespace

TfLiteStatus CreateNewTensorWithDifferentType(TfLiteContext* context,
                                              const int original_tensor_index,
                                              TfLiteType new_type,
                                              TfLiteTensor** new_tensor,
                                              int* new_tensor_index) {
  TF_LITE_ENSURE(context, HasTensor(context, original_tensor_index));
  TF_LITE_ENSURE_STATUS(context->AddTensors(context, 1, new_tensor_index));
  // Adding a tensor may have moved the others.
  const TfLiteTensor& original = context->tensors[original_tensor_index];
  *new_tensor = &context->tensors[*new_tensor_index];
  (*new_tensor)->type = new_type;
  (*new_tensor)->allocation_type = kTfLiteArenaRw;
  return context->ResizeTensor(context, *new_tensor,
                               TfLiteIntArrayCopy(original.dims));
}

TfLiteStatus AcquireSubgraphContext(const TfLiteContext* context,
                                    int subgraph_index,
                                    TfLiteContext** acquired_context) {
  auto* host = const_cast<TfLiteContext*>(context);
  return host->AcquireSubgraphContext(host, subgraph_index, acquired_context);
}

TfLiteStatus ReleaseSubgraphContext(const TfLiteContext* context,
                                    int subgraph_index) {
  auto* host = const_cast<TfLiteContext*>(context);
  return host->ReleaseSubgraphContext(host, subgraph_index);
}

GraphPartitionHelper::GraphPartitionHelper(
    TfLiteContext* context, const std::vector<int>& supported_node_indices)
    : context_(context),
      given_nodes_(supported_node_indices.begin(),
                   supported_node_indices.end()) {}

GraphPartitionHelper::~GraphPartitionHelper() {
  TfLiteIntArrayFree(original_execution_plan_);
}

bool GraphPartitionHelper::IsNodeSupported(TfLiteContext* context,
                                           TfLiteNode* node,
                                           TfLiteRegistration* registration,
                                           int node_id,
                                           std::string* unsupported_details) {
  if (is_node_supported_fn_ == nullptr) return given_nodes_.count(node_id) != 0;
  return is_node_supported_fn_(context, node, registration,
                               unsupported_details);
}

TfLiteStatus GraphPartitionHelper::FindSupportedNodes(
    std::set<std::string>* unsupported_nodes_info, int start_node_index,
    int end_node_index) {
  TfLiteIntArray* plan = nullptr;
  TF_LITE_ENSURE_STATUS(context_->GetExecutionPlan(context_, &plan));
  // The host's array is valid only until the next request for it.
  TfLiteIntArrayFree(original_execution_plan_);
  original_execution_plan_ = TfLiteIntArrayCopy(plan);
  num_total_nodes_ = original_execution_plan_->size;
  supported_nodes_.clear();
  for (int i = 0; i < num_total_nodes_; ++i) {
    const int id = original_execution_plan_->data[i];
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    TF_LITE_ENSURE_STATUS(
        context_->GetNodeAndRegistration(context_, id, &node, &registration));
    std::string details;
    if (IsNodeSupported(context_, node, registration, id, &details)) {
      if (id >= start_node_index && id <= end_node_index) {
        supported_nodes_.push_back(id);
      }
    } else if (unsupported_nodes_info != nullptr) {
      unsupported_nodes_info->insert(
          std::string(OperatorName(registration->builtin_code,
                                   registration->custom_name)) +
          ": " + details);
    }
  }
  num_supported_nodes_ = static_cast<int>(supported_nodes_.size());
  return kTfLiteOk;
}

TfLiteStatus GraphPartitionHelper::PartitionImpl(
    std::set<std::string>* unsupported_nodes_info, int start_node_index,
    int end_node_index) {
  partitions_.clear();
  TF_LITE_ENSURE_STATUS(FindSupportedNodes(unsupported_nodes_info,
                                           start_node_index, end_node_index));
  const IntArray nodes(TfLiteIntArrayCreate(num_supported_nodes_));
  std::copy(supported_nodes_.begin(), supported_nodes_.end(), nodes->data);
  TfLiteDelegateParams* first = nullptr;
  int count = 0;
  TF_LITE_ENSURE_STATUS(context_->PreviewDelegatePartitioning(
      context_, nodes.get(), &first, &count));
  for (int i = 0; i < count; ++i) partitions_.push_back(first + i);
  return kTfLiteOk;
}

std::vector<TfLiteDelegateParams*>
GraphPartitionHelper::GetFirstNLargestPartitions(
    int n, int min_nodes_per_partition) const {
  std::vector<TfLiteDelegateParams*> chosen;
  for (TfLiteDelegateParams* partition : partitions_) {
    if (partition->nodes_to_replace->size >= min_nodes_per_partition) {
      chosen.push_back(partition);
    }
  }
  std::stable_sort(
      chosen.begin(), chosen.end(), [](const auto* a, const auto* b) {
        return a->nodes_to_replace->size > b->nodes_to_replace->size;
      });
  const size_t most = static_cast<size_t>(std::max(n, 0));
  if (chosen.size() > most) chosen.resize(most);
  return chosen;
}

std::vector<int> GraphPartitionHelper::GetNodesOfFirstNLargestPartitionsImpl(
    int n, int min_nodes_per_partition) {
  std::vector<int> nodes;
  for (const TfLiteDelegateParams* partition :
       GetFirstNLargestPartitions(n, min_nodes_per_partition)) {
    const TfLiteIntArray* own = partition->nodes_to_replace;
    nodes.insert(nodes.end(), own->data, own->data + own->size);
  }
  return nodes;
}

void FP16GraphPartitionHelper::ReadConstants(TfLiteNode* node) const {
  for (int i = 0; i < node->inputs->size; ++i) {
    const auto constant = constant_of_.find(node->inputs->data[i]);
    if (constant != constant_of_.end()) {
      node->inputs->data[i] = constant->second;
    }
  }
}

bool FP16GraphPartitionHelper::IsNodeSupported(
    TfLiteContext* context, TfLiteNode* node, TfLiteRegistration* registration,
    int node_id, std::string* unsupported_details) {
  const int constant = DequantizedConstant(context, *node, *registration);
  if (constant >= 0) {
    constant_of_[node->outputs->data[0]] = constant;
    if (unsupported_details != nullptr) {
      *unsupported_details = "the delegate reads the constant itself";
    }
    return false;
  }
  const std::vector<int> inputs(node->inputs->data,
                                node->inputs->data + node->inputs->size);
  ReadConstants(node);
  const bool supported = GraphPartitionHelper::IsNodeSupported(
      context, node, registration, node_id, unsupported_details);
  std::copy(inputs.begin(), inputs.end(), node->inputs->data);
  return supported;
}

std::vector<int>
FP16GraphPartitionHelper::GetNodesOfFirstNLargestPartitionsImpl(
    int n, int min_nodes_per_partition) {
  const std::vector<int> nodes =
      GraphPartitionHelper::GetNodesOfFirstNLargestPartitionsImpl(
          n, min_nodes_per_partition);
  for (const int id : nodes) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    if (context_->GetNodeAndRegistration(context_, id, &node, &registration) ==
        kTfLiteOk) {
      ReadConstants(node);
    }
  }
  return nodes;
}

}  // namespace delegates
}  // namespace tflite
