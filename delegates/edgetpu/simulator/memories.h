#ifndef DELEGATES_EDGETPU_SIMULATOR_MEMORIES_H_
#define DELEGATES_EDGETPU_SIMULATOR_MEMORIES_H_

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/program.h"
#include "delegates/edgetpu/simulator/parameter_store.h"

namespace tflite::edgetpu {

// The memories of one device, and those of the host that a program uses. Tile
// memories and the parameter store keep their contents between runs.
class Memories {
 public:
  // All bytes are 0, but those of the store, which must outlive the memories as
  // must `program`. ResourceExhausted if the host has not enough memory.
  static StatusOr<std::unique_ptr<Memories>> Create(const Program& program,
                                                    ParameterStore* store);

  // Lends the host's tensors for the next runs; sizes must be those of the
  // program's MemoryMap, else Invalid.
  Status Bind(std::vector<absl::Span<const uint8_t>> inputs,
              std::vector<absl::Span<uint8_t>> outputs);

  // The memory of checked addresses, from the offset on.
  const uint8_t* Read(const Address& at) const;
  uint8_t* Write(const Address& at);
  uint8_t* Tile(uint32_t tile) { return tiles_[tile].get(); }

 private:
  struct Free {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  // From calloc: the host provides large memories page by page, as programs
  // touch them.
  using Block = std::unique_ptr<uint8_t, Free>;

  Memories(const Program& program, ParameterStore* store)
      : program_(program), store_(*store) {}

  const Program& program_;
  ParameterStore& store_;
  std::vector<absl::Span<const uint8_t>> inputs_;
  std::vector<absl::Span<uint8_t>> outputs_;
  Block scratch_;
  std::vector<Block> tiles_;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_MEMORIES_H_
