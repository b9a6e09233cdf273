#include "delegates/common/partition.h"

namespace tflite::delegates {
namespace {

std::vector<int> ToVector(const TfLiteIntArray* a) {
  return a == nullptr ? std::vector<int>()
                      : std::vector<int>(a->data, a->data + a->size);
}

}  // namespace

StatusOr<DelegatedPartition> DelegatedPartition::Of(
    TfLiteContext* context, const TfLiteDelegateParams& params) {
  DelegatedPartition partition;
  partition.inputs = ToVector(params.input_tensors);
  partition.outputs = ToVector(params.output_tensors);
  partition.delegate = params.delegate;
  for (const int index : ToVector(params.nodes_to_replace)) {
    TFLL_ASSIGN_OR_RETURN(const GraphNode node, NodeAt(context, index));
    partition.nodes.push_back(std::make_unique<OwnedNode>(node));
  }
  return partition;
}

}  // namespace tflite::delegates
