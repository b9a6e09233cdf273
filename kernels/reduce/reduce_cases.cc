#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Reduction {
  int code;
  std::vector<Elements> types;
};

struct Axes {
  const char* id;
  std::vector<int> shape;
  std::vector<double> axes;
};

bool Selects(int code) {
  return code == kTfLiteBuiltinReduceMax || code == kTfLiteBuiltinReduceMin;
}

Case Make(const Reduction& r, const Axes& a, const Elements& e, bool keep) {
  const bool product = r.code == kTfLiteBuiltinReduceProd;
  Elements in = e, out = e;
  if (product) in = e.quantized() ? e.Range(0.5, 1.5) : e.Range(1, 2);
  if (e.quantized() && !Selects(r.code) && r.code != kTfLiteBuiltinMean) {
    out = e.Scaled(e.scales[0] * 16, e.zero_points[0]);
  }
  return Case(a.id + std::string(keep ? "KeepDims" : ""), e.name)
      .Op(r.code, TfLiteReducerParams{keep})
      .In(in, a.shape)
      .List(a.axes)
      .Out(out)
      .Within(Selects(r.code) ? Exact()
              : product       ? Tolerance{1, 0, 2e-5, 0}
                              : Depth(200));
}

void AddCases(CaseTable& table) {
  const std::vector<Elements> sums = {kFloat32, kInt8, kUInt8, kInt16, kInt32};
  const std::vector<Elements> extremes = {kFloat32, kInt8,  kUInt8,
                                          kInt16,   kInt32, kInt64};
  const Reduction kReductions[] = {
      {kTfLiteBuiltinMean, sums},
      {kTfLiteBuiltinSum, sums},
      {kTfLiteBuiltinReduceProd, {kFloat32, kInt8, kInt32, kInt64}},
      {kTfLiteBuiltinReduceMax, extremes},
      {kTfLiteBuiltinReduceMin, extremes},
      {kTfLiteBuiltinReduceAny, {kBool}},
      {kTfLiteBuiltinReduceAll, {kBool}},
  };
  for (const Reduction& r : kReductions) {
    const bool product = r.code == kTfLiteBuiltinReduceProd;
    const int side = product ? 2 : 7;
    const Axes kAxes[] = {
        {"Spatial", {2, side, side, 9}, {1, 2}},
        {"Height", {1, 5, 4, 3}, {1}},
        {"Innermost", {4, product ? 6 : 140}, {1}},
        {"Outermost", {6, 11}, {0}},
        {"Negative", {3, 4, 5}, {-1}},
        {"Repeated", {3, 4, 5}, {1, -2}},
        {"All", {2, 3, 4}, {0, 1, 2}},
        {"None", {2, 3, 4}, {}},
        {"Alternating", {3, 4, 2, 5}, {0, 2}},
    };
    for (const Elements& e : r.types) {
      for (const Axes& a : kAxes) {
        table.Add(Make(r, a, e, false));
        table.Add(Make(r, a, e, true));
      }
    }
    table.AddRandom([r](Random& random) {
      Axes a = {"Axes", {}, {}};
      const bool small = r.code == kTfLiteBuiltinReduceProd;
      for (int i = 0; i < 4; ++i) {
        a.shape.push_back(static_cast<int>(random.Int(1, small ? 3 : 8)));
        if (random.Flip()) a.axes.push_back(i);
      }
      if (a.axes.empty()) a.axes.push_back(1);
      return Make(r, a, random.Pick(r.types), random.Flip());
    });
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
