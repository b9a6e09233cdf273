#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  TensorHandle x;
  const struct {
    const char* id;
    std::vector<int> first, second;
  } kShapes[] = {{"Same", {3, 4, 5}, {3, 4, 5}},
                 {"Scalar", {2, 3, 5}, {}},
                 {"Channels", {2, 3, 8}, {8}},
                 {"BothStretch", {3, 1, 4}, {1, 5, 4}}};
  for (const int code : {kTfLiteBuiltinEqual, kTfLiteBuiltinNotEqual,
                         kTfLiteBuiltinLess, kTfLiteBuiltinLessEqual,
                         kTfLiteBuiltinGreater, kTfLiteBuiltinGreaterEqual}) {
    // Few different numbers, so that many are equal.
    std::vector<Elements> types = {kFloat32, kInt8, kUInt8, kInt32.Range(-3, 3),
                                   kInt64.Range(-3, 3)};
    if (code == kTfLiteBuiltinEqual || code == kTfLiteBuiltinNotEqual) {
      types.push_back(kBool);
    }
    for (const Elements& e : types) {
      for (const auto& s : kShapes) {
        table.Add(Case(s.id, e.name)
                      .Op(code)
                      .In(e, s.first)
                      .In(e, s.second)
                      .Out(kBool));
      }
      table.Add(Case("SameTensor", e.name)
                    .Op(code)
                    .In(e, {2, 3, 8})
                    .As(x)
                    .Same(x)
                    .Out(kBool));
    }
  }
  table.AddRandom([](Random& random) {
    std::vector<int> first, second;
    for (int64_t rank = random.Int(0, 5), i = 0; i < rank; ++i) {
      const int extent = static_cast<int>(random.Int(1, 9));
      first.push_back(random.Int(0, 3) == 0 ? 1 : extent);
      second.push_back(random.Int(0, 3) == 0 ? 1 : extent);
    }
    if (random.Flip()) {
      second.erase(second.begin(),
                   second.begin() + random.Int(0, second.size()));
    }
    const Elements e = random.Pick<Elements>(
        {kFloat32, kInt8, kUInt8, kInt32.Range(-3, 3), kInt64.Range(-3, 3)});
    return Case("Stretch", e.name)
        .Op(static_cast<int>(random.Pick<TfLiteBuiltinOperator>(
            {kTfLiteBuiltinEqual, kTfLiteBuiltinNotEqual, kTfLiteBuiltinLess,
             kTfLiteBuiltinLessEqual, kTfLiteBuiltinGreater,
             kTfLiteBuiltinGreaterEqual})))
        .In(e, first)
        .In(e, second)
        .Out(kBool);
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
