#include "tensorflow_lite_lite/schema/parse/op_data_table.h"

// Control flow, resources and random numbers. Whether the subgraphs exist is
// checked elsewhere (VerifyModel, Prepare).
namespace tflite::schema {
namespace {

const char* TextOf(const flatbuffers::String* s) {
  return s == nullptr ? "" : s->c_str();
}

Status FillIf(const IfOptions& o, TfLiteIfParams* p) {
  p->then_subgraph_index = o.then_subgraph_index();
  p->else_subgraph_index = o.else_subgraph_index();
  return OkStatus();
}

Status FillWhile(const WhileOptions& o, TfLiteWhileParams* p) {
  p->cond_subgraph_index = o.cond_subgraph_index();
  p->body_subgraph_index = o.body_subgraph_index();
  return OkStatus();
}

Status FillCallOnce(const CallOnceOptions& o, TfLiteCallOnceParams* p) {
  p->init_subgraph_index = o.init_subgraph_index();
  return OkStatus();
}

Status FillVarHandle(const VarHandleOptions& o, TfLiteVarHandleParams* p) {
  p->container = TextOf(o.container());
  p->shared_name = TextOf(o.shared_name());
  return OkStatus();
}

Status FillHashtable(const HashtableOptions& o, TfLiteHashtableParams* p) {
  p->table_id = o.table_id();
  TFLL_RETURN_IF_ERROR(TypeToC(o, o.key_dtype(), &p->key_dtype));
  return TypeToC(o, o.value_dtype(), &p->value_dtype);
}

// The C struct stores only the low halves of the seeds.
Status FillRandom(const RandomOptions& o, TfLiteRandomParams* p) {
  p->seed = static_cast<int>(o.seed());
  p->seed2 = static_cast<int>(o.seed2());
  return OkStatus();
}

constexpr OpDataRow kRows[] = {
    Row<FillIf>(BuiltinOperator_IF),
    Row<FillWhile>(BuiltinOperator_WHILE),
    Row<FillCallOnce>(BuiltinOperator_CALL_ONCE),
    Row<FillVarHandle>(BuiltinOperator_VAR_HANDLE),
    Row<FillHashtable>(BuiltinOperator_HASHTABLE),
    Row<FillRandom>(BuiltinOperator_RANDOM_UNIFORM),
    Row<FillRandom>(BuiltinOperator_RANDOM_STANDARD_NORMAL),
    Row<FillRandom>(BuiltinOperator_MULTINOMIAL),
};

}  // namespace

absl::Span<const OpDataRow> ControlFlowRows() { return kRows; }

}  // namespace tflite::schema
