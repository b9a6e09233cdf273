#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Function {
  const char* id;  // before the shape's
  int code;
  Tolerance tolerance;
  std::vector<Elements> types;
  // Real bounds of the result; equal where the input's quantization serves.
  double low, high;
};

// Computed from an exponential, then rounded.
constexpr Tolerance kSmooth = {1, 2e-6, 2e-6, 0};
constexpr Tolerance kCut = {1, 0, 0, 0};

std::vector<Function> Functions() {
  const std::vector<Elements> all = {kFloat32, kInt8, kUInt8, kInt16};
  const std::vector<Elements> bytes = {kFloat32, kInt8, kUInt8};
  return {
      {"", kTfLiteBuiltinRelu, kCut, all, 0, 0},
      {"", kTfLiteBuiltinRelu6, kCut, all, 0, 0},
      {"", kTfLiteBuiltinRelu0To1, kCut, bytes, 0, 0},
      {"", kTfLiteBuiltinReluN1To1, kCut, bytes, 0, 0},
      {"", kTfLiteBuiltinElu, kSmooth, {kFloat32, kInt8}, 0, 0},
      {"", kTfLiteBuiltinHardSwish, {1, 2e-6, 2e-6, 0}, bytes, 0, 0},
      {"", kTfLiteBuiltinLogistic, kSmooth, all, 0, 1},
      {"", kTfLiteBuiltinTanh, kSmooth, all, -1, 1},
      {"", kTfLiteBuiltinLeakyRelu, {1, 0, 0, 1}, all, 0, 0},
      {"Erf", kTfLiteBuiltinGelu, kSmooth, bytes, 0, 0},
      {"Tanh", kTfLiteBuiltinGelu, kSmooth, bytes, 0, 0},
  };
}

// Inputs of [-8, 8], so that every function bends.
Elements Operand(const Elements& e) {
  if (!e.quantized()) return e.Range(-8, 8);
  return e.Scaled(e.type == kTfLiteInt16 ? 1.f / 4096 : 1.f / 16,
                  e.zero_points[0]);
}

Elements Result(const Function& f, const Elements& e) {
  if (!e.quantized() || f.low == f.high) return e;
  if (e.type == kTfLiteInt16) return e.Scaled(1.f / 32768);
  const int32_t lowest = e.type == kTfLiteInt8 ? -128 : 0;
  const float scale = f.low < 0 ? 1.f / 128 : 1.f / 256;
  return e.Scaled(scale, f.low < 0 ? lowest + 128 : lowest);
}

Case Start(const Function& f, std::string id, const Elements& e) {
  Case c(f.id + id, e.name);
  if (f.code == kTfLiteBuiltinLeakyRelu) {
    return c.Op(f.code, TfLiteLeakyReluParams{0.1f});
  }
  if (f.code == kTfLiteBuiltinGelu) {
    return c.Op(f.code, TfLiteGeluParams{f.id[0] == 'T'});
  }
  return c.Op(f.code);
}

// More than a device's grid has groups in one direction, and more elements than
// a float counts. Once, on what costs least.
void AddLarge(CaseTable& table) {
  const Elements bytes = Operand(kInt8);
  table.Add(Case("Rows65537", kInt8.name)
                .Op(kTfLiteBuiltinRelu)
                .In(bytes, {65537, 3})
                .Out(bytes)
                .Within(kCut));
  table.Add(Case("Groups65537", kFloat32.name)
                .Op(kTfLiteBuiltinRelu)
                .In(Operand(kFloat32), {65537 * 64})
                .Out(kFloat32)
                .Within(kCut));
  table.Add(Case("Elements2To24", kInt8.name)
                .Op(kTfLiteBuiltinRelu)
                .In(bytes, {4099, 4097})
                .Out(bytes)
                .Within(kCut));
}

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    std::vector<int> shape;
  } kShapes[] = {{"Scalar", {}},
                 {"Vector", {67}},
                 {"Image", {2, 5, 3, 7}},
                 {"Rank5", {2, 1, 3, 2, 5}},
                 {"Empty", {3, 0}}};
  AddLarge(table);
  for (const Function& f : Functions()) {
    for (const Elements& e : f.types) {
      const Elements in = Operand(e);
      for (const auto& s : kShapes) {
        table.Add(Start(f, s.id, e)
                      .In(in, s.shape)
                      .Out(Result(f, in))
                      .Within(f.tolerance));
      }
    }
    table.AddRandom([f](Random& random) {
      const Elements& e = random.Pick(f.types);
      std::vector<int> shape;
      for (int64_t rank = random.Int(1, 5); rank > 0; --rank) {
        shape.push_back(static_cast<int>(random.Int(1, 11)));
      }
      return Start(f, "Shape", e)
          .In(Operand(e), shape)
          .Out(Result(f, Operand(e)))
          .Within(f.tolerance);
    });
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
