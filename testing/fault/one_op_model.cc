#include "testing/fault/one_op_model.h"

#include <memory>
#include <utility>

#include "tensorflow_lite_lite/schema/schema_conversion_utils.h"
#include "testing/fault/small_model.h"

namespace tflite::fault {
namespace {

int Add(ModelT* model, const std::string& name, const Operand& operand) {
  const int index = operand.contents.empty()
                        ? AddTensor(model, 0, name, operand.type, operand.shape)
                        : AddConstant(model, 0, name, operand.type,
                                      operand.shape, operand.contents);
  if (operand.scale != 0) {
    auto quantization = std::make_unique<QuantizationParametersT>();
    quantization->scale = {operand.scale};
    quantization->zero_point = {0};
    model->subgraphs[0]->tensors[index]->quantization = std::move(quantization);
  }
  return index;
}

}  // namespace

Operand Floats(std::vector<int32_t> shape) {
  return {TensorType_FLOAT32, std::move(shape), {}, 0};
}

Operand Ints(std::vector<int32_t> shape) {
  return {TensorType_INT32, std::move(shape), {}, 0};
}

Operand ConstFloats(std::vector<int32_t> shape) {
  size_t count = 1;
  for (const int32_t extent : shape) count *= static_cast<size_t>(extent);
  return {TensorType_FLOAT32, std::move(shape),
          BytesOf(std::vector<float>(count, 0.5f)), 0};
}

Operand ConstInts(const std::vector<int32_t>& values) {
  return {TensorType_INT32,
          {static_cast<int32_t>(values.size())},
          BytesOf(values),
          0};
}

std::string OneOpModel(BuiltinOperator op, const std::vector<Operand>& inputs,
                       const std::vector<Operand>& outputs,
                       BuiltinOptionsUnion options,
                       BuiltinOptions2Union options_2, int version) {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  auto code = std::make_unique<OperatorCodeT>();
  code->builtin_code = op;
  code->deprecated_builtin_code = ConvertBuiltinCodeToDeprecatedBuiltinCode(op);
  code->version = version;
  if (op == BuiltinOperator_CUSTOM) code->custom_code = "NoSuchOperator";
  model.operator_codes.push_back(std::move(code));
  model.subgraphs.push_back(std::make_unique<SubGraphT>());
  auto node = std::make_unique<OperatorT>();
  node->builtin_options = std::move(options);
  node->builtin_options_2 = std::move(options_2);
  SubGraphT& graph = *model.subgraphs[0];
  for (const Operand& operand : inputs) {
    const int t =
        Add(&model, "in" + std::to_string(node->inputs.size()), operand);
    node->inputs.push_back(t);
    if (operand.contents.empty()) graph.inputs.push_back(t);
  }
  for (const Operand& operand : outputs) {
    const int t =
        Add(&model, "out" + std::to_string(node->outputs.size()), operand);
    node->outputs.push_back(t);
    graph.outputs.push_back(t);
  }
  graph.operators.push_back(std::move(node));
  return Pack(model);
}

}  // namespace tflite::fault
