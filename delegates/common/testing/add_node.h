#ifndef DELEGATES_COMMON_TESTING_ADD_NODE_H_
#define DELEGATES_COMMON_TESTING_ADD_NODE_H_

#include <memory>

#include "delegates/common/partition.h"
#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// Appends a node of no operator, with the index 7, to a partition. Inputs and
// outputs are indices of tensors.
inline void AddNode(const Shape& inputs, const Shape& outputs,
                    DelegatedPartition* partition) {
  TfLiteNode node{};
  node.inputs = ToIntArray(inputs);
  node.outputs = ToIntArray(outputs);
  const GraphNode added(TfLiteRegistration{}, &node, 7);
  partition->nodes.push_back(std::make_unique<OwnedNode>(added));
  TfLiteIntArrayFree(node.inputs);
  TfLiteIntArrayFree(node.outputs);
}

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_TESTING_ADD_NODE_H_
