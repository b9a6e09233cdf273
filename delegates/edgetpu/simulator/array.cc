#include "delegates/edgetpu/simulator/array.h"

#include <algorithm>
#include <vector>

#include "delegates/edgetpu/isa/array_kind.h"

namespace tflite::edgetpu {
namespace {

// A chain of registers: what enters it leaves it `length` cycles later.
class DelayLine {
 public:
  explicit DelayLine(size_t length) : stages_(length) {}

  // One cycle; returns what leaves.
  bool Step(bool enters) {
    if (stages_.empty()) return enters;
    const bool leaves = stages_[at_];
    stages_[at_] = enters;
    at_ = at_ + 1 == stages_.size() ? 0 : at_ + 1;
    return leaves;
  }

 private:
  std::vector<char> stages_;
  size_t at_ = 0;
};

// A systolic array of rows x columns cells. Vectors enter at the first row and
// move on by one row and one column in each cycle, so that the last cell works
// on a vector rows - 1 + columns - 1 cycles after the first one.
class SystolicArray {
 public:
  SystolicArray(uint64_t rows, uint64_t columns)
      : rows_(rows), columns_(columns) {}

  // What stays in the cells moves in by one row a cycle.
  void Fill() {
    for (uint64_t row = 0; row < rows_; ++row) ++cycle_;
  }

  // Until the last cell has worked on the last of the vectors.
  void Stream(uint64_t vectors) {
    DelayLine diagonal(rows_ - 1 + columns_ - 1);
    uint64_t entered = 0, finished = 0;
    while (finished < vectors) {
      const bool enters = entered < vectors;
      entered += enters ? 1 : 0;
      finished += diagonal.Step(enters) ? 1 : 0;
      ++cycle_;
    }
  }

  uint64_t cycle() const { return cycle_; }

 private:
  const uint64_t rows_, columns_;
  uint64_t cycle_ = 0;
};

uint64_t SystolicCycles(const Target& t, uint64_t positions, uint64_t depth,
                        uint64_t lanes) {
  SystolicArray array(t.array_rows, t.array_columns);
  // Each block of what stays in the array, one after the other.
  switch (t.dataflow) {
    case Dataflow::kWeightStationary:
      for (uint64_t block = 0; block < depth; ++block) {
        array.Fill();
        array.Stream(positions);
      }
      break;
    case Dataflow::kInputStationary:
      for (uint64_t block = 0; block < depth; ++block) {
        for (uint64_t p = 0; p < positions; p += t.array_columns) {
          array.Fill();
          array.Stream(lanes);
        }
      }
      break;
    default:
      // Sums leave by paths of their own while the next block streams.
      for (uint64_t p = 0; p < positions; p += t.array_rows) {
        array.Stream(depth);
      }
  }
  return array.cycle();
}

// Two sets of weight registers: while one set works on the positions, the
// weights of the next step are loaded into the other.
uint64_t BroadcastCycles(const Target& t, uint64_t positions, uint64_t steps,
                         uint64_t weights_bytes) {
  const uint64_t width = t.tile_memory_bytes_per_cycle;
  uint64_t cycle = 0;
  const auto load = [&] {
    uint64_t cycles = 0;
    for (uint64_t loaded = 0; loaded < weights_bytes; loaded += width) ++cycles;
    return cycles;
  };
  cycle += load();
  for (uint64_t step = 0; step < steps; ++step) {
    const uint64_t loads = step + 1 < steps ? load() : 0;
    cycle += std::max(positions, loads);
  }
  DelayLine pipeline(t.pipeline_cycles);
  for (bool last = true; !pipeline.Step(last); last = false) ++cycle;
  return cycle;
}

}  // namespace

uint64_t ArrayCycles(const Multiply& m, const Target& target) {
  const Window& w = m.window;
  const uint64_t positions = uint64_t{w.rows} * w.columns;
  const uint64_t taps = uint64_t{w.kernel_rows} * w.kernel_columns;
  const bool lanewise = (m.flags & kLanewise) != 0;
  // Lanewise products need no array: every kind does them lane by lane.
  if (lanewise) {
    return BroadcastCycles(target, positions, taps * m.depth, m.lanes);
  }
  const auto block = static_cast<uint64_t>(target.depth_block());
  const ArrayKind* kind = FindArrayKind(target.dataflow);
  if (kind != nullptr && kind->cycles != nullptr) {
    return kind->cycles(target,
                        {positions, taps * m.depth, m.lanes, block * m.lanes});
  }
  if (target.dataflow == Dataflow::kBroadcast) {
    return BroadcastCycles(target, positions, taps * m.depth, block * m.lanes);
  }
  return SystolicCycles(target, positions, taps * m.depth, m.lanes);
}

}  // namespace tflite::edgetpu
