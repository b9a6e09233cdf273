#include <algorithm>
#include <cstring>

#include "delegates/gpu/self_check/problems.h"
#include "kernels/lstm/lstm_integer.h"

namespace tflite::gpu {
namespace {

using Floats = std::vector<float>;
using Ints = std::vector<int32_t>;

constexpr QuantizedMultiplier kFactor = {1503238553, -6};  // 0.7 / 64
constexpr int kRows = 2;

// Unordered multiples of 0.5, from -2 on.
Floats Halves(int count, int seed) {
  Floats values(count);
  for (int i = 0; i < count; ++i) values[i] = (i * 7 + seed * 3) % 9 * 0.5f - 2;
  return values;
}

// Unordered integers, from -limit on.
Ints Integers(int count, int seed, int limit) {
  Ints values(count);
  for (int i = 0; i < count; ++i) {
    values[i] = (i * 8923 + seed * 311) % (2 * limit) - limit;
  }
  return values;
}

Floats Bits(const Ints& integers) {
  Floats bits(integers.size());
  std::memcpy(bits.data(), integers.data(), bits.size() * sizeof(float));
  return bits;
}

// Operands from index `written` on are results; the first of them must equal
// `expected`.
GpuProblem Problem(const GpuKernelSpec& spec, std::vector<Floats> values,
                   size_t written, Floats expected,
                   const std::vector<int>& params, int groups) {
  GpuProblem problem;
  problem.call.spec = spec;
  for (size_t i = 0; i < values.size(); ++i) {
    problem.call.operands.push_back({static_cast<GpuValueId>(i), i >= written});
  }
  problem.values = std::move(values);
  problem.expected = std::move(expected);
  for (const int param : params) {
    problem.call.params.push_back(static_cast<uint32_t>(param));
  }
  problem.call.groups = {static_cast<uint32_t>(groups), 1, 1};
  return problem;
}

int GroupsFor(const GpuKernelSpec& spec, int count) {
  const int size = static_cast<int>(spec.workgroup[0]);
  return (count + size - 1) / size;
}

// [2, 5] times [5, 3]; in the base, the rows are 1 and 3.
GpuProblem SumsProblem(const GpuKernelSpec& spec, bool step) {
  constexpr int kDepth = 5, kColumns = 3, kBaseRows = 4;
  const Floats src = Halves(kRows * kDepth, 1);
  const Floats weights = Halves(kDepth * kColumns, 2);
  const Floats base = Halves(kBaseRows * kColumns, 3);
  const Floats bias = step ? Halves(kColumns, 4) : Floats(kColumns);
  const bool has_base = ConstantOf(spec, "BASE", 1) != 0;
  Floats expected(kRows * kColumns);
  for (int i = 0; i < kRows * kColumns; ++i) {
    const int row = i / kColumns, column = i % kColumns;
    float& sum = expected[i];
    sum = bias[column];
    if (has_base) sum += base[(1 + 2 * row) * kColumns + column];
    for (int d = 0; d < kDepth; ++d) {
      sum += src[row * kDepth + d] * weights[d * kColumns + column];
    }
  }
  const int count = kRows * kColumns;
  std::vector<int> params = {count, kColumns, kDepth, 1, 2};
  if (!step) {
    return Problem(spec, {src, weights, base, Floats(count)}, 3, expected,
                   params, GroupsFor(spec, count));
  }
  for (float& sum : expected) sum = std::clamp(sum, 0.0f, 3.0f);
  params.insert(params.end(), {kColumns, 0, static_cast<int>(FloatBits(3.0f))});
  return Problem(
      spec,
      {src, weights, base, bias, Floats(count), Floats(kBaseRows * kColumns)},
      4, expected, params, GroupsFor(spec, count));
}

// [5, 6] times [6, 3]: the second invocation of a column has a single row.
GpuProblem InputsProblem(const GpuKernelSpec& spec) {
  constexpr int kInputRows = 5, kDepth = 6, kColumns = 3;
  const Floats src = Halves(kInputRows * kDepth, 1);
  const Floats weights = Halves(kDepth * kColumns, 2);
  Floats expected(kInputRows * kColumns);
  for (int i = 0; i < kInputRows * kColumns; ++i) {
    for (int d = 0; d < kDepth; ++d) {
      expected[i] +=
          src[i / kColumns * kDepth + d] * weights[d * kColumns + i % kColumns];
    }
  }
  return Problem(spec, {src, weights, Floats(expected.size())}, 2, expected,
                 {2 * kColumns, kInputRows, kColumns, kDepth},
                 GroupsFor(spec, 2 * kColumns));
}

// Gates are open, half open or, for a forget gate with normalization, closed,
// because these values are exact.
GpuProblem CellsProblem(const GpuKernelSpec& spec) {
  constexpr int kCells = 4;
  const int gates = ConstantOf(spec, "GATES", 4);
  const bool norm = ConstantOf(spec, "NORM", 0) != 0;
  const bool peephole = ConstantOf(spec, "PEEPHOLE", 0) != 0;
  const Floats cell = Halves(kRows * kCells, 5);
  Floats sums(kRows * gates * kCells), vectors(12 * kCells), expected;
  for (int c = 0; c < kCells; ++c) {
    vectors[1 * kCells + c] = 0.5f * static_cast<float>(c);
    if (norm) vectors[4 * kCells + c] = 80;
    if (peephole) vectors[8 * kCells + c] = vectors[10 * kCells + c] = 0.5f;
  }
  for (int row = 0; row < kRows; ++row) {
    for (int c = 0; c < kCells; ++c) {
      const float was = cell[row * kCells + c];
      const bool open = c % 2 == 0;
      float target = norm ? (open ? 2.0f : -2.0f) : (open ? 100.0f : 0.0f);
      if (peephole) target -= 0.5f * was;
      sums[row * gates * kCells + c] = target;
      const float closed = norm ? 0.0f : 0.5f;
      const float forget = open ? 1.0f : closed;
      const float enter = gates == 4 ? 0.5f : 1.0f - forget;
      const float state = std::clamp(
          forget * was + enter * vectors[1 * kCells + c], -1.5f, 1.5f);
      if (peephole) {
        sums[(row * gates + 2) * kCells + c] = norm ? 0 : -0.5f * state;
      }
      expected.push_back(0.5f * std::max(state, 0.0f));
    }
  }
  // Input gates have peephole connections to their cells too.
  for (int i = 0; gates == 4 && peephole && !norm && i < kRows * kCells; ++i) {
    sums[(i / kCells * gates + 3) * kCells + i % kCells] = -0.5f * cell[i];
  }
  if (peephole && !norm) {
    std::fill_n(vectors.begin() + 11 * kCells, kCells, 0.5f);
  }
  const int count = kRows * kCells;
  return Problem(
      spec, {sums, vectors, cell, Floats(count), Floats(count), Floats(count)},
      3, expected,
      {kRows, kCells, 0, 1, kCells, 0, static_cast<int>(FloatBits(1.5f))},
      kRows);
}

// Four bytes per word, by columns.
Floats PackedWeights(const Ints& weights, int columns, int depth) {
  Ints words((depth + 3) / 4 * columns);
  for (int i = 0; i < columns * depth; ++i) {
    const int column = i / depth, d = i % depth;
    int32_t& word = words[d / 4 * columns + column];
    word = static_cast<int32_t>(static_cast<uint32_t>(word) |
                                (static_cast<uint32_t>(weights[i]) & 255u)
                                    << (d % 4 * 8));
  }
  return Bits(words);
}

GpuProblem IntegerSumsProblem(const GpuKernelSpec& spec, bool step) {
  constexpr int kDepth = 6, kColumns = 3, kBaseRows = 4;
  const Ints src = Integers(kRows * kDepth, 1, 128);
  const Ints weights = Integers(kColumns * kDepth, 2, 128);
  const Ints base = Integers(kBaseRows * kColumns, 3, 32768);
  const bool has_base = !step && ConstantOf(spec, "BASE", 0) != 0;
  Ints finish = Integers(kColumns, 4, 2000), expected;
  for (int i = 0; i < kRows * kColumns; ++i) {
    const int row = i / kColumns, column = i % kColumns;
    int32_t sum = finish[column];
    for (int d = 0; d < kDepth; ++d) {
      sum += src[row * kDepth + d] * weights[column * kDepth + d];
    }
    sum = MultiplyByQuantizedMultiplier(sum, kFactor);
    if (has_base) sum += base[(1 + 2 * row) * kColumns + column];
    if (step) sum = std::clamp(sum + 3, -90, 100);
    expected.push_back(SaturateToInt16(sum));
  }
  finish.insert(finish.end(), kColumns, kFactor.multiplier);
  finish.insert(finish.end(), kColumns, kFactor.shift);
  const int count = kRows * kColumns;
  std::vector<int> params = {count, kColumns, kDepth, 1, 2};
  std::vector<Floats> values = {
      Bits(src), PackedWeights(weights, kColumns, kDepth), Bits(finish)};
  if (step) {
    params.insert(params.end(), {3, -90, 100});
    values.emplace_back(count);
    values.emplace_back(kBaseRows * kColumns);
  } else {
    values.push_back(Bits(base));
    values.emplace_back(count);
  }
  GpuProblem problem = Problem(spec, std::move(values), step ? 3 : 4,
                               Bits(expected), params, GroupsFor(spec, count));
  problem.integers = true;
  return problem;
}

// The layer of the next problem, and the operands of its gates.
struct IntegerCells {
  static constexpr int kCells = 6;

  explicit IntegerCells(const GpuKernelSpec& spec)
      : gates(ConstantOf(spec, "GATES", 4)),
        norm(ConstantOf(spec, "NORM", 0) != 0),
        peephole(ConstantOf(spec, "PEEPHOLE", 0) != 0),
        sums(Integers(kRows * gates * kCells, 1, 20000)),
        vectors(Integers(8 * kCells, 2, 30000)),
        peepholes(Integers(4 * kRows * kCells, 3, 3000)),
        cell(Integers(kRows * kCells, 4, 30000)) {
    for (int g = 0; g < 4; ++g) {
      const Ints rows = {kFactor.multiplier, kFactor.shift, 1 << 30, -3, 7};
      scales.insert(scales.end(), rows.begin(), rows.end());
    }
    layer.cell_bits = 4;
    layer.cell_clip = 20000;
    layer.hidden_factor = {1 << 30, -21};
    layer.hidden_zero_point = kHiddenZero;
  }

  // Gate g of row `row`, with peephole connections to `states`.
  std::vector<int16_t> Gate(int row, int g, const Ints& states) const {
    std::vector<int16_t> values(kCells);
    for (int c = 0; c < kCells; ++c) {
      values[c] = static_cast<int16_t>(sums[(row * gates + g) * kCells + c]);
      if (!peephole) continue;
      const int32_t product =
          peepholes[(g * kRows + row) * kCells + c] * states[row * kCells + c];
      values[c] = AddLstmProducts(values[c], product, kFactor);
    }
    if (norm) {
      LstmGate gate;
      gate.norm_factor = {1 << 30, -3};
      gate.variance_guard = 7;
      std::vector<int16_t> coefficients(kCells);
      for (int c = 0; c < kCells; ++c) {
        coefficients[c] = static_cast<int16_t>(vectors[(4 + g) * kCells + c]);
      }
      NormalizeLstmSums(gate, coefficients.data(), vectors.data() + g * kCells,
                        kCells, values.data());
    }
    for (int16_t& v : values)
      v = g == 1 ? FixedTanh(v, 3) : FixedLogistic(v, 3);
    return values;
  }

  static constexpr int kHiddenZero = -5;
  const int gates;
  const bool norm, peephole;
  const Ints sums, vectors, peepholes, cell;
  Ints scales;
  LstmLayer layer;
};

GpuProblem IntegerCellsProblem(const GpuKernelSpec& spec) {
  constexpr int kCells = IntegerCells::kCells;
  const IntegerCells p(spec);
  Ints states(kRows * kCells), expected;
  for (int row = 0; row < kRows; ++row) {
    const auto forget = p.Gate(row, 0, p.cell), update = p.Gate(row, 1, p.cell);
    const auto enter = p.gates == 4 ? p.Gate(row, 3, p.cell) : forget;
    for (int c = 0; c < kCells; ++c) {
      const auto in =
          static_cast<int16_t>(p.gates == 4 ? enter[c] : INT16_MAX - forget[c]);
      states[row * kCells + c] =
          NextLstmCell(p.layer, forget[c], in, update[c],
                       static_cast<int16_t>(p.cell[row * kCells + c]));
    }
    const auto out = p.Gate(row, 2, states);
    for (int c = 0; c < kCells; ++c) {
      const auto state = static_cast<int16_t>(states[row * kCells + c]);
      expected.push_back(HiddenLstmState(p.layer, out[c], state));
    }
  }
  const int count = kRows * kCells;
  GpuProblem problem = Problem(
      spec,
      {Bits(p.sums), Bits(p.vectors), Bits(p.peepholes), Bits(p.scales),
       Bits(p.cell), Floats(count), Floats(count), Floats(count)},
      5, Bits(expected),
      {kRows, kCells, 0, 1, 4, 20000, 1 << 30, -21, IntegerCells::kHiddenZero},
      kRows);
  problem.integers = true;
  return problem;
}

}  // namespace

std::optional<GpuProblem> MakeGpuRecurrentProblem(const GpuKernelSpec& spec) {
  const std::string& kernel = spec.kernel;
  if (kernel == "recurrent_inputs") return InputsProblem(spec);
  if (kernel == "recurrent_sums") return SumsProblem(spec, false);
  if (kernel == "recurrent_step") return SumsProblem(spec, true);
  if (kernel == "lstm_cells") return CellsProblem(spec);
  if (kernel == "recurrent_sums_int8") return IntegerSumsProblem(spec, false);
  if (kernel == "recurrent_step_int8") return IntegerSumsProblem(spec, true);
  if (kernel == "lstm_cells_int8") return IntegerCellsProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
