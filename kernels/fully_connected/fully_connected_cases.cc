#include "testing/conformance/case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite {
namespace conformance {
namespace {

struct Shapes {
  const char* id;
  std::vector<int> input;
  int units, depth;
  TfLiteFusedActivation activation = kTfLiteActNone;
  bool has_bias = true, keep_num_dims = false;
};

Case Make(const Shapes& s, const SumElements& e) {
  TfLiteFullyConnectedParams p{};
  p.activation = s.activation;
  p.keep_num_dims = s.keep_num_dims;
  Case c(s.id, e.name);
  c.Op(kTfLiteBuiltinFullyConnected, p)
      .In(e.input, s.input)
      .Const(e.Weights(s.units, 0), {s.units, s.depth});
  if (s.has_bias) {
    c.Const(e.Bias(s.units), {s.units});
  } else {
    c.Absent();
  }
  return c.Out(e.Output(s.depth)).Within(e.Within(s.depth));
}

void AddCases(CaseTable& table) {
  const Shapes kShapes[] = {
      {"OneRow", {1, 40}, 24, 40},
      {"Rows", {5, 19}, 7, 19},
      {"ManyRows", {33, 16}, 16, 16},
      {"OneUnit", {4, 9}, 1, 9},
      {"Vector", {30}, 12, 30},
      {"FlattensImage", {2, 3, 4, 5}, 6, 60},
      {"RowsOfSequence", {2, 6, 8}, 10, 8},
      {"KeepDims", {2, 6, 8}, 10, 8, kTfLiteActNone, true, true},
      {"NoBias", {3, 12}, 8, 12, kTfLiteActNone, false},
      {"Relu", {3, 12}, 8, 12, kTfLiteActRelu},
      {"Relu6", {3, 12}, 8, 12, kTfLiteActRelu6},
      {"ReluN1To1", {3, 12}, 8, 12, kTfLiteActReluN1To1},
      {"Deep", {2, 300}, 5, 300},
      {"NoRows", {0, 12}, 8, 12},
  };
  const std::vector<SumElements> types = AllSumElements();
  for (const SumElements& e : types) {
    for (const Shapes& s : kShapes) table.Add(Make(s, e));
  }
  for (const SumElements& e : PlainSumElements()) {
    TfLiteFullyConnectedParams p{};
    table.Add(Case("WeightsAreInput", e.name)
                  .Op(kTfLiteBuiltinFullyConnected, p)
                  .In(e.input, {3, 12})
                  .In(e.Weights(8, 0), {8, 12})
                  .Absent()
                  .Out(e.Output(12))
                  .Within(e.Within(12)));
  }
  table.AddRandom([types](Random& random) {
    const int depth = static_cast<int>(random.Int(1, 80));
    const Shapes s = {"Rows",
                      {static_cast<int>(random.Int(1, 9)), depth},
                      static_cast<int>(random.Int(1, 40)),
                      depth,
                      kTfLiteActNone,
                      random.Flip()};
    return Make(s, random.Pick(types));
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
