#include "testing/fault/small_model.h"

#include <memory>
#include <utility>

#include "tensorflow_lite_lite/schema/schema_conversion_utils.h"

namespace tflite::fault {
namespace {

ModelT EmptyModel() {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  return model;
}

void AddSubgraph(ModelT* model, const std::string& name) {
  model->subgraphs.push_back(std::make_unique<SubGraphT>());
  model->subgraphs.back()->name = name;
}

std::unique_ptr<TensorMapT> Named(const std::string& name, uint32_t tensor) {
  auto map = std::make_unique<TensorMapT>();
  map->name = name;
  map->tensor_index = tensor;
  return map;
}

}  // namespace

int AddTensor(ModelT* model, int subgraph, const std::string& name,
              TensorType type, const std::vector<int32_t>& shape) {
  auto tensor = std::make_unique<TensorT>();
  tensor->name = name;
  tensor->type = type;
  tensor->shape = shape;
  auto& tensors = model->subgraphs[subgraph]->tensors;
  tensors.push_back(std::move(tensor));
  return static_cast<int>(tensors.size()) - 1;
}

int AddConstant(ModelT* model, int subgraph, const std::string& name,
                TensorType type, const std::vector<int32_t>& shape,
                const std::vector<uint8_t>& contents) {
  const int index = AddTensor(model, subgraph, name, type, shape);
  model->buffers.push_back(std::make_unique<BufferT>());
  model->buffers.back()->data = contents;
  model->subgraphs[subgraph]->tensors[index]->buffer =
      model->buffers.size() - 1;
  return index;
}

OperatorT* AddNode(ModelT* model, int subgraph, BuiltinOperator op,
                   const std::vector<int32_t>& inputs,
                   const std::vector<int32_t>& outputs,
                   const std::string& custom_code) {
  auto code = std::make_unique<OperatorCodeT>();
  code->builtin_code = op;
  code->deprecated_builtin_code = ConvertBuiltinCodeToDeprecatedBuiltinCode(op);
  code->custom_code = custom_code;
  model->operator_codes.push_back(std::move(code));
  auto node = std::make_unique<OperatorT>();
  node->opcode_index = model->operator_codes.size() - 1;
  node->inputs = inputs;
  node->outputs = outputs;
  auto& nodes = model->subgraphs[subgraph]->operators;
  nodes.push_back(std::move(node));
  return nodes.back().get();
}

ModelT AddModel() {
  ModelT model = EmptyModel();
  AddSubgraph(&model, "main");
  AddTensor(&model, 0, "x", TensorType_FLOAT32, {2, 3});
  AddConstant(&model, 0, "c", TensorType_FLOAT32, {2, 3},
              BytesOf<float>({1, 2, 3, 4, 5, 6}));
  AddTensor(&model, 0, "y", TensorType_FLOAT32, {2, 3});
  AddNode(&model, 0, BuiltinOperator_ADD, {0, 1}, {2})
      ->builtin_options.Set(AddOptionsT());
  model.subgraphs[0]->inputs = {0};
  model.subgraphs[0]->outputs = {2};
  auto signature = std::make_unique<SignatureDefT>();
  signature->signature_key = "serving";
  signature->inputs.push_back(Named("x", 0));
  signature->outputs.push_back(Named("y", 2));
  model.signature_defs.push_back(std::move(signature));
  return model;
}

ModelT AddChain(int length) {
  ModelT model = AddModel();
  model.signature_defs.clear();
  SubGraphT* graph = model.subgraphs[0].get();
  for (int i = 1; i < length; ++i) {
    const int last = graph->outputs[0];
    const int next = AddTensor(&model, 0, "y" + std::to_string(i),
                               TensorType_FLOAT32, {2, 3});
    AddNode(&model, 0, BuiltinOperator_ADD, {last, 1}, {next})
        ->builtin_options.Set(AddOptionsT());
    graph->outputs = {next};
  }
  return model;
}

ModelT WhileModel() {
  ModelT model = EmptyModel();
  for (const char* name : {"main", "cond", "body"}) {
    const int i = static_cast<int>(model.subgraphs.size());
    AddSubgraph(&model, name);
    AddTensor(&model, i, "in", TensorType_INT32, {1});
    AddConstant(&model, i, "limit", TensorType_INT32, {1},
                BytesOf<int32_t>({10}));
    AddTensor(&model, i, "out", TensorType_INT32, {1});
    model.subgraphs[i]->inputs = {0};
    model.subgraphs[i]->outputs = {2};
  }
  model.subgraphs[1]->tensors[2]->type = TensorType_BOOL;
  WhileOptionsT options;
  options.cond_subgraph_index = 1;
  options.body_subgraph_index = 2;
  AddNode(&model, 0, BuiltinOperator_WHILE, {0}, {2})
      ->builtin_options.Set(std::move(options));
  AddNode(&model, 1, BuiltinOperator_LESS, {0, 1}, {2});
  AddNode(&model, 2, BuiltinOperator_ADD, {0, 1}, {2})
      ->builtin_options.Set(AddOptionsT());
  return model;
}

std::vector<uint8_t> StringContents(const std::vector<std::string>& strings) {
  std::vector<int32_t> table = {static_cast<int32_t>(strings.size())};
  int32_t end = static_cast<int32_t>((strings.size() + 2) * sizeof(int32_t));
  std::string characters;
  for (const std::string& s : strings) {
    table.push_back(end);
    end += static_cast<int32_t>(s.size());
    characters += s;
  }
  table.push_back(end);
  std::vector<uint8_t> bytes = BytesOf(table);
  bytes.insert(bytes.end(), characters.begin(), characters.end());
  return bytes;
}

std::string Pack(const ModelT& model) {
  flatbuffers::FlatBufferBuilder builder;
  FinishModelBuffer(builder, Model::Pack(builder, &model));
  return std::string(reinterpret_cast<const char*>(builder.GetBufferPointer()),
                     builder.GetSize());
}

}  // namespace tflite::fault
