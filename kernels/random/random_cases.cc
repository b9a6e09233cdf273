#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

constexpr TfLiteRandomParams kSeeds = {12, 34};

void AddCases(CaseTable& table) {
  for (const int code :
       {kTfLiteBuiltinRandomUniform, kTfLiteBuiltinRandomStandardNormal}) {
    table.Add(Case("Seeded", "float32")
                  .Op(code, kSeeds)
                  .List({3, 4, 5})
                  .Out(kFloat32)
                  .Within(Near(1e-6, 1e-6)));
    table.Add(Case("ShapeIsInput", "float32")
                  .Op(code, TfLiteRandomParams{0, 0})
                  .In(kInt32, {2}, {3, 4})
                  .Out(kFloat32)
                  .OnlyShapes());
  }
  for (const Elements& e : {kInt32, kInt64}) {
    table.Add(Case("Seeded", e.name)
                  .Op(kTfLiteBuiltinMultinomial, kSeeds)
                  .In(kFloat32, {2, 4})
                  .Const(kInt32, {}, {6})
                  .Out(e));
  }
  const struct {
    const char* id;
    TfLiteRngAlgorithm algorithm;
    int words;
  } kGenerators[] = {{"Philox", kTfLiteRngAlgorithmPhilox, 3},
                     {"Threefry", kTfLiteRngAlgorithmThreefry, 2},
                     {"Default", kTfLiteRngAlgorithmDefault, 2}};
  for (const auto& g : kGenerators) {
    for (const Elements& e : {kInt32, kUInt32, kInt64, kUInt64}) {
      table.Add(Case(g.id, e.name)
                    .Op(kTfLiteBuiltinStablehloRngBitGenerator,
                        TfLiteStablehloRngBitGeneratorParams{g.algorithm})
                    .In(kUInt64, {g.words})
                    .Out(kUInt64)
                    .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
