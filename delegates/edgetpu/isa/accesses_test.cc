#include "delegates/edgetpu/isa/accesses.h"

#include <algorithm>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

constexpr Space kTile = Space::kTile;

// "tile 2: 0-64 read, 128-192 written" of an instruction.
struct Found {
  int engine = 0;
  std::vector<Access> list;
};
Found Of(const Instruction& instruction, const Target& target) {
  Accesses accesses(target);
  Found found;
  found.engine = accesses.Of(instruction);
  found.list = accesses.list();
  return found;
}

void ExpectAccess(const Access& a, Space space, int unit, uint64_t begin,
                  uint64_t end, bool writes) {
  EXPECT_EQ(a.space, space);
  EXPECT_EQ(a.unit, unit);
  EXPECT_EQ(a.begin, begin);
  EXPECT_EQ(a.end, end);
  EXPECT_EQ(a.writes, writes);
}

TEST(Accesses, OfATransferCountGapsAndCopies) {
  Dma d;
  d.from = {Space::kStore, 0, 1000};
  d.to = {kTile, 3, 64};
  d.row_bytes = 8;
  d.rows = 3;
  d.from_row = 100;
  d.to_row = 16;
  d.copies = 2;
  const Found found = Of(d, DefaultTarget());
  EXPECT_EQ(found.engine, kRing);
  ASSERT_EQ(found.list.size(), 3u);
  ExpectAccess(found.list[0], Space::kStore, 0, 1000, 1208, false);
  ExpectAccess(found.list[1], kTile, 3, 64, 104, true);
  ExpectAccess(found.list[2], kTile, 4, 64, 104, true);
  d.from.space = Space::kScratch;
  EXPECT_EQ(Of(d, DefaultTarget()).engine, kLink);
}

TEST(Accesses, OfAMultiplicationDependOnTheTarget) {
  Multiply m;
  m.tile = 1;
  m.input = 0;
  m.weights = 1000;
  m.bias = 5000;
  m.accumulators = 8000;
  m.window.rows = m.window.height = 7;
  m.window.row_bytes = 32;
  m.depth = 2;
  m.lanes = 3;
  const Found bare = Of(m, DefaultTarget());
  EXPECT_EQ(bare.engine, 1);
  // Without kStart, no bias is read.
  ASSERT_EQ(bare.list.size(), 3u);
  ExpectAccess(bare.list[0], kTile, 1, 0, 6 * 32 + 2 * 4, false);
  ExpectAccess(bare.list[1], kTile, 1, 1000, 1000 + 2 * 3 * 4, false);
  ExpectAccess(bare.list[2], kTile, 1, 8000, 8000 + 7 * 3 * 4, true);
  m.flags = kStart;
  Target target = DefaultTarget();
  target.array_rows = 8;
  const Found biased = Of(m, target);
  ASSERT_EQ(biased.list.size(), 4u);
  ExpectAccess(biased.list[1], kTile, 1, 1000, 1000 + 2 * 3 * 8, false);
  ExpectAccess(biased.list[2], kTile, 1, 5000, 5012, false);
}

TEST(Accesses, OfASyncAreNone) {
  const Found found = Of(Sync{1, 2}, DefaultTarget());
  EXPECT_EQ(found.engine, -1);
  EXPECT_TRUE(found.list.empty());
}

}  // namespace
}  // namespace tflite::edgetpu
