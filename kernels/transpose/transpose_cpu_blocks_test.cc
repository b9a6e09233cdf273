#include "kernels/transpose/transpose_cpu_blocks.h"

#include <ostream>

#include "gtest/gtest.h"

namespace tflite::kernels {

void PrintTo(const TransposeBlocks& b, std::ostream* out) {
  *out << b.rows << " rows of " << b.columns << (b.buffered ? " buffered" : "");
}

namespace {

using Blocks = TransposeBlocks;

// Of a dense matrix, which becomes another one.
Blocks Choose(int64_t bytes, int64_t rows, int64_t columns) {
  return ChooseTransposeBlocks(bytes, rows, columns, columns, rows);
}

TEST(TransposeBlocks, OfFewRowsAreLong) {
  EXPECT_EQ(Choose(4, 1, 1000), (Blocks{3, 512}));
  EXPECT_EQ(Choose(1, 3, 4096), (Blocks{3, 512}));
  EXPECT_EQ(Choose(4, 4, 1000), (Blocks{256, 64}));
}

// As wide as four lines, of 64 bytes.
TEST(TransposeBlocks, OfRowsThatDoNotCollideAreHigh) {
  EXPECT_EQ(Choose(1, 1000, 1000), (Blocks{256, 256}));
  EXPECT_EQ(Choose(2, 1000, 1000), (Blocks{256, 128}));
  EXPECT_EQ(Choose(4, 1000, 1000), (Blocks{256, 64}));
  EXPECT_EQ(Choose(8, 1000, 1000), (Blocks{256, 32}));
  // Every 32nd row is in the same place of the cache, which has eight such
  // places.
  EXPECT_EQ(Choose(4, 1000, 32), (Blocks{256, 64}));
}

TEST(TransposeBlocks, OfNarrowRowsAreHigher) {
  EXPECT_EQ(Choose(4, 5000, 17), (Blocks{256, 64}));
  EXPECT_EQ(Choose(4, 5000, 15), (Blocks{273, 64}));
  EXPECT_EQ(Choose(4, 5000, 3), (Blocks{1365, 64}));
  EXPECT_EQ(Choose(1, 5000, 5), (Blocks{3276, 256}));
  EXPECT_EQ(Choose(4, 5000, 1), (Blocks{4096, 64}));
  EXPECT_EQ(
      ChooseTransposeBlocks(4, 5000, /*columns=*/0, /*in_stride=*/3, 5000),
      (Blocks{4096, 64}));
}

// Every 16th row, or 8th, is in the same place of the cache.
TEST(TransposeBlocks, OfRowsThatCollideLateHaveAsManyAsItKeeps) {
  EXPECT_EQ(Choose(4, 1000, 64), (Blocks{128, 64}));
  EXPECT_EQ(Choose(4, 1000, 192), (Blocks{128, 64}));
  EXPECT_EQ(Choose(8, 1000, 32), (Blocks{128, 32}));
  EXPECT_EQ(Choose(8, 1000, 64), (Blocks{64, 32}));
}

TEST(TransposeBlocks, OfRowsThatCollideAreAsHighAsALine) {
  EXPECT_EQ(Choose(4, 100, 128), (Blocks{64, 64}));
  EXPECT_EQ(Choose(4, 100, 256), (Blocks{32, 64}));
  EXPECT_EQ(Choose(4, 100, 1024), (Blocks{16, 64}));
  EXPECT_EQ(Choose(8, 100, 512), (Blocks{8, 32}));
}

// So do columns of the output, or they almost do.
TEST(TransposeBlocks, OfRowsAndColumnsThatCollideAreBuffered) {
  EXPECT_EQ(Choose(4, 1024, 1024), (Blocks{128, 32, true}));
  EXPECT_EQ(Choose(8, 512, 512), (Blocks{128, 16, true}));
  for (const int64_t rows : {1020, 1024, 1028, 510, 514, 146}) {
    EXPECT_EQ(Choose(4, rows, 1024), (Blocks{128, 32, true})) << rows;
  }
  for (const int64_t rows : {1019, 1029, 509, 515, 145, 147}) {
    EXPECT_EQ(Choose(4, rows, 1024), (Blocks{16, 64})) << rows;
  }
}

// Smaller elements are never written in pieces of one line.
TEST(TransposeBlocks, OfRowsOfSmallElementsThatCollideAreBuffered) {
  EXPECT_EQ(Choose(1, 100, 4096), (Blocks{128, 128, true}));
  EXPECT_EQ(Choose(2, 100, 2048), (Blocks{128, 64, true}));
}

}  // namespace
}  // namespace tflite::kernels
