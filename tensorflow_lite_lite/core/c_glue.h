#ifndef TENSORFLOW_LITE_LITE_CORE_C_GLUE_H_
#define TENSORFLOW_LITE_LITE_CORE_C_GLUE_H_

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
class Subgraph;
}  // namespace tflite

namespace tflite::core {

// Points every function of `context` at `subgraph`, which outlives it. None is
// null: what is not allowed at a time reports an error then, and what only
// runtimes without a heap offer does so always.
void FillContext(Subgraph* subgraph, TfLiteContext* context);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_C_GLUE_H_
