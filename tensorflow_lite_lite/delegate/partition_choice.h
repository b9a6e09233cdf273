#ifndef TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_CHOICE_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_CHOICE_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

class PartitionPolicy;

// One partition that a delegate could take.
struct PartitionCost {
  int nodes = 0;
  // Approximate number of arithmetic operations per invoke.
  double work = 0;
  // Bytes transferred across the boundary per invoke, without constants.
  double bytes = 0;
  // The time that the device works, and the time to transfer one byte, in
  // operations that the CPU could execute in that time.
  double device_work = 0;
  double work_per_byte = 4;

  // The operations saved on the CPU, minus those that it could execute during
  // the device's work and the transfers.
  double gain() const { return work - device_work - work_per_byte * bytes; }
};

struct PartitionLimits {
  int max_partitions = 0;  // 0: no limit
  int min_nodes = 0;
  bool by_size = false;  // prefer the number of nodes to gain

  // False if the limits exclude nothing.
  bool any() const { return max_partitions > 0 || min_nodes > 1; }
};

// For each partition, the reason why it is not taken; empty if it is. Among
// equally good partitions, the earlier one is taken.
std::vector<std::string> ChoosePartitions(
    const std::vector<PartitionCost>& partitions,
    const PartitionLimits& limits);

// The properties of a tensor that the cost of a partition depends on. An
// omitted tensor has no dims and adds nothing.
struct TensorSize {
  TfLiteType type = kTfLiteNoType;
  bool constant = false;
  bool present = false;
  std::vector<int> dims;  // negative: unknown, counts as 1
};

struct NodeSize {
  int builtin_code = 0;
  std::vector<TensorSize> inputs, outputs;
};

// The cost of a partition with these nodes, and these tensors at its boundary,
// on the device that the policy describes, if there is one.
PartitionCost EstimateCost(const std::vector<NodeSize>& nodes,
                           const std::vector<TensorSize>& border,
                           const PartitionPolicy* policy = nullptr);

// The cost of `partition`, computed from the current types and shapes; unknown
// dimensions count as 1. For use in a delegate's Prepare.
PartitionCost EstimateCost(TfLiteContext* context,
                           const TfLiteDelegateParams& partition,
                           const PartitionPolicy* policy = nullptr);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_CHOICE_H_
