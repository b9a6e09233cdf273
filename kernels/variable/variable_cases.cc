#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

TfLiteVarHandleParams Handle(const char* name) { return {"", name}; }

void AddCases(CaseTable& table) {
  TensorHandle variable, first, second, value;
  for (const Elements& e : {kFloat32, kInt32, kPlainInt8, kBool}) {
    for (const int subject :
         {kTfLiteBuiltinVarHandle, kTfLiteBuiltinAssignVariable,
          kTfLiteBuiltinReadVariable}) {
      table.Add(Case("WriteThenRead", e.name)
                    .Op(kTfLiteBuiltinVarHandle, Handle("state"))
                    .Inner(kResource)
                    .As(variable)
                    .Op(kTfLiteBuiltinAssignVariable)
                    .Same(variable)
                    .In(e, {2, 3})
                    .Op(kTfLiteBuiltinReadVariable)
                    .Same(variable)
                    .Out(e)
                    .About(subject));
    }
  }
  // Reads what the invoke before has written, after writing once.
  table.Add(Case("TwoVariables", "float32")
                .Op(kTfLiteBuiltinVarHandle, Handle("first"))
                .Inner(kResource)
                .As(first)
                .Op(kTfLiteBuiltinVarHandle, Handle("second"))
                .Inner(kResource)
                .As(second)
                .Op(kTfLiteBuiltinAssignVariable)
                .Same(first)
                .In(kFloat32, {4})
                .Op(kTfLiteBuiltinReadVariable)
                .Same(first)
                .Inner(kFloat32)
                .As(value)
                .Op(kTfLiteBuiltinAssignVariable)
                .Same(second)
                .Same(value)
                .Op(kTfLiteBuiltinReadVariable)
                .Same(second)
                .Out(kFloat32)
                .About(kTfLiteBuiltinReadVariable));
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
