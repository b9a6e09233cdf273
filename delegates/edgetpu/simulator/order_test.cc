#include "delegates/edgetpu/simulator/order.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

Dma Load(uint32_t offset, uint32_t copies = 1) {
  Dma d;
  d.to = {Space::kTile, 0, offset};
  d.row_bytes = 64;
  d.copies = copies;
  return d;
}

Lookup Map(uint32_t tile, uint32_t input, uint32_t output) {
  Lookup l;
  l.tile = tile;
  l.input = input;
  l.output = output;
  l.table = 4096;
  l.count = 64;
  return l;
}

std::string Problem(const std::vector<Instruction>& instructions) {
  return std::string(CheckOrder(instructions, DefaultTarget()).message());
}

constexpr Sync kTilesAwaitLink = {3, kLinkEngine};
constexpr Sync kLinkAwaitsTiles = {kLinkEngine, 3};

TEST(Order, ReadingBeforeATransferHasEndedIsAnError) {
  EXPECT_EQ(Problem({Load(0), kTilesAwaitLink, Map(0, 0, 128)}), "");
  const std::string problem = Problem({Load(0), Map(0, 0, 128)});
  EXPECT_NE(problem.find("does not await instruction 0"), std::string::npos)
      << problem;
  // Another engine waits.
  EXPECT_NE(Problem({Load(0), Sync{2, kLinkEngine}, Map(0, 0, 128)}), "");
  // All but the last of sixteen wait.
  EXPECT_NE(Problem({Load(0, 16), Sync{0x7FFF, kLinkEngine}, Map(15, 0, 128)}),
            "");
  // A later transfer is not awaited.
  EXPECT_NE(Problem({Load(0), kTilesAwaitLink, Load(64), Map(0, 64, 128)}), "");
}

TEST(Order, OverwritingWhatIsReadIsAnError) {
  const std::vector<Instruction> start = {Load(0), kTilesAwaitLink,
                                          Map(0, 0, 128)};
  auto without = start;
  without.push_back(Load(0));
  EXPECT_NE(Problem(without), "");
  auto with = start;
  with.insert(with.end(), {kLinkAwaitsTiles, Load(0)});
  EXPECT_EQ(Problem(with), "");
  // Other bytes, or another tile, are free.
  auto other = start;
  other.push_back(Load(64));
  EXPECT_EQ(Problem(other), "");
  EXPECT_EQ(Problem({Map(1, 0, 128), Load(0)}), "");
  EXPECT_NE(Problem({Map(1, 0, 128), Load(0, 2)}), "");
}

TEST(Order, WaitingIsTransitive) {
  // Tile 1 awaits tile 0, which has awaited the link.
  Dma to_second;
  to_second.to = {Space::kTile, 1, 0};
  to_second.row_bytes = 64;
  EXPECT_EQ(
      Problem({to_second, Sync{1, kLinkEngine}, Sync{2, 1}, Map(1, 0, 128)}),
      "");
  EXPECT_NE(Problem({to_second, Sync{2, 1}, Map(1, 0, 128)}), "");
}

TEST(Order, OneEngineKeepsItsOrder) {
  EXPECT_EQ(Problem({Map(0, 0, 128), Map(0, 128, 0), Load(256), Load(256)}),
            "");
}

}  // namespace
}  // namespace tflite::edgetpu
