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
  // Arithmetic operations an invoke, roughly.
  double work = 0;
  // Bytes that go in and out an invoke; constants do not count.
  double bytes = 0;
  // Operations that the CPU could have done while the device worked, and while
  // a byte was moved.
  double device_work = 0;
  double work_per_byte = 4;

  // Operations that delegating it saves the CPU, less those it could have done
  // meanwhile.
  double gain() const { return work - device_work - work_per_byte * bytes; }
};

struct PartitionLimits {
  int max_partitions = 0;  // 0: no limit
  int min_nodes = 0;
  bool by_size = false;  // prefer nodes to gain

  // False where every partition is within them.
  bool any() const { return max_partitions > 0 || min_nodes > 1; }
};

// For each partition, why it is not taken; empty where it is. Of partitions
// that are as good, the earlier one is taken.
std::vector<std::string> ChoosePartitions(
    const std::vector<PartitionCost>& partitions,
    const PartitionLimits& limits);

// What of a tensor the cost of a partition depends on. One that is left out has
// no dims and counts nothing.
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

// The cost of nodes with these tensors at their border, on the device that the
// policy describes, if there is one.
PartitionCost EstimateCost(const std::vector<NodeSize>& nodes,
                           const std::vector<TensorSize>& border,
                           const PartitionPolicy* policy = nullptr);

// The cost of `partition`, worked out from types and shapes as they are now:
// unknown dimensions count as 1. For use while a delegate prepares.
PartitionCost EstimateCost(TfLiteContext* context,
                           const TfLiteDelegateParams& partition,
                           const PartitionPolicy* policy = nullptr);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_CHOICE_H_
