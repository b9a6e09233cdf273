#ifndef DELEGATES_GPU_GRAPH_GPU_GRAPH_H_
#define DELEGATES_GPU_GRAPH_GPU_GRAPH_H_

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "absl/types/span.h"
#include "delegates/common/value_graph.h"
#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

using namespace delegates;

// A partition as kernel calls on values (delegates/common/value_graph.h).
// Kernels may access a value up to the next multiple of kGpuPadding bytes.
// Half-precision floats have type FLOAT16.
constexpr uint64_t kGpuPadding = 16;
using GpuValueId = ValueId;
constexpr GpuValueId kNoGpuValue = kNoValue;
using GpuValue = PartitionValue;
using GpuOperand = ValueUse;
inline bool IsHalf(const GpuValue& value) {
  return value.type == kTfLiteFloat16;
}

// A function in the chain of functions that a call applies to each element of
// its result.
struct GpuFunction {
  enum class Place {
    kNone,      // no other operand; constants p and q
    kSame,      // the other operand has the result's shape
    kChannel,   // the other operand has one element per channel (last
                // dimension)
    kConstant,  // the other operand is p
  };
  int code = 0;  // GPU_FN_* of kernels/functions.inc
  Place place = Place::kNone;
  GpuValueId other = kNoGpuValue;  // kSame, kChannel: FLOAT32
  bool swapped = false;            // `other` is the first operand
  float p = 0, q = 0;
};

// Maximum number of functions in a chain, and of values that it uses in
// addition to the result.
constexpr size_t kMostGpuFunctions = 4;
constexpr size_t kMostGpuFunctionValues = 2;

struct GpuCall : PartitionCall {
  enum class Kind {
    kKernel,
    kMap,   // operand 1 = chain(operand 0); kernel not yet selected
    kCopy,  // copies operand 0 to operand 1
  };
  Kind kind = Kind::kKernel;
  GpuKernelSpec spec;
  // Parameters of the kernel. These and `operands` do not include those of the
  // chain.
  std::vector<uint32_t> params;
  std::array<uint32_t, 3> groups = {1, 1, 1};

  // For kernels with @post: the operand to which the chain applies, which is
  // computed in units of `post_unit` floats; -1 for other kernels. `channels`
  // is the extent of the result's last dimension, a multiple of the unit if a
  // function requires it.
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

// Fuses chains into the calls that write their operands, and removes copies of
// inner values and unused calls. The results do not change.
void FuseGpuGraph(GpuGraph* graph);

// Selects the kernels of kMap calls, and adds the constants, bindings and
// parameters of chains to all kernels with @post. `dummy` is bound in place of
// missing operands of a chain. Afterwards calls of kind kKernel can become
// GpuDispatch steps.
void FinishGpuCalls(GpuGraph* graph, const GpuCaps& caps, GpuValueId dummy);

// Replaces the kernels of calls with half-precision operands by NAME_half of
// `kernels`, if it exists, and converts their constants. Internal if another
// operand that must have half precision does not. Call after FinishGpuCalls.
Status ChooseGpuPrecision(const GpuKernelLibrary& kernels, GpuGraph* graph);

// The values that calls of NAME_half kernels access as real numbers of half
// precision. Other operands of these calls may have halves as raw bits.
std::set<GpuValueId> HalfPrecisionValues(const GpuKernelLibrary& kernels,
                                         const std::vector<GpuCall>& calls);

// Converts to half precision. Values that are too large become infinite.
std::vector<uint8_t> HalfBytes(absl::Span<const float> values);

// The number of workgroups of size `workgroup` x 1 x 1 for FLAT_ID() below
// `count`.
std::array<uint32_t, 3> FlatGroups(int64_t count, uint32_t workgroup,
                                   const GpuCaps& caps);

// The bits of a float, for params.
uint32_t FloatBits(float value);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GRAPH_GPU_GRAPH_H_
