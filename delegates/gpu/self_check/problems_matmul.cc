#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/self_check/windows.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// The call of a kernel whose operands are Lhs() `lefts` times, Rhs() `rights`
// times, the matrices to multiply and the result. Its groups compute `wide`
// columns and `high` rows.
GpuSumProblem Make(const GpuKernelSpec& spec, const MatrixProduct& p, int lefts,
                   int rights, int wide, int high) {
  GpuSumProblem problem;
  GpuCall& call = problem.call;
  call.spec = spec;
  const auto add = [&](std::vector<float> contents, bool written) {
    call.operands.push_back(
        {AddGpuValue(std::move(contents), &problem), written});
  };
  for (int i = 0; i < lefts; ++i) add(p.Lhs(), false);
  for (int i = 0; i < rights; ++i) add(p.Rhs(), false);
  // The matrix of each operand: the first one's in reverse order.
  const uint32_t places[] = {1, 0, 0, 0};
  std::vector<float> at(4);
  std::memcpy(at.data(), places, sizeof(places));
  add(std::move(at), false);
  call.post_operand = static_cast<int>(call.operands.size());
  call.operands.push_back({AddGpuSums(p.Expected(), &problem), true});
  for (const int param : {p.rows, p.columns, p.depth, p.a_row(), p.a_depth(),
                          p.b_depth(), p.b_column()}) {
    call.params.push_back(static_cast<uint32_t>(param));
  }
  const auto groups = [](int count, int size) {
    return static_cast<uint32_t>((count + size - 1) / size);
  };
  call.groups = {groups(p.columns, wide), groups(p.rows, high), 2};
  call.post_unit = EndsWith(spec.kernel, "_f4") ? 4 : 1;
  SetGpuCall(GpuCall(call), p.columns, &problem);
  return problem;
}

GpuSumProblem PlainProblem(const GpuKernelSpec& spec) {
  // An invocation computes 4 x 4 elements.
  return Make(spec, MatrixProduct{5, 6, 3, false, true}, 1, 1,
              4 * static_cast<int>(spec.workgroup[0]),
              4 * static_cast<int>(spec.workgroup[1]));
}

// More than a tile in each direction, with a partly filled last tile.
GpuSumProblem TilesProblem(const GpuKernelSpec& spec) {
  const int rows = ConstantOf(spec, "ROWS");
  const MatrixProduct product = {
      8 * rows + 5, EndsWith(spec.kernel, "_f4") ? 76 : 67,
      ConstantOf(spec, "LHS4") != 0 ? 20 : 19, ConstantOf(spec, "A_ROWS") != 0,
      ConstantOf(spec, "B_DEPTH") != 0};
  return Make(spec, product, 2, 2, 64, 8 * rows);
}

GpuSumProblem ShuffleProblem(const GpuKernelSpec& spec) {
  const int lanes = ConstantOf(spec, "LANES");
  const int rows = ConstantOf(spec, "ROWS");
  const bool fours = ConstantOf(spec, "RHS4") != 0;
  const bool along_depth = ConstantOf(spec, "B_DEPTH") != 0;
  const MatrixProduct product = {
      rows + 2, 4 * lanes + (EndsWith(spec.kernel, "_f4") ? 8 : 5),
      lanes + (fours && along_depth ? 4 : 3), !along_depth, along_depth};
  return Make(spec, product, 1, 2, 4 * lanes, rows);
}

// For kernels whose first grid dimension is for rows.
GpuSumProblem RowsFirst(GpuSumProblem problem) {
  std::swap(problem.call.groups[0], problem.call.groups[1]);
  return problem;
}

GpuSumProblem WideProblem(const GpuKernelSpec& spec) {
  const int columns = 16 * ConstantOf(spec, "WIDE");
  const int rows = ConstantOf(spec, "ROWS");
  return RowsFirst(
      Make(spec, MatrixProduct{rows + 1, columns + 5, 3}, 1, 1, columns, rows));
}

GpuSumProblem DotsProblem(const GpuKernelSpec& spec) {
  return RowsFirst(
      Make(spec, MatrixProduct{5, 6, 37, false, true}, 1, 1, 4, 4));
}

}  // namespace

std::optional<GpuSumProblem> MakeGpuMatmulProblem(const GpuKernelSpec& spec) {
  const std::string& name = spec.kernel;
  if (name == "matmul") return PlainProblem(spec);
  if (StartsWith(name, "matmul_tile_")) return TilesProblem(spec);
  if (StartsWith(name, "matmul_shuffle_")) return ShuffleProblem(spec);
  if (name == "matmul_v16") return WideProblem(spec);
  if (name == "matmul_dot_v16") return DotsProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
