#include "tensorflow_lite_lite/schema/verify_subgraph.h"

#include <cstdint>
#include <limits>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite::schema {
namespace {

using IntVector = flatbuffers::Vector<int32_t>;

// ForEachCallee for the operators of StableHLO.
template <typename Visitor>
void ForEachStablehloCallee(const Operator& node, BuiltinOperator op,
                            Visitor visit) {
  switch (op) {
    case BuiltinOperator_STABLEHLO_WHILE: {
      const auto* o = node.builtin_options_2_as_StablehloWhileOptions();
      visit(o == nullptr ? 0 : o->cond_subgraph_index());
      visit(o == nullptr ? 0 : o->body_subgraph_index());
      break;
    }
    case BuiltinOperator_STABLEHLO_REDUCE: {
      const auto* o = node.builtin_options_2_as_StablehloReduceOptions();
      visit(o == nullptr ? 0 : o->body_subgraph_index());
      break;
    }
    case BuiltinOperator_STABLEHLO_REDUCE_WINDOW: {
      const auto* o = node.builtin_options_2_as_StablehloReduceWindowOptions();
      visit(o == nullptr ? 0 : o->body_subgraph_index());
      break;
    }
    case BuiltinOperator_STABLEHLO_SCATTER: {
      const auto* o = node.builtin_options_2_as_StablehloScatterOptions();
      visit(o == nullptr ? 0 : o->update_computation_subgraph_index());
      break;
    }
    case BuiltinOperator_STABLEHLO_SORT: {
      const auto* o = node.builtin_options_2_as_StablehloSortOptions();
      visit(o == nullptr ? 0 : o->comparator_subgraph_index());
      break;
    }
    case BuiltinOperator_STABLEHLO_COMPOSITE: {
      const auto* o = node.builtin_options_2_as_StableHLOCompositeOptions();
      visit(o == nullptr ? 0 : o->decomposition_subgraph_index());
      break;
    }
    case BuiltinOperator_STABLEHLO_CASE: {
      const auto* o = node.builtin_options_2_as_StablehloCaseOptions();
      if (o == nullptr || o->branch_subgraph_indices() == nullptr) break;
      for (const int32_t i : *o->branch_subgraph_indices()) visit(i);
      break;
    }
    case BuiltinOperator_STABLEHLO_CUSTOM_CALL: {
      const auto* o = node.builtin_options_2_as_StablehloCustomCallOptions();
      if (o == nullptr || o->called_computations() == nullptr) break;
      for (const int32_t i : *o->called_computations()) visit(i);
      break;
    }
    default:
      break;
  }
}

// Calls visit(index) for each subgraph that a node of operator `op` runs. A
// node without options has the defaults, subgraph 0.
template <typename Visitor>
void ForEachCallee(const Operator& node, BuiltinOperator op, Visitor visit) {
  switch (op) {
    case BuiltinOperator_IF: {
      const auto* o = node.builtin_options_as_IfOptions();
      visit(o == nullptr ? 0 : o->then_subgraph_index());
      visit(o == nullptr ? 0 : o->else_subgraph_index());
      break;
    }
    case BuiltinOperator_WHILE: {
      const auto* o = node.builtin_options_as_WhileOptions();
      visit(o == nullptr ? 0 : o->cond_subgraph_index());
      visit(o == nullptr ? 0 : o->body_subgraph_index());
      break;
    }
    case BuiltinOperator_CALL_ONCE: {
      const auto* o = node.builtin_options_as_CallOnceOptions();
      visit(o == nullptr ? 0 : o->init_subgraph_index());
      break;
    }
    case BuiltinOperator_CALL: {
      const auto* o = node.builtin_options_as_CallOptions();
      visit(o == nullptr ? int64_t{0} : o->subgraph());
      break;
    }
    default:
      ForEachStablehloCallee(node, op, visit);
  }
}

class SubgraphCheck {
 public:
  SubgraphCheck(const ModelFile& model, int index, VerifyBudget* budget,
                std::vector<int>* callees)
      : model_(model),
        subgraph_(*model.model->subgraphs()->Get(index)),
        budget_(budget),
        callees_(callees),
        constant_(SizeOf(subgraph_.tensors()), false) {}

  Status Run() {
    TFLL_RETURN_IF_ERROR(CheckTensors());
    TFLL_RETURN_IF_ERROR(CheckInputs());
    for (int64_t i = 0; i < SizeOf(subgraph_.operators()); ++i) {
      const Operator& node = *subgraph_.operators()->Get(i);
      if (Status s = CheckNode(node); !s.ok()) {
        return Annotate(s, StrCat("node ", i, " (", NodeName(node), ")"));
      }
    }
    return CheckOutputs();
  }

 private:
  Status CheckTensors() {
    for (size_t i = 0; i < constant_.size(); ++i) {
      TFLL_ASSIGN_OR_RETURN(const TensorFacts facts,
                            VerifyTensor(model_, subgraph_, i, budget_));
      if (facts.constant && subgraph_.tensors()->Get(i)->is_variable()) {
        return Invalid(Label(i), " is a variable but has constant contents");
      }
      constant_[i] = facts.constant;
    }
    return OkStatus();
  }

  Status CheckIndices(const char* what, const IntVector* tensors) {
    for (int64_t i = 0; i < SizeOf(tensors); ++i) {
      TFLL_RETURN_IF_ERROR(CheckIndex(what, i, tensors->Get(i)));
    }
    return OkStatus();
  }

  Status CheckInputs() {
    TFLL_RETURN_IF_ERROR(budget_->Charge(SizeOf(subgraph_.inputs())));
    return CheckIndices("graph input", subgraph_.inputs());
  }

  Status CheckOutputs() {
    TFLL_RETURN_IF_ERROR(budget_->Charge(SizeOf(subgraph_.outputs())));
    return CheckIndices("graph output", subgraph_.outputs());
  }

  Status CheckNode(const Operator& node) {
    if (node.opcode_index() >= SizeOf(model_.model->operator_codes())) {
      return Invalid("opcode_index is ", node.opcode_index(),
                     ": the model has ", SizeOf(model_.model->operator_codes()),
                     " operator codes");
    }
    TFLL_RETURN_IF_ERROR(budget_->Charge(SizeOf(node.inputs()) +
                                         SizeOf(node.outputs()) +
                                         SizeOf(node.intermediates())));
    TFLL_RETURN_IF_ERROR(CheckOptionalIndices("input", node.inputs()));
    TFLL_RETURN_IF_ERROR(
        CheckOptionalIndices("intermediate", node.intermediates()));
    TFLL_RETURN_IF_ERROR(CheckOptionalIndices("output", node.outputs()));
    TFLL_RETURN_IF_ERROR(CheckWritable(node.outputs()));
    TFLL_RETURN_IF_ERROR(CustomOptions(model_, node).status());
    return CollectCallees(node);
  }

  // -1 means an omitted tensor; whether it may be omitted is checked by the
  // operator.
  Status CheckOptionalIndices(const char* what, const IntVector* tensors) {
    for (int64_t i = 0; i < SizeOf(tensors); ++i) {
      if (tensors->Get(i) == -1) continue;
      TFLL_RETURN_IF_ERROR(CheckIndex(what, i, tensors->Get(i)));
    }
    return OkStatus();
  }

  // Constants are part of the file and must not be written.
  Status CheckWritable(const IntVector* outputs) {
    for (int64_t i = 0; i < SizeOf(outputs); ++i) {
      const int32_t t = outputs->Get(i);
      if (t != -1 && constant_[t]) {
        return Invalid("output ", i, ", ", Label(t), ", has constant contents");
      }
    }
    return OkStatus();
  }

  // A missing callee is an error of the node when it is prepared: the
  // application may add subgraphs until then.
  Status CollectCallees(const Operator& node) {
    const int64_t subgraphs = SizeOf(model_.model->subgraphs());
    int64_t count = 0;
    ForEachCallee(node, Code(node), [&](int64_t callee) {
      ++count;
      if (callee >= 0 && callee < subgraphs) {
        callees_->push_back(static_cast<int>(callee));
      }
    });
    return budget_->Charge(count);
  }

  Status CheckIndex(const char* what, int64_t position, int32_t index) {
    if (index >= 0 && static_cast<size_t>(index) < constant_.size()) {
      return OkStatus();
    }
    return Invalid(what, " ", position, " is tensor ", index,
                   ": the subgraph has ", constant_.size());
  }

  BuiltinOperator Code(const Operator& node) const {
    return GetBuiltinCode(
        model_.model->operator_codes()->Get(node.opcode_index()));
  }

  std::string NodeName(const Operator& node) const {
    if (node.opcode_index() >= SizeOf(model_.model->operator_codes())) {
      return "no operator";
    }
    const auto* code = model_.model->operator_codes()->Get(node.opcode_index());
    return StrCat(BuiltinOperatorName(GetBuiltinCode(code)),
                  Quoted(code->custom_code()));
  }

  std::string Label(int index) const { return TensorLabel(subgraph_, index); }

  const ModelFile& model_;
  const SubGraph& subgraph_;
  VerifyBudget* budget_;
  std::vector<int>* callees_;
  std::vector<bool> constant_;  // per tensor
};

}  // namespace

std::string SubgraphLabel(const Model& model, int index) {
  return StrCat("subgraph ", index,
                Quoted(model.subgraphs()->Get(index)->name()));
}

Status VerifySubgraph(const ModelFile& model, int index, VerifyBudget* budget,
                      std::vector<int>* callees) {
  Status status = SubgraphCheck(model, index, budget, callees).Run();
  if (!status.ok()) return Annotate(status, SubgraphLabel(*model.model, index));
  return status;
}

}  // namespace tflite::schema
