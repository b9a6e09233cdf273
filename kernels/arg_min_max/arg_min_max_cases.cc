#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

Case Start(int code, std::string id, const Elements& e, TfLiteType out) {
  Case c(std::move(id), e.name);
  return code == kTfLiteBuiltinArgMax ? c.Op(code, TfLiteArgMaxParams{out})
                                      : c.Op(code, TfLiteArgMinParams{out});
}

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    std::vector<int> shape;
    double axis;
  } kCases[] = {{"Innermost", {3, 5, 17}, -1},
                {"Outermost", {7, 5}, 0},
                {"Middle", {2, 9, 4, 3}, 1},
                {"Vector", {31}, 0},
                {"OneElement", {4, 1}, 1}};
  for (const int code : {kTfLiteBuiltinArgMax, kTfLiteBuiltinArgMin}) {
    for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt32, kBool}) {
      for (const auto& c : kCases) {
        table.Add(Start(code, c.id, e, kTfLiteInt32)
                      .In(e, c.shape)
                      .Const(kInt32, {}, {c.axis})
                      .Out(kInt32));
      }
      table.Add(Start(code, "Innermost64", e, kTfLiteInt64)
                    .In(e, {3, 17})
                    .Const(kInt32, {}, {1})
                    .Out(kInt64));
    }
  }
  table.AddRandom([](Random& random) {
    std::vector<int> shape;
    for (int64_t rank = random.Int(1, 4), i = 0; i < rank; ++i) {
      shape.push_back(static_cast<int>(random.Int(1, 40)));
    }
    const int axis = static_cast<int>(random.Int(0, shape.size() - 1));
    const Elements e =
        random.Pick<Elements>({kFloat32, kInt8, kUInt8, kInt32.Range(-9, 9)});
    return Start(random.Flip() ? kTfLiteBuiltinArgMax : kTfLiteBuiltinArgMin,
                 "Axis", e, kTfLiteInt32)
        .In(e, shape)
        .Const(kInt32, {}, {static_cast<double>(axis)})
        .Out(kInt32);
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
