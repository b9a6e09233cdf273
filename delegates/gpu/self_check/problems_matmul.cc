#include <string>
#include <vector>

#include "delegates/gpu/self_check/problems.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

std::vector<float> Values(int count) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) {
    values[i] = 0.25f * static_cast<float>(i * 7 % 13 - 6);
  }
  return values;
}

GpuWords Bits(const std::vector<float>& values) {
  GpuWords words;
  for (const float value : values) words.push_back(FloatBits(value));
  return words;
}

// The products of two matrices, in reverse order, with a common third one. Each
// operand may be transposed.
struct Product {
  int rows, columns, depth;
  bool adj_x = false, adj_y = false;

  std::vector<float> lhs() const { return Values(2 * rows * depth); }
  std::vector<float> rhs() const { return Values(columns * depth); }
  static GpuWords at() { return {1, 0, 0, 0}; }
  int a_row() const { return adj_x ? 1 : depth; }
  int a_depth() const { return adj_x ? rows : 1; }
  int b_depth() const { return adj_y ? 1 : columns; }
  int b_column() const { return adj_y ? depth : 1; }

  std::vector<float> Expected() const {
    const std::vector<float> a = lhs(), b = rhs();
    std::vector<float> expected;
    for (int i = 0; i < 2 * rows * columns; ++i) {
      const int m = static_cast<int>(at()[i / (rows * columns) * 2]);
      const int row = i / columns % rows, column = i % columns;
      float sum = 0.0f;
      for (int d = 0; d < depth; ++d) {
        sum += a[m * rows * depth + row * a_row() + d * a_depth()] *
               b[d * b_depth() + column * b_column()];
      }
      expected.push_back(sum);
    }
    return expected;
  }

  // The kernel's operands are lhs() `lefts` times, rhs() `rights` times, at()
  // and the result. Its groups compute `wide` columns and `high` rows.
  GpuProblem Make(const GpuKernelSpec& spec, int lefts, int rights, int wide,
                  int high) const {
    std::vector<GpuWords> inputs(lefts, Bits(lhs()));
    inputs.insert(inputs.end(), rights, Bits(rhs()));
    inputs.push_back(at());
    GpuProblem problem = WordProblem(
        spec, inputs, Bits(Expected()), 0,
        {rows, columns, depth, a_row(), a_depth(), b_depth(), b_column()});
    const auto groups = [](int count, int size) {
      return static_cast<uint32_t>((count + size - 1) / size);
    };
    GpuCall& call = problem.call;
    call.groups = {groups(columns, wide), groups(rows, high), 2};
    call.post_operand = static_cast<int>(inputs.size());
    call.post_unit = EndsWith(spec.kernel, "_f4") ? 4 : 1;
    call.channels = columns;
    return problem;
  }
};

GpuProblem PlainProblem(const GpuKernelSpec& spec) {
  // An invocation computes 4 x 4 elements.
  return Product{5, 6, 3, false, true}.Make(
      spec, 1, 1, 4 * static_cast<int>(spec.workgroup[0]),
      4 * static_cast<int>(spec.workgroup[1]));
}

// More than a tile in each direction, with a partly filled last tile.
GpuProblem TilesProblem(const GpuKernelSpec& spec) {
  const int rows = ConstantOf(spec, "ROWS", 8);
  const Product product = {8 * rows + 5, EndsWith(spec.kernel, "_f4") ? 76 : 67,
                           ConstantOf(spec, "LHS4", 0) != 0 ? 20 : 19,
                           ConstantOf(spec, "A_ROWS", 0) != 0,
                           ConstantOf(spec, "B_DEPTH", 0) != 0};
  return product.Make(spec, 2, 2, 64, 8 * rows);
}

GpuProblem ShuffleProblem(const GpuKernelSpec& spec) {
  const int lanes = ConstantOf(spec, "LANES", 8);
  const int rows = ConstantOf(spec, "ROWS", 16);
  const bool fours = ConstantOf(spec, "RHS4", 0) != 0;
  const bool along_depth = ConstantOf(spec, "B_DEPTH", 0) != 0;
  const Product product = {
      rows + 2, 4 * lanes + (EndsWith(spec.kernel, "_f4") ? 8 : 5),
      lanes + (fours && along_depth ? 4 : 3), !along_depth, along_depth};
  return product.Make(spec, 1, 2, 4 * lanes, rows);
}

// For kernels whose first grid dimension is for rows.
GpuProblem RowsFirst(GpuProblem problem) {
  std::swap(problem.call.groups[0], problem.call.groups[1]);
  return problem;
}

GpuProblem WideProblem(const GpuKernelSpec& spec) {
  const int columns = 16 * ConstantOf(spec, "WIDE", 2);
  const int rows = ConstantOf(spec, "ROWS", 8);
  return RowsFirst(
      Product{rows + 1, columns + 5, 3}.Make(spec, 1, 1, columns, rows));
}

GpuProblem DotsProblem(const GpuKernelSpec& spec) {
  return RowsFirst(Product{5, 6, 37, false, true}.Make(spec, 1, 1, 4, 4));
}

}  // namespace

std::optional<GpuProblem> MakeGpuMatmulProblem(const GpuKernelSpec& spec) {
  const std::string& name = spec.kernel;
  if (name == "matmul") return PlainProblem(spec);
  if (StartsWith(name, "matmul_tile_")) return TilesProblem(spec);
  if (StartsWith(name, "matmul_shuffle_")) return ShuffleProblem(spec);
  if (name == "matmul_v16") return WideProblem(spec);
  if (name == "matmul_dot_v16") return DotsProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
