#ifndef TENSORFLOW_LITE_LITE_CORE_C_GLUE_H_
#define TENSORFLOW_LITE_LITE_CORE_C_GLUE_H_

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
class Subgraph;
}  // namespace tflite

namespace tflite::core {

// Sets all function pointers of `context`, so that they act on `subgraph`,
// which must outlive it. None is null: functions that are not allowed at the
// moment report an error, and functions that only runtimes without a heap
// provide always do.
void FillContext(Subgraph* subgraph, TfLiteContext* context);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_C_GLUE_H_
