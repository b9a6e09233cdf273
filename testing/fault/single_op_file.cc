#include "testing/fault/single_op_file.h"

#include "testing/fault/small_model.h"
#include "testing/kernel_tests/model/test_model_graph.h"

namespace tflite::fault {
namespace {

class SingleOpGraph : public kernel_tests::TestModelGraph {
 public:
  SingleOpGraph(BuiltinOperator op, const std::vector<Operand>& inputs,
                const std::vector<Operand>& outputs,
                const BuiltinOptionsUnion& options) {
    for (const Operand& input : inputs) {
      if (input.contents.empty()) {
        AddInput(input);
      } else {
        AddConstInput(input, input.contents);
      }
    }
    for (const Operand& output : outputs) AddOutput(output);
    if (op == BuiltinOperator_CUSTOM) {
      SetCustomOp("NoSuchOperator", {}, nullptr);
    } else {
      SetBuiltinOp(op, options.type, options.Pack(builder_));
    }
    FinishModel();
  }

  const Model& model() const { return *GetModel(builder_.GetBufferPointer()); }
};

}  // namespace

Operand Floats(std::vector<int> shape) {
  return Operand(TensorType_FLOAT32, std::move(shape));
}

Operand Ints(std::vector<int> shape) {
  return Operand(TensorType_INT32, std::move(shape));
}

Operand ConstFloats(std::vector<int> shape) {
  size_t count = 1;
  for (const int extent : shape) count *= static_cast<size_t>(extent);
  Operand operand = Floats(std::move(shape));
  operand.contents = BytesOf(std::vector<float>(count, 0.5f));
  return operand;
}

Operand ConstInts(const std::vector<int32_t>& values) {
  Operand operand = Ints({static_cast<int>(values.size())});
  operand.contents = BytesOf(values);
  return operand;
}

std::string SingleOpFile(BuiltinOperator op, const std::vector<Operand>& inputs,
                         const std::vector<Operand>& outputs,
                         const BuiltinOptionsUnion& options, int version) {
  ModelT model;
  SingleOpGraph(op, inputs, outputs, options).model().UnPackTo(&model);
  model.operator_codes[0]->version = version;
  return Pack(model);
}

}  // namespace tflite::fault
