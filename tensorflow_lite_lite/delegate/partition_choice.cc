#include "tensorflow_lite_lite/delegate/partition_choice.h"

#include <algorithm>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/delegate/partition_policy.h"

namespace tflite::delegates {
namespace {

// Arithmetic operations per second of a CPU core. At this rate,
// PartitionCost::work_per_byte corresponds to copying 10 GB/s.
constexpr double kOperationsPerSecond = 4e10;

// How often weights are used: each weight of one channel once per element of a
// result (or, if of_input >= 0, of that input). `dim` is the channel dimension
// of the weights.
struct Weights {
  int code;
  int weights_input;
  int dim;
  int of_input;
};
constexpr Weights kWeights[] = {
    {kTfLiteBuiltinConv2d, 1, 0, -1},
    {kTfLiteBuiltinDepthwiseConv2d, 1, 3, -1},
    {kTfLiteBuiltinFullyConnected, 1, 0, -1},
    {kTfLiteBuiltinConv3d, 1, 4, -1},
    {kTfLiteBuiltinTransposeConv, 1, 3, 2},
};

TensorSize SizeOf(const TfLiteContext* context, int index) {
  TensorSize size;
  if (index < 0 || static_cast<size_t>(index) >= context->tensors_size) {
    return size;
  }
  const TfLiteTensor& t = context->tensors[index];
  if (t.dims == nullptr) return size;
  size.type = t.type;
  size.constant = t.allocation_type == kTfLiteMmapRo ||
                  t.allocation_type == kTfLitePersistentRo;
  size.present = true;
  size.dims.assign(t.dims->data, t.dims->data + t.dims->size);
  return size;
}

std::vector<TensorSize> SizesOf(const TfLiteContext* context,
                                const TfLiteIntArray* tensors) {
  std::vector<TensorSize> sizes;
  for (int i = 0; tensors != nullptr && i < tensors->size; ++i) {
    sizes.push_back(SizeOf(context, tensors->data[i]));
  }
  return sizes;
}

// In floating point, so that no shape overflows.
double Elements(const TensorSize& tensor) {
  if (!tensor.present) return 0;
  double n = 1;
  for (const int extent : tensor.dims) {
    if (extent >= 0) n *= extent;
  }
  return n;
}

double ElementBytes(TfLiteType type) {
  switch (type) {
    case kTfLiteFloat64:
    case kTfLiteInt64:
    case kTfLiteUInt64:
    case kTfLiteComplex64:
      return 8;
    case kTfLiteComplex128:
      return 16;
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
    case kTfLiteInt16:
    case kTfLiteUInt16:
      return 2;
    case kTfLiteInt8:
    case kTfLiteUInt8:
    case kTfLiteBool:
      return 1;
    case kTfLiteInt4:
    case kTfLiteUInt4:
      return 0.5;
    case kTfLiteInt2:
      return 0.25;
    default:
      return 4;
  }
}

double WorkOf(const NodeSize& node) {
  double out = 0;
  for (const TensorSize& output : node.outputs) out += Elements(output);
  const auto input = [&](int i) {
    return static_cast<size_t>(i) < node.inputs.size() ? node.inputs[i]
                                                       : TensorSize();
  };
  // One multiplication and one addition per use of a weight.
  for (const Weights& w : kWeights) {
    if (w.code != node.builtin_code) continue;
    const TensorSize weights = input(w.weights_input);
    if (static_cast<size_t>(w.dim) >= weights.dims.size() ||
        weights.dims[w.dim] <= 0) {
      break;
    }
    const double users = w.of_input < 0 ? out : Elements(input(w.of_input));
    return 2 * users * Elements(weights) / weights.dims[w.dim];
  }
  const TensorSize first = input(0);
  if (node.builtin_code == kTfLiteBuiltinBatchMatmul && !first.dims.empty()) {
    return 2 * out * std::max(1, first.dims.back());
  }
  // Element-wise, or a reduction.
  return std::max(out, Elements(first));
}

}  // namespace

std::vector<std::string> ChoosePartitions(
    const std::vector<PartitionCost>& partitions,
    const PartitionLimits& limits) {
  std::vector<std::string> why(partitions.size());
  std::vector<size_t> order;
  for (size_t i = 0; i < partitions.size(); ++i) {
    if (partitions[i].nodes >= limits.min_nodes) {
      order.push_back(i);
      continue;
    }
    why[i] = StrCat("its partition has ", partitions[i].nodes,
                    " nodes, fewer than the minimum of ", limits.min_nodes);
  }
  if (limits.max_partitions <= 0) return why;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return limits.by_size ? partitions[a].nodes > partitions[b].nodes
                          : partitions[a].gain() > partitions[b].gain();
  });
  for (size_t k = limits.max_partitions; k < order.size(); ++k) {
    const PartitionCost& p = partitions[order[k]];
    why[order[k]] = StrCat(
        "its partition of ", p.nodes, " nodes (about ", p.work, " operations, ",
        p.bytes, " bytes in and out) is not among the best ",
        limits.max_partitions, limits.by_size ? " by size" : "");
  }
  return why;
}

PartitionCost EstimateCost(const std::vector<NodeSize>& nodes,
                           const std::vector<TensorSize>& border,
                           const PartitionPolicy* policy) {
  PartitionCost cost;
  cost.nodes = static_cast<int>(nodes.size());
  for (const NodeSize& node : nodes) {
    const double work = WorkOf(node);
    cost.work += work;
    if (policy == nullptr) continue;
    cost.device_work += kOperationsPerSecond * policy->NodeSeconds(node, work);
  }
  if (policy != nullptr) {
    cost.work_per_byte = kOperationsPerSecond * policy->ByteSeconds();
  }
  for (const TensorSize& tensor : border) {
    if (!tensor.constant)
      cost.bytes += Elements(tensor) * ElementBytes(tensor.type);
  }
  return cost;
}

PartitionCost EstimateCost(TfLiteContext* context,
                           const TfLiteDelegateParams& partition,
                           const PartitionPolicy* policy) {
  const TfLiteIntArray* list = partition.nodes_to_replace;
  std::vector<NodeSize> nodes;
  for (int i = 0; list != nullptr && i < list->size; ++i) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    nodes.emplace_back();
    if (context->GetNodeAndRegistration(context, list->data[i], &node,
                                        &registration) == kTfLiteOk) {
      nodes.back() = {registration->builtin_code,
                      SizesOf(context, node->inputs),
                      SizesOf(context, node->outputs)};
    }
  }
  std::vector<TensorSize> border = SizesOf(context, partition.input_tensors);
  for (TensorSize& output : SizesOf(context, partition.output_tensors)) {
    border.push_back(std::move(output));
  }
  return EstimateCost(nodes, border, policy);
}

}  // namespace tflite::delegates
