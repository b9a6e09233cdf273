#include "testing/fault/bad_models.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/small_model.h"

namespace tflite::fault {
namespace {

constexpr int32_t kMaxInt = 0x7fffffff;
constexpr char kInvalid[] = "The model is not a valid Flatbuffer buffer";

SubGraphT& Graph(ModelT& m) { return *m.subgraphs[0]; }
OperatorT& Node(ModelT& m) { return *m.subgraphs[0]->operators[0]; }
TensorT& Constant(ModelT& m) { return *m.subgraphs[0]->tensors[1]; }

// Files with invalid bytes.
void AddBrokenFiles(std::vector<BadModel>* all) {
  const std::string good = Pack(AddModel());
  const auto add = [all](const char* name, std::string file,
                         const char* message) {
    all->push_back({name, std::move(file), RefusedBy::kOpening, message});
  };
  add("empty", "", "The model allocation is null/empty");
  add("too_short", good.substr(0, 7), "The model is too short: 7 bytes");
  add("only_header", good.substr(0, 8), kInvalid);
  add("cut_in_half", good.substr(0, good.size() / 2), kInvalid);
  add("cut_at_end", good.substr(0, good.size() - 16), kInvalid);
  add("zeros", std::string(256, '\0'), "Model provided has model identifier");
  add("ones", std::string(256, '\xff'), "Model provided has model identifier");
  std::string file = good;
  file[7] = '4';
  add("other_identifier", file, "model identifier 'TFL4', should be 'TFL3'");
  file = good;
  file.replace(0, 4, std::string(4, '\xff'));
  add("root_beyond_file", file, kInvalid);
  file = good;
  file.replace(0, 4, std::string(4, '\0'));
  add("root_is_itself", file, kInvalid);
}

// A change to a model, and the resulting message of VerifyModel.
struct Bend {
  const char* name;
  void (*bend)(ModelT& model);
  const char* message;
};

constexpr Bend kBentIndices[] = {
    {"opcode_index", [](ModelT& m) { Node(m).opcode_index = 7; },
     "node 0 (no operator): opcode_index is 7"},
    {"node_input_index", [](ModelT& m) { Node(m).inputs[1] = 3; },
     "node 0 (ADD): input 1 is tensor 3"},
    {"node_input_negative", [](ModelT& m) { Node(m).inputs[1] = -7; },
     "node 0 (ADD): input 1 is tensor -7"},
    {"node_output_index", [](ModelT& m) { Node(m).outputs[0] = kMaxInt; },
     "node 0 (ADD): output 0 is tensor 2147483647"},
    {"node_intermediate_index", [](ModelT& m) { Node(m).intermediates = {9}; },
     "node 0 (ADD): intermediate 0 is tensor 9"},
    {"graph_input_index", [](ModelT& m) { Graph(m).inputs[0] = 3; },
     "graph input 0 is tensor 3"},
    {"graph_output_index", [](ModelT& m) { Graph(m).outputs[0] = -1; },
     "graph output 0 is tensor -1"},
    {"buffer_index", [](ModelT& m) { Constant(m).buffer = 99; },
     "tensor 1 'c': there is no buffer 99"},
    {"blockwise_scales",
     [](ModelT& m) {
       BlockwiseQuantizationT blockwise;
       blockwise.scales = 42;
       Constant(m).quantization = std::make_unique<QuantizationParametersT>();
       Constant(m).quantization->details.Set(std::move(blockwise));
     },
     "tensor 1 'c': scales is tensor 42"},
};

constexpr Bend kBentGraphs[] = {
    {"writes_constant", [](ModelT& m) { Node(m).outputs[0] = 1; },
     "output 0, tensor 1 'c', has constant contents"},
    {"constant_variable", [](ModelT& m) { Constant(m).is_variable = true; },
     "tensor 1 'c' is a variable"},
    {"no_subgraphs",
     [](ModelT& m) {
       m.subgraphs.clear();
       m.signature_defs.clear();
     },
     "the model has no subgraphs"},
    {"schema_version", [](ModelT& m) { m.version = 0; },
     "the model has schema version 0"},
};

constexpr Bend kBentTensors[] = {
    {"negative_dimension", [](ModelT& m) { Constant(m).shape[0] = -2; },
     "tensor 1 'c': dimension 0 is negative: -2"},
    {"huge_shape",
     [](ModelT& m) { Graph(m).tensors[0]->shape.assign(5, kMaxInt); },
     "tensor 0 'x': the shape has too many elements"},
    {"huge_shape_times_zero",
     [](ModelT& m) {
       Graph(m).tensors[0]->shape = {kMaxInt, kMaxInt, 0, 4};
     },
     "tensor 0 'x': the shape has too many elements"},
    {"unknown_type",
     [](ModelT& m) { Constant(m).type = static_cast<TensorType>(100); },
     "tensor 1 'c': its type 100 is unknown"},
    {"wider_type", [](ModelT& m) { Constant(m).type = TensorType_FLOAT64; },
     "buffer 1 has 24 bytes, shape and type need 48"},
    {"string_type", [](ModelT& m) { Constant(m).type = TensorType_STRING; },
     "tensor 1 'c': its 24 bytes are not a valid string table"},
    {"resource_type", [](ModelT& m) { Constant(m).type = TensorType_RESOURCE; },
     "type RESOURCE cannot have constant contents"},
    {"scales_without_zero_points",
     [](ModelT& m) {
       Constant(m).quantization = std::make_unique<QuantizationParametersT>();
       Constant(m).quantization->scale = {1, 2};
     },
     "quantization has 0 zero points and 2 scales"},
    {"quantized_dimension",
     [](ModelT& m) {
       Constant(m).quantization = std::make_unique<QuantizationParametersT>();
       Constant(m).quantization->scale = {1, 2};
       Constant(m).quantization->zero_point = {0, 0};
       Constant(m).quantization->quantized_dimension = -1;
     },
     "quantized_dimension is -1"},
    {"empty_sparsity",
     [](ModelT& m) {
       Constant(m).sparsity = std::make_unique<SparsityParametersT>();
     },
     "tensor 1 'c': sparsity: traversal_order has 0 elements"},
};

constexpr Bend kBentBuffers[] = {
    {"buffer_short", [](ModelT& m) { m.buffers[1]->data.resize(23); },
     "buffer 1 has 23 bytes, shape and type need 24"},
    {"buffers_missing", [](ModelT& m) { m.buffers.clear(); },
     "there is no buffer 1: the model has 0"},
    {"buffer_beyond_file",
     [](ModelT& m) {
       m.buffers[1]->data.clear();
       m.buffers[1]->offset = 1 << 20;
       m.buffers[1]->size = 24;
     },
     "buffer 1: 24 bytes at offset 1048576 exceed the file"},
    {"buffer_range_overflows",
     [](ModelT& m) {
       m.buffers[1]->data.clear();
       m.buffers[1]->offset = ~uint64_t{0} - 3;
       m.buffers[1]->size = 24;
     },
     "buffer 1: 24 bytes at offset"},
    {"options_beyond_file",
     [](ModelT& m) {
       Node(m).large_custom_options_offset = 8;
       Node(m).large_custom_options_size = ~uint64_t{0};
     },
     "node 0 (ADD): custom options"},
};

WhileOptionsT& LoopOptions(ModelT& m) {
  return *Node(m).builtin_options.AsWhileOptions();
}

constexpr Bend kBentLoops[] = {
    {"loop_recursion",
     [](ModelT& m) { LoopOptions(m).cond_subgraph_index = 0; },
     "subgraph 0 'main' runs itself"},
    {"loop_without_options", [](ModelT& m) { Node(m).builtin_options.Reset(); },
     "subgraph 0 'main' runs itself"},
    {"mutual_recursion",
     [](ModelT& m) {
       OperatorT& node = *m.subgraphs[2]->operators[0];
       node.opcode_index = 0;
       WhileOptionsT options;
       options.cond_subgraph_index = 1;
       options.body_subgraph_index = 0;
       node.builtin_options.Set(std::move(options));
     },
     "runs itself"},
};

constexpr Bend kBentOptions[] = {
    {"options_of_another_operator",
     [](ModelT& m) { Node(m).builtin_options.Set(Pool2DOptionsT()); },
     "ADD: its options are of type Pool2DOptions"},
    {"unknown_activation",
     [](ModelT& m) {
       Node(m).builtin_options.AsAddOptions()->fused_activation_function =
           static_cast<ActivationFunctionType>(50);
     },
     "ADD: unknown fused activation 50"},
};

template <size_t kCount>
void AddBent(const Bend (&bends)[kCount], ModelT (*good)(),
             RefusedBy refused_by, std::vector<BadModel>* all) {
  for (const Bend& bend : bends) {
    ModelT model = good();
    bend.bend(model);
    all->push_back({bend.name, Pack(model), refused_by, bend.message});
  }
}

}  // namespace

std::vector<BadModel> BadModels() {
  std::vector<BadModel> all;
  AddBrokenFiles(&all);
  AddBent(kBentIndices, AddModel, RefusedBy::kVerifying, &all);
  AddBent(kBentGraphs, AddModel, RefusedBy::kVerifying, &all);
  AddBent(kBentTensors, AddModel, RefusedBy::kVerifying, &all);
  AddBent(kBentBuffers, AddModel, RefusedBy::kVerifying, &all);
  AddBent(kBentLoops, WhileModel, RefusedBy::kVerifying, &all);
  AddBent(kBentOptions, AddModel, RefusedBy::kBuilding, &all);
  return all;
}

}  // namespace tflite::fault
