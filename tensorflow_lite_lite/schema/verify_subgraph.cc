#include "tensorflow_lite_lite/schema/verify_subgraph.h"

#include <cstdint>
#include <limits>

#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/schema_utils.h"

namespace tflite::schema {
namespace {

using IntVector = flatbuffers::Vector<int32_t>;

// Where a tensor has its value from.
enum class Origin : uint8_t {
  kNone,
  kEmpty,     // no elements: it needs no value
  kConstant,  // contents in the file
  kVariable,  // kept between runs
  kInput,     // the caller's
  kNode       // an earlier node's result
};

// Calls visit(index) for each subgraph that a node of operator `op` runs.
template <typename Visitor>
void ForEachCallee(const Operator& node, BuiltinOperator op, Visitor visit) {
  // Without its options a node has their defaults, subgraph 0.
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
    case BuiltinOperator_STABLEHLO_WHILE: {
      const auto* o = node.builtin_options_2_as_StablehloWhileOptions();
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

class SubgraphCheck {
 public:
  SubgraphCheck(const ModelFile& model, int index, VerifyBudget* budget,
                std::vector<int>* callees)
      : model_(model),
        subgraph_(*model.model->subgraphs()->Get(index)),
        budget_(budget),
        callees_(callees),
        origin_(SizeOf(subgraph_.tensors()), Origin::kNone) {}

  Status Run() {
    TFLL_RETURN_IF_ERROR(CheckTensors());
    TFLL_RETURN_IF_ERROR(CheckInputs());
    for (int64_t i = 0; i < SizeOf(subgraph_.operators()); ++i) {
      const Operator& node = *subgraph_.operators()->Get(i);
      if (Status s = CheckNode(node); !s.ok()) {
        return Annotate(s, absl::StrCat("node ", i, " (", NodeName(node), ")"));
      }
    }
    return CheckOutputs();
  }

 private:
  Status CheckTensors() {
    for (size_t i = 0; i < origin_.size(); ++i) {
      TFLL_ASSIGN_OR_RETURN(const TensorFacts facts,
                            VerifyTensor(model_, subgraph_, i, budget_));
      const bool variable = subgraph_.tensors()->Get(i)->is_variable();
      if (facts.constant && variable) {
        return Invalid(Label(i), " is a variable and has constant contents");
      }
      origin_[i] = variable         ? Origin::kVariable
                   : facts.constant ? Origin::kConstant
                   : facts.empty    ? Origin::kEmpty
                                    : Origin::kNone;
    }
    return OkStatus();
  }

  Status CheckInputs() {
    const IntVector* inputs = subgraph_.inputs();
    TFLL_RETURN_IF_ERROR(budget_->Charge(SizeOf(inputs)));
    for (int64_t i = 0; i < SizeOf(inputs); ++i) {
      TFLL_RETURN_IF_ERROR(CheckIndex("graph input", i, inputs->Get(i)));
      Origin& origin = origin_[inputs->Get(i)];
      if (origin == Origin::kConstant) {
        return Invalid("graph input ", i, ", ", Label(inputs->Get(i)),
                       ", has constant contents");
      }
      if (origin != Origin::kVariable) origin = Origin::kInput;
    }
    return OkStatus();
  }

  Status CheckOutputs() {
    const IntVector* outputs = subgraph_.outputs();
    TFLL_RETURN_IF_ERROR(budget_->Charge(SizeOf(outputs)));
    for (int64_t i = 0; i < SizeOf(outputs); ++i) {
      TFLL_RETURN_IF_ERROR(CheckIndex("graph output", i, outputs->Get(i)));
      TFLL_RETURN_IF_ERROR(CheckHasValue("graph output", i, outputs->Get(i)));
    }
    return OkStatus();
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
    TFLL_RETURN_IF_ERROR(CheckNodeInputs(node.inputs()));
    TFLL_RETURN_IF_ERROR(CheckNodeIntermediates(node.intermediates()));
    TFLL_RETURN_IF_ERROR(CheckNodeOutputs(node.outputs()));
    TFLL_RETURN_IF_ERROR(CustomOptions(model_, node).status());
    return CollectCallees(node);
  }

  Status CheckNodeInputs(const IntVector* inputs) {
    for (int64_t i = 0; i < SizeOf(inputs); ++i) {
      const int32_t t = inputs->Get(i);
      if (t == -1) continue;  // optional and left out
      TFLL_RETURN_IF_ERROR(CheckIndex("input", i, t));
      TFLL_RETURN_IF_ERROR(CheckHasValue("input", i, t));
    }
    return OkStatus();
  }

  Status CheckNodeIntermediates(const IntVector* intermediates) {
    for (int64_t i = 0; i < SizeOf(intermediates); ++i) {
      const int32_t t = intermediates->Get(i);
      if (t == -1) continue;
      TFLL_RETURN_IF_ERROR(CheckIndex("intermediate", i, t));
    }
    return OkStatus();
  }

  Status CheckNodeOutputs(const IntVector* outputs) {
    for (int64_t i = 0; i < SizeOf(outputs); ++i) {
      const int32_t t = outputs->Get(i);
      TFLL_RETURN_IF_ERROR(CheckIndex("output", i, t));
      switch (origin_[t]) {
        case Origin::kConstant:
          return Invalid("output ", i, ", ", Label(t),
                         ", has constant contents");
        case Origin::kInput:
          return Invalid("output ", i, ", ", Label(t), ", is a graph input");
        case Origin::kNode:
          return Invalid("output ", i, ", ", Label(t),
                         ", already is an output of this or an earlier node");
        case Origin::kVariable:
          break;
        case Origin::kNone:
        case Origin::kEmpty:
          origin_[t] = Origin::kNode;
      }
    }
    return OkStatus();
  }

  Status CollectCallees(const Operator& node) {
    const int64_t subgraphs = SizeOf(model_.model->subgraphs());
    const size_t before = callees_->size();
    Status status;
    ForEachCallee(node, Code(node), [&](int64_t callee) {
      if (callee < 0 || callee >= subgraphs) {
        status =
            Invalid("it runs subgraph ", callee, ": the model has ", subgraphs);
      } else {
        callees_->push_back(static_cast<int>(callee));
      }
    });
    TFLL_RETURN_IF_ERROR(status);
    return budget_->Charge(callees_->size() - before);
  }

  Status CheckIndex(const char* what, int64_t position, int32_t index) {
    if (index >= 0 && static_cast<size_t>(index) < origin_.size()) {
      return OkStatus();
    }
    return Invalid(what, " ", position, " is tensor ", index,
                   ": the subgraph has ", origin_.size());
  }

  Status CheckHasValue(const char* what, int64_t position, int32_t index) {
    if (origin_[index] != Origin::kNone) return OkStatus();
    const uint32_t external =
        subgraph_.tensors()->Get(index)->external_buffer();
    if (external != 0) {
      return Invalid(what, " ", position, ", ", Label(index),
                     ", lies in external buffer ", external,
                     ": contents in other files are not supported");
    }
    return Invalid(what, " ", position, ", ", Label(index),
                   ", has no value: it is no graph input, constant, variable "
                   "or output of an earlier node");
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
    return absl::StrCat(BuiltinOperatorName(GetBuiltinCode(code)),
                        Quoted(code->custom_code()));
  }

  std::string Label(int index) const { return TensorLabel(subgraph_, index); }

  const ModelFile& model_;
  const SubGraph& subgraph_;
  VerifyBudget* budget_;
  std::vector<int>* callees_;
  std::vector<Origin> origin_;  // by tensor
};

}  // namespace

std::string SubgraphLabel(const Model& model, int index) {
  return absl::StrCat("subgraph ", index,
                      Quoted(model.subgraphs()->Get(index)->name()));
}

Status VerifySubgraph(const ModelFile& model, int index, VerifyBudget* budget,
                      std::vector<int>* callees) {
  Status status = SubgraphCheck(model, index, budget, callees).Run();
  if (!status.ok()) return Annotate(status, SubgraphLabel(*model.model, index));
  return status;
}

}  // namespace tflite::schema
