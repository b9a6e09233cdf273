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
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    if (context->GetNodeAndRegistration(context, index, &node, &registration) !=
        kTfLiteOk) {
      return Internal("the host does not return node ", index);
    }
    partition.nodes.push_back(
        std::make_unique<OwnedNode>(GraphNode(*registration, node, index)));
  }
  return partition;
}

}  // namespace tflite::delegates
