#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  TfLiteStablehloScatterParams rows{};
  rows.update_window_dims[0] = 1;
  rows.num_update_window_dims = 1;
  rows.num_inserted_window_dims = 1;          // dimension 0
  rows.num_scatter_dims_to_operand_dims = 1;  // to dimension 0
  rows.index_vector_dim = 1;
  rows.update_computation_subgraph_index = 1;
  const auto add = [&](const char* id, const Elements& e, int code) {
    table.Add(Case(id, e.name)
                  .Op(kTfLiteBuiltinStablehloScatter, rows)
                  .In(e, {5, 4})
                  .In(kInt32.Range(0, 4), {3, 1})
                  .In(e, {3, 4})
                  .Out(e)
                  .Within(Ulps(3))
                  .NextGraph()
                  .Op(code)
                  .In(e, {})
                  .In(e, {})
                  .Out(e));
  };
  for (const Elements& e : {kFloat32, kInt32, kInt64}) {
    add("Add", e, kTfLiteBuiltinStablehloAdd);
    add("Multiply", e, kTfLiteBuiltinStablehloMultiply);
    add("Maximum", e, kTfLiteBuiltinStablehloMaximum);
    add("Minimum", e, kTfLiteBuiltinStablehloMinimum);
  }
  add("BuiltinMaximum", kFloat32, kTfLiteBuiltinMaximum);
  add("BuiltinMinimum", kFloat32, kTfLiteBuiltinMinimum);
  add("And", kBool, kTfLiteBuiltinStablehloAnd);
  add("BuiltinAnd", kBool, kTfLiteBuiltinLogicalAnd);
  add("BuiltinOr", kBool, kTfLiteBuiltinLogicalOr);
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
