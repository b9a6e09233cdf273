#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    std::vector<int> shape;
    std::vector<double> permutation;
  } kCases[] = {
      {"Matrix", {7, 12}, {1, 0}},
      {"ToNchw", {2, 5, 6, 3}, {0, 3, 1, 2}},
      {"ToNhwc", {2, 3, 5, 6}, {0, 2, 3, 1}},
      {"Heads", {2, 5, 3, 8}, {0, 2, 1, 3}},
      {"Identity", {2, 3, 4}, {0, 1, 2}},
      {"Reversed", {2, 3, 4}, {2, 1, 0}},
      {"Rank5", {2, 3, 2, 4, 5}, {4, 1, 3, 0, 2}},
      {"Rank6", {2, 1, 3, 2, 2, 3}, {5, 0, 2, 4, 1, 3}},
      {"Vector", {9}, {0}},
      {"Empty", {3, 0}, {1, 0}},
  };
  const std::vector<Elements> types = {
      kFloat32, kInt8,    kUInt8,    kInt16,       kInt32,  kInt64,
      kBool,    kFloat16, kBFloat16, kPlainUInt16, kUInt32, kComplex64};
  for (const Elements& e : types) {
    for (const auto& c : kCases) {
      table.Add(Case(c.id, e.name)
                    .Op(kTfLiteBuiltinTranspose)
                    .In(e, c.shape)
                    .List(c.permutation)
                    .Out(e));
    }
  }
  table.AddRandom([types](Random& random) {
    std::vector<double> permutation;
    std::vector<int> shape;
    for (int64_t rank = random.Int(1, 6), i = 0; i < rank; ++i) {
      shape.push_back(static_cast<int>(random.Int(1, 7)));
      permutation.insert(permutation.begin() + random.Int(0, i),
                         static_cast<double>(i));
    }
    const Elements e = random.Pick(types);
    return Case("Permutation", e.name)
        .Op(kTfLiteBuiltinTranspose)
        .In(e, shape)
        .List(permutation)
        .Out(e);
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
