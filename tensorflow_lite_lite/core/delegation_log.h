#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATION_LOG_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATION_LOG_H_

#include "tensorflow_lite_lite/c/delegation_log.h"

namespace tflite {
class Subgraph;
}  // namespace tflite

namespace tflite::core {

// The log that delegates get from a subgraph, see c/delegation_log.h. Entries
// go to the records of the subgraph whose context the delegate passes; it must
// belong to the same model.
struct SubgraphLog : TfllDelegationLog {
  explicit SubgraphLog(Subgraph* owner);
  Subgraph* subgraph;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATION_LOG_H_
