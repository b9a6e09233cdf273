#ifndef DELEGATES_GPU_LOWERING_WEIGHTED_H_
#define DELEGATES_GPU_LOWERING_WEIGHTED_H_

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/lowering/box.h"
#include "delegates/gpu/lowering/byte_sums.h"
#include "delegates/gpu/lowering/sum_operands.h"
#include "kernels/conv_2d/conv_2d.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/fully_connected/fully_connected.h"

namespace tflite::gpu {

using namespace delegates;

// Which kernel computes a weighted sum.
enum class WeightedFamily {
  kScalar,   // an element an invocation, any extents
  kFours,    // four channels of several pixels in registers
  kTiles,    // tiles of both operands in shared memory
  kSplit,    // workgroups split the depth, for few pixels
  kShuffle,  // lanes of a subgroup share loads, likewise for a processor
  kWide,     // explicit vectors of 16, for drivers on a processor
};

struct ConvPlan {
  WeightedFamily family;
  ConvWindow window;
  int32_t groups;
  SumOperands operands;
  // Of weights that vary: from the tensor to what kFours and kTiles take.
  std::optional<BoxPlan> turned;
  GpuFunction clamp;
  std::optional<ByteSum> bytes;  // instead of all else
};

// FLOAT32, also with integer weights, or 8 bits. A constant bias; weights that
// are numbers may vary.
StatusOr<ConvPlan> PlanConv2d(const Conv2d& op, const NodeView& node,
                              const GpuPlanCaps& caps);
StatusOr<ConvPlan> PlanFullyConnected(const FullyConnected& op,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps);
void EmitConv(const ConvPlan& plan, const NodeView& node, GpuBuilder& builder);

// Whether the filter has one tap, which is always inside of the image.
bool IsPoint(const ConvWindow& w);

// Whether kSplit is quicker than what keeps elements to an invocation each, and
// its call without a result.
bool SplitPays(const ConvPlan& plan, const GpuCaps& caps);
GpuCall SplitCall(const ConvPlan& plan, const NodeView& node,
                  GpuBuilder& builder);

// Whether kernels whose lanes share loads are quicker than others.
bool SharesLoads(const GpuCaps& caps);

// Whether kShuffle is quicker, and its call without a result.
bool ShufflePays(const ConvPlan& plan, const GpuCaps& caps);
GpuCall ShuffleCall(const ConvPlan& plan, const NodeView& node,
                    GpuBuilder& builder);

struct DepthwisePlan {
  WeightedFamily family;
  ConvWindow window;
  int32_t multiplier;
  SumOperands operands;
  GpuFunction clamp;
  std::optional<ByteSum> bytes;  // instead of all else
};

StatusOr<DepthwisePlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                            const NodeView& node,
                                            const GpuPlanCaps& caps);
void EmitDepthwise(const DepthwisePlan& plan, const NodeView& node,
                   GpuBuilder& builder);

// Whether kernels take it that load each input of a row of the image once.
bool LoadsRows(const ConvWindow& w);

// The params that all kernels of convolutions begin with; `first`, `channels`
// and `seventh` are what each makes of those places.
std::vector<uint32_t> WindowParams(const ConvWindow& w, int64_t first,
                                   int64_t channels, int64_t seventh);

// Pixels of a result, and the products of one of its elements.
int64_t Pixels(const ConvWindow& w);
int64_t FilterDepth(const ConvWindow& w);

// Elements of a vector of the kernels …_v16.
constexpr int64_t kWideLane = 16;

// How the kernels conv_2d_v16 and conv_2d_int8_v16 share a result out.
struct WideBlocks {
  explicit WideBlocks(const ConvWindow& w);
  int64_t channels;  // of an invocation, whose weights lie together
  int64_t padded;    // all channels, in whole blocks
  std::vector<std::pair<std::string, int32_t>> constants;
  std::array<uint32_t, 3> groups;
};

// Filters [out_channels, depth] as blocks of `block` channels:
// [out_channels / block, depth, block], the rest zeros.
std::vector<float> PackBlocks(const std::vector<float>& filters,
                              int64_t out_channels, int64_t depth,
                              int64_t block);
// The same as a constant; `rows` of zeros follow it.
GpuValueId ConstantBlocks(GpuFloats filters, int64_t out_channels,
                          int64_t depth, int64_t block, int64_t rows,
                          GpuBuilder& builder);

// The bias of a node, 0 where it has none, with zeros up to `channels`.
std::vector<float> PaddedBias(const NodeView& node, int bias, int64_t channels,
                              const GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_WEIGHTED_H_
