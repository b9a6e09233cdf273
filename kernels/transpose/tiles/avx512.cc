#if defined(__AVX512BW__)
#include "kernels/transpose/tiles/tile_loops.h"
#else
#include "kernels/transpose/tiles/tiles.h"
#endif

namespace tflite::kernels {

const TransposeTiles* TransposeTilesAvx512() {
#if defined(__AVX512BW__)
  static constexpr TransposeTile kTiles[] = {
      // Pairs of bytes would take twice the registers that there are.
      TileOf<uint8_t, Lanes<uint8_t, 64>>(),
      TileOf<uint16_t, Pairs<uint16_t>>(),
      TileOf<uint16_t, Lanes<uint16_t, 64>>(),
      TileOf<uint32_t, Pairs<uint32_t>>(),
      TileOf<uint32_t, Lanes<uint32_t, 64>>(),
      TileOf<uint64_t, Pairs<uint64_t>>(),
      TileOf<uint64_t, Lanes<uint64_t, 64>>(),
  };
  static constexpr TransposeTiles kAll = AllOf(kTiles);
  return &kAll;
#else
  return nullptr;
#endif
}

}  // namespace tflite::kernels
