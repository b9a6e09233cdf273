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

// Of a dense matrix whose rows do not collide in the cache.
Blocks Usual(int64_t bytes) { return Choose(bytes, 1000, 1000); }

TEST(TransposeBlocks, OfFewRowsAreLong) {
  for (const int64_t rows : {1, 3}) {
    const Blocks blocks = Choose(4, rows, 1000);
    EXPECT_GE(blocks.rows, rows);
    EXPECT_GT(blocks.columns, Usual(4).columns);
    EXPECT_FALSE(blocks.buffered);
  }
}

TEST(TransposeBlocks, OfRowsThatDoNotCollideHaveWholeLines) {
  for (const int64_t bytes : {1, 2, 4, 8}) {
    EXPECT_EQ(Usual(bytes).rows, Usual(4).rows) << bytes;
    EXPECT_EQ(Usual(bytes).columns * bytes, Usual(4).columns * 4) << bytes;
    EXPECT_FALSE(Usual(bytes).buffered) << bytes;
  }
  EXPECT_EQ(Usual(4).columns * 4 % kTransposeLine, 0);
}

TEST(TransposeBlocks, OfNarrowRowsAreHigher) {
  const auto rows = [](int64_t columns) {
    return Choose(4, 5000, columns).rows;
  };
  // A line has 16 elements.
  EXPECT_EQ(rows(17), Usual(4).rows);
  EXPECT_GT(rows(15), rows(17));
  EXPECT_GT(rows(3), rows(15));
  EXPECT_GT(rows(1), rows(3));
  EXPECT_EQ(
      ChooseTransposeBlocks(4, 5000, /*columns=*/0, /*in_stride=*/3, 5000),
      Choose(4, 5000, 1));
}

// Every 32nd row, 16th or 8th, is in the same place of the cache, which has
// eight such places.
TEST(TransposeBlocks, OfRowsThatCollideLateHaveAsManyAsItKeeps) {
  EXPECT_EQ(Choose(4, 1000, 32).rows, 256);
  EXPECT_EQ(Choose(4, 1000, 64).rows, 128);
  EXPECT_EQ(Choose(4, 1000, 192).rows, 128);
  EXPECT_EQ(Choose(8, 1000, 32).rows, 128);
  EXPECT_EQ(Choose(8, 1000, 64).rows, 64);
}

// A piece of a column fills a line.
TEST(TransposeBlocks, OfRowsThatCollideAreAsHighAsALine) {
  EXPECT_EQ(Choose(4, 100, 128).rows, 64);
  EXPECT_EQ(Choose(4, 100, 256).rows, 32);
  EXPECT_EQ(Choose(4, 100, 1024).rows, 16);
  EXPECT_EQ(Choose(8, 100, 512).rows, 8);
}

// So do columns of the output, or they almost do.
TEST(TransposeBlocks, OfRowsAndColumnsThatCollideAreBuffered) {
  EXPECT_TRUE(Choose(8, 512, 512).buffered);
  for (const int64_t rows : {1024, 1023, 1025, 512, 511, 513}) {
    EXPECT_TRUE(Choose(4, rows, 1024).buffered) << rows;
  }
  for (const int64_t rows : {600, 1000, 1040}) {
    EXPECT_FALSE(Choose(4, rows, 1024).buffered) << rows;
  }
}

// Smaller elements are never written in pieces of one line.
TEST(TransposeBlocks, OfRowsOfSmallElementsThatCollideAreBuffered) {
  EXPECT_TRUE(Choose(1, 100, 4096).buffered);
  EXPECT_TRUE(Choose(2, 100, 2048).buffered);
}

}  // namespace
}  // namespace tflite::kernels
