#ifndef TESTING_FAULT_ONE_OP_MODEL_H_
#define TESTING_FAULT_ONE_OP_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::fault {

// A tensor of a single-node model: a constant if it has contents, else a graph
// input or output.
struct Operand {
  TensorType type = TensorType_FLOAT32;
  std::vector<int32_t> shape;
  std::vector<uint8_t> contents;
  float scale = 0;  // 0: not quantized
};

Operand Floats(std::vector<int32_t> shape);
Operand Ints(std::vector<int32_t> shape);
// Constants.
Operand ConstFloats(std::vector<int32_t> shape);
Operand ConstInts(const std::vector<int32_t>& values);

// A model file with one node of `op`. The options are a table of the schema
// (Conv2DOptionsT ...) in one of the unions, or none.
std::string OneOpModel(BuiltinOperator op, const std::vector<Operand>& inputs,
                       const std::vector<Operand>& outputs,
                       BuiltinOptionsUnion options = {},
                       BuiltinOptions2Union options_2 = {}, int version = 1);

template <typename OptionsT>
BuiltinOptionsUnion Options(OptionsT options) {
  BuiltinOptionsUnion any;
  any.Set(std::move(options));
  return any;
}

}  // namespace tflite::fault

#endif  // TESTING_FAULT_ONE_OP_MODEL_H_
