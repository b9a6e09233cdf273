#ifndef TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_UTILS_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_UTILS_H_

#include "tensorflow_lite_lite/schema/schema_fwd.h"

namespace tflite {

// The operator of an operator code, from whichever of its two fields the writer
// used.
BuiltinOperator GetBuiltinCode(const OperatorCode* op_code);
BuiltinOperator GetBuiltinCode(const OperatorCodeT* op_code);

// The schema's name, such as "CONV_2D"; "UNKNOWN" for an unknown code.
const char* BuiltinOperatorName(BuiltinOperator op);

// The schema's name, such as "FLOAT32", or "UNKNOWN".
const char* TensorTypeName(TensorType type);

// Bits of one stored element: 4 for INT4, 32 for FLOAT32. 0 for types without a
// fixed size (STRING, RESOURCE, VARIANT), -1 for unknown types.
int TensorTypeBits(TensorType type);

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_UTILS_H_
