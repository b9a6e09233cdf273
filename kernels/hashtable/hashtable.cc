#include "kernels/hashtable/hashtable.h"

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

bool IsEntryType(TfLiteType type) {
  return type == kTfLiteInt64 || type == kTfLiteString;
}

Status CheckTable(const TensorView& table) {
  TFLL_CONSTRAINT(
      C1,
      (table.type() == kTfLiteResource || table.type() == kTfLiteInt32) &&
          table.num_elements() == 1,
      "the table is ", table.ToString());
  return OkStatus();
}

Status CheckEntryType(const TensorView& tensor) {
  TFLL_CONSTRAINT(C2, IsEntryType(tensor.type()), "keys or values are ",
                  tensor.ToString());
  return OkStatus();
}

}  // namespace

StatusOr<Hashtable> BindHashtable(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(0, 0, 1));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteHashtableParams>());
  TFLL_CONSTRAINT(
      C1, output.type() == kTfLiteResource || output.type() == kTfLiteInt32,
      "the table is ", output.ToString());
  TFLL_CONSTRAINT(
      C2, IsEntryType(params->key_dtype) && IsEntryType(params->value_dtype),
      "keys are ", TfLiteTypeGetName(params->key_dtype), ", values ",
      TfLiteTypeGetName(params->value_dtype));
  Hashtable op;
  op.id = params->table_id;
  op.key = params->key_dtype;
  op.value = params->value_dtype;
  op.outputs.push_back(OutputSpec::Known({1}));
  return op;
}

StatusOr<HashtableImport> BindHashtableImport(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(3, 3, 0));
  TFLL_ASSIGN_OR_RETURN(const TensorView table, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView keys, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView values, node.RequiredInput(2));
  TFLL_RETURN_IF_ERROR(CheckTable(table));
  TFLL_RETURN_IF_ERROR(CheckEntryType(keys));
  TFLL_RETURN_IF_ERROR(CheckEntryType(values));
  TFLL_CONSTRAINT(C3, keys.shape() == values.shape(), "keys are ",
                  keys.ToString(), ", values ", values.ToString());
  return HashtableImport();
}

StatusOr<HashtableFind> BindHashtableFind(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(3, 3, 1));
  TFLL_ASSIGN_OR_RETURN(const TensorView table, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView keys, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView missing, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_RETURN_IF_ERROR(CheckTable(table));
  TFLL_RETURN_IF_ERROR(CheckEntryType(keys));
  TFLL_RETURN_IF_ERROR(CheckEntryType(output));
  TFLL_CONSTRAINT(C2, missing.type() == output.type(), "the default is ",
                  missing.ToString(), ", the output ", output.ToString());
  TFLL_CONSTRAINT(C3, missing.num_elements() == 1, "the default is ",
                  missing.ToString());
  HashtableFind op;
  op.outputs.push_back(OutputSpec::Known(keys.shape()));
  return op;
}

StatusOr<HashtableSize> BindHashtableSize(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(1, 1, 1));
  TFLL_ASSIGN_OR_RETURN(const TensorView table, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_RETURN_IF_ERROR(CheckTable(table));
  TFLL_CONSTRAINT(C2, output.type() == kTfLiteInt64, "the output is ",
                  output.ToString());
  HashtableSize op;
  op.outputs.push_back(OutputSpec::Known({1}));
  return op;
}

StatusOr<HashtableLookup> BindHashtableLookup(const NodeView& node) {
  TFLL_RETURN_IF_ERROR(node.CheckCounts(3, 3, 2));
  TFLL_ASSIGN_OR_RETURN(const TensorView lookup, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView key, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView value, node.RequiredInput(2));
  TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView hits, node.RequiredOutput(1));
  for (const TensorView& t : {lookup, key}) {
    TFLL_CONSTRAINT(C4, t.type() == kTfLiteInt32 && t.rank() == 1,
                    "lookup or key is ", t.ToString());
  }
  const bool string = value.type() == kTfLiteString;
  TFLL_CONSTRAINT(C4,
                  value.rank() >= 1 && value.dim(0) == key.dim(0) &&
                      (!string || value.rank() == 1) &&
                      (string || (ElementBits(value.type()) != 0 &&
                                  ElementBits(value.type()) % 8 == 0)),
                  "key is ", key.ToString(), ", value ", value.ToString());
  TFLL_CONSTRAINT(C4,
                  output.type() == value.type() && hits.type() == kTfLiteUInt8,
                  "outputs are ", output.ToString(), " and ", hits.ToString());
  HashtableLookup op;
  op.output = value.shape();
  op.output[0] = lookup.dim(0);
  if (!string) {
    TFLL_ASSIGN_OR_RETURN(
        op.entry_bytes,
        BytesFor(value.type(), op.output.Product(1, op.output.rank())));
  }
  op.outputs.push_back(OutputSpec::Known(op.output));
  op.outputs.push_back(OutputSpec::Known({lookup.dim(0)}));
  return op;
}

}  // namespace tflite::kernels
