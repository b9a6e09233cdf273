#include "delegates/edgetpu/compiler/tiling.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "delegates/edgetpu/compiler/emit_layers.h"
#include "delegates/edgetpu/isa/array_kind.h"
#include "delegates/edgetpu/isa/check.h"

namespace tflite::edgetpu {
namespace {

using base::Unsupported;

constexpr uint64_t kAlignment = 64;
// More bytes are not for one instruction (isa/check.h).
constexpr uint64_t kMostBytes = 1 << 24;
constexpr char kNoRoom[] = "it does not fit in the memory of a tile";

// Hands out the workspace from its beginning.
class Workspace {
 public:
  explicit Workspace(const Target& target)
      : at_(ResidentBytes(target)),
        end_(static_cast<uint64_t>(target.tile_memory_bytes)) {}

  uint32_t Take(uint64_t bytes) {
    const uint64_t begin = at_;
    at_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    return static_cast<uint32_t>(begin);
  }
  bool fits() const { return at_ <= end_; }

 private:
  uint64_t at_, end_;
};

// The most that one tile needs for a band of `rows` of its part.
struct BandNeeds {
  uint64_t input = 0, positions = 0, output = 0;
  int32_t lanes = 0;
};
template <typename InputBytes>
BandNeeds NeedsOf(const Image& out, const Target& target, int32_t rows,
                  InputBytes input_bytes) {
  BandNeeds needs;
  for (const Box& box : TileBoxes(out, target)) {
    for (int32_t y = box.y0; y < box.y1 && !box.empty(); y += rows) {
      Box band = box;
      band.y0 = y;
      band.y1 = std::min(y + rows, box.y1);
      needs.input = std::max(needs.input, input_bytes(band));
      needs.positions = std::max(
          needs.positions, static_cast<uint64_t>(band.height()) * band.width());
      needs.output = std::max(needs.output, BytesInTile(band, target));
      needs.lanes = std::max(needs.lanes, band.channels());
    }
  }
  return needs;
}

int32_t MostRows(const Image& out, const Target& target) {
  return TileBoxes(out, target)[0].height();
}

// Channels that one step computes, of `most` that a tile has. Those of a step
// are of one group.
int32_t LanesOf(const WeightedLayer& layer, int32_t most,
                const Target& target) {
  const int32_t block = target.lane_block();
  if (layer.groups == 1) return std::min(most, block);
  int32_t channels = layer.out.channels / layer.groups;
  // Tiles that divide the channels begin at multiples of the block.
  if (SplitsChannels(layer.out) && layer.out.channels > block) {
    channels = std::gcd(channels, block);
  }
  int32_t lanes = std::min(channels, block);
  while (channels % lanes != 0) --lanes;
  return lanes;
}

// Places the buffers. Unsupported if they do not fit, or hold more than the
// device works on at once.
Status Place(const WeightedLayer& layer, const Target& target,
             WeightedTiling* t) {
  const BandNeeds needs =
      NeedsOf(layer.out, target, t->band_rows, [&](const Box& band) {
        if (t->gathers_columns) {
          return static_cast<uint64_t>(band.height()) * band.width() *
                 GatheredBytes(layer, *t, target);
        }
        return BytesInTile(ReadBox(band, layer.in, layer.filter), target);
      });
  t->lanes = LanesOf(layer, needs.lanes, target);
  Workspace workspace(target);
  // The last block of a group may lie across the end.
  t->input = workspace.Take(
      needs.input +
      (layer.groups > 1 ? static_cast<uint64_t>(target.depth_block()) : 0));
  t->accumulators = workspace.Take(needs.positions * t->lanes * 4);
  t->output = workspace.Take(needs.output);
  const uint64_t parameters =
      ParametersOfStep(*t, layer.lanewise, target.depth_block(), t->lanes,
                       t->chunk)
          .bytes;
  for (uint32_t& weights : t->weights) weights = workspace.Take(parameters);
  if (!workspace.fits()) return Unsupported(kNoRoom);
  return CheckStep(layer, target, *t, needs.positions, parameters);
}

}  // namespace

Status CheckStep(const WeightedLayer& layer, const Target& target,
                 const WeightedTiling& t, uint64_t positions,
                 uint64_t parameters) {
  if (parameters > kMostBytes) return Unsupported(kNoRoom);
  HomePiece pixel;
  pixel.box = {0, 1, 0, 1, 0, 1};
  Multiply m;
  m.window =
      WindowOn(pixel, pixel.box, t.gathers_columns ? Filter() : layer.filter);
  m.window.rows = static_cast<uint32_t>(positions);
  m.depth = static_cast<uint32_t>(t.chunk);
  m.lanes = static_cast<uint32_t>(t.lanes);
  m.flags = layer.lanewise ? kLanewise : 0;
  MemoryMap memory;
  memory.tile = static_cast<uint64_t>(target.tile_memory_bytes);
  const Status status = CheckInstruction(m, target, memory);
  return status.ok() ? status : Unsupported(std::string(status.message()));
}

StepParameters ParametersOfStep(const WeightedTiling& t, bool lanewise,
                                int32_t block, int32_t lanes, int32_t chunk) {
  StepParameters p;
  const uint64_t weights =
      static_cast<uint64_t>(t.taps) * chunk * lanes * (lanewise ? 1 : block);
  p.bias = (weights + 3) / 4 * 4;
  p.scales = p.bias + (t.has_bias ? uint64_t{4} * lanes : 0);
  p.bytes = p.scales + (t.has_scales ? uint64_t{8} * lanes : 0);
  return p;
}

StatusOr<WeightedTiling> TileWeighted(const WeightedLayer& layer,
                                      const Target& target) {
  WeightedTiling t;
  const ArrayKind* kind = FindArrayKind(target.dataflow);
  t.gathers_columns =
      kind != nullptr && kind->multiplies_matrices && !layer.lanewise;
  if (t.gathers_columns && target.num_tiles() > 1) {
    return Unsupported("arrays that multiply matrices in more than one tile");
  }
  t.taps = t.gathers_columns ? 1 : layer.filter.taps();
  t.channels =
      layer.filter_channels() * (t.gathers_columns ? layer.filter.taps() : 1);
  t.depth = layer.lanewise ? 1 : CeilOf(t.channels, target.depth_block());
  const int32_t most_rows = MostRows(layer.out, target);
  Status placed;
  for (int32_t rows = most_rows;; rows = CeilOf(rows, 2)) {
    // Every band loads all weights again, every chunk reads and writes all
    // accumulators: rather many chunks than shorter bands, but not any number.
    const int32_t most_chunks = rows == 1 ? t.depth : 64;
    for (int32_t chunks = 1; chunks <= std::min(t.depth, most_chunks);
         chunks *= 2) {
      t.band_rows = rows;
      t.chunk = CeilOf(t.depth, chunks);
      placed = Place(layer, target, &t);
      if (placed.ok()) return t;
    }
    if (rows == 1) return placed;
  }
}

StatusOr<BandTiling> TileBands(const Image& out, const BoxReader& read_box,
                               int num_inputs, uint64_t table_bytes,
                               const Target& target) {
  BandTiling t;
  if (table_bytes > kMostBytes) return Unsupported(kNoRoom);
  for (int32_t rows = MostRows(out, target);; rows = CeilOf(rows, 2)) {
    t.band_rows = rows;
    const BandNeeds needs = NeedsOf(out, target, rows, [&](const Box& band) {
      Box read = read_box(band);
      read.c0 = band.c0;
      read.c1 = band.c1;
      return BytesInTile(read, target);
    });
    Workspace workspace(target);
    for (int i = 0; i < num_inputs; ++i) {
      t.inputs[i] = workspace.Take(needs.input);
    }
    t.output = workspace.Take(needs.output);
    t.table = workspace.Take(table_bytes);
    const bool at_once = std::max(needs.input, needs.output) <= kMostBytes;
    if (at_once && workspace.fits()) return t;
    if (rows == 1) break;
  }
  return Unsupported(kNoRoom);
}

StatusOr<BandTiling> TileBands(const Image& in, const Image& out,
                               const Filter& filter, int num_inputs,
                               const Target& target) {
  const auto read = [&](const Box& band) { return ReadBox(band, in, filter); };
  return TileBands(out, read, num_inputs, 256, target);
}

StatusOr<BandTiling> TileRows(const Image& image, const Target& target) {
  BandTiling t;
  Box band =
      SplitsChannels(image) ? WholeOf(image) : TileBoxes(image, target)[0];
  for (int32_t rows = band.height();; rows = CeilOf(rows, 2)) {
    t.band_rows = rows;
    band.y1 = band.y0 + rows;
    const uint64_t bytes = BytesInTile(band, target);
    Workspace workspace(target);
    t.inputs[0] = workspace.Take(bytes);
    t.output = workspace.Take(bytes);
    t.table = workspace.Take(1024);
    if (workspace.fits()) return t;
    if (rows == 1) break;
  }
  return Unsupported(kNoRoom);
}

}  // namespace tflite::edgetpu
