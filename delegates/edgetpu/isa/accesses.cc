#include "delegates/edgetpu/isa/accesses.h"

namespace tflite::edgetpu {
namespace {

uint64_t Extent(uint64_t rows, uint64_t row, uint64_t planes, uint64_t plane,
                uint64_t bytes) {
  return (rows - 1) * row + (planes - 1) * plane + bytes;
}

// Appends what an instruction accesses; returns its engine, -1 for Sync.
class Visitor {
 public:
  Visitor(const Target& target, std::vector<Access>* list)
      : target_(target), list_(*list) {}

  int operator()(const Sync&) { return -1; }
  int operator()(const Dma& d) {
    Add(d.from, Extent(d.rows, d.from_row, d.planes, d.from_plane, d.row_bytes),
        false);
    Address to = d.to;
    for (uint32_t i = 0; i < d.copies; ++i, ++to.unit) {
      Add(to, Extent(d.rows, d.to_row, d.planes, d.to_plane, d.row_bytes),
          true);
    }
    const auto is_host = [](const Address& at) {
      return at.space != Space::kStore && at.space != Space::kTile;
    };
    return is_host(d.from) || is_host(d.to) ? kLink : kRing;
  }
  int operator()(const Multiply& m) {
    const bool lanewise = (m.flags & kLanewise) != 0;
    const uint64_t block =
        lanewise ? 1 : static_cast<uint64_t>(target_.depth_block());
    const Window& w = m.window;
    AddWindow(m.tile, m.input, w, lanewise ? m.lanes : m.depth * block);
    AddIn(
        m.tile, m.weights,
        uint64_t{w.kernel_rows} * w.kernel_columns * m.depth * m.lanes * block,
        false);
    if ((m.flags & kStart) != 0) {
      AddIn(m.tile, m.bias, uint64_t{4} * m.lanes, false);
    }
    return AddIn(m.tile, m.accumulators,
                 uint64_t{4} * w.rows * w.columns * m.lanes, true);
  }
  int operator()(const Requantize& r) {
    AddIn(r.tile, r.accumulators, uint64_t{4} * r.rows * r.columns * r.lanes,
          false);
    AddIn(r.tile, r.scales, uint64_t{8} * r.lanes, false);
    return AddIn(
        r.tile, r.output,
        Extent(r.columns, r.column_bytes, r.rows, r.row_bytes, r.lanes), true);
  }
  int operator()(const Pool& p) {
    AddWindow(p.tile, p.input, p.window, p.lanes);
    return AddIn(p.tile, p.output,
                 Extent(p.window.columns, p.output_column_bytes, p.window.rows,
                        p.output_row_bytes, p.lanes),
                 true);
  }
  int operator()(const Add& a) { return AddPair(a); }
  int operator()(const Product& p) { return AddPair(p); }
  int operator()(const Extreme& e) { return AddPair(e); }
  int operator()(const Lookup& l) {
    AddIn(l.tile, l.table, 256, false);
    AddIn(l.tile, l.input, l.count, false);
    return AddIn(l.tile, l.output, l.count, true);
  }
  int operator()(const Fill& f) {
    return AddIn(f.tile, f.output, Extent(f.rows, f.stride, 1, 0, f.row_bytes),
                 true);
  }
  int operator()(const Normalize& n) {
    AddIn(n.tile, n.reals, 1024, false);
    AddIn(n.tile, n.input, Extent(n.rows, n.input_row_bytes, 1, 0, n.count),
          false);
    return AddIn(n.tile, n.output,
                 Extent(n.rows, n.output_row_bytes, 1, 0, n.count), true);
  }
  int operator()(const Unitize& u) {
    AddIn(u.tile, u.input, Extent(u.rows, u.input_row_bytes, 1, 0, u.count),
          false);
    return AddIn(u.tile, u.output,
                 Extent(u.rows, u.output_row_bytes, 1, 0, u.count), true);
  }
  int operator()(const Narrow& n) {
    const uint64_t row = uint64_t{n.columns} * n.lanes, count = row * n.rows;
    AddIn(n.tile, n.accumulators, 4 * count, false);
    if ((n.flags & kStart) == 0) AddIn(n.tile, n.base, 2 * count, false);
    return AddIn(n.tile, n.output, Extent(n.rows, n.row_bytes, 1, 0, 2 * row),
                 true);
  }
  int operator()(const Curve& c) {
    AddIn(c.tile, c.input, uint64_t{2} * c.count, false);
    return AddIn(c.tile, c.output, uint64_t{2} * c.count, true);
  }
  int operator()(const Mix& m) {
    for (const uint32_t operand : {m.a, m.b, m.c, m.d}) {
      AddIn(m.tile, operand, uint64_t{2} * m.count, false);
    }
    return AddIn(m.tile, m.output, uint64_t{2} * m.count, true);
  }
  int operator()(const Finish& f) {
    const uint64_t bytes = uint64_t{2} * f.positions * f.lanes;
    AddIn(f.tile, f.x, bytes, false);
    AddIn(f.tile, f.y, bytes, false);
    return AddIn(f.tile, f.output,
                 Extent(f.positions, f.row_bytes, 1, 0, f.lanes), true);
  }
  int operator()(const Blend& b) {
    AddIn(b.tile, b.row_taps, uint64_t{12} * b.rows, false);
    AddIn(b.tile, b.column_taps, uint64_t{12} * b.columns, false);
    AddIn(b.tile, b.input,
          Extent(b.width, b.column_bytes, b.height, b.row_bytes, b.lanes),
          false);
    return AddIn(b.tile, b.output,
                 Extent(b.columns, b.output_column_bytes, b.rows,
                        b.output_row_bytes, b.lanes),
                 true);
  }

 private:
  void Add(const Address& at, uint64_t bytes, bool writes) {
    list_.push_back({at.space, at.unit, at.offset, at.offset + bytes, writes});
  }
  int AddIn(uint32_t tile, uint32_t offset, uint64_t bytes, bool writes) {
    Add({Space::kTile, static_cast<uint16_t>(tile), offset}, bytes, writes);
    return static_cast<int>(tile);
  }
  void AddWindow(uint32_t tile, uint32_t input, const Window& w,
                 uint64_t bytes) {
    AddIn(tile, input,
          Extent(w.width, w.column_bytes, w.height, w.row_bytes, bytes), false);
  }
  template <typename T>
  int AddPair(const T& i) {
    AddIn(i.tile, i.x, i.count, false);
    AddIn(i.tile, i.y, i.count, false);
    return AddIn(i.tile, i.output, i.count, true);
  }

  const Target& target_;
  std::vector<Access>& list_;
};

}  // namespace

int Accesses::Of(const Instruction& instruction) {
  list_.clear();
  return std::visit(Visitor(target_, &list_), instruction);
}

}  // namespace tflite::edgetpu
