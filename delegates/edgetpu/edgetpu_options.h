#ifndef DELEGATES_EDGETPU_EDGETPU_OPTIONS_H_
#define DELEGATES_EDGETPU_EDGETPU_OPTIONS_H_

#include "delegates/edgetpu/isa/target.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::edgetpu {

struct EdgeTpuOptions {
  Target target = DefaultTarget();
  // Prints the cycles of each partition's layers to the log when it has been
  // compiled.
  bool report = false;
  SimpleDelegateInterface::Options nodes;
};

// A delegate, to be deleted by DeleteEdgeTpuDelegate. Invalid if the target is.
// It outlives the interpreters that it is given to and may be shared by them,
// on any threads.
StatusOr<TfLiteDelegate*> CreateEdgeTpuDelegate(const EdgeTpuOptions& options);
// Null is allowed.
void DeleteEdgeTpuDelegate(TfLiteDelegate* delegate);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_EDGETPU_OPTIONS_H_
