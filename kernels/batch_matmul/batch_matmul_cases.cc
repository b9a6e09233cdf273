#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Shapes {
  const char* id;
  std::vector<int> lhs, rhs;
  int depth;
  bool adj_x = false, adj_y = false;
};

void AddCases(CaseTable& table) {
  const Shapes kShapes[] = {
      {"Matrices", {7, 12}, {12, 9}, 12},
      {"Batch", {3, 7, 12}, {3, 12, 9}, 12},
      {"Heads", {2, 3, 5, 8}, {2, 3, 8, 6}, 8},
      {"AdjointX", {2, 12, 7}, {2, 12, 9}, 12, true},
      {"AdjointY", {2, 7, 12}, {2, 9, 12}, 12, false, true},
      {"AdjointBoth", {2, 12, 7}, {2, 9, 12}, 12, true, true},
      {"BatchStretches", {4, 5, 6}, {6, 3}, 6},
      {"BothStretch", {2, 1, 5, 6}, {1, 3, 6, 4}, 6},
      {"OneRow", {1, 64}, {64, 33}, 64},
      {"OneColumn", {9, 20}, {20, 1}, 20},
      {"Empty", {0, 4, 5}, {0, 5, 3}, 5},
  };
  for (const Elements& e : {kFloat32, kInt8, kInt16}) {
    for (const Shapes& s : kShapes) {
      const Elements out =
          e.quantized() ? e.Scaled(e.scales[0] * 8, e.zero_points[0]) : e;
      const TfLiteBatchMatMulParams p = {s.adj_x, s.adj_y, false};
      for (const bool constant : {false, true}) {
        Case c(s.id + std::string(constant ? "Constant" : ""), e.name);
        c.Op(kTfLiteBuiltinBatchMatmul, p).In(e, s.lhs);
        constant ? c.Const(e, s.rhs) : c.In(e, s.rhs);
        table.Add(c.Out(out).Within(Depth(s.depth)));
      }
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
