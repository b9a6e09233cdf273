#include <cmath>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

// Starts the node with the options the operator has.
Case Start(std::string id, const Elements& e, int code,
           TfLiteFusedActivation activation = kTfLiteActNone) {
  Case c(std::move(id), e.name);
  switch (code) {
    case kTfLiteBuiltinAdd:
      return c.Op(code, TfLiteAddParams{activation, false});
    case kTfLiteBuiltinSub:
      return c.Op(code, TfLiteSubParams{activation, false});
    case kTfLiteBuiltinMul:
      return c.Op(code, TfLiteMulParams{activation});
    case kTfLiteBuiltinDiv:
      return c.Op(code, TfLiteDivParams{activation});
    default:
      return c.Op(code);
  }
}

struct Operand {
  Elements first, second, result;
};

// What the operator makes of operands of this type without leaving its range.
Operand OperandsOf(int code, const Elements& e) {
  Operand o{e, e, e};
  if (e.quantized() && code != kTfLiteBuiltinMaximum &&
      code != kTfLiteBuiltinMinimum) {
    o.second = e.Scaled(e.scales[0] * 1.5f, e.zero_points[0] / 2);
    o.result = e.Scaled(e.scales[0] * 3, e.zero_points[0] / 3);
  }
  if (code == kTfLiteBuiltinDiv) o.second = o.second.Range(0.5, 2);
  return o;
}

Tolerance ToleranceOf(int code, const Elements& e) {
  if (code == kTfLiteBuiltinMaximum || code == kTfLiteBuiltinMinimum) {
    return Exact();
  }
  const bool rounds = e.quantized();
  if (code == kTfLiteBuiltinDiv) return Steps(rounds, 3);
  return Steps(rounds, code == kTfLiteBuiltinSquaredDifference ? 2 : 1);
}

struct Shapes {
  const char* id;
  std::vector<int> first, second;
};

void AddArithmetic(CaseTable& table, int code, const Elements& e) {
  TensorHandle x;
  const Operand o = OperandsOf(code, e);
  const Tolerance tolerance = ToleranceOf(code, e);
  const Shapes kShapes[] = {
      {"Vector", {37}, {37}},
      {"Image", {1, 7, 9, 19}, {1, 7, 9, 19}},
      {"Scalar", {2, 3, 5}, {}},
      {"ScalarFirst", {}, {2, 3, 5}},
      {"OneElement", {1}, {2, 3, 5}},
      {"Channels", {2, 5, 3, 8}, {8}},
      {"ChannelsRank4", {2, 5, 3, 8}, {1, 1, 1, 8}},
      {"Columns", {2, 5, 3, 8}, {2, 5, 3, 1}},
      {"BothStretch", {3, 1, 4, 1}, {1, 5, 1, 6}},
      {"Rank5", {2, 1, 3, 2, 5}, {2, 2, 1, 2, 5}},
      {"Rank1To3", {6}, {4, 5, 6}},
      {"Empty", {0, 4}, {0, 4}},
  };
  for (const Shapes& s : kShapes) {
    table.Add(Start(s.id, e, code)
                  .In(o.first, s.first)
                  .In(o.second, s.second)
                  .Out(o.result)
                  .Within(tolerance));
  }
  table.Add(Start("ConstantSecond", e, code)
                .In(o.first, {1, 4, 5, 7})
                .Const(o.second, {7})
                .Out(o.result)
                .Within(tolerance));
  table.Add(Start("ConstantFirst", e, code)
                .Const(o.first, {1, 4, 5, 7})
                .In(o.second, {1, 4, 5, 7})
                .Out(o.result)
                .Within(tolerance));
  table.Add(Start("SameTensor", e, code)
                .In(code == kTfLiteBuiltinDiv ? o.second : o.first, {3, 11})
                .As(x)
                .Same(x)
                .Out(o.result)
                .Within(tolerance));
}

void AddActivations(CaseTable& table, int code, const Elements& e) {
  const Operand o = OperandsOf(code, e);
  const struct {
    const char* id;
    TfLiteFusedActivation activation;
  } kActivations[] = {{"Relu", kTfLiteActRelu},
                      {"Relu6", kTfLiteActRelu6},
                      {"ReluN1To1", kTfLiteActReluN1To1}};
  for (const auto& a : kActivations) {
    table.Add(Start(a.id, e, code, a.activation)
                  .In(o.first, {2, 3, 17})
                  .In(o.second, {2, 3, 17})
                  .Out(o.result)
                  .Within(ToleranceOf(code, e)));
  }
}

void AddRandom(CaseTable& table, int code) {
  table.AddRandom([code](Random& random) {
    const Elements& e = random.Pick<Elements>({kFloat32, kInt8, kUInt8});
    const Operand o = OperandsOf(code, e);
    std::vector<int> first, second;
    for (int64_t rank = random.Int(1, 5); rank > 0; --rank) {
      const int extent = static_cast<int>(random.Int(1, 9));
      const int64_t stretch = random.Int(0, 5);
      first.push_back(stretch == 0 ? 1 : extent);
      second.push_back(stretch == 1 ? 1 : extent);
    }
    second.erase(second.begin(), second.begin() + random.Int(0, 1));
    return Start("Broadcast", e, code)
        .In(o.first, first)
        .In(o.second, second)
        .Out(o.result)
        .Within(ToleranceOf(code, e));
  });
}

void AddPlain(CaseTable& table, int code, const Elements& first,
              const Elements& second, const Tolerance& tolerance = Exact()) {
  for (const Shapes& s : {Shapes{"Image", {1, 4, 5, 7}, {1, 4, 5, 7}},
                          Shapes{"Channels", {2, 3, 9}, {9}}}) {
    table.Add(Start(s.id, first, code)
                  .In(first, s.first)
                  .In(second, s.second)
                  .Out(first)
                  .Within(tolerance));
  }
}

// Integers that may divide: none is 0.
Elements Divisors(const Elements& e) { return e.Range(1, 7); }

void AddHalves(CaseTable& table) {
  for (const Elements& e : {kFloat16, kBFloat16}) {
    AddPlain(table, kTfLiteBuiltinMaximum, e, e);
    AddPlain(table, kTfLiteBuiltinMinimum, e, e);
  }
  for (const int code : {kTfLiteBuiltinAdd, kTfLiteBuiltinMul}) {
    AddPlain(table, code, kFloat16, kFloat16, Ulps(1));
  }
}

void AddIntegers(CaseTable& table) {
  for (const Elements& e : {kInt32, kInt64}) {
    for (const int code : {kTfLiteBuiltinAdd, kTfLiteBuiltinSub,
                           kTfLiteBuiltinMul, kTfLiteBuiltinMaximum,
                           kTfLiteBuiltinMinimum, kTfLiteBuiltinFloorMod}) {
      AddPlain(table, code, e,
               code == kTfLiteBuiltinFloorMod ? Divisors(e) : e);
    }
  }
  AddPlain(table, kTfLiteBuiltinDiv, kInt32, Divisors(kInt32));
  AddPlain(table, kTfLiteBuiltinSquaredDifference, kInt32, kInt32);
  AddPlain(table, kTfLiteBuiltinPow, kInt32.Range(-9, 9), kInt32.Range(0, 4));
  for (const Elements& e : {kPlainInt8, kPlainInt16, kInt32}) {
    AddPlain(table, kTfLiteBuiltinFloorDiv, e, Divisors(e));
    AddPlain(table, kTfLiteBuiltinRightShift, e, e.Range(0, 6));
    AddPlain(table, kTfLiteBuiltinBitwiseXor, e, e);
  }
}

void AddStablehlo(CaseTable& table) {
  const auto same = [&](int code, const Elements& e) {
    table.Add(Start("Image", e, code).In(e, {2, 3, 7}).In(e, {2, 3, 7}).Out(e));
  };
  for (const Elements& e : {kFloat32, kInt32, kInt64, kBool}) {
    for (const int code :
         {kTfLiteBuiltinStablehloAdd, kTfLiteBuiltinStablehloMultiply,
          kTfLiteBuiltinStablehloMaximum, kTfLiteBuiltinStablehloMinimum}) {
      same(code, e);
    }
  }
  for (const Elements& e : {kInt32, kBool}) {
    same(kTfLiteBuiltinStablehloAnd, e);
  }
  for (const Elements& e : {kPlainInt8, kPlainInt16, kInt32}) {
    same(kTfLiteBuiltinStablehloShiftLeft, e.Range(0, 9));
  }
}

void AddCases(CaseTable& table) {
  for (const int code :
       {kTfLiteBuiltinAdd, kTfLiteBuiltinSub, kTfLiteBuiltinMul,
        kTfLiteBuiltinDiv, kTfLiteBuiltinMaximum, kTfLiteBuiltinMinimum,
        kTfLiteBuiltinSquaredDifference}) {
    AddRandom(table, code);
    const bool activated = code == kTfLiteBuiltinAdd ||
                           code == kTfLiteBuiltinSub ||
                           code == kTfLiteBuiltinMul;
    for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt16}) {
      const bool square = code == kTfLiteBuiltinSquaredDifference;
      if (square && e.type != kTfLiteFloat32 && e.type != kTfLiteInt8) continue;
      AddArithmetic(table, code, e);
      if (activated || (code == kTfLiteBuiltinDiv && !e.quantized())) {
        AddActivations(table, code, e);
      }
    }
  }
  // More elements than kernels repeat a row to.
  const Operand o = OperandsOf(kTfLiteBuiltinAdd, kInt8);
  table.Add(Start("LongRows", kInt8, kTfLiteBuiltinAdd)
                .In(o.first, {12, 1999})
                .In(o.second, {1999})
                .Out(o.result)
                .Within(ToleranceOf(kTfLiteBuiltinAdd, kInt8)));
  const Elements positive = kFloat32.Range(0.1, 2);
  AddPlain(table, kTfLiteBuiltinPow, positive, kFloat32, Near(1e-6, 3e-6));
  AddPlain(table, kTfLiteBuiltinAtan2, kFloat32, kFloat32, Near(1e-6, 1e-6));
  const Elements wide = kFloat32.Range(-50, 50);
  AddPlain(table, kTfLiteBuiltinFloorDiv, wide, positive);
  AddPlain(table, kTfLiteBuiltinFloorMod, wide, positive, Near(1e-5));
  // Quotients that no FLOAT32 holds, and none at all.
  table.Add(Start("ManyTimes", kFloat32, kTfLiteBuiltinFloorMod)
                .In(kFloat32.Range(-6e4, 6e4), {3, 7})
                .In(kFloat32.Range(-1e-3, 1e-3), {3, 7})
                .Out(kFloat32)
                .Within(Ulps(1)));
  table.Add(Start("Extremes", kFloat32, kTfLiteBuiltinFloorMod)
                .In(kFloat32, {11},
                    {3e38, -3e38, 1e-30, -1e30, INFINITY, 5, -5, 7, 0, 6, -6})
                .In(kFloat32, {11},
                    {7, 0.3, 3e30, 1e-30, 2, INFINITY, INFINITY, 0, 3, 3, -3})
                .Out(kFloat32)
                .Within(Ulps(1)));
  for (const int code : {kTfLiteBuiltinLogicalAnd, kTfLiteBuiltinLogicalOr}) {
    AddPlain(table, code, kBool, kBool);
  }
  AddHalves(table);
  AddIntegers(table);
  AddStablehlo(table);
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
