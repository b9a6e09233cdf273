#ifndef DELEGATES_GPU_LOWERING_WEIGHTED_H_
#define DELEGATES_GPU_LOWERING_WEIGHTED_H_

#include <optional>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/lowering/byte_sums.h"
#include "kernels/conv_2d/conv_2d.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/fully_connected/fully_connected.h"

namespace tflite {

// Which kernel computes a weighted sum.
enum class WeightedFamily {
  kScalar,   // an element an invocation, any extents
  kFours,    // four channels of several pixels in registers
  kTiles,    // tiles of both operands in shared memory
  kShuffle,  // lanes of a subgroup share loads, likewise for a processor
  kWide,     // explicit vectors of 16, for drivers on a processor
};

struct ConvPlan {
  WeightedFamily family;
  ConvWindow window;
  int32_t groups;
  GpuFunction clamp;
  std::optional<ByteSum> bytes;  // instead of all else
};

// Constant weights and bias; FLOAT32 or 8 bits.
StatusOr<ConvPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                              const GpuPlanCaps& caps);
StatusOr<ConvPlan> PlanFullyConnected(const FullyConnected& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps);
void EmitConv(const ConvPlan& plan, const NodeView& node, GpuBuilder& builder);

// Whether kShuffle is quicker, and its call without a result.
bool ShufflePays(const ConvPlan& plan, const GpuCaps& caps);
GpuCall ShuffleCall(const ConvPlan& plan, const NodeView& node,
                    GpuBuilder& builder);

struct DepthwisePlan {
  WeightedFamily family;
  ConvWindow window;
  int32_t multiplier;
  GpuFunction clamp;
  std::optional<ByteSum> bytes;  // instead of all else
};

StatusOr<DepthwisePlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                            const NodeView& node,
                                            const GpuPlanCaps& caps);
void EmitDepthwise(const DepthwisePlan& plan, const NodeView& node,
                   GpuBuilder& builder);

// The params that all kernels of convolutions begin with; `first`, `channels`
// and `seventh` are what each makes of those places.
std::vector<uint32_t> WindowParams(const ConvWindow& w, int64_t first,
                                   int64_t channels, int64_t seventh);

// Filters [out_channels, depth] as blocks of `block` channels:
// [out_channels / block, depth, block], the rest zeros.
std::vector<float> PackBlocks(const std::vector<float>& filters,
                              int64_t out_channels, int64_t depth,
                              int64_t block);
// The same as a constant, of an input whose elements are known. `rows` of zeros
// follow it.
GpuValueId ConstantBlocks(const NodeView& node, int input, int64_t out_channels,
                          int64_t depth, int64_t block, int64_t rows,
                          GpuBuilder& builder);

// FLOAT32 weights and bias whose elements are known, else why not.
Status CheckWeights(const WeightedSum& sum, const NodeView& node,
                    const GpuPlanCaps& caps, int input, int weights, int bias);

// The bias of a node, 0 where it has none, with zeros up to `channels`.
std::vector<float> PaddedBias(const NodeView& node, int bias, int64_t channels,
                              const GpuBuilder& builder);

}  // namespace tflite

#endif  // DELEGATES_GPU_LOWERING_WEIGHTED_H_
