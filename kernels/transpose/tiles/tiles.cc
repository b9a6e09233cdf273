#include "kernels/transpose/tiles/tiles.h"

#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

using Table = base::RowsOfProcessor<TransposeTiles, kTransposeTileSets>;

Table Detect() {
  Table table;
  const base::X86Features x86 = base::DetectX86();
  if (x86.avx512) table.Add(TransposeTilesAvx512());
  if (x86.avx2) table.Add(TransposeTilesAvx2());
  table.Add(TransposeTilesBaseline());
  return table;
}

}  // namespace

const TransposeTiles* const* AllTransposeTiles(int* count) {
  static const Table table = Detect();
  *count = table.count;
  return table.rows;
}

const TransposeTile* FindTransposeTile(int bytes, int64_t rows,
                                       int64_t columns) {
  int sets;
  const TransposeTiles* const* all = AllTransposeTiles(&sets);
  for (int i = 0; i < sets; ++i) {
    for (int k = 0; k < all[i]->count; ++k) {
      const TransposeTile& tile = all[i]->tiles[k];
      if (tile.bytes == bytes && tile.rows <= rows && tile.columns <= columns) {
        return &tile;
      }
    }
  }
  return nullptr;
}

}  // namespace tflite::kernels
