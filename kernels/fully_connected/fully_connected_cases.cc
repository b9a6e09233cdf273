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

// Weights that share a byte.
std::vector<SumElements> PackedSumElements() {
  return {
      {"int8_x_int4", kInt8, kTfLiteInt4, true, kTfLiteInt32},
      {"int8_x_int2", kInt8, kTfLiteInt2, true, kTfLiteInt32},
      {"int16_x_int4", kInt16, kTfLiteInt4, true, kTfLiteInt64},
      {"hybrid_int4", kFloat32, kTfLiteInt4, true, kTfLiteFloat32},
      {"hybrid_int2", kFloat32, kTfLiteInt2, true, kTfLiteFloat32},
  };
}

void AddPacked(CaseTable& table) {
  for (const SumElements& e : PackedSumElements()) {
    table.Add(Make({"Rows", {5, 19}, 7, 19}, e));
    table.Add(Make({"Relu", {3, 12}, 8, 12, kTfLiteActRelu}, e));
    table.Add(Make({"NoBias", {1, 40}, 6, 40, kTfLiteActNone, false}, e));
  }
  table.AddRandom([](Random& random) {
    const int depth = static_cast<int>(random.Int(1, 80));
    return Make({"Packed",
                 {static_cast<int>(random.Int(1, 9)), depth},
                 static_cast<int>(random.Int(1, 40)),
                 depth},
                random.Pick(PackedSumElements()));
  });
}

void AddSparse(CaseTable& table) {
  const SparseLayout rows = {
      {0, 1}, {}, {{4, {}, {}}, {0, {0, 2, 3, 3, 5}, {1, 6, 0, 2, 7}}}};
  // Four neighbours are stored or left out together.
  const SparseLayout blocks = {
      {0, 1, 2},
      {1},
      {{4, {}, {}}, {0, {0, 1, 2, 2, 4}, {0, 1, 0, 1}}, {4, {}, {}}}};
  const std::vector<double> values = {3,  -7, 12, 5, -2, 9,  4, -11,
                                      -6, 8,  1,  2, 13, -4, 7, -9};
  const Elements weights = kInt8.Scaled(1.f / 16);
  const struct {
    const char* type;
    Elements input, weights, bias, output;
  } kTypes[] = {
      {"sparse_float32", kFloat32, kFloat32, kFloat32, kFloat32},
      {"sparse_int8", kInt8, weights,
       kInt32.Scaled(kInt8.scales[0] / 16).Range(-1, 1), kInt8.Scaled(1.f / 8)},
      {"sparse_hybrid_int8", kFloat32, weights, kFloat32, kFloat32},
  };
  for (const auto& t : kTypes) {
    const bool hybrid = t.weights.type != t.input.type;
    for (const bool in_blocks : {false, true}) {
      const size_t stored = in_blocks ? 16 : 5;
      table.Add(
          Case(in_blocks ? "Blocks" : "Rows", t.type)
              .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
              .In(t.input, {3, 8})
              .Sparse(t.weights, {4, 8},
                      {values.begin(), values.begin() + stored},
                      in_blocks ? blocks : rows)
              .Const(t.bias, {4})
              .Out(t.output)
              .Within(hybrid ? Near(0.1) : Depth(8, 16)));
    }
  }
}

// Products rescaled by 2^-5: a 32nd of them are ties.
void AddTies(CaseTable& table) {
  for (const Elements& e : {kInt8, kUInt8}) {
    const int32_t zero = e.zero_points[0];
    const int32_t weights_zero = e.type == kTfLiteUInt8 ? 118 : 0;
    const Elements all = e.Range(1, 0);
    table.Add(
        Case("Ties", e.name)
            .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
            .In(all.Scaled(1.f / 2, zero), {20, 1})
            .Const(all.Scaled(1.f / 4, weights_zero), {40, 1})
            .Absent()
            .Out(e.Scaled(4, zero + 9))
            .Within(Depth(1, 4)));
  }
}

void AddCases(CaseTable& table) {
  AddPacked(table);
  AddTies(table);
  AddSparse(table);
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
      // One more than tiles of 32, 64, 128, 256 and 1024.
      {"Tile33Units", {17, 65}, 33, 65},
      {"Tile65Units", {5, 129}, 65, 129},
      {"Tile129Units", {33, 33}, 129, 33},
      {"Tile257Units", {2, 257}, 257, 257},
      {"Tile1025Units", {1, 65}, 1025, 65},
      {"Deep1025", {3, 1025}, 65, 1025},
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
