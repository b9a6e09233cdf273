#if defined(__AVX2__)
#include "kernels/transpose/tiles/tile_loops.h"
#else
#include "kernels/transpose/tiles/tiles.h"
#endif

namespace tflite::kernels {

const TransposeTiles* TransposeTilesAvx2() {
#if defined(__AVX2__)
  static constexpr TransposeTile kTiles[] = {
      TileOf<uint8_t, Lanes<uint8_t, 32>>(),
      TileOf<uint16_t, Lanes<uint16_t, 32>>(),
      TileOf<uint32_t, Lanes<uint32_t, 32>>(),
      TileOf<uint64_t, Lanes<uint64_t, 32>>(),
  };
  static constexpr TransposeTiles kAll = AllOf(kTiles);
  return &kAll;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
