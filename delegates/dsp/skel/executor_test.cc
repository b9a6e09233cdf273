// Valid and broken programs: the executor rejects every access outside the
// shared memory, and accesses nothing there.
#include "delegates/dsp/skel/executor.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/wire/pieces.h"
#include "delegates/dsp/wire/step_list.h"
#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

constexpr uint32_t kBytes = 1 << 19;

template <typename Params>
struct OpcodeFor;
#define TFLL_DSP_OPCODE(Name)                         \
  template <>                                         \
  struct OpcodeFor<Name##Params> {                    \
    static constexpr Opcode kValue = Opcode::k##Name; \
  };
TFLL_DSP_STEPS(TFLL_DSP_OPCODE)
#undef TFLL_DSP_OPCODE

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

// Consecutive pieces, then the program.
class ProgramMaker {
 public:
  explicit ProgramMaker(uint8_t* base) : base_(base) {}

  Piece Take(uint32_t bytes) {
    const Piece piece = {at_, bytes};
    at_ += (bytes + 127) / 128 * 128 + 128;
    return piece;
  }
  template <typename Params>
  void Add(const Params& params) {
    const StepHeader step = {OpcodeFor<Params>::kValue, sizeof(params)};
    Append(&step, sizeof(step));
    Append(&params, sizeof(params));
    ++steps_;
  }
  Piece Finish(uint32_t scratch_bytes = 0) {
    ProgramHeader header = {kProgramMagic, kWireVersion, 0, steps_, {0, 0}};
    if (scratch_bytes > 0) header.scratch = Take(scratch_bytes);
    header.bytes = static_cast<uint32_t>(sizeof(header) + steps_bytes_.size());
    const Piece program = Take(header.bytes);
    std::memcpy(base_ + program.offset, &header, sizeof(header));
    std::memcpy(base_ + program.offset + sizeof(header), steps_bytes_.data(),
                steps_bytes_.size());
    return program;
  }

 private:
  void Append(const void* data, size_t bytes) {
    const auto* begin = static_cast<const uint8_t*>(data);
    steps_bytes_.insert(steps_bytes_.end(), begin, begin + bytes);
  }

  uint8_t* const base_;
  uint32_t at_ = 128;
  uint32_t steps_ = 0;
  std::vector<uint8_t> steps_bytes_;
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

// A program with a step of each kind, with small shapes.
Piece EveryKind(ProgramMaker& maker, uint8_t* base) {
  const Piece in = maker.Take(512), out = maker.Take(512);
  const Piece constants = maker.Take(4096), table = maker.Take(2048);
  const Piece state = maker.Take(512);
  // Kernels read indices from some of them.
  std::memset(base + table.offset, 0, table.bytes);
  const Window w = {1, 5, 4, 3, 3, 2, 3, 3, 3, 1, 1, 1, 1, 0, 0};
  Finish finish = {table, 32, 32, 3, -100, 100, 1};
  maker.Add(Conv2dParams{in, constants, out, finish, w, 1, 1, -4, 128});
  maker.Add(DepthwiseConv2dParams{in, constants, out, finish, w, 1, 1, -4, 0});
  maker.Add(
      FullyConnectedParams{in, constants, out, finish, 4, 9, 7, 1, 2, 128});
  maker.Add(TransposeConvParams{in, constants, out, finish, w, 0, 5, 128});
  maker.Add(PoolParams{in, out, PoolForm::kAverage, w, 1, -128, 127});
  BinaryParams binary = {};
  binary.x = binary.y = in;
  binary.output = out;
  binary.rank = 2;
  binary.extents[0] = 5;
  binary.extents[1] = binary.x_strides[0] = 9;
  binary.x_strides[1] = binary.y_strides[1] = 1;
  maker.Add(binary);
  maker.Add(MapParams{in, out, constants, 77});
  CopyParams copy = {};
  copy.input = in;
  copy.output = out;
  copy.element_bytes = 2;
  copy.rank = 2;
  copy.extents[0] = copy.extents[1] = 4;
  copy.in_offset = 30;
  copy.in_strides[0] = -5;
  copy.in_strides[1] = copy.out_strides[1] = 1;
  copy.out_strides[0] = 7;
  maker.Add(copy);
  maker.Add(FillParams{out, 9});
  TakeParams take = {in, out, table, 3, 2, {4, 5}};
  maker.Add(take);
  maker.Add(ResizeBilinearParams{in, out, table, 1, 2, 3, 4, 5, 6, 1});
  ReduceParams reduce = {};
  reduce.input = in;
  reduce.output = out;
  reduce.rank = 3;
  reduce.extents[0] = reduce.extents[1] = reduce.extents[2] = 4;
  reduce.reduced = 2;
  maker.Add(reduce);
  maker.Add(SoftmaxParams{in, out, maker.Take(256 * 256 * 4), 4, 25, 1, -128,
                          1.0f / 256});
  maker.Add(L2NormalizationParams{in, out, 3, 20, 1, 4, 0});
  maker.Add(ArgMinMaxParams{in, out, 2, 9, 3, 1, 1, 8});
  maker.Add(SvdfParams{in,
                       constants,
                       constants,
                       table,
                       state,
                       out,
                       2,
                       6,
                       8,
                       5,
                       4,
                       2,
                       1,
                       2,
                       {0, 0},
                       {0, 0}});
  LstmParams lstm = {};
  lstm.input = in;
  lstm.output = out;
  lstm.hidden_state = lstm.cell_state = state;
  lstm.steps = 3;
  lstm.batch = 2;
  lstm.inputs = 5;
  lstm.cells = lstm.outputs = 6;
  for (LstmGateParams& gate : lstm.gates) {
    gate.weights = gate.recurrent = constants;
    gate.input_bias = gate.recurrent_bias = table;
  }
  maker.Add(lstm);
  return maker.Finish(128 * 1024);
}

TEST(Executor, RunsEveryKind) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  const Piece program = EveryKind(maker, memory.base());
  const RunReply reply = RunAll(program, memory.base(), 17);
  EXPECT_EQ(reply.fault, Fault::kNone)
      << FaultText(reply.fault) << " in step " << reply.step;
  EXPECT_EQ(reply.step, 17u);
  // No piece is there.
  for (int i = 0; i < 128; ++i) EXPECT_EQ(memory.base()[i], 0) << i;
}

// A program with any change runs inside the memory or is rejected.
TEST(Executor, SurvivesChangedPrograms) {
  const FencedMemory memory;
  ProgramMaker maker(memory.base());
  const Piece program = EveryKind(maker, memory.base());
  const std::vector<uint8_t> whole(
      memory.base() + program.offset,
      memory.base() + program.offset + program.bytes);
  uint64_t state = 7;
  const auto random = [&](uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  const int32_t odd[] = {0,     -1,     1,         2,        INT32_MAX,
                         1000,  0x8000, INT32_MIN, 0xFFFF80, kBytes,
                         65408, 32,     127,       128,      255};
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::memcpy(memory.base() + program.offset, whole.data(), whole.size());
    const uint64_t at = random(whole.size() / 4) * 4;
    const int32_t value = odd[random(sizeof(odd) / sizeof(odd[0]))];
    std::memcpy(memory.base() + program.offset + at, &value, sizeof(value));
    const RunReply reply = RunAll(program, memory.base(), 17);
    refused += reply.fault != Fault::kNone;
  }
  EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace tflite::dsp
