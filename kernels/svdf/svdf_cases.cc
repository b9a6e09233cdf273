#include <string>
#include <vector>

#include "testing/conformance/case.h"
#include "testing/conformance/even_products.h"

namespace tflite {
namespace conformance {
namespace {

struct Layer {
  std::string id;
  int inputs, units, memory;
};

Case Integers(const Layer& l, int rank, const Elements& time,
              const Elements& state, const Elements& out) {
  constexpr int kBatch = 2;
  const int filters = l.units * rank;
  return Case(l.id, "int8")
      .Op(kTfLiteBuiltinSvdf, TfLiteSVDFParams{rank, kTfLiteActNone, false})
      .In(kInt8.Scaled(1.f / 64, -3), {kBatch, l.inputs})
      .Const(kInt8.Scaled(0.01f), {filters, l.inputs})
      .Const(time, {filters, l.memory})
      .Const(kInt32.Scaled(state.scales[0] * time.scales[0]).Range(-0.5, 0.5),
             {l.units})
      .Variable(state, {kBatch, filters * l.memory})
      .Out(out)
      .Within(Exact());
}

// Lengths that kernels treat apart, and more units than they compute at a time.
void AddIntegers(CaseTable& table) {
  const Elements time = kInt16.Scaled(1e-4f), state = kInt16.Scaled(1e-3f);
  const Elements out = kInt8.Scaled(1.f / 32, 5);
  for (const Layer& l : std::vector<Layer>{{"Short", 8, 70, 8},
                                           {"Inputs16", 16, 64, 32},
                                           {"Inputs32", 32, 65, 8},
                                           {"Inputs64", 64, 9, 32},
                                           {"Units130", 70, 130, 5}}) {
    table.Add(Integers(l, 1, time, state, out));
  }
  table.Add(Integers({"Rank4", 16, 33, 8}, 4, time, state, out));
  // Both sums become results by factors of more than 1.
  table.Add(Integers({"FineScales", 5, 4, 6}, 1, kInt16.Scaled(1).Range(-1, 1),
                     kInt16.Scaled(1e-4f), kInt8.Scaled(2e-5f, 5)));
  table.Add(Integers({"FineOutput", 5, 4, 6}, 1, kInt16.Scaled(1).Range(-1, 1),
                     kInt16.Scaled(0.05f), kInt8.Scaled(1.f / 32, 5)));
}

void AddCases(CaseTable& table) {
  AddIntegers(table);
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
      const std::string name = id + (memory % 2 == 0 ? "" : "OddMemory");
      table.Add(Integers({name, kInputs, kUnits, memory}, rank,
                         kInt16.Scaled(1e-4f), kInt16.Scaled(1e-3f),
                         kInt8.Scaled(1.f / 32, 5)));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
