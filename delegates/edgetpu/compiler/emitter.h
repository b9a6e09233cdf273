#ifndef DELEGATES_EDGETPU_COMPILER_EMITTER_H_
#define DELEGATES_EDGETPU_COMPILER_EMITTER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "delegates/edgetpu/compiler/home.h"
#include "delegates/edgetpu/isa/accesses.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/program.h"

namespace tflite::edgetpu {

// Appends instructions to a program.
class Emitter {
 public:
  // Does not own the program, whose target is set.
  explicit Emitter(Program* program)
      : program_(*program), accesses_(program->target) {}

  const Target& target() const { return program_.target; }

  // What follows belongs to a new layer.
  void StartLayer(const std::string& name, uint64_t multiplications);
  // Also counts the memory of a tile that the instruction uses.
  void Add(const Instruction& instruction);

  // Transfers do not start before tiles have finished, and so on.
  void TransfersAwaitTiles() { Add(Sync{kTransfers, AllTiles()}); }
  void TilesAwaitTransfers() { Add(Sync{AllTiles(), kTransfers}); }
  void AwaitAll();

  // Copies what lies in `box` of a home to a piece, whose box is of the same
  // image; with `copies`, also to the tiles after the piece's.
  void CopyBox(const Home& from, const Box& box, const HomePiece& to,
               uint32_t copies = 1);
  // The same out of one piece, of which the box is moved by (y, x, c).
  void CopyPiece(const HomePiece& from, const Box& box, const HomePiece& to,
                 int32_t y = 0, int32_t x = 0, int32_t c = 0,
                 uint32_t copies = 1);

 private:
  static constexpr uint32_t kTransfers = kLinkEngine | kRingEngine;
  uint32_t AllTiles() const { return (1u << target().num_tiles()) - 1; }

  Program& program_;
  Accesses accesses_;
  uint32_t instructions_ = 0;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_EMITTER_H_
