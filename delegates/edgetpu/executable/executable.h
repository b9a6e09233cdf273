#ifndef DELEGATES_EDGETPU_EXECUTABLE_EXECUTABLE_H_
#define DELEGATES_EDGETPU_EXECUTABLE_EXECUTABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/program.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// The name of the custom operator whose options hold an executable.
constexpr char kCustomOpName[] = "edgetpu-custom-op";

// Programs of other versions are not executed.
constexpr uint32_t kExecutableVersion = 5;
constexpr char kCompilerVersion[] = "tensorflow_lite_lite 1.0";
// Of a program's memory map.
constexpr size_t kMostRegions = 1 << 20;

// A tensor at the boundary of an executable, dense and row-major.
struct HostTensor {
  std::string name;
  int32_t type = 0;  // a TfLiteType
  std::vector<int32_t> shape;
  uint64_t bytes = 0;
  // Of an output: the input, a variable of the same size, whose next value it
  // is; -1: none. The operator has no tensor for such an output.
  int32_t state = -1;
};

// Constants of an original node that only the parameters of the program hold;
// see PackedLayer in executable.fbs.
struct PackedLayer {
  uint32_t weights_buffer = 0, bias_buffer = 0;
  uint32_t offset = 0;
  bool lanewise = false;
  int32_t block = 1, taps = 1, channels = 1, out_channels = 1;
  int32_t lanes = 1, chunk = 1;
  bool no_bias = false, no_scales = false, reversed = false;
};

// Transfers per inference over the link.
struct HostTransfer {
  Space space = Space::kInput;
  uint16_t unit = 0;
  bool to_host = false;
  uint32_t count = 0;
  uint64_t bytes = 0;
};

// A compiled partition. Inputs and outputs are in the order of the custom
// operator's tensors, states left out, and of the program's memory map.
struct Executable {
  uint32_t version = kExecutableVersion;
  std::string compiler = kCompilerVersion;
  std::vector<HostTensor> inputs, outputs;
  // Only parameters if the version is another one or the target is not known.
  Program program;
  // The description of a target that is not known here, and why; empty if
  // `program.target` is the one.
  std::string target_text, target_problem;
  // What the kind of the target's array had for Target::depth_block and
  // lane_block when the program was compiled; 0: what it has now.
  int32_t depth_block = 0, lane_block = 0;
  std::vector<PackedLayer> packed_layers;
  std::vector<uint8_t> original_nodes;
  std::vector<uint64_t> layer_cycles;  // estimates, by layer of the program
  uint64_t estimated_cycles = 0;
};

// The bytes of an executable: the flatbuffer of executable.fbs and a trailer of
// 16 bytes, "TFLLTPU" and 0, the number of bytes before the trailer, and their
// CRC-32. Invalid if the code cannot be decoded or there are more regions than
// kMostRegions.
StatusOr<std::vector<uint8_t>> SerializeExecutable(
    const Executable& executable);

// Invalid, with the reason, if the bytes are damaged or of another compiler;
// executables of Google's compiler are recognized. An executable of another
// version, or for a target that is not known here, such as one with an array of
// a kind that this program does not have, is returned without its program.
// Instructions are not checked; the simulator does that. Copies what it keeps;
// `bytes` need no alignment.
StatusOr<Executable> ParseExecutable(absl::Span<const uint8_t> bytes);

// Why a machine cannot run the executable; empty if it can.
std::string ObstacleTo(const Executable& executable, const Target& machine);

// What the instructions transfer over the link, by memory and direction.
StatusOr<std::vector<HostTransfer>> TransfersOf(const Program& program);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_EXECUTABLE_EXECUTABLE_H_
