#include "delegates/gpu/lowering/convolution/sum_operands.h"

#include <algorithm>
#include <cstring>

#include "delegates/gpu/kernels/convolution/hybrid_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "kernels/math/sparse.h"

namespace tflite::gpu {
namespace {

// For hybrid.kernel: the maximum number of parts of a row, and the minimum size
// of a part.
constexpr int64_t kMostParts = 128;
constexpr int64_t kLeastChunk = 64;

// A dense copy of the weights tensor, stored in `bytes`.
TfLiteTensor Dense(const TensorView& sparse, int64_t element_bytes,
                   std::vector<char>* bytes) {
  bytes->resize(sparse.num_elements() * element_bytes);
  // Binding has checked the layout.
  ExpandSparse(sparse, bytes->data()).IgnoreError();
  TfLiteTensor dense = *sparse.raw();
  dense.data.data = bytes->data();
  dense.bytes = bytes->size();
  dense.sparsity = nullptr;
  return dense;
}

std::vector<float> Numbers(const WeightedSum& sum, bool channels_last,
                           const TensorView& weights, TfLiteContext* context) {
  const std::vector<int16_t> stored = DecodeWeights(sum, weights);
  const auto count = static_cast<int64_t>(stored.size());
  std::vector<float> scales;
  int64_t each = channels_last ? 1 : count / sum.channels;
  if (sum.blocks) {
    scales = ReadBlockScales(context, sum.blocks);
    each = sum.blocks.size;
  } else {
    for (int32_t c = 0; c < sum.channels; ++c) {
      scales.push_back(HybridScale(sum, weights, c));
    }
  }
  std::vector<float> numbers(count);
  const auto slices = static_cast<int64_t>(scales.size());
  for (int64_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<float>(stored[i]) * scales[i / each % slices];
  }
  return numbers;
}

}  // namespace

StatusOr<SumOperands> PlanSumOperands(SumOperands operands,
                                      const WeightedSum& sum, int64_t rows,
                                      const NodeView& node,
                                      const GpuPlanCaps& caps) {
  if (sum.kind == WeightedSum::Kind::kInteger) {
    return UnsupportedType(sum.input_type);
  }
  operands.varying = !caps.statics.IsKnown(node, operands.weights);
  const bool floats = sum.kind == WeightedSum::Kind::kFloat;
  if (operands.varying && (!floats || operands.sparse)) {
    return Unsupported("weights that are not constant are not supported");
  }
  const TensorView bias = node.input(operands.bias);
  if (bias && !caps.statics.IsKnown(node, operands.bias)) {
    return Unsupported("a bias that is not constant is not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(operands.input), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  // Packing may round up the number of channels.
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(operands.weights), caps));
  const uint64_t bytes =
      node.input(operands.weights).num_elements() * sizeof(float);
  if (bytes + (bytes / 2) + 4096 > caps.device.max_buffer_bytes) {
    return Unsupported("weights of ", bytes, " bytes are not supported");
  }
  if (!floats) {
    const int64_t elements = node.input(operands.input).num_elements();
    SumOperands::Hybrid& hybrid = operands.hybrid.emplace();
    hybrid.sum = sum;
    hybrid.rows = rows;
    hybrid.depth = elements / rows;
    hybrid.parts =
        std::clamp<int64_t>(hybrid.depth / kLeastChunk, 1, kMostParts);
    hybrid.chunk = (hybrid.depth + hybrid.parts - 1) / hybrid.parts;
    const int64_t steps = hybrid.parts + QuantizeRowsKernel().constants.each;
    TFLL_RETURN_IF_ERROR(
        CheckLoops(std::max(hybrid.chunk, steps), caps.device));
  }
  return operands;
}

GpuValueId SumInput(const SumOperands& operands, const NodeView& node,
                    GpuBuilder& builder) {
  const GpuValueId in = builder.Input(node, operands.input);
  if (!operands.hybrid) return in;
  const SumOperands::Hybrid& hybrid = *operands.hybrid;
  const int64_t rows = hybrid.rows, depth = hybrid.depth, parts = hybrid.parts;
  const bool asymmetric = hybrid.sum.asymmetric_inputs;
  const GpuValueId ranges = builder.Inner(rows * parts * 2 * sizeof(float));
  RangeOfPartsKernel range;
  range.src = in;
  range.dst = ranges;
  range.depth = depth;
  range.parts = parts;
  range.chunk = hybrid.chunk;
  builder.Add(FlatCall(range, rows * parts, builder.caps()));
  const GpuValueId numbers =
      builder.InnerLike(node.input(operands.input), rows * depth);
  QuantizeRowsKernel kernel;
  const int64_t pieces = GroupsOf(depth, kernel.constants.each);
  kernel.constants.asymmetric = asymmetric;
  kernel.src = in;
  kernel.ranges = ranges;
  kernel.dst = numbers;
  kernel.depth = depth;
  kernel.parts = parts;
  kernel.pieces = pieces;
  kernel.steps = asymmetric ? 255.0f : 127.0f;
  builder.Add(FlatCall(kernel, rows * pieces, builder.caps()));
  return numbers;
}

GpuFloats SumWeights(const SumOperands& operands, const NodeView& node,
                     const GpuBuilder& builder) {
  TensorView weights = node.input(operands.weights);
  std::vector<char> bytes;
  TfLiteTensor dense;
  if (operands.sparse) {
    dense = Dense(weights, operands.hybrid ? 1 : sizeof(float), &bytes);
    weights = TensorView(&dense);
  }
  if (operands.hybrid) {
    return GpuFloats(Numbers(operands.hybrid->sum, operands.channels_last,
                             weights, node.context()));
  }
  if (!operands.sparse) return builder.KnownFloats(node, operands.weights);
  const auto* numbers = weights.data<float>();
  return GpuFloats(
      std::vector<float>(numbers, numbers + weights.num_elements()));
}

GpuValueId SumWeightsValue(const SumOperands& operands, const NodeView& node,
                           GpuBuilder& builder) {
  if (!operands.hybrid && !operands.sparse) {
    return builder.Input(node, operands.weights);
  }
  const GpuFloats weights = SumWeights(operands, node, builder);
  const uint64_t bytes =
      node.input(operands.weights).num_elements() * sizeof(float);
  return builder.Constant(bytes, [weights, bytes](void* to) {
    std::memcpy(to, weights.data(), bytes);
  });
}

}  // namespace tflite::gpu
