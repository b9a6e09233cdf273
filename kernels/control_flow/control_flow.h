#ifndef KERNELS_CONTROL_FLOW_CONTROL_FLOW_H_
#define KERNELS_CONTROL_FLOW_CONTROL_FLOW_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Operators that run other graphs of the model.
//   IF                   input 0, BOOL of one element, chooses the graph that
//                        gets the other inputs
//   STABLEHLO_CASE       the same with an INT32; the last graph where the index
//                        is out of range
//   STABLEHLO_COMPOSITE  calls one graph
//   WHILE                while cond(inputs) holds: inputs = body(inputs)
//   CALL_ONCE            runs a graph without inputs or outputs the first time
//                        an interpreter meets it
//
// Binding plans the memory of the graphs. Outputs are static when those of all
// graphs are, and agree; of WHILE, when the body keeps its inputs' shapes.
//
// Constraints:
//   C1 the graphs exist, are not the one that calls, and take and give as many
//      tensors as the node, of the same types
//   C2 the condition, or index, has one element of its type; where a run alone
//      tells the shape of WHILE's condition, the first of its elements decides
//   C3 CALL_ONCE: node and graph have no inputs or outputs
struct Branch : BoundOp {
  absl::InlinedVector<int, 2> graphs;  // in the order of the condition's values
  TfLiteType condition = kTfLiteNoType;  // NoType: none, the first graph
};

struct While : BoundOp {
  int cond = 0;
  int body = 0;
};

struct CallOnce : BoundOp {
  int graph = 0;
};

StatusOr<Branch> BindIf(const NodeView& node);
StatusOr<Branch> BindStablehloCase(const NodeView& node);
StatusOr<Branch> BindStablehloComposite(const NodeView& node);
StatusOr<While> BindWhile(const NodeView& node);
StatusOr<CallOnce> BindCallOnce(const NodeView& node);

Status EvalBranchReference(const Branch& op, EvalContext& context);
Status EvalWhileReference(const While& op, EvalContext& context);
Status EvalCallOnceReference(const CallOnce& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_CONTROL_FLOW_CONTROL_FLOW_H_
