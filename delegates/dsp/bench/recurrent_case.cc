#include "delegates/dsp/bench/row_case.h"
#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/skel/kernels/lstm.h"
#include "delegates/dsp/skel/kernels/svdf.h"

// Operators with a state, which each form changes: the forms get a copy each,
// and the states are compared with the outputs.
namespace tflite::dsp::bench {
namespace {

Piece Filled(Arena& arena, Random& random, uint32_t bytes) {
  const Piece piece = arena.Take(bytes);
  arena.Fill(piece, random);
  return piece;
}

Piece CopyOf(Arena& arena, const Piece& piece) {
  const Piece copy = arena.Take(piece.bytes);
  memcpy(arena.At<uint8_t>(copy), arena.At<uint8_t>(piece), piece.bytes);
  return copy;
}

Piece Words(Arena& arena, Random& random, int32_t count, int32_t magnitude) {
  const Piece piece = arena.Take(static_cast<uint32_t>(count) * 4);
  for (int32_t i = 0; i < count; ++i) {
    arena.At<int32_t>(piece)[i] = random.In(-magnitude, magnitude);
  }
  return piece;
}

bool IsSame(const Arena& arena, const Piece& x, const Piece& y) {
  return memcmp(arena.At<uint8_t>(x), arena.At<uint8_t>(y), x.bytes) == 0;
}

// The scalar forms write single elements: nothing from the end on.
template <typename Params>
uint32_t Run(Arena& arena, KernelOf<Params> kernel, const Params& p,
             uint64_t scratch_bytes, Unit unit) {
  const Piece scratch = arena.Take(static_cast<uint32_t>(scratch_bytes));
  arena.Guard(scratch, unit);
  const uint32_t before = Packets();
  kernel(p, arena.memory(), {arena.At<uint8_t>(scratch), scratch.bytes});
  const uint32_t packets = Packets() - before;
  if (!arena.IsGuarded(scratch, unit)) {
    Print("  wrote outside of its scratch memory\n");
    Exit(1);
  }
  return packets;
}

// A factor that brings sums of `count` products to about `bits` bits.
Factor FactorFor(Random& random, int32_t count, int32_t bits) {
  int32_t shift = bits - 13;
  for (; count > 1; count /= 4) --shift;
  return {random.In(1 << 30, 0x7fffffff), shift};
}

LstmGateParams MakeGate(Arena& arena, Random& random, const LstmParams& p,
                        bool has_peephole, bool has_norm) {
  LstmGateParams gate = {};
  const auto cells = static_cast<uint32_t>(p.cells);
  gate.weights = Filled(arena, random, cells * p.inputs);
  gate.recurrent = Filled(arena, random, cells * p.outputs);
  gate.input_bias = Words(arena, random, p.cells, 20000);
  gate.recurrent_bias = Words(arena, random, p.cells, 20000);
  gate.weights_factor = FactorFor(random, p.inputs, 13);
  gate.recurrent_factor = FactorFor(random, p.outputs, 13);
  gate.peephole_factor = {random.In(1 << 30, 0x7fffffff), -15};
  gate.norm_factor = {random.In(1 << 30, 0x7fffffff), -10};
  gate.variance_guard = 3;
  if (has_peephole) {
    gate.peephole = Filled(arena, random, p.batch * cells * 2);
  }
  if (has_norm) {
    gate.norm = Filled(arena, random, cells * 2);
    // Rarely biases whose sums with products do not fit 32 bits.
    gate.bias = Words(arena, random, p.cells,
                      random.OneIn(8) ? INT32_MAX / 2 + 100000 : 100000);
  }
  return gate;
}

}  // namespace

CaseResult RunLstm(Arena& arena, Random& random, const LstmCase& c) {
  arena.Reset();
  LstmParams p = {};
  p.steps = c.steps;
  p.batch = c.batch;
  p.inputs = c.inputs;
  p.cells = c.cells;
  p.outputs = c.projected == 0 ? c.cells : c.projected;
  p.time_major = random.OneIn(2);
  p.cell_bits = random.In(0, 4);
  if (c.cell_bits >= 0) p.cell_bits = c.cell_bits;
  p.state_zero_point = random.In(-20, 20);
  p.hidden_zero_point = random.In(-20, 20);
  p.hidden_factor = {random.In(1 << 30, 0x7fffffff), -22};
  p.projection_factor = FactorFor(random, c.cells, 6);
  if (c.is_odd && random.OneIn(2)) {
    p.cell_clip = random.OneIn(2) ? INT16_MAX : random.In(1, 40000);
  }
  if (c.is_odd && random.OneIn(2)) p.projection_clip = random.In(1, 130);
  for (int g = c.is_odd && random.OneIn(3) ? 1 : 0; g < 4; ++g) {
    p.gates[g] = MakeGate(arena, random, p, c.is_odd && random.OneIn(2),
                          c.is_normalized || (c.is_odd && random.OneIn(2)));
  }
  if (c.projected != 0) {
    p.projection = Filled(arena, random, p.outputs * p.cells);
    p.projection_bias = Words(arena, random, p.outputs, 20000);
  }
  const uint32_t rows = p.steps * p.batch;
  p.input = Filled(arena, random, rows * p.inputs);
  p.output = arena.Take(rows * p.outputs);
  p.hidden_state = Filled(arena, random, p.batch * p.outputs);
  p.cell_state = Filled(arena, random, p.batch * p.cells * 2);
  if (p.cell_clip == INT16_MAX) {
    // Only the lowest number is beyond it.
    auto* const cells = arena.At<int16_t>(p.cell_state);
    for (uint32_t i = 0; i < p.batch * p.cells; ++i) cells[i] = INT16_MIN;
  }
  LstmParams other = p;
  other.output = arena.Take(p.output.bytes);
  other.hidden_state = CopyOf(arena, p.hidden_state);
  other.cell_state = CopyOf(arena, p.cell_state);
  arena.Guard(p.output);
  CaseResult result = {
      Run<LstmParams>(arena, LstmHvx, p, ScratchBytes(p), Unit::kVector), true,
      true, 0};
  result.scalar_packets = Run<LstmParams>(
      arena, LstmScalar, other, ScalarScratchBytes(other), Unit::kByte);
  CheckOutput(arena, p.output, p.output, arena.At<uint8_t>(other.output),
              &result);
  result.is_right = result.is_right &&
                    IsSame(arena, p.hidden_state, other.hidden_state) &&
                    IsSame(arena, p.cell_state, other.cell_state);
  return result;
}

CaseResult RunSvdf(Arena& arena, Random& random, const SvdfCase& c) {
  arena.Reset();
  SvdfParams p = {};
  p.batch = c.batch;
  p.inputs = c.inputs;
  p.units = c.units;
  p.rank = c.rank;
  p.memory = c.memory;
  p.filters = c.units * c.rank;
  p.input_zero_point = random.OneIn(3) ? 0 : random.In(-128, 127);
  p.zero_point = random.In(-128, 127);
  p.feature_factor = FactorFor(random, c.inputs, 14);
  p.time_factor = {random.In(1 << 30, 0x7fffffff), -22};
  p.features = Filled(arena, random, p.filters * p.inputs);
  p.time = Filled(arena, random, p.filters * p.memory * 2);
  if (random.OneIn(2)) p.bias = Words(arena, random, p.units, 1 << 24);
  p.input = Filled(arena, random, p.batch * p.inputs);
  p.output = arena.Take(p.batch * p.units);
  p.state = Filled(arena, random, p.batch * p.filters * p.memory * 2);
  SvdfParams other = p;
  other.output = arena.Take(p.output.bytes);
  other.state = CopyOf(arena, p.state);
  arena.Guard(p.output);
  CaseResult result = {
      Run<SvdfParams>(arena, SvdfHvx, p, ScratchBytes(p), Unit::kVector), true,
      true, 0};
  result.scalar_packets =
      Run<SvdfParams>(arena, SvdfScalar, other, 0, Unit::kByte);
  CheckOutput(arena, p.output, p.output, arena.At<uint8_t>(other.output),
              &result);
  result.is_right = result.is_right && IsSame(arena, p.state, other.state);
  return result;
}

CaseResult RunRandomLstm(Arena& arena, Random& random) {
  LstmCase c;
  c.steps = random.In(1, 3);
  c.batch = random.In(1, 2);
  c.inputs = random.OneIn(4) ? random.In(100, 300) : random.In(1, 60);
  c.cells = random.OneIn(4) ? random.In(60, 150) : random.In(1, 60);
  c.projected = random.OneIn(2) ? 0 : random.In(1, 70);
  c.is_odd = random.OneIn(2);
  return RunLstm(arena, random, c);
}

CaseResult RunRandomSvdf(Arena& arena, Random& random) {
  return RunSvdf(arena, random,
                 {random.In(1, 3), random.In(1, 200), random.In(1, 50),
                  random.In(1, 3), random.In(1, 40)});
}

}  // namespace tflite::dsp::bench
