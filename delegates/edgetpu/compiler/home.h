#ifndef DELEGATES_EDGETPU_COMPILER_HOME_H_
#define DELEGATES_EDGETPU_COMPILER_HOME_H_

#include <cstdint>
#include <vector>

#include "delegates/edgetpu/compiler/image.h"
#include "delegates/edgetpu/compiler/layers.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// A box of an image in one memory: (y, x, c) is at
//   at + (y - box.y0) * row_bytes + (x - box.x0) * column_bytes + c - box.c0.
struct HomePiece {
  Box box;
  Address at;
  uint32_t row_bytes = 0, column_bytes = 0;

  Address Of(int32_t y, int32_t x, int32_t c) const;
};

// Where an image lies: pieces that do not overlap and cover it.
struct Home {
  std::vector<HomePiece> pieces;
  // Piece t is in tile t; some may be empty. Otherwise there is one piece,
  // dense, in the host's memory or the parameter store.
  bool in_tiles = false;
};

// How work on an image is divided among the tiles, by tile: rows and columns
// balanced over the grid, or, for a single position, channels in blocks of the
// target's lanes. No box has more rows, columns or channels than the first one.
std::vector<Box> TileBoxes(const Image& image, const Target& target);
// Whether TileBoxes divides the channels.
bool SplitsChannels(const Image& image);

// A box within a tile: channels padded to whole depth blocks.
HomePiece PieceInTile(const Box& box, const Target& target, uint32_t tile,
                      uint32_t offset);
// Bytes of such a piece.
uint64_t BytesInTile(const Box& box, const Target& target);
// The most that an image takes in one tile.
uint64_t BytesPerTile(const Image& image, const Target& target);

Home HomeInTiles(const Image& image, const Target& target, uint32_t offset);
Home HomeOfHost(const Image& image, Address at);

// Image `i` of a batch that is folded into the height.
Home ImageOfBatch(const Home& batch, const Image& image, int32_t i);

// The part of an input that a filter reads for a box of the output: within the
// input, all channels.
Box ReadBox(const Box& out, const Image& in, const Filter& filter);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_HOME_H_
