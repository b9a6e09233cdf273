#ifndef KERNELS_CONTROL_FLOW_GRAPH_CALL_H_
#define KERNELS_CONTROL_FLOW_GRAPH_CALL_H_

#include <vector>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Calls another graph of the model as a function: arguments are copied into its
// inputs and results out of its outputs, so graphs share no memory.

// The graph, or an error when the index is none or is the caller's own.
StatusOr<Host*> FindGraph(Host* caller, int index);

// Gives the graph the arguments' types and shapes and plans its memory.
// `arguments` are tensors of the caller, in the order of the graph's inputs. An
// error names the argument whose type or number does not fit.
Status PrepareGraph(Host* graph, const std::vector<TensorView>& arguments);

// True when every output's shape is known before the graph runs.
bool HasStaticOutputs(Host* graph);
std::vector<Shape> OutputShapes(Host* graph);

// Copies the arguments, planning memory again when a shape has changed, or for
// the first time, and runs the graph.
Status CallGraph(Host* graph, const std::vector<TensorView>& arguments);

// Output `i` of the graph; an error where it has none. The application may have
// changed the graph's outputs since it was prepared.
StatusOr<TensorView> ResultOf(Host* graph, int i);

// Copies the graph's outputs to the node's, resizing those whose shape differs.
Status CopyResults(Host* graph, EvalContext& context);

// Copies between tensors of one type. A dynamic `to` is given the shape too;
// any other must have it already.
Status CopyContents(const TensorView& from, const TensorView& to);

}  // namespace tflite::kernels

#endif  // KERNELS_CONTROL_FLOW_GRAPH_CALL_H_
