#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64}) {
    table.Add(Case("Rows", e.name)
                  .Op(kTfLiteBuiltinEmbeddingLookup)
                  .In(kInt32.Range(0, 6), {5})
                  .Const(e, {7, 9})
                  .Out(e));
    table.Add(Case("Slices", e.name)
                  .Op(kTfLiteBuiltinEmbeddingLookup)
                  .In(kInt32.Range(0, 3), {6})
                  .Const(e, {4, 2, 3})
                  .Out(e));
  }
  table.Add(Case("Rows", "hybrid_int8")
                .Op(kTfLiteBuiltinEmbeddingLookup)
                .In(kInt32.Range(0, 6), {5})
                .Const(kInt8.Scaled(0.02f), {7, 9})
                .Out(kFloat32)
                .Within(Ulps(1)));
  Elements int2 = kInt4.Scaled(0.5f);
  int2.type = kTfLiteInt2;
  const Elements kPacked[] = {kInt4.Scaled(0.1f), int2};
  for (const Elements& e : kPacked) {
    table.Add(
        Case("Rows", e.type == kTfLiteInt4 ? "hybrid_int4" : "hybrid_int2")
            .Op(kTfLiteBuiltinEmbeddingLookup)
            .In(kInt32.Range(0, 6), {5})
            .Const(e, {7, 12})
            .Out(kFloat32)
            .Within(Ulps(1)));
  }
  for (const TfLiteCombinerType combiner :
       {kTfLiteCombinerTypeSum, kTfLiteCombinerTypeMean,
        kTfLiteCombinerTypeSqrtn}) {
    const char* kNames[] = {"Sum", "Mean", "Sqrtn"};
    // Rows 0 and 2 of the result are sums of two entries and of one.
    table.Add(Case(kNames[combiner], "float32")
                  .Op(kTfLiteBuiltinEmbeddingLookupSparse,
                      TfLiteEmbeddingLookupSparseParams{combiner})
                  .In(kInt32, {3}, {1, 3, 0})
                  .In(kInt32, {3, 2}, {0, 0, 0, 1, 2, 0})
                  .In(kInt32, {2}, {3, 2})
                  .In(kFloat32.Range(0.5, 2), {3})
                  .In(kFloat32, {4, 5})
                  .Out(kFloat32)
                  .Within(Depth(3, 2)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
