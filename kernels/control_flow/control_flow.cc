#include "kernels/control_flow/control_flow.h"

#include <algorithm>

#include "kernels/control_flow/graph_call.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

StatusOr<std::vector<TensorView>> Arguments(const NodeView& node, int first) {
  std::vector<TensorView> out;
  for (int i = first; i < node.num_inputs(); ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView input, node.RequiredInput(i));
    out.push_back(input);
  }
  return out;
}

bool AnyDynamic(const std::vector<TensorView>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const TensorView& t) {
                       return t.is_dynamic() && ElementBits(t.type()) != 0;
                     });
}

StatusOr<Host*> CheckedGraph(const NodeView& node, int index, int outputs) {
  const auto graph = FindGraph(Host::Of(node.context()), index);
  TFLL_CONSTRAINT(C1, graph.ok(), graph.status().message());
  TFLL_CONSTRAINT(C1, static_cast<int>((*graph)->outputs().size()) == outputs,
                  "graph '", (*graph)->GetName(), "' gives ",
                  (*graph)->outputs().size(), " outputs, want ", outputs);
  for (const int t : (*graph)->outputs()) {
    TFLL_CONSTRAINT(C1, (*graph)->tensor(t) != nullptr, "graph '",
                    (*graph)->GetName(), "' has no tensor ", t,
                    " to give as an output");
  }
  return *graph;
}

void AllDynamic(const NodeView& node, BoundOp* op) {
  for (int i = 0; i < node.num_outputs(); ++i) {
    op->outputs.push_back(OutputSpec::Dynamic());
  }
}

void AllKnown(const std::vector<Shape>& shapes, BoundOp* op) {
  op->outputs.clear();
  for (const Shape& shape : shapes)
    op->outputs.push_back(OutputSpec::Known(shape));
}

// Fills in graphs and outputs. While the node runs its graphs are prepared
// already, and have run perhaps; results are then resized by the evaluation.
StatusOr<Branch> BindBranch(const NodeView& node, Branch op) {
  const int first = op.condition == kTfLiteNoType ? 0 : 1;
  if (first == 1) {
    TFLL_ASSIGN_OR_RETURN(const TensorView condition, node.RequiredInput(0));
    TFLL_CONSTRAINT(
        C2, condition.type() == op.condition && condition.num_elements() == 1,
        "the condition is ", condition.ToString());
  }
  TFLL_ASSIGN_OR_RETURN(const auto arguments, Arguments(node, first));
  AllDynamic(node, &op);
  if (!node.preparing()) return op;
  const bool open = AnyDynamic(arguments);
  bool agree = !open;
  std::vector<Shape> shapes;
  for (size_t i = 0; i < op.graphs.size(); ++i) {
    TFLL_ASSIGN_OR_RETURN(Host * graph,
                          CheckedGraph(node, op.graphs[i], node.num_outputs()));
    if (open) continue;
    const Status prepared = PrepareGraph(graph, arguments);
    TFLL_CONSTRAINT(C1, prepared.ok(), prepared.message());
    agree = agree && HasStaticOutputs(graph) &&
            (i == 0 || OutputShapes(graph) == shapes);
    shapes = OutputShapes(graph);
  }
  if (agree) AllKnown(shapes, &op);
  return op;
}

}  // namespace

StatusOr<Branch> BindIf(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteIfParams>());
  Branch op;
  op.graphs = {params->else_subgraph_index, params->then_subgraph_index};
  op.condition = kTfLiteBool;
  return BindBranch(node, std::move(op));
}

StatusOr<Branch> BindStablehloCase(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStablehloCaseParams>());
  Branch op;
  TFLL_CONSTRAINT(C1,
                  params->num_branches > 0 &&
                      params->num_branches <=
                          TFLITE_STABLEHLO_CASE_PARAMS_MAX_BRANCHES_COUNT,
                  "has ", params->num_branches, " branches");
  op.graphs.assign(params->branch_subgraph_indices,
                   params->branch_subgraph_indices + params->num_branches);
  op.condition = kTfLiteInt32;
  return BindBranch(node, std::move(op));
}

StatusOr<Branch> BindStablehloComposite(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteStablehloCompositeParams>());
  Branch op;
  op.graphs = {params->subgraph_index};
  return BindBranch(node, std::move(op));
}

StatusOr<While> BindWhile(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteWhileParams>());
  While op;
  op.cond = params->cond_subgraph_index;
  op.body = params->body_subgraph_index;
  TFLL_CONSTRAINT(C1, node.num_inputs() == node.num_outputs(), "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const auto arguments, Arguments(node, 0));
  // The evaluation keeps the loop's variables in them.
  for (int i = 0; i < node.num_outputs(); ++i)
    TFLL_RETURN_IF_ERROR(node.RequiredOutput(i).status());
  AllDynamic(node, &op);
  if (!node.preparing()) return op;
  TFLL_ASSIGN_OR_RETURN(Host * cond, CheckedGraph(node, op.cond, 1));
  TFLL_ASSIGN_OR_RETURN(Host * body,
                        CheckedGraph(node, op.body, node.num_outputs()));
  if (AnyDynamic(arguments)) return op;
  for (Host* graph : {cond, body}) {
    const Status prepared = PrepareGraph(graph, arguments);
    TFLL_CONSTRAINT(C1, prepared.ok(), prepared.message());
  }
  const TensorView condition(cond->tensor(cond->outputs()[0]));
  TFLL_CONSTRAINT(C2,
                  condition.type() == kTfLiteBool &&
                      (condition.is_dynamic() || condition.num_elements() == 1),
                  "the condition is ", condition.ToString());
  std::vector<Shape> shapes;
  for (const TensorView& argument : arguments)
    shapes.push_back(argument.shape());
  if (HasStaticOutputs(body) && OutputShapes(body) == shapes)
    AllKnown(shapes, &op);
  return op;
}

StatusOr<CallOnce> BindCallOnce(const NodeView& node) {
  TFLL_CONSTRAINT(C3, node.num_inputs() == 0 && node.num_outputs() == 0,
                  "the node has ", node.num_inputs(), " inputs and ",
                  node.num_outputs(), " outputs");
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteCallOnceParams>());
  TFLL_ASSIGN_OR_RETURN(Host * graph,
                        CheckedGraph(node, params->init_subgraph_index, 0));
  TFLL_CONSTRAINT(C3, graph->inputs().empty(), "graph '", graph->GetName(),
                  "' takes ", graph->inputs().size(), " inputs");
  CallOnce op;
  op.graph = params->init_subgraph_index;
  return op;
}

}  // namespace tflite::kernels
