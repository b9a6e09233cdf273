#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Edges {
  const char* id;
  std::vector<int> shape;
  std::vector<double> paddings;  // before and after, a dimension each
};

TfLiteStablehloPadParams StablehloParams(const Edges& edges, int interior) {
  TfLiteStablehloPadParams p{};
  for (size_t d = 0; d < edges.shape.size(); ++d) {
    p.edge_padding_low[d] = static_cast<int64_t>(edges.paddings[2 * d]);
    p.edge_padding_high[d] = static_cast<int64_t>(edges.paddings[2 * d + 1]);
    p.interior_padding[d] = interior;
  }
  return p;
}

void AddCases(CaseTable& table) {
  const Edges kEdges[] = {
      {"Spatial", {1, 4, 5, 3}, {0, 0, 1, 1, 2, 2, 0, 0}},
      {"Uneven", {2, 4, 5, 3}, {0, 0, 0, 1, 2, 0, 0, 0}},
      {"Channels", {1, 3, 3, 4}, {0, 0, 0, 0, 0, 0, 1, 3}},
      {"Everywhere", {2, 2, 2, 2}, {1, 2, 3, 1, 2, 1, 1, 1}},
      {"Nowhere", {2, 3}, {0, 0, 0, 0}},
      {"Vector", {5}, {2, 4}},
      {"Rank5", {1, 2, 3, 2, 2}, {0, 0, 1, 0, 0, 1, 1, 1, 0, 0}},
  };
  for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt16, kInt32, kInt64,
                            kBool, kFloat16, kBFloat16}) {
    for (const Edges& s : kEdges) {
      const std::vector<int> pairs = {static_cast<int>(s.shape.size()), 2};
      table.Add(Case(s.id, e.name)
                    .Op(kTfLiteBuiltinPad)
                    .In(e, s.shape)
                    .Const(kInt32, pairs, s.paddings)
                    .Out(e));
      table.Add(Case(s.id, e.name)
                    .Op(kTfLiteBuiltinPadv2)
                    .In(e, s.shape)
                    .Const(kInt32, pairs, s.paddings)
                    .Const(e, {1}, {1})
                    .Out(e));
      if (e.quantized()) continue;
      for (const int interior : {0, 2}) {
        table.Add(
            Case(s.id + std::string(interior ? "Interior" : ""), e.name)
                .Op(kTfLiteBuiltinStablehloPad, StablehloParams(s, interior))
                .In(e, s.shape)
                .Const(e, {}, {1})
                .Out(e));
      }
    }
    table.Add(Case("PaddingsAreInput", e.name)
                  .Op(kTfLiteBuiltinPad)
                  .In(e, {2, 3})
                  .In(kInt32, {2, 2}, {1, 0, 2, 1})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
