#include "testing/conformance/case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite {
namespace conformance {
namespace {

struct Shapes {
  const char* id;
  std::vector<int> lhs, rhs;
  int depth;
  bool adj_x = false, adj_y = false;
};

// A product of `e`, or of FLOAT32 with INT8 right operands.
struct Operands {
  Elements e;
  bool hybrid = false, asymmetric = false;

  SumElements sum() const {
    if (!hybrid) return {e.name, e, e.type};
    return {asymmetric ? "hybrid_asymmetric" : "hybrid_int8", e, kTfLiteInt8};
  }
  Elements rhs() const { return hybrid ? sum().Weights(1, 0) : e; }
  Elements out() const {
    return e.quantized() ? e.Scaled(e.scales[0] * 8, e.zero_points[0]) : e;
  }
};

std::vector<Operands> AllOperands() {
  return {{kFloat32},
          {kInt8},
          {kInt16},
          {kFloat32, /*hybrid=*/true},
          {kFloat32, /*hybrid=*/true, /*asymmetric=*/true}};
}

Case Make(const Shapes& s, const Operands& o, bool constant) {
  Case c(s.id + std::string(constant ? "Constant" : ""), o.sum().name);
  c.Op(kTfLiteBuiltinBatchMatmul,
       TfLiteBatchMatMulParams{s.adj_x, s.adj_y, o.asymmetric});
  c.In(o.e, s.lhs);
  constant ? c.Const(o.rhs(), s.rhs) : c.In(o.rhs(), s.rhs);
  return c.Out(o.out()).Within(o.sum().Within(s.depth));
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
  for (const Operands& o : AllOperands()) {
    for (const Shapes& s : kShapes) {
      for (const bool constant : {false, true}) table.Add(Make(s, o, constant));
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
  for (const Shapes& s : kLarge) table.Add(Make(s, {kFloat32}, false));
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
    return Make({"Product", lhs, rhs, depth, adj_x, adj_y},
                random.Pick(AllOperands()), random.Flip());
  });
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
