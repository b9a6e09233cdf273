#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Join {
  const char* id;
  std::vector<std::vector<int>> inputs;
  int axis;
};

void AddCases(CaseTable& table) {
  const Join kJoins[] = {
      {"Channels", {{1, 3, 4, 5}, {1, 3, 4, 2}}, 3},
      {"NegativeAxis", {{1, 3, 4, 5}, {1, 3, 4, 2}}, -1},
      {"Height", {{1, 3, 4, 5}, {1, 1, 4, 5}}, 1},
      {"Outermost", {{2, 6}, {3, 6}, {1, 6}}, 0},
      {"Four", {{2, 3}, {2, 1}, {2, 4}, {2, 2}}, 1},
      {"Five", {{2, 3}, {2, 1}, {2, 4}, {2, 2}, {2, 1}}, 1},
      {"One", {{4, 5}}, 0},
      {"WithEmpty", {{2, 0}, {2, 3}}, 1},
  };
  for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt16, kInt32, kInt64,
                            kBool, kFloat16, kBFloat16, kUInt32}) {
    for (const Join& j : kJoins) {
      Case c(j.id, e.name);
      c.Op(kTfLiteBuiltinConcatenation,
           TfLiteConcatenationParams{j.axis, kTfLiteActNone});
      for (const auto& shape : j.inputs) c.In(e, shape);
      table.Add(c.Out(e));
    }
    const int count = 3;
    for (const int axis : {0, 1, -1}) {
      Case c(axis < 0    ? "Innermost"
             : axis == 0 ? "Outermost"
                         : "Middle",
             e.name);
      c.Op(kTfLiteBuiltinPack, TfLitePackParams{count, axis});
      for (int i = 0; i < count; ++i) c.In(e, {2, 5});
      table.Add(c.Out(e));
    }
  }
  for (const Elements& e : {kInt8, kUInt8}) {
    table.Add(Case("Requantizes", e.name)
                  .Op(kTfLiteBuiltinConcatenation,
                      TfLiteConcatenationParams{1, kTfLiteActNone})
                  .In(e, {2, 7})
                  .In(e.Scaled(e.scales[0] * 2, e.zero_points[0] + 2), {2, 6})
                  .Out(e)
                  .Within(Steps(1)));
  }
  table.Add(Case("WithConstant", kFloat32.name)
                .Op(kTfLiteBuiltinConcatenation,
                    TfLiteConcatenationParams{1, kTfLiteActNone})
                .In(kFloat32, {2, 7})
                .Const(kFloat32, {2, 3})
                .Out(kFloat32));
  table.AddRandom([](Random& random) {
    std::vector<int> shape;
    for (int64_t rank = random.Int(1, 5), i = 0; i < rank; ++i) {
      shape.push_back(static_cast<int>(random.Int(1, 9)));
    }
    const int axis = static_cast<int>(random.Int(0, shape.size() - 1));
    const Elements e = random.Pick<Elements>(
        {kFloat32, kInt8, kPlainInt16, kInt32, kInt64, kBool, kFloat16});
    Case c("Join", e.name);
    c.Op(kTfLiteBuiltinConcatenation,
         TfLiteConcatenationParams{axis, kTfLiteActNone});
    for (int64_t n = random.Int(1, 6), i = 0; i < n; ++i) {
      shape[axis] = static_cast<int>(random.Int(0, 40));
      random.Flip() ? c.In(e, shape) : c.Const(e, shape);
    }
    return c.Out(e);
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
