#ifndef TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_GROUPS_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_GROUPS_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/delegate/delegate_state.h"
#include "tensorflow_lite_lite/delegate/partition_policy.h"

namespace tflite::delegates {

// The nodes that a delegate requests. Each group is partitioned separately. Use
// only in the delegate's Prepare; the host must have a preview of partitions.
using NodeGroups = std::vector<std::vector<int>>;

// Lets the policy review the partitions of each group, and changes the groups
// until it requests no more changes. Reports refused nodes to `log`.
TfLiteStatus ReviewPartitions(TfLiteContext* context,
                              const PartitionPolicy& policy, const HostLog& log,
                              NodeGroups* groups);

// Removes the nodes of partitions that `limits` leave to the CPU, and reports
// the reasons to `log`. The policy may be null.
TfLiteStatus DropPartitions(TfLiteContext* context,
                            const PartitionPolicy* policy,
                            const PartitionLimits& limits, const HostLog& log,
                            NodeGroups* groups);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_PARTITION_GROUPS_H_
