#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_PARTITION_FALLBACK_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_PARTITION_FALLBACK_H_

#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::core {

// The functions of the delegation unit that preparing and running a graph need.
class PartitionFallback {
 public:
  // Returns true if the CPU may run the nodes of a delegate's kernel that
  // fails.
  virtual bool MayFallBack() const = 0;
  // Checks that the inputs of a delegate's node have the types for which its
  // kernel was compiled. Returns OK for other nodes.
  virtual Status CheckTypes(int node_index) const = 0;
  // Replaces the delegate's node at `step` of the plan with its original nodes,
  // which run on the CPU and have yet to be prepared. `phase` describes the
  // failed operation ("failed to prepare"), `why` is the kernel's message.
  // Returns false and changes nothing if the node is not a delegate's, if
  // fallback is not allowed, or if an original node is an unresolved custom
  // operator.
  virtual bool Revert(int step, const char* phase, const std::string& why) = 0;
  // The plan before any delegate was applied.
  virtual const std::vector<int>& UndelegatedPlan() const = 0;

 protected:
  ~PartitionFallback() = default;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_PARTITION_FALLBACK_H_
