#ifndef TESTING_FAULT_SINGLE_OP_FILE_H_
#define TESTING_FAULT_SINGLE_OP_FILE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/kernel_tests/model/tensor_data.h"

namespace tflite::fault {

// Files of models with one node, as SingleOpModel writes them, for tests that
// open the file themselves.

// A tensor of the node: a constant if it has contents, otherwise an input or
// output of the graph.
struct Operand : TensorData {
  using TensorData::TensorData;
  std::vector<uint8_t> contents;
};

Operand Floats(std::vector<int> shape);
Operand Ints(std::vector<int> shape);
// Return constants.
Operand ConstFloats(std::vector<int> shape);
Operand ConstInts(const std::vector<int32_t>& values);

template <typename OptionsT>
BuiltinOptionsUnion Options(OptionsT options) {
  BuiltinOptionsUnion any;
  any.Set(std::move(options));
  return any;
}

// The bytes of the file, aligned for 8-byte scalars. The options are a table of
// the schema (Conv2DOptionsT ...), or nothing. A custom operator is named
// "NoSuchOperator".
std::string SingleOpFile(BuiltinOperator op, const std::vector<Operand>& inputs,
                         const std::vector<Operand>& outputs,
                         const BuiltinOptionsUnion& options = {},
                         int version = 1);

}  // namespace tflite::fault

#endif  // TESTING_FAULT_SINGLE_OP_FILE_H_
