#include "delegates/edgetpu/isa/check.h"

#include <initializer_list>

namespace tflite::edgetpu {
namespace {

// Larger counts and extents are refused, so that products of two of them and
// of a distance stay below 2^63.
constexpr uint32_t kMostCount = 1u << 24;
// Operations of one instruction.
constexpr uint64_t kMostWork = uint64_t{1} << 32;

struct Count {
  const char* name;
  uint32_t value;
};

Status CheckCounts(std::initializer_list<Count> counts) {
  uint64_t work = 1;
  for (const Count& count : counts) {
    if (count.value == 0 || count.value > kMostCount) {
      return Invalid(count.name, " is ", count.value);
    }
    work *= count.value;
    if (work > kMostWork) return Invalid("it does too many operations");
  }
  return OkStatus();
}

class Checker {
 public:
  Checker(const Target& target, const MemoryMap& memory)
      : target_(target), memory_(memory) {}

  Status operator()(const Dma& d) const {
    TFLL_RETURN_IF_ERROR(CheckCounts({{"copies", d.copies},
                                      {"planes", d.planes},
                                      {"rows", d.rows},
                                      {"row_bytes", d.row_bytes}}));
    TFLL_RETURN_IF_ERROR(Within(
        "from", d.from,
        Extent(d.rows, d.from_row, d.planes, d.from_plane, d.row_bytes)));
    if (d.to.space == Space::kInput || d.to.space == Space::kParameters) {
      return Invalid("'to' may not be written");
    }
    const uint64_t bytes =
        Extent(d.rows, d.to_row, d.planes, d.to_plane, d.row_bytes);
    if (d.copies == 1) return Within("to", d.to, bytes);
    if (d.to.space != Space::kTile) {
      return Invalid("copies go to tiles only");
    }
    if (uint64_t{d.to.unit} + d.copies >
        static_cast<uint64_t>(target_.num_tiles())) {
      return Invalid("copies go to more tiles than there are");
    }
    return Within("to", d.to, bytes);
  }

  Status operator()(const Sync& s) const {
    const uint32_t engines =
        ((1u << target_.num_tiles()) - 1) | kLinkEngine | kRingEngine;
    if (((s.waiting | s.awaited) & ~engines) != 0) {
      return Invalid("it names an engine that does not exist");
    }
    return OkStatus();
  }

  Status operator()(const Multiply& m) const {
    const Window& w = m.window;
    const bool lanewise = (m.flags & kLanewise) != 0;
    TFLL_RETURN_IF_ERROR(
        Flags(m.flags, kSigned | kSignedWeights | kStart | kLanewise));
    const uint32_t block = lanewise ? 1 : target_.depth_block();
    TFLL_RETURN_IF_ERROR(CheckCounts({{"rows", w.rows},
                                      {"columns", w.columns},
                                      {"kernel_rows", w.kernel_rows},
                                      {"kernel_columns", w.kernel_columns},
                                      {"lanes", m.lanes},
                                      {"depth", m.depth},
                                      {"block", block}}));
    if (m.lanes > static_cast<uint32_t>(target_.lane_block())) {
      return Invalid("it has ", m.lanes, " lanes");
    }
    if (lanewise && m.depth != 1) return Invalid("depth is ", m.depth);
    TFLL_RETURN_IF_ERROR(ZeroPoint("input_zero_point", m.input_zero_point));
    TFLL_RETURN_IF_ERROR(ZeroPoint("weights_zero_point", m.weights_zero_point));
    const uint64_t visited = lanewise ? m.lanes : uint64_t{m.depth} * block;
    TFLL_RETURN_IF_ERROR(CheckWindow(w, m.tile, m.input, visited));
    TFLL_RETURN_IF_ERROR(InTile("weights", m.tile, m.weights,
                                uint64_t{w.kernel_rows} * w.kernel_columns *
                                    m.depth * m.lanes * block));
    if ((m.flags & kStart) != 0) {
      TFLL_RETURN_IF_ERROR(
          InTile("bias", m.tile, m.bias, uint64_t{4} * m.lanes));
    }
    return InTile("accumulators", m.tile, m.accumulators,
                  uint64_t{4} * w.rows * w.columns * m.lanes);
  }

  Status operator()(const Requantize& r) const {
    TFLL_RETURN_IF_ERROR(CheckCounts(
        {{"rows", r.rows}, {"columns", r.columns}, {"lanes", r.lanes}}));
    TFLL_RETURN_IF_ERROR(Range(r.min, r.max));
    TFLL_RETURN_IF_ERROR(ZeroPoint("zero_point", r.zero_point));
    TFLL_RETURN_IF_ERROR(InTile("accumulators", r.tile, r.accumulators,
                                uint64_t{4} * r.rows * r.columns * r.lanes));
    TFLL_RETURN_IF_ERROR(
        InTile("scales", r.tile, r.scales, uint64_t{8} * r.lanes));
    return InTile(
        "output", r.tile, r.output,
        Extent(r.columns, r.column_bytes, r.rows, r.row_bytes, r.lanes));
  }

  Status operator()(const Pool& p) const {
    const Window& w = p.window;
    TFLL_RETURN_IF_ERROR(Flags(p.flags, kSigned | kAverage));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"rows", w.rows},
                                      {"columns", w.columns},
                                      {"kernel_rows", w.kernel_rows},
                                      {"kernel_columns", w.kernel_columns},
                                      {"lanes", p.lanes}}));
    // Sums of bytes stay below 2^31.
    if (uint64_t{w.kernel_rows} * w.kernel_columns > kMostCount / 4) {
      return Invalid("its window is too large");
    }
    TFLL_RETURN_IF_ERROR(Range(p.min, p.max));
    TFLL_RETURN_IF_ERROR(CheckWindow(w, p.tile, p.input, p.lanes));
    return InTile("output", p.tile, p.output,
                  Extent(w.columns, p.output_column_bytes, w.rows,
                         p.output_row_bytes, p.lanes));
  }

  Status operator()(const Add& a) const {
    TFLL_RETURN_IF_ERROR(Flags(a.flags, kSigned | kNegative));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"count", a.count}}));
    if (a.shift > 20) return Invalid("shift is ", a.shift);
    for (const int32_t shift : {a.x_shift, a.y_shift, a.factor_shift}) {
      if (shift < -31 || shift > 30) return Invalid("a shift is ", shift);
    }
    for (const int32_t zero : {a.x_zero_point, a.y_zero_point, a.zero_point}) {
      TFLL_RETURN_IF_ERROR(ZeroPoint("a zero point", zero));
    }
    TFLL_RETURN_IF_ERROR(Range(a.min, a.max));
    return Pairs(a);
  }

  Status operator()(const Product& p) const {
    TFLL_RETURN_IF_ERROR(Flags(p.flags, kSigned));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"count", p.count}}));
    if (p.factor_shift < -31 || p.factor_shift > 30) {
      return Invalid("a shift is ", p.factor_shift);
    }
    for (const int32_t zero : {p.x_zero_point, p.y_zero_point, p.zero_point}) {
      TFLL_RETURN_IF_ERROR(ZeroPoint("a zero point", zero));
    }
    TFLL_RETURN_IF_ERROR(Range(p.min, p.max));
    return Pairs(p);
  }

  Status operator()(const Extreme& e) const {
    TFLL_RETURN_IF_ERROR(Flags(e.flags, kSigned | kMaximum));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"count", e.count}}));
    TFLL_RETURN_IF_ERROR(Range(e.min, e.max));
    return Pairs(e);
  }

  Status operator()(const Normalize& n) const {
    TFLL_RETURN_IF_ERROR(CheckCounts({{"rows", n.rows}, {"count", n.count}}));
    TFLL_RETURN_IF_ERROR(ZeroPoint("zero_point", n.zero_point));
    TFLL_RETURN_IF_ERROR(Range(n.min, n.max));
    TFLL_RETURN_IF_ERROR(InTile("reals", n.tile, n.reals, 1024));
    TFLL_RETURN_IF_ERROR(
        InTile("input", n.tile, n.input,
               Extent(n.rows, n.input_row_bytes, 1, 0, n.count)));
    return InTile("output", n.tile, n.output,
                  Extent(n.rows, n.output_row_bytes, 1, 0, n.count));
  }

  Status operator()(const Blend& b) const {
    TFLL_RETURN_IF_ERROR(Flags(b.flags, kSigned | kReal));
    TFLL_RETURN_IF_ERROR(CheckCounts(
        {{"rows", b.rows}, {"columns", b.columns}, {"lanes", b.lanes}}));
    TFLL_RETURN_IF_ERROR(
        CheckCounts({{"height", b.height}, {"width", b.width}}));
    TFLL_RETURN_IF_ERROR(
        InTile("row_taps", b.tile, b.row_taps, uint64_t{12} * b.rows));
    TFLL_RETURN_IF_ERROR(
        InTile("column_taps", b.tile, b.column_taps, uint64_t{12} * b.columns));
    TFLL_RETURN_IF_ERROR(InTile(
        "input", b.tile, b.input,
        Extent(b.width, b.column_bytes, b.height, b.row_bytes, b.lanes)));
    return InTile("output", b.tile, b.output,
                  Extent(b.columns, b.output_column_bytes, b.rows,
                         b.output_row_bytes, b.lanes));
  }

  Status operator()(const Lookup& l) const {
    TFLL_RETURN_IF_ERROR(CheckCounts({{"count", l.count}}));
    TFLL_RETURN_IF_ERROR(InTile("table", l.tile, l.table, 256));
    TFLL_RETURN_IF_ERROR(InTile("input", l.tile, l.input, l.count));
    return InTile("output", l.tile, l.output, l.count);
  }

  Status operator()(const Unitize& u) const {
    TFLL_RETURN_IF_ERROR(Flags(u.flags, kSigned | kReal));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"rows", u.rows}, {"count", u.count}}));
    for (const uint32_t shift : {u.shift_before, u.shift_after}) {
      if (shift > 15) return Invalid("a shift is ", shift);
    }
    TFLL_RETURN_IF_ERROR(ZeroPoint("input_zero_point", u.input_zero_point));
    TFLL_RETURN_IF_ERROR(ZeroPoint("zero_point", u.zero_point));
    TFLL_RETURN_IF_ERROR(Range(u.min, u.max));
    TFLL_RETURN_IF_ERROR(
        InTile("input", u.tile, u.input,
               Extent(u.rows, u.input_row_bytes, 1, 0, u.count)));
    return InTile("output", u.tile, u.output,
                  Extent(u.rows, u.output_row_bytes, 1, 0, u.count));
  }

  Status operator()(const Narrow& n) const {
    TFLL_RETURN_IF_ERROR(Flags(n.flags, kStart));
    TFLL_RETURN_IF_ERROR(CheckCounts(
        {{"rows", n.rows}, {"columns", n.columns}, {"lanes", n.lanes}}));
    const uint64_t row = uint64_t{n.columns} * n.lanes, count = row * n.rows;
    TFLL_RETURN_IF_ERROR(
        InTile("accumulators", n.tile, n.accumulators, 4 * count));
    if (n.factor_shift < -31 || n.factor_shift > 30) {
      return Invalid("a shift is ", n.factor_shift);
    }
    if ((n.flags & kStart) == 0) {
      TFLL_RETURN_IF_ERROR(InTile("base", n.tile, n.base, 2 * count));
    }
    return InTile("output", n.tile, n.output,
                  Extent(n.rows, n.row_bytes, 1, 0, 2 * row));
  }

  Status operator()(const Curve& c) const {
    TFLL_RETURN_IF_ERROR(Flags(c.flags, kTangent));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"count", c.count}}));
    if (c.integer_bits > 6) return Invalid("integer_bits is ", c.integer_bits);
    TFLL_RETURN_IF_ERROR(
        InTile("input", c.tile, c.input, uint64_t{2} * c.count));
    return InTile("output", c.tile, c.output, uint64_t{2} * c.count);
  }

  Status operator()(const Mix& m) const {
    TFLL_RETURN_IF_ERROR(Flags(m.flags, kRest));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"count", m.count}}));
    for (const uint32_t shift : {m.first_shift, m.second_shift}) {
      if (shift > 31) return Invalid("a shift is ", shift);
    }
    if (m.limit < 0 || m.limit > 32768) return Invalid("limit is ", m.limit);
    for (const uint32_t operand : {m.a, m.b, m.c, m.d}) {
      TFLL_RETURN_IF_ERROR(
          InTile("an operand", m.tile, operand, uint64_t{2} * m.count));
    }
    return InTile("output", m.tile, m.output, uint64_t{2} * m.count);
  }

  Status operator()(const Finish& f) const {
    TFLL_RETURN_IF_ERROR(
        CheckCounts({{"positions", f.positions}, {"lanes", f.lanes}}));
    if (f.factor_shift < -31 || f.factor_shift > 30) {
      return Invalid("a shift is ", f.factor_shift);
    }
    TFLL_RETURN_IF_ERROR(ZeroPoint("zero_point", f.zero_point));
    TFLL_RETURN_IF_ERROR(Range(f.min, f.max));
    const uint64_t bytes = uint64_t{2} * f.positions * f.lanes;
    TFLL_RETURN_IF_ERROR(InTile("x", f.tile, f.x, bytes));
    TFLL_RETURN_IF_ERROR(InTile("y", f.tile, f.y, bytes));
    return InTile("output", f.tile, f.output,
                  Extent(f.positions, f.row_bytes, 1, 0, f.lanes));
  }

  Status operator()(const Fill& f) const {
    TFLL_RETURN_IF_ERROR(
        CheckCounts({{"rows", f.rows}, {"row_bytes", f.row_bytes}}));
    if (f.value > 255) return Invalid("value is ", f.value);
    return InTile("output", f.tile, f.output,
                  Extent(f.rows, f.stride, 1, 0, f.row_bytes));
  }

 private:
  // Bytes from the first to behind the last one of a strided access.
  static uint64_t Extent(uint64_t rows, uint64_t row, uint64_t planes,
                         uint64_t plane, uint64_t bytes) {
    return (rows - 1) * row + (planes - 1) * plane + bytes;
  }

  Status Within(const char* name, const Address& at, uint64_t bytes) const {
    uint64_t size = 0;
    const bool has_units = at.space == Space::kInput ||
                           at.space == Space::kOutput ||
                           at.space == Space::kTile;
    if (!has_units && at.unit != 0) return Invalid(name, " has a unit");
    switch (at.space) {
      case Space::kInput:
      case Space::kOutput: {
        const auto& sizes =
            at.space == Space::kInput ? memory_.inputs : memory_.outputs;
        if (at.unit >= sizes.size()) {
          return Invalid(name, " is tensor ", at.unit, " of ", sizes.size());
        }
        size = sizes[at.unit];
        break;
      }
      case Space::kParameters:
        size = memory_.parameters;
        break;
      case Space::kScratch:
        size = memory_.scratch;
        break;
      case Space::kStore:
        size = memory_.store;
        break;
      case Space::kTile:
        return InTile(name, at.unit, at.offset, bytes);
      default:
        return Invalid(name, " is in no known memory");
    }
    return Fits(name, at.offset, bytes, size);
  }

  Status InTile(const char* name, uint32_t tile, uint32_t offset,
                uint64_t bytes) const {
    if (tile >= static_cast<uint32_t>(target_.num_tiles())) {
      return Invalid(name, " is in tile ", tile, " of ", target_.num_tiles());
    }
    return Fits(name, offset, bytes, memory_.tile);
  }

  static Status Fits(const char* name, uint64_t offset, uint64_t bytes,
                     uint64_t size) {
    if (bytes <= size && offset <= size - bytes) return OkStatus();
    return Invalid(name, " covers bytes ", offset, " to ", offset + bytes,
                   " of a memory of ", size);
  }

  Status CheckWindow(const Window& w, uint32_t tile, uint32_t input,
                     uint64_t bytes) const {
    TFLL_RETURN_IF_ERROR(CheckCounts({{"height", w.height}}));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"width", w.width}}));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"stride_rows", w.stride_rows}}));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"stride_columns", w.stride_columns}}));
    TFLL_RETURN_IF_ERROR(CheckCounts({{"dilation_rows", w.dilation_rows}}));
    TFLL_RETURN_IF_ERROR(
        CheckCounts({{"dilation_columns", w.dilation_columns}}));
    return InTile(
        "input", tile, input,
        Extent(w.width, w.column_bytes, w.height, w.row_bytes, bytes));
  }

  template <typename Instruction>
  Status Pairs(const Instruction& i) const {
    TFLL_RETURN_IF_ERROR(InTile("x", i.tile, i.x, i.count));
    TFLL_RETURN_IF_ERROR(InTile("y", i.tile, i.y, i.count));
    return InTile("output", i.tile, i.output, i.count);
  }

  static Status Flags(uint32_t flags, uint32_t known) {
    if ((flags & ~known) == 0) return OkStatus();
    return Invalid("flags are ", flags);
  }
  static Status Range(int32_t min, int32_t max) {
    if (min <= max && min >= -128 && max <= 255) return OkStatus();
    return Invalid("it clamps to [", min, ", ", max, "]");
  }
  static Status ZeroPoint(const char* name, int32_t value) {
    if (value >= -128 && value <= 255) return OkStatus();
    return Invalid(name, " is ", value);
  }

  const Target& target_;
  const MemoryMap& memory_;
};

}  // namespace

Status CheckInstruction(const Instruction& instruction, const Target& target,
                        const MemoryMap& memory) {
  return std::visit(Checker(target, memory), instruction);
}

}  // namespace tflite::edgetpu
