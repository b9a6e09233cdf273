#ifndef DELEGATES_DSP_TESTING_EVERY_KIND_H_
#define DELEGATES_DSP_TESTING_EVERY_KIND_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/wire/messages.h"
#include "delegates/dsp/wire/pieces.h"
#include "delegates/dsp/wire/step_list.h"

// Programs for tests of the executor, right and wrong ones.
namespace tflite::dsp {

template <typename Params>
struct OpcodeFor;
#define TFLL_DSP_OPCODE(Name)                         \
  template <>                                         \
  struct OpcodeFor<Name##Params> {                    \
    static constexpr Opcode kValue = Opcode::k##Name; \
  };
TFLL_DSP_STEPS(TFLL_DSP_OPCODE)
#undef TFLL_DSP_OPCODE

// Consecutive pieces, then the program.
class ProgramMaker {
 public:
  // From offset `at` on, a multiple of 128.
  explicit ProgramMaker(uint8_t* base, uint32_t at = 128)
      : base_(base), at_(at) {}

  Piece Take(uint32_t bytes) {
    const Piece piece = {at_, bytes};
    at_ += (bytes + 127) / 128 * 128 + 128;
    return piece;
  }
  template <typename Params>
  void Add(const Params& params) {
    const StepHeader step = {OpcodeFor<Params>::kValue, sizeof(params)};
    Append(&step, sizeof(step));
    Params all = params;
    ForEachPiece(all, [&](Piece& piece) {
      const auto at =
          reinterpret_cast<uint8_t*>(&piece) - reinterpret_cast<uint8_t*>(&all);
      pieces_.push_back(sizeof(ProgramHeader) + steps_bytes_.size() +
                        static_cast<size_t>(at));
    });
    Append(&params, sizeof(params));
    ++steps_;
  }
  // Where the pieces of all steps are in the program.
  const std::vector<size_t>& pieces() const { return pieces_; }
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
  uint32_t at_;
  uint32_t steps_ = 0;
  std::vector<uint8_t> steps_bytes_;
  std::vector<size_t> pieces_;
};

// The parts of EveryKind.
inline void AddElements(ProgramMaker& maker, const Piece& in, const Piece& out,
                        const Piece& constants) {
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
}
inline void AddRecurrent(ProgramMaker& maker, const Piece& in, const Piece& out,
                         const Piece& constants, const Piece& table,
                         const Piece& state) {
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
}

// A program with a step of each of kKinds, with small shapes. Operands of 512
// bytes each come first.
constexpr uint32_t kKinds = 17;
inline Piece EveryKind(ProgramMaker& maker, uint8_t* base) {
  const Piece in = maker.Take(512), out = maker.Take(512);
  const Piece constants = maker.Take(4096), table = maker.Take(2048);
  const Piece state = maker.Take(512);
  // Kernels read indices from some of them.
  std::memset(base + table.offset, 0, table.bytes);
  const Window w = {1, 5, 4, 3, 3, 2, 3, 3, 3, 1, 1, 1, 1, 0, 0};
  Finish finish = {table, 32, 32, 3, -100, 100};
  maker.Add(Conv2dParams{in, constants, out, finish, w, 1, 1, -4, 128});
  maker.Add(DepthwiseConv2dParams{in, constants, out, finish, w, 1, 1, -4, 0});
  maker.Add(
      FullyConnectedParams{in, constants, out, finish, 4, 9, 7, 1, 2, 128});
  maker.Add(TransposeConvParams{in, constants, out, finish, w, 0, 5, 128});
  maker.Add(PoolParams{in, out, PoolForm::kAverage, w, 1, -128, 127});
  AddElements(maker, in, out, constants);
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
  AddRecurrent(maker, in, out, constants, table, state);
  return maker.Finish(128 * 1024);
}

// A program that is changed again and again, each time from the right one on.
class ChangedPrograms {
 public:
  ChangedPrograms(const Piece& program, const ProgramMaker& maker,
                  uint8_t* base, uint32_t bytes)
      : program_(program),
        pieces_(maker.pieces()),
        base_(base),
        bytes_(bytes),
        right_(base + program.offset, base + program.offset + program.bytes),
        first_(PieceAt(0)),
        scratch_(
            reinterpret_cast<const ProgramHeader*>(right_.data())->scratch),
        before_(base + first_.offset, base + program.offset) {}

  const Piece& program() const { return program_; }

  // Any word of the program has another value.
  void ChangeAWord() {
    std::copy(right_.begin(), right_.end(), base_ + program_.offset);
    const int32_t odd[] = {
        0,     -1,     1,         2,        INT32_MAX,
        1000,  0x8000, INT32_MIN, 0xFFFF80, static_cast<int32_t>(bytes_),
        65408, 32,     127,       128,      255};
    const uint64_t at = Draw(right_.size() / 4) * 4;
    const int32_t value = odd[Draw(sizeof(odd) / sizeof(odd[0]))];
    std::memcpy(base_ + program_.offset + at, &value, sizeof(value));
  }

  // Some pieces lie in each other's place, at the end of the memory, or in the
  // scratch memory; the operands have any contents.
  void MovePieces() {
    std::copy(right_.begin(), right_.end(), base_ + program_.offset);
    std::copy(before_.begin(), before_.end(), base_ + first_.offset);
    for (uint32_t i = 0; i < 9 * 128; ++i) {
      base_[first_.offset + i] = static_cast<uint8_t>(Draw(256));
    }
    for (uint64_t changes = 1 + Draw(4); changes > 0; --changes) {
      Piece& piece = PieceAt(Draw(pieces_.size()));
      const auto other = static_cast<int64_t>(Draw(pieces_.size() + 3)) - 3;
      switch (other) {
        case -3:
          piece.offset = scratch_.offset;
          break;
        case -2:
        case -1:
          // As far behind as it may be, and one vector further.
          piece.offset = bytes_ - 128 - (piece.bytes + 127) / 128 * 128;
          piece.offset += other == -1 ? 128 : 0;
          break;
        default:
          piece = PieceAt(static_cast<uint64_t>(other));
      }
    }
  }

 private:
  Piece& PieceAt(uint64_t i) {
    return *reinterpret_cast<Piece*>(base_ + program_.offset + pieces_[i]);
  }
  uint64_t Draw(uint64_t below) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % below;
  }

  const Piece program_;
  const std::vector<size_t> pieces_;
  uint8_t* const base_;
  const uint32_t bytes_;
  const std::vector<uint8_t> right_;
  const Piece first_, scratch_;
  const std::vector<uint8_t> before_;  // what lies before the program
  uint64_t state_ = 7;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TESTING_EVERY_KIND_H_
