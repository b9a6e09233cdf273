#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

constexpr TfLiteHashtableParams kTable = {4, kTfLiteInt64, kTfLiteString};
constexpr TfLiteHashtableParams kReverseTable = {5, kTfLiteString,
                                                 kTfLiteInt64};

void AddCases(CaseTable& table) {
  for (const int subject :
       {kTfLiteBuiltinHashtable, kTfLiteBuiltinHashtableImport,
        kTfLiteBuiltinHashtableFind}) {
    table.Add(Case("IntToString", "int64")
                  .Op(kTfLiteBuiltinHashtable, kTable)
                  .Inner(kResource)  // tensor 0
                  .Op(kTfLiteBuiltinHashtableImport)
                  .Same(0)
                  .Const(kInt64, {3}, {7, 9, 2})
                  .Strings(Role::kConstant, {3}, {"seven", "nine", "two"})
                  .Op(kTfLiteBuiltinHashtableFind)
                  .Same(0)
                  .In(kInt64, {4}, {9, 1, 2, 7})
                  .Strings(Role::kConstant, {1}, {"none"})
                  .Out(kString)
                  .About(subject));
    table.Add(Case("StringToInt", "string")
                  .Op(kTfLiteBuiltinHashtable, kReverseTable)
                  .Inner(kResource)
                  .Op(kTfLiteBuiltinHashtableImport)
                  .Same(0)
                  .Strings(Role::kConstant, {2}, {"a", "bc"})
                  .Const(kInt64, {2}, {5, 6})
                  .Op(kTfLiteBuiltinHashtableFind)
                  .Same(0)
                  .Strings(Role::kInput, {3}, {"bc", "", "a"})
                  .Const(kInt64, {1}, {-1})
                  .Out(kInt64)
                  .About(subject));
  }
  table.Add(Case("AfterImport", "int64")
                .Op(kTfLiteBuiltinHashtable, kTable)
                .Inner(kResource)
                .Op(kTfLiteBuiltinHashtableImport)
                .Same(0)
                .Const(kInt64, {2}, {1, 2})
                .Strings(Role::kConstant, {2}, {"x", "y"})
                .Op(kTfLiteBuiltinHashtableSize)
                .Same(0)
                .Out(kInt64)
                .About(kTfLiteBuiltinHashtableSize));
  for (const Elements& e : {kFloat32, kInt32}) {
    table.Add(Case("Rows", e.name)
                  .Op(kTfLiteBuiltinHashtableLookup)
                  .In(kInt32, {4}, {5, 2, 8, 3})
                  .Const(kInt32, {3}, {2, 5, 9})
                  .In(e, {3, 4})
                  .Out(e)
                  .Out(kPlainUInt8));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
