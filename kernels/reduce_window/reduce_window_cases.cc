#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

TfLiteStablehloReduceWindowParams Params() {
  TfLiteStablehloReduceWindowParams p{};
  for (int d = 0; d < 2; ++d) {
    p.window_dimensions[d] = 2;
    p.window_strides[d] = 1 + d;
    p.base_dilations[d] = 1 + d;
    p.window_dilations[d] = 1;
    p.padding[2 * d] = 1;
  }
  p.body_subgraph_index = 1;
  return p;
}

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    TfLiteReduceWindowFunction function;
    int code;
    double initial;
  } kFunctions[] = {
      {"Add", TfLiteReduceWindowFunctionAdd, kTfLiteBuiltinStablehloAdd, 0},
      {"Multiply", TfLiteReduceWindowFunctionMul,
       kTfLiteBuiltinStablehloMultiply, 1},
      {"Maximum", TfLiteReduceWindowFunctionMax, kTfLiteBuiltinStablehloMaximum,
       -99},
      {"Minimum", TfLiteReduceWindowFunctionMin, kTfLiteBuiltinStablehloMinimum,
       99}};
  for (const Elements& e : {kFloat32, kPlainInt8.Range(-5, 5), kInt32}) {
    for (const auto& f : kFunctions) {
      table.Add(Case(f.id, e.name)
                    .Op(kTfLiteBuiltinReduceWindow,
                        TfLiteReduceWindowParams{f.function})
                    .In(e, {5, 6})
                    .Const(e, {}, {f.initial})
                    .List({2, 3}, kInt64)
                    .List({1, 2}, kInt64)
                    .List({2, 1}, kInt64)
                    .Out(e)
                    .Within(Depth(6)));
      table.Add(Case(f.id, e.name)
                    .Op(kTfLiteBuiltinStablehloReduceWindow, Params())
                    .In(e, {5, 6})
                    .Const(e, {}, {f.initial})
                    .Out(e)
                    .Within(Depth(6))
                    .NextGraph()
                    .Op(f.code)
                    .In(e, {})
                    .In(e, {})
                    .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
