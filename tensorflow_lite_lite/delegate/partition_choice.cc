#include "tensorflow_lite_lite/delegate/partition_choice.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace {

// What a CPU core computes in the time that it takes to hand one byte over: a
// copy at some 10 GB/s against some 40 G operations/s.
constexpr double kOperationsPerByte = 4;

// How often a weight is used: for each element of a result (or, of_input >= 0,
// of that input) each weight of one channel once. `dim` of the weights counts
// channels.
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

const TfLiteTensor* Tensor(const TfLiteContext* context, int index) {
  if (index < 0 || static_cast<size_t>(index) >= context->tensors_size) {
    return nullptr;
  }
  return &context->tensors[index];
}

const TfLiteTensor* TensorAt(const TfLiteContext* context,
                             const TfLiteIntArray* list, int i) {
  return list == nullptr || i >= list->size ? nullptr
                                            : Tensor(context, list->data[i]);
}

// In floating point, so that no shape overflows.
double Elements(const TfLiteTensor* tensor) {
  if (tensor == nullptr || tensor->dims == nullptr) return 0;
  double n = 1;
  for (int i = 0; i < tensor->dims->size; ++i) {
    if (tensor->dims->data[i] >= 0) n *= tensor->dims->data[i];
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

double BytesOf(const TfLiteContext* context, const TfLiteIntArray* tensors) {
  double bytes = 0;
  for (int i = 0; tensors != nullptr && i < tensors->size; ++i) {
    const TfLiteTensor* t = Tensor(context, tensors->data[i]);
    if (t == nullptr || t->allocation_type == kTfLiteMmapRo ||
        t->allocation_type == kTfLitePersistentRo) {
      continue;
    }
    bytes += Elements(t) * ElementBytes(t->type);
  }
  return bytes;
}

double WorkOf(const TfLiteContext* context, const TfLiteNode& node,
              const TfLiteRegistration& registration) {
  double out = 0;
  for (int i = 0; node.outputs != nullptr && i < node.outputs->size; ++i) {
    out += Elements(Tensor(context, node.outputs->data[i]));
  }
  const TfLiteTensor* first = TensorAt(context, node.inputs, 0);
  // A multiplication and an addition each time a weight is used.
  for (const Weights& w : kWeights) {
    if (w.code != registration.builtin_code) continue;
    const TfLiteTensor* t = TensorAt(context, node.inputs, w.weights_input);
    if (t == nullptr || t->dims == nullptr || w.dim >= t->dims->size ||
        t->dims->data[w.dim] <= 0) {
      break;
    }
    const double users =
        w.of_input < 0 ? out
                       : Elements(TensorAt(context, node.inputs, w.of_input));
    return 2 * users * Elements(t) / t->dims->data[w.dim];
  }
  if (registration.builtin_code == kTfLiteBuiltinBatchMatmul &&
      first != nullptr && first->dims != nullptr && first->dims->size > 0) {
    return 2 * out * std::max(1, first->dims->data[first->dims->size - 1]);
  }
  // Element by element, or a reduction.
  return std::max(out, Elements(first));
}

}  // namespace

double PartitionCost::gain() const { return work - kOperationsPerByte * bytes; }

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
    why[i] = absl::StrCat("its partition has ", partitions[i].nodes,
                          " nodes, and the least is ", limits.min_nodes);
  }
  if (limits.max_partitions <= 0) return why;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return limits.by_size ? partitions[a].nodes > partitions[b].nodes
                          : partitions[a].gain() > partitions[b].gain();
  });
  for (size_t k = limits.max_partitions; k < order.size(); ++k) {
    const PartitionCost& p = partitions[order[k]];
    why[order[k]] = absl::StrCat(
        "its partition of ", p.nodes, " nodes (about ", p.work, " operations, ",
        p.bytes, " bytes in and out) is not among the best ",
        limits.max_partitions, limits.by_size ? " by size" : "");
  }
  return why;
}

PartitionCost EstimateCost(TfLiteContext* context,
                           const TfLiteDelegateParams& partition) {
  PartitionCost cost;
  const TfLiteIntArray* nodes = partition.nodes_to_replace;
  cost.nodes = nodes == nullptr ? 0 : nodes->size;
  for (int i = 0; i < cost.nodes; ++i) {
    TfLiteNode* node = nullptr;
    TfLiteRegistration* registration = nullptr;
    if (context->GetNodeAndRegistration(context, nodes->data[i], &node,
                                        &registration) == kTfLiteOk) {
      cost.work += WorkOf(context, *node, *registration);
    }
  }
  cost.bytes = BytesOf(context, partition.input_tensors) +
               BytesOf(context, partition.output_tensors);
  return cost;
}

}  // namespace tflite
