#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Target {
  const char* id;
  std::vector<int> shape;
  std::vector<double> numbers;  // multiples, or the shape to have
};

void AddCases(CaseTable& table) {
  const Target kTiles[] = {{"Matrix", {3, 4}, {2, 3}},
                           {"Image", {1, 3, 4, 2}, {2, 1, 2, 1}},
                           {"Vector", {5}, {4}},
                           {"Once", {3, 4}, {1, 1}},
                           {"Never", {3, 4}, {2, 0}}};
  const Target kBroadcasts[] = {{"Rows", {1, 4}, {5, 4}},
                                {"NewRank", {4}, {2, 3, 4}},
                                {"Both", {3, 1, 2}, {3, 5, 2}},
                                {"Scalar", {}, {2, 3}},
                                {"Same", {3, 4}, {3, 4}}};
  const Target kFills[] = {
      {"Matrix", {}, {3, 4}}, {"Vector", {}, {7}}, {"Empty", {}, {0, 4}}};
  for (const Elements& e : {kFloat32, kInt8, kPlainUInt8, kInt32, kInt64, kBool,
                            kFloat16, kBFloat16, kComplex64}) {
    for (const Target& t : kTiles) {
      table.Add(Case(t.id, e.name)
                    .Op(kTfLiteBuiltinTile)
                    .In(e, t.shape)
                    .List(t.numbers)
                    .Out(e));
    }
    for (const Target& t : kBroadcasts) {
      table.Add(Case(t.id, e.name)
                    .Op(kTfLiteBuiltinBroadcastTo)
                    .In(e, t.shape)
                    .List(t.numbers)
                    .Out(e));
    }
    for (const Target& t : kFills) {
      table.Add(Case(t.id, e.name)
                    .Op(kTfLiteBuiltinFill)
                    .List(t.numbers)
                    .In(e, t.shape)
                    .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
