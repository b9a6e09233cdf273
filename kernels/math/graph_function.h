#ifndef KERNELS_MATH_GRAPH_FUNCTION_H_
#define KERNELS_MATH_GRAPH_FUNCTION_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::kernels {

// What a graph of two scalars computes. kSecond is its second input: an update
// that replaces.
enum class GraphFunction {
  kAdd,
  kMultiply,
  kMaximum,
  kMinimum,
  kAnd,
  kOr,
  kSecond
};

// The function of the model's graph `index`, which operators that reduce or
// scatter name instead of a function: one node, TensorFlow Lite's or
// StableHLO's, over the graph's two inputs, or no node at all. An error for any
// other graph, and where the context has no graphs.
StatusOr<GraphFunction> FunctionOfGraph(TfLiteContext* context, int index);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_GRAPH_FUNCTION_H_
