#ifndef TENSORFLOW_LITE_LITE_DELEGATE_OPAQUE_PARTITIONS_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_OPAQUE_PARTITIONS_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/delegate/delegate_state.h"
#include "tensorflow_lite_lite/delegate/partition_choice.h"

namespace tflite::delegates {

// Removes the nodes of partitions that `limits` leave to the CPU, and reports
// the reasons to `log`. The opaque API has no preview of partitions: they are
// computed in the same way as by this project's runtime when it may reorder
// nodes.
TfLiteStatus DropOpaquePartitions(TfLiteOpaqueContext* context,
                                  const PartitionLimits& limits,
                                  const HostLog& log, std::vector<int>* nodes);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_OPAQUE_PARTITIONS_H_
