#include "delegates/edgetpu/compiler/home.h"

#include <algorithm>

namespace tflite::edgetpu {
namespace {

// Where part `i` of `parts` begins; the first parts are larger by one.
int32_t Part(int32_t extent, int32_t parts, int32_t i) {
  return extent / parts * i + std::min(i, extent % parts);
}

struct Span {
  int32_t begin, end;
};
Span ReadSpan(int32_t begin, int32_t end, int32_t stride, int32_t pad,
              int32_t filter, int32_t dilation, int32_t extent) {
  const int64_t first = int64_t{begin} * stride - pad;
  const int64_t last =
      int64_t{end - 1} * stride - pad + int64_t{filter - 1} * dilation + 1;
  const auto inside = [extent](int64_t x) {
    return static_cast<int32_t>(std::clamp<int64_t>(x, 0, extent));
  };
  return {inside(first), inside(last)};
}

}  // namespace

Address HomePiece::Of(int32_t y, int32_t x, int32_t c) const {
  Address a = at;
  a.offset += static_cast<uint32_t>(y - box.y0) * row_bytes +
              static_cast<uint32_t>(x - box.x0) * column_bytes +
              static_cast<uint32_t>(c - box.c0);
  return a;
}

bool SplitsChannels(const Image& image) {
  return image.height == 1 && image.width == 1;
}

std::vector<Box> TileBoxes(const Image& image, const Target& target) {
  std::vector<Box> boxes;
  const int32_t tiles = target.num_tiles();
  if (SplitsChannels(image)) {
    const int32_t lanes = std::min(target.lane_block(), image.channels);
    const int32_t per_tile = CeilOf(CeilOf(image.channels, lanes), tiles);
    for (int32_t t = 0; t < tiles; ++t) {
      const int32_t begin = std::min(t * per_tile * lanes, image.channels);
      const int32_t end = std::min(begin + per_tile * lanes, image.channels);
      boxes.push_back({0, 1, 0, 1, begin, end});
    }
    return boxes;
  }
  for (int32_t r = 0; r < target.tile_rows; ++r) {
    for (int32_t c = 0; c < target.tile_columns; ++c) {
      boxes.push_back({Part(image.height, target.tile_rows, r),
                       Part(image.height, target.tile_rows, r + 1),
                       Part(image.width, target.tile_columns, c),
                       Part(image.width, target.tile_columns, c + 1), 0,
                       image.channels});
    }
  }
  return boxes;
}

HomePiece PieceInTile(const Box& box, const Target& target, uint32_t tile,
                      uint32_t offset) {
  HomePiece piece;
  piece.box = box;
  piece.at = {Space::kTile, static_cast<uint16_t>(tile), offset};
  piece.column_bytes =
      static_cast<uint32_t>(RoundUp(box.channels(), target.depth_block()));
  piece.row_bytes = static_cast<uint32_t>(box.width()) * piece.column_bytes;
  return piece;
}

uint64_t BytesInTile(const Box& box, const Target& target) {
  return static_cast<uint64_t>(box.height()) * box.width() *
         RoundUp(box.channels(), target.depth_block());
}

uint64_t BytesPerTile(const Image& image, const Target& target) {
  return BytesInTile(TileBoxes(image, target)[0], target);
}

Home HomeInTiles(const Image& image, const Target& target, uint32_t offset) {
  Home home;
  home.in_tiles = true;
  uint32_t tile = 0;
  for (const Box& box : TileBoxes(image, target)) {
    home.pieces.push_back(PieceInTile(box, target, tile++, offset));
  }
  return home;
}

Home HomeOfHost(const Image& image, Address at) {
  Home home;
  const auto channels = static_cast<uint32_t>(image.channels);
  home.pieces = {{WholeOf(image), at,
                  static_cast<uint32_t>(image.width) * channels, channels}};
  return home;
}

Home ImageOfBatch(const Home& batch, const Image& image, int32_t i) {
  Home home = batch;
  const int32_t first = i * image.height;
  for (HomePiece& piece : home.pieces) {
    Box box = piece.box;
    box.y0 = std::max(box.y0, first);
    box.y1 = std::min(box.y1, first + image.height);
    piece.at = piece.Of(box.y0, box.x0, box.c0);
    piece.box = box.Moved(-first, 0, 0);
  }
  return home;
}

Box ReadBox(const Box& out, const Image& in, const Filter& f) {
  const Span y = ReadSpan(out.y0, out.y1, f.stride_y, f.pad_top, f.height,
                          f.dilation_y, in.height);
  const Span x = ReadSpan(out.x0, out.x1, f.stride_x, f.pad_left, f.width,
                          f.dilation_x, in.width);
  return {y.begin, y.end, x.begin, x.end, 0, in.channels};
}

}  // namespace tflite::edgetpu
