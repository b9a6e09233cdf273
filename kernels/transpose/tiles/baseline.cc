#include "kernels/transpose/tiles/tile_loops.h"

namespace tflite::kernels {

const TransposeTiles* TransposeTilesBaseline() {
  static constexpr TransposeTile kTiles[] = {
      TileOf<uint8_t, Lanes<uint8_t, 16>>(),
      TileOf<uint8_t, Halves<uint8_t>>(),
      TileOf<uint16_t, Lanes<uint16_t, 16>>(),
      TileOf<uint16_t, Halves<uint16_t>>(),
      TileOf<uint32_t, Lanes<uint32_t, 16>>(),
      TileOf<uint64_t, Lanes<uint64_t, 16>>(),
  };
  static constexpr TransposeTiles kAll = AllOf(kTiles);
  return &kAll;
}

}  // namespace tflite::kernels
