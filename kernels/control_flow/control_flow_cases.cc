#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

// A graph of one operator on one tensor.
void AddGraph(Case& c, int code) {
  c.NextGraph().Op(code).In(kFloat32, {4}).Out(kFloat32);
}

// While the counter is below 5: the counter grows by 1, the value is negated.
Case Loop() {
  return Case("Counts", "float32")
      .Op(kTfLiteBuiltinWhile, TfLiteWhileParams{1, 2})
      .In(kInt32, {1}, {2})
      .In(kFloat32, {3})
      .Out(kInt32)
      .Out(kFloat32)
      .NextGraph()
      .Op(kTfLiteBuiltinLess)
      .In(kInt32, {1})
      .Const(kInt32, {}, {5})
      .Out(kBool)
      .Unread(kFloat32, {3})
      .NextGraph()
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .In(kInt32, {1})
      .Const(kInt32, {}, {1})
      .Out(kInt32)
      .Op(kTfLiteBuiltinNeg)
      .In(kFloat32, {3})
      .Out(kFloat32);
}

void AddCases(CaseTable& table) {
  TensorHandle variable;
  for (const bool condition : {false, true}) {
    Case c(condition ? "Then" : "Else", "float32");
    c.Op(kTfLiteBuiltinIf, TfLiteIfParams{1, 2})
        .In(kBool, {1}, {condition ? 1.0 : 0.0})
        .In(kFloat32, {4})
        .Out(kFloat32);
    AddGraph(c, kTfLiteBuiltinAbs);
    AddGraph(c, kTfLiteBuiltinNeg);
    table.Add(c);
  }
  for (const int index : {0, 1, 7}) {
    TfLiteStablehloCaseParams params{};
    params.branch_subgraph_indices[0] = 1;
    params.branch_subgraph_indices[1] = 2;
    params.num_branches = 2;
    Case c("Branch" + std::to_string(index), "float32");
    c.Op(kTfLiteBuiltinStablehloCase, params)
        .In(kInt32, {1}, {static_cast<double>(index)})
        .In(kFloat32, {4})
        .Out(kFloat32);
    AddGraph(c, kTfLiteBuiltinAbs);
    AddGraph(c, kTfLiteBuiltinNeg);
    table.Add(c);
  }
  TfLiteStablehloCompositeParams composite{};
  composite.name = "example.abs";
  composite.subgraph_index = 1;
  Case c("Calls", "float32");
  c.Op(kTfLiteBuiltinStablehloComposite, composite)
      .In(kFloat32, {4})
      .Out(kFloat32);
  AddGraph(c, kTfLiteBuiltinAbs);
  table.Add(c);
  table.Add(Loop());
  // The graph that is called once fills a variable.
  table.Add(Case("FillsVariable", "float32")
                .Op(kTfLiteBuiltinCallOnce, TfLiteCallOnceParams{1})
                .Op(kTfLiteBuiltinVarHandle, TfLiteVarHandleParams{"", "v"})
                .Inner(kResource)
                .As(variable)
                .Op(kTfLiteBuiltinReadVariable)
                .Same(variable)
                .Out(kFloat32)
                .NextGraph()
                .Op(kTfLiteBuiltinVarHandle, TfLiteVarHandleParams{"", "v"})
                .Inner(kResource)
                .As(variable)
                .Op(kTfLiteBuiltinAssignVariable)
                .Same(variable)
                .Const(kFloat32, {3}, {1, 2, 3}));
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
