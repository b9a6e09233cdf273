#include "kernels/transpose/tiles/tiles.h"

#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/guarded_memory.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

std::vector<const TransposeTile*> All() {
  int count;
  const TransposeTiles* const* sets = AllTransposeTiles(&count);
  std::vector<const TransposeTile*> tiles;
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < sets[i]->count; ++k)
      tiles.push_back(&sets[i]->tiles[k]);
  }
  return tiles;
}

TEST(TransposeTiles, AreThoseOfEachInstructionSet) {
  int count;
  AllTransposeTiles(&count);
  const base::X86Features x86 = base::DetectX86();
  EXPECT_EQ(count, 1 + x86.avx2 + x86.avx512);
}

TEST(TransposeTiles, FindsTheWidestThatFits) {
  for (const int bytes : {1, 2, 4, 8}) {
    const TransposeTile* tile = FindTransposeTile(bytes, 1000, 1000);
    ASSERT_NE(tile, nullptr);
    EXPECT_EQ(tile->bytes, bytes);
    for (const TransposeTile* other : All()) {
      if (other->bytes == bytes) EXPECT_LE(other->rows, tile->rows);
    }
    const TransposeTile* few =
        FindTransposeTile(bytes, 1000, tile->columns - 1);
    ASSERT_TRUE(few == nullptr || few->columns < tile->columns);
    EXPECT_EQ(FindTransposeTile(bytes, 1, 1000), nullptr);
    EXPECT_EQ(FindTransposeTile(bytes, 1000, 1), nullptr);
  }
}

// Matrices that end with the memory they lie in.
template <typename T>
void Check(const TransposeTile& tile, int64_t rows, int64_t columns,
           int64_t gap) {
  const int64_t in_stride = columns + gap, out_stride = rows + 2 * gap;
  const int64_t in_count = (rows - 1) * in_stride + columns;
  const int64_t out_count = (columns - 1) * out_stride + rows;
  GuardedMemory in_memory(in_count * sizeof(T));
  GuardedMemory out_memory(out_count * sizeof(T));
  T* const in = in_memory.Last<T>(in_count);
  T* const out = out_memory.Last<T>(out_count);
  for (int64_t i = 0; i < in_count; ++i) {
    in[i] = static_cast<T>((i + 1) * 0x9E3779B97F4A7C15u >> 8);
  }
  std::memset(out, 0x77, out_count * sizeof(T));
  tile.run(rows, columns, in, in_stride, out, out_stride);
  T untouched;
  std::memset(&untouched, 0x77, sizeof(T));
  for (int64_t i = 0; i < out_count; ++i) {
    const int64_t c = i / out_stride, r = i % out_stride;
    ASSERT_EQ(out[i], r < rows ? in[r * in_stride + c] : untouched)
        << rows << " rows of " << columns << " and " << gap << ": row " << r
        << " column " << c << ", " << sizeof(T) << " bytes, tiles of "
        << tile.rows << " x " << tile.columns;
  }
}

TEST(TransposeTiles, MoveEachElementAndNothingElse) {
  for (const TransposeTile* tile : All()) {
    for (int64_t rows = tile->rows; rows <= 2 * tile->rows + 1; ++rows) {
      for (const int64_t more : {0, 1, 2, 3, 5, 7, 8, 13, 16, 31}) {
        const int64_t columns = tile->columns + more, gap = more % 3;
        if (tile->bytes == 1) Check<uint8_t>(*tile, rows, columns, gap);
        if (tile->bytes == 2) Check<uint16_t>(*tile, rows, columns, gap);
        if (tile->bytes == 4) Check<uint32_t>(*tile, rows, columns, gap);
        if (tile->bytes == 8) Check<uint64_t>(*tile, rows, columns, gap);
      }
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
