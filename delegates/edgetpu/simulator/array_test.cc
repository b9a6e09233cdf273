// The stepped arrays agree with closed forms, which are here and nowhere else.
#include "delegates/edgetpu/simulator/array.h"

#include <algorithm>
#include <random>
#include <string>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

uint64_t CeilDiv(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

// The number of the last cycle, counted from 0, of a product of an m x k and a
// k x n matrix.
uint64_t ClosedForm(Dataflow dataflow, uint64_t r, uint64_t c, uint64_t m,
                    uint64_t n, uint64_t k) {
  switch (dataflow) {
    case Dataflow::kWeightStationary:
      return CeilDiv(k, r) * CeilDiv(n, c) * (m + 2 * r + c - 2) - 1;
    case Dataflow::kOutputStationary:
      return CeilDiv(m, r) * CeilDiv(n, c) * (k + r + c - 2) - 1;
    default:
      return CeilDiv(k, r) * CeilDiv(m, c) * (n + 2 * r + c - 2) - 1;
  }
}

// The same by instructions: one for each block of lanes.
uint64_t Stepped(Dataflow dataflow, int32_t r, int32_t c, uint32_t m,
                 uint32_t n, uint32_t k) {
  const Target target = PlainArrayTarget(dataflow, r, c);
  uint64_t cycles = 0;
  const auto block = static_cast<uint32_t>(target.lane_block());
  for (uint32_t first = 0; first < n; first += block) {
    Multiply multiply;
    multiply.window.rows = m;
    multiply.depth = static_cast<uint32_t>(CeilDiv(k, target.depth_block()));
    multiply.lanes = std::min(block, n - first);
    cycles += ArrayCycles(multiply, target);
  }
  return cycles - 1;
}

TEST(SystolicArrays, HaveTheCyclesOfTheClosedForms) {
  std::mt19937 random(3);
  for (const Dataflow dataflow :
       {Dataflow::kWeightStationary, Dataflow::kOutputStationary,
        Dataflow::kInputStationary}) {
    for (int i = 0; i < 200; ++i) {
      const int32_t r = 1 + random() % 40, c = 1 + random() % 40;
      const uint32_t m = 1 + random() % 300, n = 1 + random() % 300,
                     k = 1 + random() % 300;
      EXPECT_EQ(Stepped(dataflow, r, c, m, n, k),
                ClosedForm(dataflow, r, c, m, n, k))
          << static_cast<int>(dataflow) << ": " << r << "x" << c << ", " << m
          << " " << n << " " << k;
    }
  }
}

TEST(BroadcastArrays, StreamOnePositionPerCycleAndStep) {
  const Target target = DefaultTarget();
  Multiply m;
  m.window.rows = m.window.columns = 14;
  m.window.kernel_rows = m.window.kernel_columns = 3;
  m.depth = 16;
  m.lanes = 64;
  // 4 cycles for the first weights, 8 stages to drain.
  EXPECT_EQ(ArrayCycles(m, target), 4u + 14 * 14 * 9 * 16 + 8);
}

TEST(BroadcastArrays, AreBoundByWeightsAtOnePosition) {
  const Target target = DefaultTarget();
  Multiply m;
  m.depth = 100;
  m.lanes = 64;
  // 256 bytes of weights per step, 64 bytes per cycle; the last step only
  // streams.
  EXPECT_EQ(ArrayCycles(m, target), 100u * 4 + 1 + 8);
}

TEST(BroadcastArrays, DoOneTapOfTheirLanesPerCycle) {
  const Target target = DefaultTarget();
  Multiply m;
  m.window.rows = 10;
  m.window.kernel_rows = m.window.kernel_columns = 3;
  m.lanes = 64;
  m.flags = kLanewise;
  EXPECT_EQ(ArrayCycles(m, target), 1u + 10 * 9 + 8);
}

// The array of isa/array_single_buffered.cc, which the simulator does not know.
TEST(OtherArrays, HaveTheCyclesOfTheirFile) {
  std::string text = TargetText(DefaultTarget());
  const std::string old = "dataflow = broadcast";
  text.replace(text.find(old), old.size(), "dataflow = single_buffered");
  const auto target = ParseTarget(text);
  ASSERT_TRUE(target.ok()) << target.status();
  std::mt19937 random(5);
  for (int i = 0; i < 100; ++i) {
    Multiply m;
    m.window.rows = 1 + random() % 30;
    m.window.columns = 1 + random() % 30;
    m.window.kernel_rows = 1 + random() % 5;
    m.depth = 1 + random() % 9;
    m.lanes = 1 + random() % 64;
    const uint64_t steps = uint64_t{m.window.kernel_rows} * m.depth;
    EXPECT_EQ(ArrayCycles(m, *target),
              steps * (CeilDiv(4 * m.lanes, 64) +
                       uint64_t{m.window.rows} * m.window.columns) +
                  8);
    // Lanewise products take as long as on any array.
    m.flags = kLanewise;
    m.depth = 1;
    EXPECT_EQ(ArrayCycles(m, *target), ArrayCycles(m, DefaultTarget()));
  }
}

}  // namespace
}  // namespace tflite::edgetpu
