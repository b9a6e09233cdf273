#ifndef DELEGATES_GPU_GRAPH_GPU_GRAPH_H_
#define DELEGATES_GPU_GRAPH_GPU_GRAPH_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "delegates/common/value_graph.h"
#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

using namespace delegates;

// A partition as calls of kernels on values (delegates/common/value_graph.h).
// Kernels may touch a value up to the next multiple of kGpuPadding bytes; floats
// of half precision are of type FLOAT16.
constexpr uint64_t kGpuPadding = 16;
using GpuValueId = ValueId;
constexpr GpuValueId kNoGpuValue = kNoValue;
using GpuValue = PartitionValue;
using GpuOperand = ValueUse;
inline bool IsHalf(const GpuValue& value) {
  return value.type == kTfLiteFloat16;
}

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

struct GpuCall : PartitionCall {
  enum class Kind {
    kKernel,
    kMap,   // operand 1 is operand 0 after the chain; has no kernel yet
    kCopy,  // operand 1 is operand 0
  };
  Kind kind = Kind::kKernel;
  GpuKernelSpec spec;
  // These and the operands without those of the chain.
  std::vector<uint32_t> params;
  std::array<uint32_t, 3> groups = {1, 1, 1};

  // Kernels with @post: the operand that the chain applies to, in units of
  // `post_unit` floats; -1 for kernels without. `channels` is the extent of the
  // result's last dimension, a multiple of the unit where a function wants it.
  int post_operand = -1;
  int post_unit = 1;
  int64_t channels = 1;
  std::vector<GpuFunction> chain;

  bool is_copy() const { return kind == Kind::kCopy; }
  template <typename Call, typename Function>
  static void Visit(Call& call, Function f) {
    PartitionCall::Visit(call, f);
    for (auto& function : call.chain) {
      if (function.other != kNoGpuValue) f(function.other, false);
    }
  }
};

using GpuGraph = ValueGraph<GpuCall>;

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

// The bytes of floats at half precision; too large ones become infinite.
std::vector<uint8_t> HalfBytes(absl::Span<const float> values);

// A grid of workgroups of `workgroup` x 1 x 1 for FLAT_ID() below `count`.
std::array<uint32_t, 3> FlatGroups(int64_t count, uint32_t workgroup,
                                   const GpuCaps& caps);

// Bits of a float, for params.
uint32_t FloatBits(float value);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GRAPH_GPU_GRAPH_H_
