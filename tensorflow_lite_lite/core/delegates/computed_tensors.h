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

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_COMPUTED_TENSORS_H_
