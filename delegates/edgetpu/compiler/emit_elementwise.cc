#include <algorithm>
#include <vector>

#include "delegates/edgetpu/compiler/emit_layers.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

// Runs over the bands of all tiles: brings the inputs in, computes, brings the
// output out.
class BandEmitter {
 public:
  BandEmitter(const Image& out, BoxReader read, const BandTiling& tiling,
              std::vector<const Home*> inputs, const Home& output,
              Emitter* emitter)
      : read_(std::move(read)),
        t_(tiling),
        inputs_(std::move(inputs)),
        output_(output),
        emitter_(*emitter),
        boxes_(TileBoxes(out, emitter->target())) {}

  // compute(tile, band, pieces of the inputs, piece of the output)
  template <typename ComputeBand>
  void Emit(ComputeBand compute) {
    const int32_t rows = boxes_[0].height();
    for (int32_t band = 0; band < CeilOf(rows, t_.band_rows); ++band) {
      emitter_.AwaitAll();
      std::vector<std::vector<HomePiece>> pieces(boxes_.size());
      for (size_t t = 0; t < boxes_.size(); ++t) {
        const Box box = BandOf(boxes_[t], band, t_.band_rows);
        if (!box.empty()) pieces[t] = Read(t, box);
      }
      emitter_.TilesAwaitTransfers();
      for (size_t t = 0; t < boxes_.size(); ++t) {
        const Box box = BandOf(boxes_[t], band, t_.band_rows);
        if (!box.empty()) {
          compute(static_cast<uint32_t>(t), box, pieces[t], OutputOf(t, box));
        }
      }
      if (output_.in_tiles) continue;
      emitter_.TransfersAwaitTiles();
      for (size_t t = 0; t < boxes_.size(); ++t) {
        const Box box = BandOf(boxes_[t], band, t_.band_rows);
        emitter_.CopyPiece(OutputOf(t, box), box, output_.pieces[0]);
      }
    }
  }

 private:
  std::vector<HomePiece> Read(size_t t, const Box& box) {
    std::vector<HomePiece> pieces;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const Home& in = *inputs_[i];
      Box read = read_(box);
      read.c0 = box.c0;
      read.c1 = box.c1;
      if (in.in_tiles && in.pieces[t].box.Contains(read)) {
        pieces.push_back(in.pieces[t]);
        continue;
      }
      pieces.push_back(PieceInTile(read, emitter_.target(),
                                   static_cast<uint32_t>(t), t_.inputs[i]));
      emitter_.CopyBox(in, read, pieces.back());
    }
    return pieces;
  }

  HomePiece OutputOf(size_t t, const Box& band) const {
    if (output_.in_tiles) return output_.pieces[t];
    return PieceInTile(band, emitter_.target(), static_cast<uint32_t>(t),
                       t_.output);
  }

  const BoxReader read_;
  const BandTiling t_;
  const std::vector<const Home*> inputs_;
  const Home& output_;
  Emitter& emitter_;
  const std::vector<Box> boxes_;
};

Box Same(const Box& box) { return box; }

// Pieces of a band have rows without gaps, padding of channels included.
uint32_t BytesOf(const Box& band, const HomePiece& piece) {
  return static_cast<uint32_t>(band.height()) * piece.row_bytes;
}

std::vector<uint8_t> TapBytes(const BlendedLayer& layer) {
  std::vector<uint8_t> bytes;
  for (const auto* taps : {&layer.rows, &layer.columns}) {
    for (const BlendedLayer::Tap& tap : *taps) {
      for (const int32_t word : {tap.lower, tap.upper, tap.weight}) {
        for (int i = 0; i < 4; ++i) {
          bytes.push_back((static_cast<uint32_t>(word) >> (8 * i)) & 255);
        }
      }
    }
  }
  return bytes;
}

uint32_t BeginOf(const Box& band, const HomePiece& piece) {
  return piece.Of(band.y0, band.x0, band.c0).offset;
}

}  // namespace

Box BandOf(const Box& box, int32_t band, int32_t rows) {
  Box part = box;
  part.y0 = std::min(box.y0 + band * rows, box.y1);
  part.y1 = std::min(part.y0 + rows, box.y1);
  return part;
}

Box BoxToBlend(const BlendedLayer& layer, const Box& out) {
  Box read = out;
  read.y0 = layer.rows[static_cast<size_t>(out.y0)].lower;
  read.y1 = layer.rows[static_cast<size_t>(out.y1 - 1)].upper + 1;
  read.x0 = layer.columns[static_cast<size_t>(out.x0)].lower;
  read.x1 = layer.columns[static_cast<size_t>(out.x1 - 1)].upper + 1;
  return read;
}

Window WindowOn(const HomePiece& local, const Box& band, const Filter& f) {
  Window w;
  w.rows = static_cast<uint32_t>(band.height());
  w.columns = static_cast<uint32_t>(band.width());
  w.kernel_rows = static_cast<uint32_t>(f.height);
  w.kernel_columns = static_cast<uint32_t>(f.width);
  w.stride_rows = static_cast<uint32_t>(f.stride_y);
  w.stride_columns = static_cast<uint32_t>(f.stride_x);
  w.dilation_rows = static_cast<uint32_t>(f.dilation_y);
  w.dilation_columns = static_cast<uint32_t>(f.dilation_x);
  if (local.box.empty()) {
    // Every tap is outside.
    w.first_row = w.first_column = INT32_MIN;
    return w;
  }
  w.first_row = band.y0 * f.stride_y - f.pad_top - local.box.y0;
  w.first_column = band.x0 * f.stride_x - f.pad_left - local.box.x0;
  w.height = static_cast<uint32_t>(local.box.height());
  w.width = static_cast<uint32_t>(local.box.width());
  w.row_bytes = local.row_bytes;
  w.column_bytes = local.column_bytes;
  return w;
}

Status EmitPooled(const PooledLayer& layer, const Home& in, const Home& out,
                  Emitter* emitter) {
  TFLL_ASSIGN_OR_RETURN(
      const BandTiling tiling,
      TileBands(layer.in, layer.out, layer.filter, 1, emitter->target()));
  const auto compute = [&](uint32_t tile, const Box& band,
                           const std::vector<HomePiece>& inputs,
                           const HomePiece& to) {
    const HomePiece& local = inputs[0];
    Pool p;
    p.tile = tile;
    p.window = WindowOn(local, band, layer.filter);
    p.input = local.at.offset + static_cast<uint32_t>(band.c0 - local.box.c0);
    p.output = BeginOf(band, to);
    p.lanes = static_cast<uint32_t>(band.channels());
    p.output_row_bytes = to.row_bytes;
    p.output_column_bytes = to.column_bytes;
    p.flags = layer.flags;
    p.min = layer.min;
    p.max = layer.max;
    emitter->Add(p);
  };
  for (int32_t i = 0; i < layer.batch; ++i) {
    const Home one_in = ImageOfBatch(in, layer.in, i);
    const Home one_out = ImageOfBatch(out, layer.out, i);
    const auto read = [&](const Box& band) {
      return ReadBox(band, layer.in, layer.filter);
    };
    BandEmitter(layer.out, read, tiling, {&one_in}, one_out, emitter)
        .Emit(compute);
  }
  return OkStatus();
}

Status EmitCombined(const CombinedLayer& layer, const Home& x, const Home& y,
                    const Home& out, Emitter* emitter) {
  TFLL_ASSIGN_OR_RETURN(
      const BandTiling tiling,
      TileBands(layer.image, layer.image, {}, 2, emitter->target()));
  BandEmitter(layer.image, Same, tiling, {&x, &y}, out, emitter)
      .Emit([&](uint32_t tile, const Box& band,
                const std::vector<HomePiece>& inputs, const HomePiece& to) {
        const auto add = [&](auto operation) {
          operation.tile = tile;
          operation.x = BeginOf(band, inputs[0]);
          operation.y = BeginOf(band, inputs[1]);
          operation.output = BeginOf(band, to);
          operation.count = BytesOf(band, to);
          emitter->Add(operation);
        };
        std::visit(add, layer.operation);
      });
  return OkStatus();
}

Status EmitMapped(const MappedLayer& layer, const Home& in, const Home& out,
                  Parameters* parameters, Emitter* emitter) {
  const Target& target = emitter->target();
  TFLL_ASSIGN_OR_RETURN(const BandTiling tiling,
                        TileBands(layer.image, layer.image, {}, 1, target));
  emitter->AwaitAll();
  Dma d;
  d.from = parameters->Add(layer.table);
  d.to = {Space::kTile, 0, tiling.table};
  d.row_bytes = 256;
  d.copies = static_cast<uint32_t>(target.num_tiles());
  emitter->Add(d);
  BandEmitter(layer.image, Same, tiling, {&in}, out, emitter)
      .Emit([&](uint32_t tile, const Box& band,
                const std::vector<HomePiece>& inputs, const HomePiece& to) {
        Lookup l;
        l.tile = tile;
        l.input = BeginOf(band, inputs[0]);
        l.output = BeginOf(band, to);
        l.table = tiling.table;
        l.count = BytesOf(band, to);
        emitter->Add(l);
      });
  return OkStatus();
}

Status EmitBlended(const BlendedLayer& layer, const Home& in, const Home& out,
                   Parameters* parameters, Emitter* emitter) {
  const auto read = [&](const Box& band) { return BoxToBlend(layer, band); };
  std::vector<uint8_t> taps = TapBytes(layer);
  TFLL_ASSIGN_OR_RETURN(
      const BandTiling tiling,
      TileBands(layer.out, read, 1, taps.size(), emitter->target()));
  emitter->AwaitAll();
  Dma d;
  d.from = parameters->Add(taps);
  d.to = {Space::kTile, 0, tiling.table};
  d.row_bytes = static_cast<uint32_t>(taps.size());
  d.copies = static_cast<uint32_t>(emitter->target().num_tiles());
  emitter->Add(d);
  const auto compute = [&](uint32_t tile, const Box& band,
                           const std::vector<HomePiece>& inputs,
                           const HomePiece& to) {
    const HomePiece& local = inputs[0];
    Blend b;
    b.tile = tile;
    b.input = local.at.offset + static_cast<uint32_t>(band.c0 - local.box.c0);
    b.output = BeginOf(band, to);
    b.row_taps = tiling.table + static_cast<uint32_t>(12 * band.y0);
    b.column_taps =
        tiling.table + static_cast<uint32_t>(12 * (layer.out.height + band.x0));
    b.rows = static_cast<uint32_t>(band.height());
    b.columns = static_cast<uint32_t>(band.width());
    b.lanes = static_cast<uint32_t>(band.channels());
    b.first_row = local.box.y0;
    b.first_column = local.box.x0;
    b.height = static_cast<uint32_t>(local.box.height());
    b.width = static_cast<uint32_t>(local.box.width());
    b.row_bytes = local.row_bytes;
    b.column_bytes = local.column_bytes;
    b.output_row_bytes = to.row_bytes;
    b.output_column_bytes = to.column_bytes;
    b.flags = layer.flags;
    emitter->Add(b);
  };
  for (int32_t i = 0; i < layer.batch; ++i) {
    const Home one_in = ImageOfBatch(in, layer.in, i);
    const Home one_out = ImageOfBatch(out, layer.out, i);
    BandEmitter(layer.out, read, tiling, {&one_in}, one_out, emitter)
        .Emit(compute);
  }
  return OkStatus();
}

}  // namespace tflite::edgetpu
