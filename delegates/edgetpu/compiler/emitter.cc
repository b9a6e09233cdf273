#include "delegates/edgetpu/compiler/emitter.h"

#include <algorithm>

#include "delegates/edgetpu/isa/encoding.h"

namespace tflite::edgetpu {

void Emitter::StartLayer(const std::string& name, uint64_t multiplications) {
  program_.layers.push_back({name, instructions_, 0, multiplications});
}

void Emitter::Add(const Instruction& instruction) {
  AppendInstruction(instruction, &program_.code);
  ++instructions_;
  ++program_.layers.back().num_instructions;
  accesses_.Of(instruction);
  for (const Access& access : accesses_.list()) {
    if (access.space != Space::kTile) continue;
    program_.memory.tile = std::max(program_.memory.tile, access.end);
  }
}

void Emitter::AwaitAll() {
  const uint32_t all = AllTiles() | kTransfers;
  Add(Sync{all, all});
}

void Emitter::CopyBox(const Home& from, const Box& box, const HomePiece& to,
                      uint32_t copies) {
  for (const HomePiece& piece : from.pieces) {
    CopyPiece(piece, Intersection(box, piece.box), to, 0, 0, 0, copies);
  }
}

void Emitter::CopyPiece(const HomePiece& from, const Box& box,
                        const HomePiece& to, int32_t y, int32_t x, int32_t c,
                        uint32_t copies) {
  if (box.empty()) return;
  Dma d;
  d.from = from.Of(box.y0, box.x0, box.c0);
  d.to = to.Of(box.y0 + y, box.x0 + x, box.c0 + c);
  d.row_bytes = static_cast<uint32_t>(box.channels());
  d.rows = static_cast<uint32_t>(box.width());
  d.planes = static_cast<uint32_t>(box.height());
  d.from_row = from.column_bytes;
  d.from_plane = from.row_bytes;
  d.to_row = to.column_bytes;
  d.to_plane = to.row_bytes;
  d.copies = copies;
  Add(d);
}

}  // namespace tflite::edgetpu
