#include "testing/conformance/case.h"
#include "testing/conformance/even_products.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  constexpr int kBatch = 2, kInputs = 5, kUnits = 4, kMemory = 6;
  for (const int rank : {1, 2}) {
    const int filters = kUnits * rank;
    const std::string id = "Rank" + std::to_string(rank);
    const TfLiteSVDFParams params = {rank, kTfLiteActNone, false};
    for (const bool hybrid : {false, true}) {
      const Elements weights = hybrid ? kInt8.Scaled(0.01f) : kFloat32;
      // Inputs that lose nothing when hybrid products quantize them.
      table.Add(Case("Even" + id, hybrid ? "hybrid_int8" : "float32")
                    .Op(kTfLiteBuiltinSvdf, params)
                    .In(kFloat32, {kBatch, kInputs},
                        EvenInputs({127, -31, 64, 5, 88}))
                    .Const(weights, {filters, kInputs},
                           Stored(weights, {90, -47, 113, 8, -71, 25, 60}))
                    .Const(weights, {filters, kMemory},
                           Stored(weights, {40, 21, -13, 34, 99, -80, 77}))
                    .Const(kFloat32, {kUnits}, {0.125})
                    .Variable(kFloat32, {kBatch, filters * kMemory})
                    .Out(kFloat32)
                    .Within(kTight));
      table.Add(Case(id, hybrid ? "hybrid_int8" : "float32")
                    .Op(kTfLiteBuiltinSvdf, params)
                    .In(kFloat32, {kBatch, kInputs})
                    .Const(weights, {filters, kInputs})
                    .Const(weights, {filters, kMemory})
                    .Const(kFloat32, {kUnits})
                    .Variable(kFloat32, {kBatch, filters * kMemory})
                    .Out(kFloat32)
                    .Within(Near(hybrid ? 0.05 : 1e-5)));
    }
    for (const int memory : {kMemory, kMemory - 1}) {
      table.Add(Case(id + (memory % 2 == 0 ? "" : "OddMemory"), "int8")
                    .Op(kTfLiteBuiltinSvdf, params)
                    .In(kInt8.Scaled(1.f / 64, -3), {kBatch, kInputs})
                    .Const(kInt8.Scaled(0.01f), {filters, kInputs})
                    .Const(kInt16.Scaled(1e-4f), {filters, memory})
                    .Const(kInt32.Scaled(1e-7f).Range(-0.5, 0.5), {kUnits})
                    .Variable(kInt16.Scaled(1e-3f), {kBatch, filters * memory})
                    .Out(kInt8.Scaled(1.f / 32, 5))
                    .Within(Exact()));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
