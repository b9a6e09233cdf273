#ifndef TESTING_FAULT_SMALL_MODEL_H_
#define TESTING_FAULT_SMALL_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::fault {

// Small models, which tests modify before packing them.

// y = x + c, both float32 [2,3]. Tensors: 0 x, the graph input; 1 c, constant
// in buffer 1; 2 y, the graph output. Signature "serving" with the names x, y.
ModelT AddModel();

// x + c + ... + c with `length` ADD nodes; otherwise like AddModel, without a
// signature. Node i writes tensor i + 2.
ModelT AddChain(int length);

// Subgraph 0 'main': out = while (cond(i)) i = body(i), on an int32 [1] tensor.
// Tensors of each: 0 input, 1 a constant, 2 result. Subgraph 1 'cond' is
// i < constant, subgraph 2 'body' i + constant.
ModelT WhileModel();

// Appends a tensor to a subgraph and returns its index.
int AddTensor(ModelT* model, int subgraph, const std::string& name,
              TensorType type, const std::vector<int32_t>& shape);
// The same with contents, in a buffer of its own.
int AddConstant(ModelT* model, int subgraph, const std::string& name,
                TensorType type, const std::vector<int32_t>& shape,
                const std::vector<uint8_t>& contents);

// Appends a node with a new operator code; returns it, so that the caller can
// set its options. A custom operator has the name `custom_code`.
OperatorT* AddNode(ModelT* model, int subgraph, BuiltinOperator op,
                   const std::vector<int32_t>& inputs,
                   const std::vector<int32_t>& outputs,
                   const std::string& custom_code = "");

// The bytes of `values` in memory.
template <typename T>
std::vector<uint8_t> BytesOf(const std::vector<T>& values) {
  const auto* first = reinterpret_cast<const uint8_t*>(values.data());
  return std::vector<uint8_t>(first, first + values.size() * sizeof(T));
}

// The contents of a string tensor.
std::vector<uint8_t> StringContents(const std::vector<std::string>& strings);

// Returns the file's bytes, aligned for 8-byte scalars.
std::string Pack(const ModelT& model);

}  // namespace tflite::fault

#endif  // TESTING_FAULT_SMALL_MODEL_H_
