#ifndef TENSORFLOW_LITE_LITE_CORE_CALLS_NAMES_H_
#define TENSORFLOW_LITE_LITE_CORE_CALLS_NAMES_H_

namespace tflite {

// Returns true for the name of a custom operator that represents a TensorFlow
// operator: "Flex...".
bool IsFlexOp(const char* custom_name);

// Returns true for the name of a subgraph that tests accelerators and is not
// delegated: "VALIDATION:...".
bool IsValidationSubgraph(const char* name);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_CALLS_NAMES_H_
