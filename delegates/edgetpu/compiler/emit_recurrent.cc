#include <algorithm>
#include <vector>

#include "delegates/edgetpu/compiler/recurrent.h"

namespace tflite::edgetpu {
namespace {

// Numbers of the operands.
enum { kSequence, kLastOutput, kLastCells, kOutputs, kNextOutput, kNextCells };

class RecurrentEmitter {
 public:
  RecurrentEmitter(const RecurrentLayer& layer, const RecurrentTiling& tiling,
                   const std::vector<PlacedMatrix>& matrices,
                   const std::vector<const Home*>& homes, Emitter* emitter)
      : layer_(layer),
        t_(tiling),
        matrices_(matrices),
        homes_(homes),
        emitter_(*emitter),
        target_(emitter->target()),
        cells_(TileBoxes({1, 1, layer.cells}, target_)),
        outputs_(TileBoxes({1, 1, layer.outputs}, target_)),
        lanes_(std::min(target_.lane_block(), layer.cells)) {
    for (size_t t = 0; t < cells_.size(); ++t) {
      const bool works = !cells_[t].empty() || !outputs_[t].empty();
      if (works) workers_ = static_cast<uint32_t>(t) + 1;
    }
  }

  void Emit() {
    emitter_.AwaitAll();
    ClearBiases();
    LoadState();
    if (t_.resident) {
      for (size_t m = 0; m < matrices_.size(); ++m) {
        for (int32_t g = 0; g < GroupsOf(BoxesOf(m), LanesOf(m)); ++g) {
          Load(m, g);
        }
      }
    }
    for (int32_t begin = 0; begin < layer_.steps; begin += t_.chunk) {
      const int32_t steps = std::min(t_.chunk, layer_.steps - begin);
      LoadSequence(begin, steps);
      emitter_.TilesAwaitTransfers();
      MultiplySequence(steps);
      for (int32_t s = 0; s < steps; ++s) Step(begin + s, s);
    }
    emitter_.AwaitAll();
    StoreState();
  }

 private:
  const std::vector<Box>& BoxesOf(size_t matrix) const {
    return matrix < 2 * layer_.gates.size() ? cells_ : outputs_;
  }
  int32_t LanesOf(size_t matrix) const {
    return matrix < 2 * layer_.gates.size()
               ? lanes_
               : std::min(target_.lane_block(), layer_.outputs);
  }
  static int32_t GroupsOf(const std::vector<Box>& boxes, int32_t lanes) {
    return CeilOf(boxes[0].channels(), lanes);
  }
  int32_t groups() const { return GroupsOf(cells_, lanes_); }
  uint32_t batch() const { return static_cast<uint32_t>(layer_.batch); }

  // Channels of group `g` of a tile's; empty if it has none.
  static Box Group(const Box& box, int32_t lanes, int32_t g) {
    Box group = box;
    group.c0 = std::min(box.c0 + g * lanes, box.c1);
    group.c1 = std::min(group.c0 + lanes, box.c1);
    return group;
  }
  // Calls f(tile, channels) for the tiles that have the group.
  template <typename Function>
  void ForEachTile(const std::vector<Box>& boxes, int32_t lanes, int32_t g,
                   Function f) {
    for (size_t t = 0; t < boxes.size(); ++t) {
      const Box group = Group(boxes[t], lanes, g);
      if (!group.empty()) f(static_cast<uint32_t>(t), group);
    }
  }

  // --- places ---

  static Address Tile(uint32_t tile, uint32_t offset) {
    return {Space::kTile, static_cast<uint16_t>(tile), offset};
  }
  Address Host(int operand, int64_t offset) const {
    Address at = homes_[static_cast<size_t>(operand)]->pieces[0].at;
    at.offset += static_cast<uint32_t>(offset);
    return at;
  }
  // Numbers of 16 bits that a group has for each row of the batch.
  uint32_t NumberBytes(int32_t lanes) const {
    return 2 * batch() * static_cast<uint32_t>(lanes);
  }
  uint32_t CellsOf(int32_t g) const {
    return t_.cells + static_cast<uint32_t>(g) * NumberBytes(lanes_);
  }
  uint32_t GateBytes(int32_t lanes) const {
    return static_cast<uint32_t>(layer_.gates.size()) * NumberBytes(lanes);
  }
  uint32_t SumsOf(int32_t g, int32_t step, int32_t lanes) const {
    return t_.sums + static_cast<uint32_t>(g * t_.chunk) * GateBytes(lanes_) +
           static_cast<uint32_t>(step) * GateBytes(lanes);
  }
  uint32_t GateAt(int gate, int32_t lanes) const {
    return t_.gates + static_cast<uint32_t>(gate) * NumberBytes(lanes);
  }
  uint32_t MatrixAt(size_t matrix, int32_t g) const {
    return t_.matrices[matrix] +
           static_cast<uint32_t>(g) * t_.step_bytes[matrix];
  }
  const PackedStep& StepOf(size_t matrix, const Box& group) const {
    return matrices_[matrix]
        .steps[static_cast<size_t>(group.c0 / LanesOf(matrix))];
  }

  void ClearBiases() {
    for (uint32_t tile = 0; tile < workers_; ++tile) {
      Fill fill;
      fill.tile = tile;
      fill.output = t_.zeros;
      fill.row_bytes = 4 * static_cast<uint32_t>(lanes_);
      emitter_.Add(fill);
    }
  }

  // --- transfers ---

  void LoadState() {
    Dma d;
    d.from = Host(kLastOutput, 0);
    d.to = Tile(0, t_.h);
    d.row_bytes = d.from_row = static_cast<uint32_t>(layer_.outputs);
    d.to_row = t_.h_pitch;
    d.rows = batch();
    d.copies = workers_;
    emitter_.Add(d);
    ForEachCells([&](uint32_t tile, const Box& group, int32_t g) {
      emitter_.Add(CellTransfer(Host(kLastCells, 2 * group.c0),
                                Tile(tile, CellsOf(g)), group, true));
    });
  }
  void StoreState() {
    Dma d;
    d.from = Tile(0, t_.h);
    d.to = Host(kNextOutput, 0);
    d.row_bytes = d.to_row = static_cast<uint32_t>(layer_.outputs);
    d.from_row = t_.h_pitch;
    d.rows = batch();
    emitter_.Add(d);
    ForEachCells([&](uint32_t tile, const Box& group, int32_t g) {
      emitter_.Add(CellTransfer(Tile(tile, CellsOf(g)),
                                Host(kNextCells, 2 * group.c0), group, false));
    });
  }
  template <typename Function>
  void ForEachCells(Function f) {
    for (int32_t g = 0; g < groups(); ++g) {
      ForEachTile(cells_, lanes_, g,
                  [&](uint32_t tile, const Box& group) { f(tile, group, g); });
    }
  }
  Dma CellTransfer(const Address& from, const Address& to, const Box& group,
                   bool to_tile) const {
    Dma d;
    d.from = from;
    d.to = to;
    d.rows = batch();
    d.row_bytes = 2 * static_cast<uint32_t>(group.channels());
    const uint32_t host_row = 2 * static_cast<uint32_t>(layer_.cells);
    d.from_row = to_tile ? host_row : d.row_bytes;
    d.to_row = to_tile ? d.row_bytes : host_row;
    return d;
  }

  // Row of the sequence and of the outputs.
  int64_t Row(int32_t step) const {
    return layer_.time_major ? int64_t{step} * layer_.batch : step;
  }
  uint32_t RowsPerBatch() const {
    return layer_.time_major ? 1 : static_cast<uint32_t>(layer_.steps);
  }

  void LoadSequence(int32_t begin, int32_t steps) {
    emitter_.TransfersAwaitTiles();
    const auto inputs = static_cast<uint32_t>(layer_.inputs);
    Dma d;
    d.from = Host(kSequence, Row(begin) * layer_.inputs);
    d.to = Tile(0, t_.x);
    d.row_bytes = inputs;
    d.rows = static_cast<uint32_t>(steps);
    d.planes = batch();
    d.from_row = (layer_.time_major ? batch() : 1) * inputs;
    d.from_plane = RowsPerBatch() * inputs;
    d.to_row = batch() * t_.x_pitch;
    d.to_plane = t_.x_pitch;
    d.copies = workers_;
    emitter_.Add(d);
  }

  void Load(size_t matrix, int32_t g) {
    ForEachTile(BoxesOf(matrix), LanesOf(matrix), g,
                [&](uint32_t tile, const Box& group) {
                  const PackedStep& step = StepOf(matrix, group);
                  Dma d;
                  d.from = matrices_[matrix].at;
                  d.from.offset += static_cast<uint32_t>(step.offset);
                  d.to = Tile(tile, MatrixAt(matrix, g));
                  d.row_bytes = static_cast<uint32_t>(step.layout.bytes);
                  emitter_.Add(d);
                });
  }
  void LoadIfAbsent(size_t matrix, int32_t g) {
    if (t_.resident) return;
    emitter_.TransfersAwaitTiles();
    Load(matrix, g);
    emitter_.TilesAwaitTransfers();
  }

  // What tiles have in `fresh` becomes rows at `offset` in all of them.
  void Distribute(const std::vector<Box>& boxes, uint32_t offset,
                  uint32_t pitch) {
    emitter_.TransfersAwaitTiles();
    if (offset == t_.fresh) return;
    ForEachTile(boxes, boxes[0].channels(), 0,
                [&](uint32_t tile, const Box& box) {
                  Dma d = FreshRows(tile, box);
                  d.to = Tile(0, offset + static_cast<uint32_t>(box.c0));
                  d.to_row = pitch;
                  d.copies = workers_;
                  emitter_.Add(d);
                });
  }
  Dma FreshRows(uint32_t tile, const Box& box) const {
    Dma d;
    d.from = Tile(tile, t_.fresh);
    d.row_bytes = static_cast<uint32_t>(box.channels());
    d.rows = batch();
    d.from_row = t_.fresh_pitch;
    return d;
  }
  void StoreOutput(int32_t step) {
    ForEachTile(outputs_, outputs_[0].channels(), 0,
                [&](uint32_t tile, const Box& box) {
                  Dma d = FreshRows(tile, box);
                  d.to = Host(kOutputs, Row(step) * layer_.outputs + box.c0);
                  d.to_row =
                      RowsPerBatch() * static_cast<uint32_t>(layer_.outputs);
                  emitter_.Add(d);
                });
  }

  // --- computation ---

  // Products of `rows` rows at `input`.
  void EmitMultiply(uint32_t tile, const Box& group, size_t matrix, int32_t g,
                    uint32_t input, uint32_t pitch, uint32_t rows) {
    const WeightedLayer& layer = *MatricesOf(layer_)[matrix];
    const PackedStep& step = StepOf(matrix, group);
    Multiply m;
    m.tile = tile;
    m.input = input;
    m.weights = MatrixAt(matrix, g);
    const bool has_bias = step.layout.scales > step.layout.bias;
    m.bias = has_bias ? m.weights + static_cast<uint32_t>(step.layout.bias)
                      : t_.zeros;
    m.accumulators = t_.accumulators;
    m.window.rows = m.window.height = rows;
    m.window.row_bytes = pitch;
    m.depth = static_cast<uint32_t>(step.depth);
    m.lanes = static_cast<uint32_t>(step.lanes);
    m.flags = layer.flags | kStart;
    m.input_zero_point = layer.input_zero_point;
    m.weights_zero_point = layer.weights_zero_point;
    emitter_.Add(m);
  }
  Narrow NarrowOf(uint32_t tile, const Box& group, size_t matrix) const {
    const WeightedLayer& layer = *MatricesOf(layer_)[matrix];
    Narrow n;
    n.tile = tile;
    n.accumulators = t_.accumulators;
    // A gate's weights have one scale.
    n.factor = layer.factors[0];
    n.factor_shift = layer.shifts[0];
    n.columns = batch();
    n.lanes = static_cast<uint32_t>(group.channels());
    return n;
  }

  // The gates' products with all rows of the sequence that are loaded.
  void MultiplySequence(int32_t steps) {
    for (int32_t g = 0; g < groups(); ++g) {
      for (size_t gate = 0; gate < layer_.gates.size(); ++gate) {
        const size_t matrix = 2 * gate;
        LoadIfAbsent(matrix, g);
        ForEachTile(cells_, lanes_, g, [&](uint32_t tile, const Box& group) {
          EmitMultiply(tile, group, matrix, g, t_.x, t_.x_pitch,
                       static_cast<uint32_t>(steps) * batch());
          Narrow n = NarrowOf(tile, group, matrix);
          n.output =
              SumsOf(g, 0, group.channels()) +
              static_cast<uint32_t>(gate) * NumberBytes(group.channels());
          n.rows = static_cast<uint32_t>(steps);
          n.row_bytes = GateBytes(group.channels());
          n.flags = kStart;
          emitter_.Add(n);
        });
      }
    }
  }

  // `local` counts from the first step that is loaded.
  void Step(int32_t step, int32_t local) {
    for (int32_t g = 0; g < groups(); ++g) {
      for (size_t gate = 0; gate < layer_.gates.size(); ++gate) {
        const size_t matrix = 2 * gate + 1;
        LoadIfAbsent(matrix, g);
        ForEachTile(cells_, lanes_, g, [&](uint32_t tile, const Box& group) {
          EmitMultiply(tile, group, matrix, g, t_.h, t_.h_pitch, batch());
          Narrow n = NarrowOf(tile, group, matrix);
          const int32_t lanes = group.channels();
          n.base = SumsOf(g, local, lanes) +
                   static_cast<uint32_t>(gate) * NumberBytes(lanes);
          n.output = GateAt(static_cast<int>(gate), lanes);
          emitter_.Add(n);
        });
      }
      ForEachTile(cells_, lanes_, g, [&](uint32_t tile, const Box& group) {
        UpdateCells(tile, group.channels(), g);
      });
    }
    if (layer_.projection.empty()) {
      Distribute(outputs_, t_.h, t_.h_pitch);
    } else {
      Distribute(cells_, t_.hidden, t_.hidden_pitch);
      emitter_.TilesAwaitTransfers();
      Project();
      Distribute(outputs_, t_.h, t_.h_pitch);
    }
    StoreOutput(step);
    emitter_.TilesAwaitTransfers();
  }

  void EmitCurve(uint32_t tile, uint32_t input, uint32_t output, int32_t lanes,
                 int gates, uint32_t integer_bits, uint32_t flags) {
    Curve c;
    c.tile = tile;
    c.input = input;
    c.output = output;
    c.count = static_cast<uint32_t>(gates) * NumberBytes(lanes) / 2;
    c.integer_bits = integer_bits;
    c.flags = flags;
    emitter_.Add(c);
  }

  // The gates' sums are there.
  void UpdateCells(uint32_t tile, int32_t lanes, int32_t g) {
    const int opened = static_cast<int>(layer_.gates.size()) - 2;
    const uint32_t first = GateAt(0, lanes), forget = GateAt(opened - 1, lanes),
                   update = GateAt(opened, lanes),
                   output = GateAt(opened + 1, lanes);
    EmitCurve(tile, first, first, lanes, opened, 3, 0);
    EmitCurve(tile, update, update, lanes, 1, 3, kTangent);
    EmitCurve(tile, output, output, lanes, 1, 3, 0);
    Mix m;
    m.tile = tile;
    m.a = forget;
    m.b = m.output = CellsOf(g);
    m.c = first;
    m.d = update;
    m.count = NumberBytes(lanes) / 2;
    m.first_shift = 15;
    m.second_shift = 15 + layer_.cell_bits;
    m.flags = opened == 1 ? kRest : 0;
    m.limit = layer_.cell_limit;
    emitter_.Add(m);
    EmitCurve(tile, CellsOf(g), update, lanes, 1, layer_.cell_bits, kTangent);
    Finish f = layer_.finish;
    f.tile = tile;
    f.x = output;
    f.y = update;
    f.output = t_.fresh + static_cast<uint32_t>(g * lanes_);
    f.positions = batch();
    f.lanes = static_cast<uint32_t>(lanes);
    f.row_bytes = t_.fresh_pitch;
    emitter_.Add(f);
  }

  void Project() {
    const size_t matrix = matrices_.size() - 1;
    const WeightedLayer& layer = layer_.projection[0];
    const int32_t lanes = LanesOf(matrix);
    for (int32_t g = 0; g < GroupsOf(outputs_, lanes); ++g) {
      LoadIfAbsent(matrix, g);
      ForEachTile(outputs_, lanes, g, [&](uint32_t tile, const Box& group) {
        EmitMultiply(tile, group, matrix, g, t_.hidden, t_.hidden_pitch,
                     batch());
        Requantize r;
        r.tile = tile;
        r.accumulators = t_.accumulators;
        r.scales = MatrixAt(matrix, g) +
                   static_cast<uint32_t>(StepOf(matrix, group).layout.scales);
        r.output = t_.fresh + static_cast<uint32_t>(g * lanes);
        r.rows = batch();
        r.lanes = static_cast<uint32_t>(group.channels());
        r.row_bytes = t_.fresh_pitch;
        r.zero_point = layer.zero_point;
        r.min = layer.min;
        r.max = layer.max;
        emitter_.Add(r);
      });
    }
  }

  const RecurrentLayer& layer_;
  const RecurrentTiling& t_;
  const std::vector<PlacedMatrix>& matrices_;
  const std::vector<const Home*>& homes_;
  Emitter& emitter_;
  const Target& target_;
  const std::vector<Box> cells_, outputs_;  // by tile
  const int32_t lanes_;                     // of a full group of cells
  uint32_t workers_ = 1;                    // tiles
};

}  // namespace

void EmitRecurrent(const RecurrentLayer& layer, const RecurrentTiling& tiling,
                   const std::vector<PlacedMatrix>& matrices,
                   const std::vector<const Home*>& homes, Emitter* emitter) {
  RecurrentEmitter(layer, tiling, matrices, homes, emitter).Emit();
}

}  // namespace tflite::edgetpu
