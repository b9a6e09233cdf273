// Valid and broken programs: the executor rejects every access outside the
// shared memory, and accesses nothing there.
#include "delegates/dsp/skel/executor.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "delegates/dsp/testing/every_kind.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

constexpr uint32_t kBytes = 1 << 19;

// Shared memory between inaccessible pages.
class FencedMemory {
 public:
  FencedMemory() {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    map_bytes_ = kBytes + 2 * page;
    map_ = static_cast<uint8_t*>(mmap(nullptr, map_bytes_, PROT_NONE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    base_ = map_ + page;
    mprotect(base_, kBytes, PROT_READ | PROT_WRITE);
  }
  ~FencedMemory() { munmap(map_, map_bytes_); }

  uint8_t* base() const { return base_; }

 private:
  size_t map_bytes_;
  uint8_t *map_, *base_;
};

RunReply RunAll(const Piece& program, uint8_t* base, uint32_t steps = 1) {
  return RunProgram({program, 0, steps}, base, kBytes);
}

MapParams Negation(ProgramMaker& maker, uint8_t* base) {
  MapParams p = {};
  p.input = maker.Take(100);
  p.output = maker.Take(100);
  p.table = maker.Take(256);
  p.count = 100;
  for (int i = 0; i < 256; ++i) {
    base[p.table.offset + i] = static_cast<uint8_t>(255 - i);
  }
  for (int i = 0; i < 100; ++i) {
    base[p.input.offset + i] = static_cast<uint8_t>(3 * i);
  }
  return p;
}

TEST(Executor, RunsSteps) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  const MapParams there = Negation(maker, memory.base());
  MapParams back = there;
  back.input = there.output;
  back.output = maker.Take(100);
  maker.Add(there);
  maker.Add(back);
  const Piece program = maker.Finish();
  const RunReply reply = RunAll(program, memory.base(), 2);
  EXPECT_EQ(reply.fault, Fault::kNone);
  EXPECT_EQ(memory.base()[there.output.offset + 7], 255 - 21);
  EXPECT_EQ(std::memcmp(memory.base() + there.input.offset,
                        memory.base() + back.output.offset, 100),
            0);
}

TEST(Executor, RunsThoseAskedForAlone) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  const MapParams first = Negation(maker, memory.base());
  MapParams second = first;
  second.output = maker.Take(100);
  maker.Add(first);
  maker.Add(second);
  const Piece program = maker.Finish();
  EXPECT_EQ(RunProgram({program, 1, 1}, memory.base(), kBytes).fault,
            Fault::kNone);
  EXPECT_EQ(memory.base()[first.output.offset], 0);
  EXPECT_EQ(memory.base()[second.output.offset], 255);
  // None at all, after the last one.
  EXPECT_EQ(RunProgram({program, 2, 0}, memory.base(), kBytes).fault,
            Fault::kNone);
  for (const auto& [begin, count] :
       {std::pair(0u, 3u), std::pair(3u, 0u), std::pair(2u, 0xFFFFFFFFu)}) {
    EXPECT_EQ(RunProgram({program, begin, count}, memory.base(), kBytes).fault,
              Fault::kProgram);
  }
}

TEST(Executor, PassesOverSeveralSteps) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  MapParams p = Negation(maker, memory.base());
  std::vector<Piece> outputs;
  for (int i = 0; i < 3; ++i) {
    p.output = maker.Take(100);
    outputs.push_back(p.output);
    maker.Add(p);
  }
  const Piece program = maker.Finish();
  EXPECT_EQ(RunProgram({program, 2, 1}, memory.base(), kBytes).fault,
            Fault::kNone);
  EXPECT_EQ(memory.base()[outputs[0].offset], 0);
  EXPECT_EQ(memory.base()[outputs[1].offset], 0);
  EXPECT_EQ(memory.base()[outputs[2].offset], 255);
}

TEST(Executor, RefusesWhatIsNoProgram) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  maker.Add(Negation(maker, memory.base()));
  const Piece program = maker.Finish();
  for (const Piece& piece :
       {Piece{0, program.bytes}, Piece{program.offset + 4, program.bytes},
        Piece{program.offset, 8}, Piece{program.offset, program.bytes + 1},
        Piece{kBytes - 128, 128}, Piece{0xFFFFFF80u, 0xFFFFFFFFu}}) {
    EXPECT_EQ(RunAll(piece, memory.base()).fault, Fault::kProgram);
    EXPECT_EQ(RunAll(piece, memory.base(), 0).fault, Fault::kProgram);
  }
  EXPECT_EQ(RunProgram({program, 0, 1}, nullptr, 0).fault, Fault::kProgram);
}

TEST(Executor, RefusesAnotherHeader) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  const MapParams p = Negation(maker, memory.base());
  maker.Add(p);
  maker.Add(p);
  const Piece program = maker.Finish(8);
  auto& header =
      *reinterpret_cast<ProgramHeader*>(memory.base() + program.offset);
  const ProgramHeader right = header;
  const auto expect = [&](Fault fault) {
    EXPECT_EQ(RunAll(program, memory.base(), 0).fault, fault);
    header = right;
  };
  expect(Fault::kNone);
  ++header.magic;
  expect(Fault::kProgram);
  ++header.version;
  expect(Fault::kProgram);
  ++header.bytes;
  expect(Fault::kProgram);
  header.steps = 0;  // but there are bytes
  expect(Fault::kProgram);
  header.scratch.offset = 0;
  expect(Fault::kBounds);
  header.scratch = program;
  expect(Fault::kBounds);
  header.scratch = {0, 0};
  expect(Fault::kNone);
}

TEST(Executor, RefusesStepsThatDoNotFillTheProgram) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  const MapParams p = Negation(maker, memory.base());
  maker.Add(p);
  maker.Add(p);
  const Piece program = maker.Finish();
  uint8_t* const at = memory.base() + program.offset;
  auto& header = *reinterpret_cast<ProgramHeader*>(at);
  auto& first = *reinterpret_cast<StepHeader*>(at + sizeof(ProgramHeader));
  auto& second = *reinterpret_cast<StepHeader*>(
      at + sizeof(ProgramHeader) + sizeof(StepHeader) + sizeof(MapParams));
  const auto expect = [&](uint32_t skipped, uint32_t step) {
    const RunReply reply =
        RunProgram({program, skipped, 1}, memory.base(), kBytes);
    EXPECT_EQ(reply.fault, Fault::kProgram);
    EXPECT_EQ(reply.step, step);
  };
  // Bytes are left after the last step.
  header.steps = 1;
  expect(0, 0);
  // None are left for another one.
  header.steps = 3;
  expect(2, 2);
  header.steps = 2;
  // The last one ends beyond the program, also if it is passed over.
  second.bytes += 4;
  expect(1, 1);
  second.bytes -= 4;
  first.bytes = program.bytes;
  expect(0, 0);
  expect(1, 0);
  // Steps are made of words.
  first.bytes = sizeof(MapParams) - 2;
  expect(0, 0);
}

// The last step is a header alone: it can be passed over, but not run.
TEST(Executor, RefusesAStepWithoutParameters) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  const MapParams p = Negation(maker, memory.base());
  maker.Add(p);
  maker.Add(p);
  Piece program = maker.Finish();
  program.bytes -= sizeof(MapParams);
  uint8_t* const at = memory.base() + program.offset;
  reinterpret_cast<ProgramHeader*>(at)->bytes = program.bytes;
  reinterpret_cast<StepHeader*>(at + program.bytes - sizeof(StepHeader))
      ->bytes = 0;
  EXPECT_EQ(RunProgram({program, 2, 0}, memory.base(), kBytes).fault,
            Fault::kNone);
  const RunReply reply = RunProgram({program, 1, 1}, memory.base(), kBytes);
  EXPECT_EQ(reply.fault, Fault::kParams);
  EXPECT_EQ(reply.step, 1u);
}

TEST(Executor, RefusesAStepOfAnotherSize) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  maker.Add(Negation(maker, memory.base()));
  const Piece program = maker.Finish();
  auto* step = reinterpret_cast<StepHeader*>(memory.base() + program.offset +
                                             sizeof(ProgramHeader));
  step->opcode = static_cast<Opcode>(kOpcodeEnd);
  EXPECT_EQ(RunAll(program, memory.base()).fault, Fault::kOpcode);
  step->opcode = Opcode::kConv2d;
  EXPECT_EQ(RunAll(program, memory.base()).fault, Fault::kParams);
}

TEST(Executor, RefusesTooLittleScratch) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  LstmParams p = {};
  p.steps = p.batch = p.inputs = p.cells = p.outputs = 1;
  p.input = maker.Take(4);
  for (LstmGateParams& gate : p.gates) {
    gate.weights = gate.recurrent = gate.input_bias = gate.recurrent_bias =
        p.input;
  }
  p.output = p.hidden_state = p.cell_state = maker.Take(4);
  maker.Add(p);
  EXPECT_EQ(RunAll(maker.Finish(8), memory.base()).fault, Fault::kScratch);
}

// A fully connected layer of one product, 0, whose constants are `bias` and a
// factor of 1/2 and `shift`; what it writes.
int8_t Requantized(int32_t bias, int32_t shift) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  FullyConnectedParams p = {};
  p.input = maker.Take(1);
  p.output = maker.Take(1);
  p.weights = maker.Take(32 * 4);
  p.finish.planes = maker.Take(3 * 32 * 4);
  p.finish.channels = p.finish.pitch = 32;
  p.finish.zero_point = -100;
  p.finish.min = -128;
  p.finish.max = 127;
  p.rows = p.depth = p.units = p.is_signed = 1;
  auto* planes =
      reinterpret_cast<int32_t*>(memory.base() + p.finish.planes.offset);
  planes[0] = bias;
  planes[32] = 1 << 30;
  planes[64] = shift;
  maker.Add(p);
  EXPECT_EQ(RunAll(maker.Finish(1 << 17), memory.base()).fault, Fault::kNone);
  return static_cast<int8_t>(memory.base()[p.output.offset]);
}

// The shifts lie in memory that others may write.
TEST(Executor, ShiftsByNoMoreThanAnIntegerHas) {
  EXPECT_EQ(Requantized(20, 0), -90);
  EXPECT_EQ(Requantized(1 << 30, -40), -100);
  EXPECT_EQ(Requantized(1, 30), 127);
  EXPECT_EQ(Requantized(1, 40), 127);
}

TEST(Executor, RunsEveryKind) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  const Piece program = EveryKind(maker, memory.base());
  const RunReply reply = RunAll(program, memory.base(), kKinds);
  EXPECT_EQ(reply.fault, Fault::kNone)
      << FaultText(reply.fault) << " in step " << reply.step;
  EXPECT_EQ(reply.step, kKinds);
  // No piece is there.
  for (int i = 0; i < 128; ++i) EXPECT_EQ(memory.base()[i], 0) << i;
}

// A program with any change runs inside the memory or is rejected.
TEST(Executor, SurvivesChangedPrograms) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  ChangedPrograms programs(EveryKind(maker, memory.base()), maker,
                           memory.base(), kBytes);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    programs.ChangeAWord();
    const RunReply reply = RunAll(programs.program(), memory.base(), kKinds);
    refused += reply.fault != Fault::kNone;
  }
  EXPECT_GT(refused, 2000);
}

TEST(Executor, SurvivesPiecesThatOverlap) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  ChangedPrograms programs(EveryKind(maker, memory.base()), maker,
                           memory.base(), kBytes);
  int refused = 0, ran = 0;
  for (int round = 0; round < 3000; ++round) {
    programs.MovePieces();
    // Each step alone, as the first one that is refused ends a run.
    for (uint32_t step = 0; step < kKinds; ++step) {
      const bool is_right =
          RunProgram({programs.program(), step, 1}, memory.base(), kBytes)
              .fault == Fault::kNone;
      ran += is_right;
      refused += !is_right;
    }
  }
  EXPECT_GT(ran, 30000);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace tflite::dsp
