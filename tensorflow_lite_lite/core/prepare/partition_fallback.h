#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_PARTITION_FALLBACK_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_PARTITION_FALLBACK_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::core {

// What preparing and running a graph ask of the delegates applied to it.
class PartitionFallback {
 public:
  // Whether the CPU may run the nodes of a delegate's kernel that fails.
  virtual bool MayFallBack() const = 0;
  // A kernel is compiled for the types that its inputs had then: whether they
  // are the same. OK for nodes that are no delegate's.
  virtual Status CheckTypes(int node_index) const = 0;
  // Gives the nodes of the delegate's node at `step` of the plan back to the
  // CPU: they take its place and are yet to be prepared. `phase` is what the
  // kernel did ("failed to prepare"), `why` what it said. False where it is not
  // a delegate's node, or must not fall back: nothing changes.
  virtual bool Revert(int step, const char* phase, const std::string& why) = 0;
  // The plan as it was before delegates.
  virtual const std::vector<int>& UndelegatedPlan() const = 0;

 protected:
  ~PartitionFallback() = default;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_PARTITION_FALLBACK_H_
