#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_COMPUTED_TENSORS_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_COMPUTED_TENSORS_H_

#include <vector>

#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// Tells for each tensor of a prepared graph whether it was computed while
// preparing, from constants or the shapes of other tensors alone: for example
// the chain from SHAPE to the new shape of a RESHAPE. It keeps its value until
// a tensor is resized.
std::vector<bool> FindComputedTensors(const Graph& graph);

// Tells for each tensor whether it follows from the shape of a tensor that a
// node of the plan reads, so that it may change when inputs are resized.
std::vector<bool> FindTensorsOfShapes(const Graph& graph,
                                      const std::vector<int>& plan);

// True if each node of the plan that reads a marked tensor follows one that
// writes it. Otherwise nodes rely on values that were computed while preparing,
// in the order that a delegate got whose kernels go when inputs are resized.
bool IsInOrder(const Graph& graph, const std::vector<bool>& marked);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_COMPUTED_TENSORS_H_
