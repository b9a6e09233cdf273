#ifndef TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_GROUPS_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_GROUPS_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/delegate/delegate_state.h"
#include "tensorflow_lite_lite/delegate/partition_policy.h"

namespace tflite::delegates {

// The nodes that a delegate asks for; each group is partitioned by itself. For
// use while the delegate prepares; the host must have a preview of partitions.
using NodeGroups = std::vector<std::vector<int>>;

// Asks the policy about each partition that a group makes, and changes the
// groups until it has no wish left. Tells `log` why nodes are refused.
TfLiteStatus ReviewPartitions(TfLiteContext* context,
                              const PartitionPolicy& policy, const HostLog& log,
                              NodeGroups* groups);

// Takes the nodes of partitions away that `limits` leave to the CPU, and tells
// `log` why. The policy may be null.
TfLiteStatus DropPartitions(TfLiteContext* context,
                            const PartitionPolicy* policy,
                            const PartitionLimits& limits, const HostLog& log,
                            NodeGroups* groups);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_GROUPS_H_
