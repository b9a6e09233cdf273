#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  struct Shapes {
    const char* id;
    std::vector<int> condition, x, y;
  };
  const Shapes kSelect[] = {{"Same", {2, 3, 5}, {2, 3, 5}, {2, 3, 5}},
                            {"Slices", {4}, {4, 3, 2}, {4, 3, 2}},
                            {"Scalar", {}, {4, 3}, {4, 3}}};
  const Shapes kSelectV2[] = {{"Same", {2, 3, 5}, {2, 3, 5}, {2, 3, 5}},
                              {"ScalarY", {2, 3, 5}, {2, 3, 5}, {}},
                              {"Rows", {3, 1}, {3, 5}, {1, 5}},
                              {"AllStretch", {2, 1, 1}, {1, 3, 1}, {4}}};
  for (const Elements& e : {kFloat32, kInt8, kUInt8, kPlainInt16, kInt32,
                            kInt64, kBool, kFloat16, kUInt32, kComplex64}) {
    for (const Shapes& s : kSelect) {
      table.Add(Case(s.id, e.name)
                    .Op(kTfLiteBuiltinSelect)
                    .In(kBool, s.condition)
                    .In(e, s.x)
                    .In(e, s.y)
                    .Out(e));
    }
    for (const Shapes& s : kSelectV2) {
      table.Add(Case(s.id, e.name)
                    .Op(kTfLiteBuiltinSelectV2)
                    .In(kBool, s.condition)
                    .In(e, s.x)
                    .In(e, s.y)
                    .Out(e));
    }
  }
  table.AddRandom([](Random& random) {
    std::vector<int> shapes[3];
    for (int64_t rank = random.Int(1, 5), i = 0; i < rank; ++i) {
      const int extent = static_cast<int>(random.Int(1, 9));
      for (auto& shape : shapes) {
        shape.push_back(random.Int(0, 3) == 0 ? 1 : extent);
      }
    }
    const Elements e = random.Pick<Elements>(
        {kFloat32, kPlainInt8, kPlainInt16, kInt64, kBool, kComplex64});
    return Case("Stretch", e.name)
        .Op(kTfLiteBuiltinSelectV2)
        .In(kBool, shapes[0])
        .In(e, shapes[1])
        .In(e, shapes[2])
        .Out(e);
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
