#ifndef TENSORFLOW_LITE_LITE_CORE_CALLS_NAMES_H_
#define TENSORFLOW_LITE_LITE_CORE_CALLS_NAMES_H_

namespace tflite {

// A custom operator that stands for one of TensorFlow's: "Flex...".
bool IsFlexOp(const char* custom_name);

// A subgraph for checking accelerators, which no delegate takes:
// "VALIDATION:...".
bool IsValidationSubgraph(const char* name);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_CALLS_NAMES_H_
