#include <algorithm>

#include "kernels/control_flow/control_flow.h"
#include "kernels/control_flow/graph_call.h"

namespace tflite::kernels {
namespace {

// A caller may have stored any byte in a BOOL; only C++'s own bool is 0 or 1.
bool IsTrue(const TensorView& condition) {
  return *condition.data<uint8_t>() != 0;
}

std::vector<TensorView> Inputs(EvalContext& context, int first) {
  std::vector<TensorView> out;
  for (int i = first; i < context.num_inputs(); ++i)
    out.push_back(context.input(i));
  return out;
}

std::vector<TensorView> Outputs(EvalContext& context) {
  std::vector<TensorView> out;
  for (int i = 0; i < context.num_outputs(); ++i)
    out.push_back(context.output(i));
  return out;
}

int Choose(const Branch& op, EvalContext& context) {
  if (op.condition == kTfLiteNoType) return 0;
  if (op.condition == kTfLiteBool) return IsTrue(context.input(0)) ? 1 : 0;
  const int last = static_cast<int>(op.graphs.size()) - 1;
  const int32_t index = *context.in<int32_t>(0);
  return index < 0 || index > last ? last : index;
}

// The variables of a loop live in the node's outputs; the graphs get copies.
Status CopyInitialState(EvalContext& context) {
  for (int i = 0; i < context.num_inputs(); ++i) {
    const TensorView from = context.input(i);
    if (ElementBits(from.type()) != 0 &&
        context.output(i).shape() != from.shape()) {
      TFLL_RETURN_IF_ERROR(context.ResizeOutput(i, from.shape()));
    }
    TFLL_RETURN_IF_ERROR(CopyContents(from, context.output(i)));
  }
  return OkStatus();
}

}  // namespace

Status EvalBranchReference(const Branch& op, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(
      Host * graph, FindGraph(context.host(), op.graphs[Choose(op, context)]));
  TFLL_RETURN_IF_ERROR(
      CallGraph(graph, Inputs(context, op.condition == kTfLiteNoType ? 0 : 1)));
  return CopyResults(graph, context);
}

Status EvalWhileReference(const While& op, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(Host * cond, FindGraph(context.host(), op.cond));
  TFLL_ASSIGN_OR_RETURN(Host * body, FindGraph(context.host(), op.body));
  TFLL_RETURN_IF_ERROR(CopyInitialState(context));
  for (;;) {
    if (context.host()->IsCancelled()) return Cancelled("cancelled");
    TFLL_RETURN_IF_ERROR(CallGraph(cond, Outputs(context)));
    TFLL_ASSIGN_OR_RETURN(const TensorView condition, ResultOf(cond, 0));
    if (condition.type() != kTfLiteBool || condition.num_elements() < 1) {
      return Invalid("C2: the condition is ", condition.ToString());
    }
    // Nothing may have written it: such models are odd, but loaded.
    if (condition.data<uint8_t>() == nullptr) {
      return Invalid("C2: the condition, ", condition.ToString(),
                     ", has no value");
    }
    if (!IsTrue(condition)) return OkStatus();
    TFLL_RETURN_IF_ERROR(CallGraph(body, Outputs(context)));
    TFLL_RETURN_IF_ERROR(CopyResults(body, context));
  }
}

Status EvalCallOnceReference(const CallOnce& op, EvalContext& context) {
  ResourceStore& resources = context.host()->resources();
  if (!resources.MarkInitialized(op.graph)) return OkStatus();
  const auto graph = FindGraph(context.host(), op.graph);
  Status status = graph.status();
  if (status.ok()) status = PrepareGraph(*graph, {});
  if (status.ok()) status = CallGraph(*graph, {});
  if (status.ok()) (*graph)->ReleaseMemory();
  if (!status.ok()) resources.UnmarkInitialized(op.graph);
  return status;
}

}  // namespace tflite::kernels
