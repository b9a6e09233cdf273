#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

TfLiteVarHandleParams Handle(const char* name) { return {"", name}; }

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kInt32, kPlainInt8, kBool}) {
    for (const int subject :
         {kTfLiteBuiltinVarHandle, kTfLiteBuiltinAssignVariable,
          kTfLiteBuiltinReadVariable}) {
      table.Add(Case("WriteThenRead", e.name)
                    .Op(kTfLiteBuiltinVarHandle, Handle("state"))
                    .Inner(kResource)  // tensor 0
                    .Op(kTfLiteBuiltinAssignVariable)
                    .Same(0)
                    .In(e, {2, 3})
                    .Op(kTfLiteBuiltinReadVariable)
                    .Same(0)
                    .Out(e)
                    .About(subject));
    }
  }
  // Reads what the invoke before has written, after writing once.
  table.Add(Case("TwoVariables", "float32")
                .Op(kTfLiteBuiltinVarHandle, Handle("first"))
                .Inner(kResource)  // 0
                .Op(kTfLiteBuiltinVarHandle, Handle("second"))
                .Inner(kResource)  // 1
                .Op(kTfLiteBuiltinAssignVariable)
                .Same(0)
                .In(kFloat32, {4})  // 2
                .Op(kTfLiteBuiltinReadVariable)
                .Same(0)
                .Inner(kFloat32)  // 3
                .Op(kTfLiteBuiltinAssignVariable)
                .Same(1)
                .Same(3)
                .Op(kTfLiteBuiltinReadVariable)
                .Same(1)
                .Out(kFloat32)
                .About(kTfLiteBuiltinReadVariable));
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
