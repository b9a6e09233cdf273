#ifndef TENSORFLOW_LITE_LITE_DELEGATE_OPAQUE_PARTITIONS_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_OPAQUE_PARTITIONS_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/delegate/delegate_state.h"
#include "tensorflow_lite_lite/delegate/partition_choice.h"

namespace tflite::delegates {

// Takes the nodes of partitions away that `limits` leave to the CPU, and tells
// `log` why. The opaque API has no preview of partitions: these are worked out
// as this project's runtime makes them where it may reorder nodes.
TfLiteStatus DropOpaquePartitions(TfLiteOpaqueContext* context,
                                  const PartitionLimits& limits,
                                  const HostLog& log, std::vector<int>* nodes);

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_OPAQUE_PARTITIONS_H_
