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

Case Make(const Shapes& s, const Elements& e, bool constant) {
  const Elements out =
      e.quantized() ? e.Scaled(e.scales[0] * 8, e.zero_points[0]) : e;
  const TfLiteBatchMatMulParams p = {s.adj_x, s.adj_y, false};
  Case c(s.id + std::string(constant ? "Constant" : ""), e.name);
  c.Op(kTfLiteBuiltinBatchMatmul, p).In(e, s.lhs);
  constant ? c.Const(e, s.rhs) : c.In(e, s.rhs);
  return c.Out(out).Within(Depth(s.depth));
}

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
      // One more than tiles of 16, 32, 64 and 128.
      {"Tile33Rows", {2, 33, 65}, {2, 65, 129}, 65},
      {"Tile129Rows", {129, 33}, {33, 65}, 33},
      {"Tile65Adjoint", {129, 65}, {17, 129}, 129, true, true},
      {"Deep1025", {17, 1025}, {1025, 33}, 1025},
  };
  for (const Elements& e : {kFloat32, kInt8, kInt16}) {
    for (const Shapes& s : kShapes) {
      for (const bool constant : {false, true}) table.Add(Make(s, e, constant));
    }
  }
  // More than a block of rows, of columns and of the depth of kernels that
  // compute in blocks, and ends of all three that fill none.
  const Shapes kLarge[] = {
      {"Large", {2, 70, 36}, {36, 72}, 36},
      {"LargeOdd", {70, 35}, {35, 67}, 35},
      {"LargeAdjointX", {36, 70}, {3, 36, 72}, 36, true},
      {"LargeAdjointY", {2, 70, 36}, {2, 67, 36}, 36, false, true},
      {"LargeAdjointBoth", {2, 35, 70}, {2, 68, 35}, 35, true, true},
  };
  for (const Shapes& s : kLarge) table.Add(Make(s, kFloat32, false));
  table.AddRandom([](Random& random) {
    const auto extent = [&](int64_t most) {
      return static_cast<int>(random.Int(1, most));
    };
    const int rows = extent(20), depth = extent(70), columns = extent(40);
    const bool adj_x = random.Flip(), adj_y = random.Flip();
    std::vector<int> lhs =
        adj_x ? std::vector<int>{depth, rows} : std::vector<int>{rows, depth};
    std::vector<int> rhs = adj_y ? std::vector<int>{columns, depth}
                                 : std::vector<int>{depth, columns};
    for (int64_t n = random.Int(0, 2), i = 0; i < n; ++i) {
      const int batch = extent(3);
      lhs.insert(lhs.begin(), random.Flip() ? batch : 1);
      rhs.insert(rhs.begin(), batch);
    }
    const Elements e = random.Pick<Elements>({kFloat32, kInt8, kInt16});
    const Elements out =
        e.quantized() ? e.Scaled(e.scales[0] * 8, e.zero_points[0]) : e;
    Case c("Product", e.name);
    c.Op(kTfLiteBuiltinBatchMatmul,
         TfLiteBatchMatMulParams{adj_x, adj_y, false})
        .In(e, lhs);
    random.Flip() ? c.Const(e, rhs) : c.In(e, rhs);
    return c.Out(out).Within(Depth(depth));
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
