#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

constexpr TfLiteHashtableParams kTable = {4, kTfLiteInt64, kTfLiteString};
constexpr TfLiteHashtableParams kReverseTable = {5, kTfLiteString,
                                                 kTfLiteInt64};

void AddCases(CaseTable& table) {
  TensorHandle hashtable;
  for (const int subject :
       {kTfLiteBuiltinHashtable, kTfLiteBuiltinHashtableImport,
        kTfLiteBuiltinHashtableFind}) {
    table.Add(Case("IntToString", "int64")
                  .Op(kTfLiteBuiltinHashtable, kTable)
                  .Inner(kResource)
                  .As(hashtable)
                  .Op(kTfLiteBuiltinHashtableImport)
                  .Same(hashtable)
                  .Const(kInt64, {3}, {7, 9, 2})
                  .Strings(Role::kConstant, {3}, {"seven", "nine", "two"})
                  .Op(kTfLiteBuiltinHashtableFind)
                  .Same(hashtable)
                  .In(kInt64, {4}, {9, 1, 2, 7})
                  .Strings(Role::kConstant, {1}, {"none"})
                  .Out(kString)
                  .About(subject));
    table.Add(Case("StringToInt", "string")
                  .Op(kTfLiteBuiltinHashtable, kReverseTable)
                  .Inner(kResource)
                  .As(hashtable)
                  .Op(kTfLiteBuiltinHashtableImport)
                  .Same(hashtable)
                  .Strings(Role::kConstant, {2}, {"a", "bc"})
                  .Const(kInt64, {2}, {5, 6})
                  .Op(kTfLiteBuiltinHashtableFind)
                  .Same(hashtable)
                  .Strings(Role::kInput, {3}, {"bc", "", "a"})
                  .Const(kInt64, {1}, {-1})
                  .Out(kInt64)
                  .About(subject));
  }
  table.Add(Case("AfterImport", "int64")
                .Op(kTfLiteBuiltinHashtable, kTable)
                .Inner(kResource)
                .As(hashtable)
                .Op(kTfLiteBuiltinHashtableImport)
                .Same(hashtable)
                .Const(kInt64, {2}, {1, 2})
                .Strings(Role::kConstant, {2}, {"x", "y"})
                .Op(kTfLiteBuiltinHashtableSize)
                .Same(hashtable)
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
