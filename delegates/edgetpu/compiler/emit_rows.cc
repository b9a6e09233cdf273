#include <type_traits>
#include <variant>
#include <vector>

#include "delegates/edgetpu/compiler/emit_layers.h"
#include "delegates/edgetpu/compiler/tiling.h"

namespace tflite::edgetpu {
namespace {

// Copies what a tile has computed to where the output lies.
void CopyToHome(const HomePiece& from, const Box& box, const Home& out,
                Emitter* emitter) {
  for (const HomePiece& to : out.pieces) {
    emitter->CopyPiece(from, Intersection(box, to.box), to);
  }
}

void EmitRows(const NormalizedLayer& layer, const HomePiece& piece,
              const BandTiling& tiling, Emitter* emitter) {
  const auto add = [&](auto operation) {
    operation.tile = piece.at.unit;
    operation.input = piece.at.offset;
    operation.output = tiling.output;
    operation.rows =
        static_cast<uint32_t>(piece.box.height() * piece.box.width());
    operation.count = static_cast<uint32_t>(piece.box.channels());
    operation.input_row_bytes = operation.output_row_bytes = piece.column_bytes;
    if constexpr (std::is_same_v<decltype(operation), Normalize>) {
      operation.reals = tiling.table;
    }
    emitter->Add(operation);
  };
  std::visit(add, layer.operation);
}

}  // namespace

Status EmitNormalized(const NormalizedLayer& layer, const Home& in,
                      const Home& out, Parameters* parameters,
                      Emitter* emitter) {
  const Target& target = emitter->target();
  TFLL_ASSIGN_OR_RETURN(const BandTiling tiling, TileRows(layer.image, target));
  // A row is never divided.
  std::vector<Box> boxes = TileBoxes(layer.image, target);
  if (SplitsChannels(layer.image)) boxes = {WholeOf(layer.image)};
  emitter->AwaitAll();
  if (!layer.reals.empty()) {
    Dma d;
    d.from = parameters->Add(layer.reals);
    d.to = {Space::kTile, 0, tiling.table};
    d.row_bytes = static_cast<uint32_t>(layer.reals.size());
    d.copies = static_cast<uint32_t>(boxes.size());
    emitter->Add(d);
  }
  const int32_t rows = boxes[0].height();
  for (int32_t band = 0; band < CeilOf(rows, tiling.band_rows); ++band) {
    emitter->AwaitAll();
    std::vector<HomePiece> inputs(boxes.size()), outputs(boxes.size());
    for (size_t t = 0; t < boxes.size(); ++t) {
      const Box box = BandOf(boxes[t], band, tiling.band_rows);
      const auto tile = static_cast<uint32_t>(t);
      inputs[t] = PieceInTile(box, target, tile, tiling.inputs[0]);
      outputs[t] = PieceInTile(box, target, tile, tiling.output);
      emitter->CopyBox(in, box, inputs[t]);
    }
    emitter->TilesAwaitTransfers();
    for (const HomePiece& piece : inputs) {
      if (!piece.box.empty()) EmitRows(layer, piece, tiling, emitter);
    }
    emitter->TransfersAwaitTiles();
    for (const HomePiece& piece : outputs) {
      CopyToHome(piece, piece.box, out, emitter);
    }
  }
  return OkStatus();
}

}  // namespace tflite::edgetpu
