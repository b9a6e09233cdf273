#include "delegates/edgetpu/simulator/timing.h"

#include <algorithm>
#include <array>
#include <map>

#include "delegates/edgetpu/isa/accesses.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/simulator/array.h"

namespace tflite::edgetpu {
namespace {

uint64_t Ceil(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

bool IsHost(const Address& at) {
  return at.space != Space::kStore && at.space != Space::kTile;
}

// Which engine works how long on an instruction.
struct Occupation {
  int engine;
  uint64_t cycles;
  uint64_t host_bytes = 0, ring_bytes = 0;
  bool is_array = false;
};

class Occupations {
 public:
  explicit Occupations(const Target& target) : target_(target) {}

  Occupation operator()(const Dma& d) {
    const uint64_t bytes = uint64_t{d.planes} * d.rows * d.row_bytes;
    const auto latency = static_cast<uint64_t>(target_.dma_latency_cycles);
    if (IsHost(d.from) || IsHost(d.to)) {
      return {kLink, latency + LinkCycles(bytes), bytes, 0};
    }
    return {kRing, latency + Ceil(bytes, target_.ring_bytes_per_cycle), 0,
            bytes};
  }
  Occupation operator()(const Sync&) { return {}; }
  Occupation operator()(const Multiply& m) {
    return {static_cast<int>(m.tile), Issued(Stepped(m)), 0, 0, true};
  }
  Occupation operator()(const Requantize& r) {
    // Four bytes of an accumulator are read for each byte that is written.
    return Vector(r.tile, uint64_t{4} * r.rows * r.columns * r.lanes);
  }
  Occupation operator()(const Pool& p) {
    const Window& w = p.window;
    return Vector(p.tile, uint64_t{w.rows} * w.columns * w.kernel_rows *
                              w.kernel_columns * p.lanes);
  }
  Occupation operator()(const Add& a) {
    return Vector(a.tile, uint64_t{2} * a.count);
  }
  Occupation operator()(const Product& p) {
    return Vector(p.tile, uint64_t{2} * p.count);
  }
  Occupation operator()(const Extreme& e) {
    return Vector(e.tile, uint64_t{2} * e.count);
  }
  // Three passes: the largest, the sum, the results; numbers have four bytes.
  Occupation operator()(const Normalize& n) {
    return Vector(n.tile, uint64_t{12} * n.rows * n.count);
  }
  Occupation operator()(const Blend& b) {
    return Vector(b.tile, uint64_t{4} * b.rows * b.columns * b.lanes);
  }
  Occupation operator()(const Unitize& u) {
    // Two passes: the sum, the results.
    return Vector(u.tile, uint64_t{2} * u.rows * u.count);
  }
  Occupation operator()(const Narrow& n) {
    return Vector(n.tile, uint64_t{4} * n.rows * n.columns * n.lanes);
  }
  Occupation operator()(const Curve& c) {
    return Vector(c.tile, uint64_t{2} * c.count);
  }
  Occupation operator()(const Mix& m) {
    return Vector(m.tile, uint64_t{8} * m.count);
  }
  Occupation operator()(const Finish& f) {
    return Vector(f.tile, uint64_t{4} * f.positions * f.lanes);
  }
  Occupation operator()(const Lookup& l) { return Vector(l.tile, l.count); }
  Occupation operator()(const Fill& f) {
    return Vector(f.tile, uint64_t{f.rows} * f.row_bytes);
  }

  uint64_t LinkCycles(uint64_t bytes) const {
    const double cycles = static_cast<double>(bytes) *
                          static_cast<double>(target_.clock_hz) /
                          static_cast<double>(target_.host_bytes_per_second);
    return static_cast<uint64_t>(cycles + 0.999999);
  }

 private:
  uint64_t Issued(uint64_t cycles) const {
    return cycles + static_cast<uint64_t>(target_.issue_cycles);
  }
  Occupation Vector(uint32_t tile, uint64_t bytes) const {
    return {static_cast<int>(tile),
            Issued(Ceil(bytes, target_.vector_bytes_per_cycle))};
  }
  // Tiles do the same work as others: the array is stepped once for each shape.
  uint64_t Stepped(const Multiply& m) {
    const Window& w = m.window;
    const Shape key = {w.rows,  w.columns, w.kernel_rows,      w.kernel_columns,
                       m.depth, m.lanes,   m.flags & kLanewise};
    const auto known = stepped_.find(key);
    if (known != stepped_.end()) return known->second;
    return stepped_[key] = ArrayCycles(m, target_);
  }

  using Shape = std::array<uint32_t, 7>;

  const Target& target_;
  std::map<Shape, uint64_t> stepped_;
};

class Clock {
 public:
  // Before this cycle, no engine starts.
  explicit Clock(uint64_t begin) { free_.fill(begin); }

  void Occupy(int engine, uint64_t cycles) { free_[engine] += cycles; }
  void Wait(const Sync& s) {
    uint64_t finished = 0;
    for (int e = 0; e < 32; ++e) {
      if ((s.awaited >> e & 1) != 0) finished = std::max(finished, free_[e]);
    }
    for (int e = 0; e < 32; ++e) {
      if ((s.waiting >> e & 1) != 0) free_[e] = std::max(free_[e], finished);
    }
  }
  uint64_t end() const { return *std::max_element(free_.begin(), free_.end()); }

 private:
  std::array<uint64_t, 32> free_;  // from which cycle on an engine is free
};

LayerReport TimeLayer(absl::Span<const Instruction> instructions,
                      Occupations* occupations, Accesses* accesses,
                      Clock* clock) {
  LayerReport report;
  report.begin = clock->end();
  std::array<uint64_t, 32> array{}, vector{};
  for (const Instruction& instruction : instructions) {
    const Occupation o = std::visit(*occupations, instruction);
    if (const Sync* sync = std::get_if<Sync>(&instruction)) {
      clock->Wait(*sync);
      continue;
    }
    clock->Occupy(o.engine, o.cycles);
    accesses->Of(instruction);
    for (const Access& access : accesses->list()) {
      if (access.space != Space::kTile) continue;
      report.tile_bytes = std::max(report.tile_bytes, access.end);
    }
    report.host_bytes += o.host_bytes;
    report.ring_bytes += o.ring_bytes;
    if (o.engine == kLink) {
      report.link_cycles += o.cycles;
    } else if (o.engine == kRing) {
      report.ring_cycles += o.cycles;
    } else {
      (o.is_array ? array : vector)[o.engine] += o.cycles;
    }
  }
  report.array_cycles = *std::max_element(array.begin(), array.end());
  report.vector_cycles = *std::max_element(vector.begin(), vector.end());
  report.end = clock->end();
  return report;
}

}  // namespace

RunReport TimeProgram(const Program& program,
                      absl::Span<const Instruction> instructions) {
  return TimeProgram(program, instructions, program.target);
}

RunReport TimeProgram(const Program& program,
                      absl::Span<const Instruction> instructions,
                      const Target& target) {
  Occupations occupations(target);
  Accesses accesses(target);
  RunReport report;
  report.target = target.name;
  report.code_bytes = TransferredBytes(instructions);
  report.peak_multiplications_per_cycle = static_cast<uint64_t>(
      int64_t{target.num_tiles()} * target.array_rows * target.array_columns);
  Clock clock(static_cast<uint64_t>(target.request_cycles) +
              occupations.LinkCycles(report.code_bytes));
  for (const ProgramLayer& layer : program.layers) {
    LayerReport timed = TimeLayer(
        absl::MakeConstSpan(instructions.data() + layer.first_instruction,
                            layer.num_instructions),
        &occupations, &accesses, &clock);
    timed.name = layer.name;
    timed.multiplications = layer.multiplications;
    report.layers.push_back(std::move(timed));
  }
  report.cycles = clock.end();
  report.seconds =
      static_cast<double>(report.cycles) / static_cast<double>(target.clock_hz);
  return report;
}

uint64_t LoadCycles(absl::Span<const Instruction> instructions,
                    const Target& target) {
  Occupations occupations(target);
  uint64_t cycles = occupations.LinkCycles(TransferredBytes(instructions));
  for (const Instruction& instruction : instructions) {
    cycles += std::visit(occupations, instruction).cycles;
  }
  return cycles;
}

}  // namespace tflite::edgetpu
