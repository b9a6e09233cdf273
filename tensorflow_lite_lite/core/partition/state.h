#ifndef TENSORFLOW_LITE_LITE_CORE_PARTITION_STATE_H_
#define TENSORFLOW_LITE_LITE_CORE_PARTITION_STATE_H_

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/c_api_types.h"

namespace tflite::core {

// What the order of nodes depends on. Nodes with side effects and those that
// use state keep it (PartitionNode::ordered).

// True for control flow and operators with state, which run even if no node
// reads their outputs.
inline bool HasSideEffect(int builtin_code) {
  switch (builtin_code) {
    case kTfLiteBuiltinIf:
    case kTfLiteBuiltinWhile:
    case kTfLiteBuiltinCallOnce:
    case kTfLiteBuiltinStablehloWhile:
    case kTfLiteBuiltinStablehloCase:
    case kTfLiteBuiltinStablehloComposite:
    case kTfLiteBuiltinAssignVariable:
    case kTfLiteBuiltinHashtableImport:
      return true;
    default:
      return false;
  }
}

// True if other nodes may access state through this tensor.
inline bool HoldsState(TfLiteType type, bool is_variable) {
  return is_variable || type == kTfLiteResource || type == kTfLiteVariant;
}

// True for operators that use the shape of their input alone, which is known
// before a run, and never its values.
inline bool ReadsShapesOnly(int builtin_code) {
  return builtin_code == kTfLiteBuiltinShape ||
         builtin_code == kTfLiteBuiltinRank;
}

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PARTITION_STATE_H_
