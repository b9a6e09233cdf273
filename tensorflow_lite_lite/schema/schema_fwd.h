#ifndef TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_FWD_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_FWD_H_

#include <cstdint>

// Forward declarations of the file format's types, for headers that need not
// include schema_generated.h.
namespace tflite {

enum TensorType : int8_t;
enum BuiltinOperator : int32_t;

struct Buffer;
struct Model;
struct Operator;
struct OperatorCode;
struct OperatorCodeT;
struct QuantizationParameters;
struct SparsityParameters;
struct SubGraph;
struct Tensor;

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_SCHEMA_FWD_H_
