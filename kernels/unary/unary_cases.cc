#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Function {
  int code;
  double min, max;  // of floating-point operands
  Tolerance tolerance;
  std::vector<Elements> others;  // types besides FLOAT32
};

std::vector<Function> Functions() {
  const Elements positive8 = kInt8.Scaled(1.f / 64, -128);
  const Elements positive16 = kInt16.Range(0.1, 2);
  const std::vector<Elements> signed_types = {kPlainInt8, kPlainInt16, kInt32,
                                              kInt64};
  return {
      {kTfLiteBuiltinAbs, -9, 9, Exact(), {kInt8, kInt16, kInt32}},
      {kTfLiteBuiltinNeg, -9, 9, Exact(), signed_types},
      {kTfLiteBuiltinSign, -9, 9, Exact(), {kInt32}},
      {kTfLiteBuiltinCeil, -9, 9, Exact(), {}},
      {kTfLiteBuiltinFloor, -9, 9, Exact(), {}},
      {kTfLiteBuiltinRound, -9, 9, Exact(), {}},
      {kTfLiteBuiltinSquare, -9, 9, Ulps(1), {}},
      {kTfLiteBuiltinSqrt, 0, 50, Steps(1, 3), {positive8, positive16}},
      {kTfLiteBuiltinRsqrt,
       0.01,
       50,
       Steps(1, 4),
       {positive8.Range(0.25, 4), positive16}},
      {kTfLiteBuiltinExp, -9, 9, {1, 0, 2e-6, 0}, {kInt8, kInt16}},
      {kTfLiteBuiltinLog,
       0.01,
       50,
       {1, 1e-6, 1e-6, 0},
       {positive8.Range(0.25, 4), positive16}},
      {kTfLiteBuiltinSin, -7, 7, Near(2e-6), {}},
      {kTfLiteBuiltinCos, -7, 7, Near(2e-6), {}},
  };
}

// The output's quantization where the input's does not hold the results.
Elements ResultOf(int code, const Elements& e) {
  const bool bounded =
      code == kTfLiteBuiltinAbs || code == kTfLiteBuiltinNeg || !e.quantized();
  if (bounded) return e;
  const int32_t zero = e.type == kTfLiteInt8 ? -20 : 0;
  return e.Scaled(e.type == kTfLiteInt8 ? 1.f / 16 : 1.f / 4096, zero);
}

void AddFunction(CaseTable& table, const Function& f, const Elements& e) {
  const struct {
    const char* id;
    std::vector<int> shape;
  } kShapes[] = {{"Scalar", {}},
                 {"Vector", {67}},
                 {"Image", {2, 5, 3, 7}},
                 {"Rank6", {1, 2, 1, 3, 2, 5}},
                 {"Empty", {3, 0}}};
  for (const auto& s : kShapes) {
    table.Add(Case(s.id, e.name)
                  .Op(f.code)
                  .In(e, s.shape)
                  .Out(ResultOf(f.code, e))
                  .Within(f.tolerance));
  }
}

void AddCases(CaseTable& table) {
  for (const Function& f : Functions()) {
    AddFunction(table, f, kFloat32.Range(f.min, f.max));
    for (const Elements& e : f.others) AddFunction(table, f, e);
    table.AddRandom([f](Random& random) {
      std::vector<int> shape;
      for (int64_t rank = random.Int(1, 5); rank > 0; --rank) {
        shape.push_back(static_cast<int>(random.Int(1, 11)));
      }
      const Elements e = kFloat32.Range(f.min, f.max);
      return Case("Shape", e.name)
          .Op(f.code)
          .In(e, shape)
          .Out(e)
          .Within(f.tolerance);
    });
  }
  table.Add(Case("Image", "bool")
                .Op(kTfLiteBuiltinLogicalNot)
                .In(kBool, {2, 3, 5})
                .Out(kBool));
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
