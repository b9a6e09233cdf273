#ifndef DELEGATES_GPU_GRAPH_GPU_GRAPH_H_
#define DELEGATES_GPU_GRAPH_GPU_GRAPH_H_

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

using namespace delegates;

// A partition as calls of kernels on values, before it meets a device's memory.

// An index into GpuGraph::values.
using GpuValueId = int;
constexpr GpuValueId kNoGpuValue = -1;

// A dense array in device memory. Kernels may touch it up to the next multiple
// of 16 bytes.
struct GpuValue {
  enum class Kind {
    kInner,     // written by calls, read by later ones
    kInput,     // the host's tensor, written before the run
    kOutput,    // the host's tensor, read after it
    kConstant,  // `data` or what `fill` writes, the same in every run
    kFaults,    // words of 0 before the run; those that are not after it are
                // faults of GpuGraph::faults
  };
  Kind kind = Kind::kInner;
  uint64_t bytes = 0;  // more than 0
  bool half = false;   // floats of half precision
  int tensor = -1;     // kInput, kOutput
  bool state = false;  // that tensor is a variable: one value is what the run
                       // begins with, another what it leaves
  std::vector<uint8_t> data;
  // In place of `data`: writes all `bytes`. Large constants are made where the
  // device reads them, without a copy on the way. Refers to the graph's
  // constants; on any thread.
  std::function<void(void* to)> fill;
};

// A function in a chain that a call applies to each element of its result.
struct GpuFunction {
  enum class Place {
    kNone,      // one operand, constants p and q
    kSame,      // the other operand stands where the result does
    kChannel,   // it has one element for each place in the last dimension
    kConstant,  // it is p
  };
  int code = 0;  // GPU_FN_* of kernels/functions.inc
  Place place = Place::kNone;
  GpuValueId other = kNoGpuValue;  // kSame, kChannel: FLOAT32
  bool swapped = false;            // `other` is the first operand
  float p = 0, q = 0;
};

// The most functions of a chain, and values besides the result it refers to.
constexpr size_t kMostGpuFunctions = 4;
constexpr size_t kMostGpuFunctionValues = 2;

struct GpuOperand {
  GpuValueId value = kNoGpuValue;
  bool written = false;
};

struct GpuCall {
  enum class Kind {
    kKernel,
    kMap,   // operand 1 is operand 0 after the chain; has no kernel yet
    kCopy,  // operand 1 is operand 0
  };
  Kind kind = Kind::kKernel;
  GpuKernelSpec spec;
  std::vector<GpuOperand> operands;  // without those of the chain
  std::vector<uint32_t> params;      // likewise
  std::array<uint32_t, 3> groups = {1, 1, 1};
  std::string label;

  // Kernels with @post: the operand that the chain applies to, in units of
  // `post_unit` floats; -1 for kernels without. `channels` is the extent of the
  // result's last dimension, a multiple of the unit where a function wants it.
  int post_operand = -1;
  int post_unit = 1;
  int64_t channels = 1;
  std::vector<GpuFunction> chain;
};

struct GpuGraph {
  std::vector<GpuValue> values;
  std::vector<GpuCall> calls;  // each after those that write what it reads
  // What a run has met where a word of the value of kind kFaults is set: an
  // operand that is not as it must be. The results are not to be used then.
  std::vector<std::string> faults;
};

// Fuses chains into the calls that make their operands, takes out copies of
// inner values, and leaves no unused call. Results stay the same.
void FuseGpuGraph(GpuGraph* graph);

// Gives kMap calls their kernels, and all kernels with @post the constants,
// bindings and params of their chains. `dummy` is bound where a chain has no
// value. After this a call of kind kKernel is what GpuDispatch takes.
void FinishGpuCalls(GpuGraph* graph, const GpuCaps& caps, GpuValueId dummy);

// Gives calls with operands of half precision the kernels for that, NAME_half
// of `kernels` where there is one, and makes their constants so. Internal where
// an operand that is to be of half precision too is not. After FinishGpuCalls.
Status ChooseGpuPrecision(const GpuKernelLibrary& kernels, GpuGraph* graph);

// The elements of a kConstant, in bytes.
std::vector<uint8_t> ConstantBytes(const GpuValue& value);

// The bytes of floats at half precision; too large ones become infinite.
std::vector<uint8_t> HalfBytes(absl::Span<const float> values);

// A grid of workgroups of `workgroup` x 1 x 1 for FLAT_ID() below `count`.
std::array<uint32_t, 3> FlatGroups(int64_t count, uint32_t workgroup,
                                   const GpuCaps& caps);

// Bits of a float, for params.
uint32_t FloatBits(float value);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GRAPH_GPU_GRAPH_H_
