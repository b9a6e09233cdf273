// Models that no converter should write, but that can be read: they run as far
// as they are meaningful, and a warning describes the problem.

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/schema/model_builder.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "testing/fault/single_op_file.h"
#include "testing/fault/small_model.h"
#include "testing/kernels_by_name.h"
#include "testing/util.h"

namespace tflite::fault {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int32_t kMaxInt = 0x7fffffff;

SubGraphT& Graph(ModelT& m) { return *m.subgraphs[0]; }
OperatorT& Node(ModelT& m) { return *m.subgraphs[0]->operators[0]; }

// The tensors of AddModel, without a node.
ModelT LonelyInput() {
  ModelT model = AddModel();
  model.signature_defs.clear();
  model.operator_codes.clear();
  Graph(model).operators.clear();
  return model;
}

class OddModels : public testing::TestWithParam<const char*> {
 protected:
  OddModels() {
    base::SetLogSink([this](base::LogLevel level, const char* message) {
      if (level == base::LogLevel::kWarning)
        warnings_ += message + std::string("\n");
    });
  }
  ~OddModels() override { base::SetLogSink(nullptr); }

  // Opens the model with full verification.
  TfLiteStatus Build(const ModelT& model) { return Build(Pack(model)); }
  TfLiteStatus Build(std::string file) {
    interpreter_.reset();
    file_ = std::move(file);
    model_ = FlatBufferModel::VerifyAndBuildFromBuffer(
        file_.data(), file_.size(), nullptr, &reporter_);
    if (model_ == nullptr) return kTfLiteError;
    return InterpreterBuilder(*model_, *resolver_)(&interpreter_);
  }
  TfLiteStatus Allocate() { return interpreter_->AllocateTensors(); }
  // Invokes with 10, 20, ... in input 0.
  TfLiteStatus Invoke() {
    TfLiteTensor* x = interpreter_->input_tensor(0);
    for (size_t i = 0; i < x->bytes / sizeof(float); ++i) {
      x->data.f[i] = 10.0f * static_cast<float>(i + 1);
    }
    return interpreter_->Invoke();
  }
  // Expects the results of AddModel, and the warning.
  void ExpectAdds(const ModelT& model, const std::string& warning) {
    ASSERT_EQ(Build(model), kTfLiteOk) << Said();
    ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
    for (int run = 0; run < 2; ++run) {
      ASSERT_EQ(Invoke(), kTfLiteOk) << Said();
      EXPECT_THAT(Result(), ElementsAre(11, 22, 33, 44, 55, 66));
    }
    EXPECT_THAT(warnings_, HasSubstr(warning));
  }
  std::vector<float> Result() {
    const TfLiteTensor* y = interpreter_->output_tensor(0);
    return {y->data.f, y->data.f + y->bytes / sizeof(float)};
  }
  std::string Said() { return reporter_.error_messages(); }

  const std::unique_ptr<OpResolver> resolver_ = KernelsByName(GetParam());
  std::string warnings_;
  TestErrorReporter reporter_;
  std::string file_;
  std::unique_ptr<FlatBufferModel> model_;
  std::unique_ptr<Interpreter> interpreter_;
};

INSTANTIATE_TEST_SUITE_P(Kernels, OddModels,
                         testing::Values("fast", "reference"));

TEST_P(OddModels, ConstantAsGraphInput) {
  ModelT model = AddModel();
  Graph(model).inputs = {0, 1};
  ExpectAdds(model,
             "subgraph 0 'main': graph input 1, tensor 1 'c', is constant "
             "and keeps its contents");
  EXPECT_EQ(interpreter_->ResizeInputTensor(1, {1, 3}), kTfLiteError);
}

TEST_P(OddModels, OddBoolsAsGraphInput) {
  ModelT model = AddModel();
  const int b = AddConstant(&model, 0, "b", TensorType_BOOL, {3}, {0, 1, 7});
  Graph(model).inputs = {0, b};
  ExpectAdds(model, "tensor 3 'b', is constant");
  const TfLiteTensor* bools = interpreter_->input_tensor(1);
  EXPECT_EQ(bools->data.uint8[0], 0);
  EXPECT_EQ(bools->data.uint8[2], 1);
}

TEST_P(OddModels, BufferLongerThanItsTensor) {
  ModelT model = AddModel();
  model.buffers[1]->data.resize(32, 0x7f);
  ExpectAdds(model,
             "tensor 1 'c': buffer 1 has 32 bytes, but shape and type "
             "need only 24");
  EXPECT_EQ(interpreter_->tensor(1)->bytes, 24u);
}

// A shape has as many dimensions as its tensor has elements.
TEST_P(OddModels, ShapeInALongerBuffer) {
  Operand shape = ConstInts({3, 2, 1});
  shape.shape = {2};
  ASSERT_EQ(Build(SingleOpFile(BuiltinOperator_RESHAPE, {Floats({2, 3}), shape},
                               {Floats({3, 2})})),
            kTfLiteOk);
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  EXPECT_EQ(interpreter_->output_tensor(0)->dims->size, 2);
  EXPECT_EQ(Invoke(), kTfLiteOk) << Said();
}

TEST_P(OddModels, BuffersBeyondTheFileThatNobodyReads) {
  ModelT model = AddModel();
  model.buffers.push_back(std::make_unique<BufferT>());
  model.buffers.back()->offset = 1 << 20;
  model.buffers.back()->size = 24;
  // Contents in the flatbuffer take precedence over an offset.
  model.buffers[1]->offset = 1 << 20;
  model.buffers[1]->size = 24;
  ExpectAdds(model, "");
}

TEST_P(OddModels, SignaturesThatNameNothing) {
  ModelT model = AddModel();
  model.signature_defs[0]->subgraph_index = 5;
  ExpectAdds(model,
             "Signature 0 'serving' is left out: it runs subgraph 5: the model "
             "has 1");
  EXPECT_TRUE(interpreter_->signature_keys().empty());

  model = AddModel();
  model.signature_defs[0]->inputs[0]->tensor_index = 0xffffffff;
  ExpectAdds(model, "left out: input 0 'x' is tensor 4294967295");
  EXPECT_TRUE(interpreter_->signature_keys().empty());
  EXPECT_NE(interpreter_->GetSignatureRunner(nullptr), nullptr);
}

TEST_P(OddModels, MetadataWithoutABuffer) {
  ModelT model = AddModel();
  model.metadata.push_back(std::make_unique<MetadataT>());
  model.metadata[0]->name = "notes";
  model.metadata[0]->buffer = 77;
  ExpectAdds(model,
             "Metadata 'notes' is left out: there is no buffer 77: the model "
             "has 2");
}

TEST_P(OddModels, SignatureOfAShapeThatIsEmpty) {
  ModelT model = AddModel();
  Graph(model).tensors[0]->shape = {};
  Graph(model).tensors[0]->shape_signature = {-1, 3};
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  ASSERT_EQ(interpreter_->ResizeInputTensorStrict(0, {2, 3}), kTfLiteOk);
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  ASSERT_EQ(Invoke(), kTfLiteOk);
  EXPECT_THAT(Result(), ElementsAre(11, 22, 33, 44, 55, 66));
}

TEST_P(OddModels, HugeExtentsBesideZero) {
  const Operand empty = Floats({0, 1, kMaxInt, kMaxInt});
  for (const BuiltinOperator op : {BuiltinOperator_RELU, BuiltinOperator_ABS}) {
    ASSERT_EQ(Build(SingleOpFile(op, {empty}, {empty})), kTfLiteOk) << Said();
    ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
    EXPECT_EQ(Invoke(), kTfLiteOk) << Said();
    EXPECT_EQ(interpreter_->output_tensor(0)->bytes, 0u);
  }
}

TEST_P(OddModels, NodeTwice) {
  ModelT model = AddModel();
  Graph(model).operators.push_back(std::make_unique<OperatorT>(Node(model)));
  ExpectAdds(model,
             "node 1: output 0, tensor 2 'y', is already an output of "
             "this or an earlier node");
  interpreter_->primary_subgraph().execution_plan() = {0, 0, 1};
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {1, 3}), kTfLiteOk);
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  ASSERT_EQ(Invoke(), kTfLiteOk);
  EXPECT_THAT(Result(), ElementsAre(11, 22, 33, 14, 25, 36));
}

// y = x + c, z = reshape(y), y = c + c: z keeps the first value of y.
TEST_P(OddModels, ValueThatAnotherTakesThePlaceOf) {
  ModelT model = AddModel();
  SubGraphT& graph = Graph(model);
  const int z = AddTensor(&model, 0, "z", TensorType_FLOAT32, {2, 3});
  auto second = std::make_unique<OperatorT>(Node(model));
  second->inputs = {1, 1};
  ReshapeOptionsT options;
  options.new_shape = {2, 3};
  AddNode(&model, 0, BuiltinOperator_RESHAPE, {2}, {z})
      ->builtin_options.Set(std::move(options));
  graph.operators.push_back(std::move(second));
  graph.outputs = {z, 2};
  ExpectAdds(model, "is already an output");
}

TEST_P(OddModels, WritersThatDisagree) {
  ModelT model = AddModel();
  auto second = std::make_unique<OperatorT>(Node(model));
  second->inputs = {0, AddConstant(&model, 0, "wide", TensorType_FLOAT32,
                                   {4, 2, 3}, std::vector<uint8_t>(96))};
  Graph(model).operators.push_back(std::move(second));
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  EXPECT_EQ(Allocate(), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("node 1 (ADD): it gives tensor 2 'y' another "
                                "type or shape than an earlier node"));
}

// Without that, the first would write beyond the memory of the second.
TEST_P(OddModels, OutputsOfOneNodeThatDisagree) {
  for (const std::vector<int32_t>& sizes :
       {std::vector<int32_t>{1, 1}, std::vector<int32_t>{2, 0}}) {
    ModelT model = AddModel();
    const int list = AddConstant(&model, 0, "sizes", TensorType_INT32, {2},
                                 BytesOf<int32_t>(sizes));
    const int axis = AddConstant(&model, 0, "axis", TensorType_INT32, {},
                                 BytesOf<int32_t>({0}));
    const int part = AddTensor(&model, 0, "part", TensorType_FLOAT32, {1, 3});
    SplitVOptionsT options;
    options.num_splits = 2;
    AddNode(&model, 0, BuiltinOperator_SPLIT_V, {0, list, axis}, {part, part})
        ->builtin_options.Set(std::move(options));
    if (sizes[0] == sizes[1]) {
      ExpectAdds(model, "is already an output of this or an earlier node");
      continue;
    }
    ASSERT_EQ(Build(model), kTfLiteOk) << Said();
    EXPECT_EQ(Allocate(), kTfLiteError);
    EXPECT_THAT(Said(), HasSubstr("SPLIT_V: outputs 0 and 1, of the shapes "
                                  "[2,3] and [0,3], are the same tensor"));
  }
}

// v = c after y = v + c, where v has the shape of c, or another one. A variable
// may be read before it is written.
TEST_P(OddModels, VariableThatALaterNodeResizes) {
  for (const int rows : {2, 1}) {
    ModelT model = AddModel();
    const int v = AddTensor(&model, 0, "v", TensorType_FLOAT32, {2, 3});
    Graph(model).tensors[v]->is_variable = true;
    const int small =
        AddConstant(&model, 0, "small", TensorType_FLOAT32, {rows, 3},
                    std::vector<uint8_t>(static_cast<size_t>(rows) * 12));
    auto second = std::make_unique<OperatorT>(Node(model));
    second->inputs = {small, small};
    second->outputs = {v};
    Graph(model).operators.push_back(std::move(second));
    Node(model).inputs = {v, 1};
    ASSERT_EQ(Build(model), kTfLiteOk) << Said();
    if (rows == 2) {
      ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
      ASSERT_EQ(Invoke(), kTfLiteOk) << Said();
      EXPECT_THAT(Result(), ElementsAre(1, 2, 3, 4, 5, 6));
      continue;
    }
    EXPECT_EQ(Allocate(), kTfLiteError);
    EXPECT_THAT(Said(),
                HasSubstr("node 1 (ADD): it gives tensor 3 'v' another type or "
                          "shape than it had for an earlier node"));
  }
}

TEST_P(OddModels, NodeThatWritesAGraphInput) {
  ModelT model = AddModel();
  Node(model).inputs = {1, 1};
  Node(model).outputs = {0};
  Graph(model).outputs = {0};
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  EXPECT_THAT(warnings_, HasSubstr("node 0: output 0, tensor 0 'x', is a graph "
                                   "input that the node overwrites"));
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  ASSERT_EQ(Invoke(), kTfLiteOk);
  EXPECT_THAT(Result(), ElementsAre(2, 4, 6, 8, 10, 12));
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {1, 3}), kTfLiteOk);
  EXPECT_EQ(Allocate(), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("than the graph input has"));
}

TEST_P(OddModels, OutputWithoutAValue) {
  ModelT model = AddModel();
  Graph(model).outputs = {2,
                          AddTensor(&model, 0, "z", TensorType_FLOAT32, {1})};
  ExpectAdds(model, "graph output 1, tensor 3 'z', has no value");
  EXPECT_EQ(interpreter_->typed_output_tensor<float>(1), nullptr);
}

TEST_P(OddModels, ConditionWithoutAValue) {
  ModelT model = WhileModel();
  model.subgraphs[1]->operators.clear();
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  EXPECT_THAT(warnings_, HasSubstr("subgraph 1 'cond': graph output 0, tensor "
                                   "2 'out', has no value"));
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  EXPECT_EQ(Invoke(), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("WHILE: C2: the condition, BOOL[1] 'out', has "
                                "no value"));
}

TEST_P(OddModels, InputWithoutAValue) {
  ModelT model = AddModel();
  model.buffers[1]->data.clear();
  for (const uint32_t external : {0, 3}) {
    Graph(model).tensors[1]->external_buffer = external;
    warnings_.clear();
    ASSERT_EQ(Build(model), kTfLiteOk) << Said();
    EXPECT_THAT(warnings_,
                HasSubstr(external == 0 ? "node 0: input 1, tensor 1 'c', has "
                                          "no value"
                                        : "node 0: input 1, tensor 1 'c', is "
                                          "in external buffer 3"));
    ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
    EXPECT_EQ(Invoke(), kTfLiteError);
    EXPECT_THAT(Said(), HasSubstr("Input tensor 1 lacks data"));
  }
}

TEST_P(OddModels, ValuesReadTooEarly) {
  ModelT model = AddModel();
  auto early = std::make_unique<OperatorT>(Node(model));
  early->inputs = {2, 1};
  early->outputs = {AddTensor(&model, 0, "z", TensorType_FLOAT32, {2, 3})};
  Graph(model).operators.insert(Graph(model).operators.begin(),
                                std::move(early));
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  EXPECT_EQ(Allocate(), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("node 0 (ADD) reads tensor 2 'y' before node 1 "
                                "(ADD) has written it"));
}

TEST_P(OddModels, TensorThatIsInputAndOutput) {
  ModelT model = AddModel();
  Node(model).inputs = {0, 2};
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  EXPECT_THAT(Said(),
              HasSubstr("Tensor 2 is both input 1 and output 0 of node 0"));
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(Allocate(), kTfLiteError);
    EXPECT_EQ(interpreter_->Invoke(), kTfLiteError);
  }
}

TEST_P(OddModels, OutputLeftOut) {
  ModelT model = AddModel();
  Node(model).outputs[0] = -1;
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  EXPECT_EQ(Allocate(), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("output 0 is missing"));
}

TEST_P(OddModels, SparseConstantThatNobodyReads) {
  ModelT model = AddModel();
  const int sparse = AddConstant(&model, 0, "sparse", TensorType_INT32, {2, 2},
                                 BytesOf<int32_t>({5, 6}));
  auto& parameters = Graph(model).tensors[sparse]->sparsity;
  parameters = std::make_unique<SparsityParametersT>();
  parameters->traversal_order = {0, 1};
  for (int i = 0; i < 2; ++i) {
    parameters->dim_metadata.push_back(std::make_unique<DimensionMetadataT>());
    parameters->dim_metadata[i]->dense_size = 2;
  }
  DimensionMetadataT& columns = *parameters->dim_metadata[1];
  columns.format = DimensionType_SPARSE_CSR;
  Int32VectorT segments, indices;
  segments.values = {0, 1, 2};
  indices.values = {0, 1};
  columns.array_segments.Set(std::move(segments));
  columns.array_indices.Set(std::move(indices));
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  ASSERT_EQ(Invoke(), kTfLiteOk) << Said();
  const TfLiteSparsity* read = interpreter_->tensor(sparse)->sparsity;
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->dim_metadata[1].array_indices->data[1], 1);
}

// Such a bias holds fewer values than its shape says.
TEST_P(OddModels, SparseBias) {
  ModelT model = LonelyInput();
  const int weights =
      AddConstant(&model, 0, "weights", TensorType_FLOAT32, {8, 3},
                  BytesOf<float>(std::vector<float>(24, 1)));
  const int bias = AddConstant(&model, 0, "bias", TensorType_FLOAT32, {8},
                               BytesOf<float>({1}));
  auto& stored = Graph(model).tensors[bias]->sparsity;
  stored = std::make_unique<SparsityParametersT>();
  stored->traversal_order = {0};
  stored->dim_metadata.push_back(std::make_unique<DimensionMetadataT>());
  DimensionMetadataT& elements = *stored->dim_metadata[0];
  elements.format = DimensionType_SPARSE_CSR;
  Int32VectorT segments, indices;
  segments.values = {0, 1};
  indices.values = {0};
  elements.array_segments.Set(std::move(segments));
  elements.array_indices.Set(std::move(indices));
  AddNode(&model, 0, BuiltinOperator_FULLY_CONNECTED, {0, weights, bias}, {2})
      ->builtin_options.Set(FullyConnectedOptionsT());
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  EXPECT_EQ(Allocate(), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("input 2 is sparse"));
}

// Weights are packed once, unless they change.
TEST_P(OddModels, WeightsThatAreAShape) {
  ModelT model = LonelyInput();
  const int rows = AddConstant(&model, 0, "rows", TensorType_FLOAT32, {2, 2},
                               BytesOf<float>({1, 10, 100, 1000}));
  const int row = AddConstant(&model, 0, "row", TensorType_INT32, {2},
                              BytesOf<int32_t>({1, 2}));
  const int extents = AddTensor(&model, 0, "extents", TensorType_INT32, {2});
  const int floats = AddTensor(&model, 0, "floats", TensorType_FLOAT32, {2});
  const int weights = AddTensor(&model, 0, "weights", TensorType_FLOAT32, {2});
  ShapeOptionsT integers;
  integers.out_type = TensorType_INT32;
  AddNode(&model, 0, BuiltinOperator_SHAPE, {0}, {extents})
      ->builtin_options.Set(std::move(integers));
  AddNode(&model, 0, BuiltinOperator_CAST, {extents}, {floats});
  AddNode(&model, 0, BuiltinOperator_RESHAPE, {floats, row}, {weights});
  AddNode(&model, 0, BuiltinOperator_FULLY_CONNECTED, {rows, weights, -1}, {2})
      ->builtin_options.Set(FullyConnectedOptionsT());
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  ASSERT_EQ(Invoke(), kTfLiteOk) << Said();
  EXPECT_THAT(Result(), ElementsAre(32, 3200));
  ASSERT_EQ(interpreter_->ResizeInputTensor(0, {4, 5}), kTfLiteOk) << Said();
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  ASSERT_EQ(Invoke(), kTfLiteOk) << Said();
  EXPECT_THAT(Result(), ElementsAre(54, 5400));
}

TEST_P(OddModels, SubgraphsThatDoNotExist) {
  for (const int index : {3, -1, kMaxInt}) {
    ModelT model = WhileModel();
    Node(model).builtin_options.AsWhileOptions()->body_subgraph_index = index;
    ASSERT_EQ(Build(model), kTfLiteOk) << Said();
    EXPECT_EQ(Allocate(), kTfLiteError);
    EXPECT_THAT(Said(),
                HasSubstr("there is no graph " + std::to_string(index)));
    EXPECT_THAT(Said(), HasSubstr("Node number 0 (WHILE) failed to prepare"));
  }
}

// Tools that build the graphs of a model one by one do this.
TEST_P(OddModels, SubgraphsThatAreAddedLater) {
  ModelT model = WhileModel();
  model.subgraphs.resize(1);
  Node(model).builtin_options.AsWhileOptions()->cond_subgraph_index = 1;
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  interpreter_->AddSubgraphs(2);
  for (const int i : {1, 2}) {
    Subgraph& graph = *interpreter_->subgraph(i);
    ASSERT_EQ(graph.AddTensors(2), kTfLiteOk);
    for (const int t : {0, 1}) {
      ASSERT_EQ(graph.SetTensorParametersReadWrite(
                    t, i == 1 && t == 1 ? kTfLiteBool : kTfLiteInt32, "", {1},
                    TfLiteQuantization{}),
                kTfLiteOk);
    }
    graph.SetInputs({0});
    graph.SetOutputs({1});
    ASSERT_EQ(
        graph.AddNodeWithParameters(
            {0, 0}, {1}, {}, nullptr, 0, nullptr,
            resolver_->FindOp(
                i == 1 ? BuiltinOperator_LESS : BuiltinOperator_MAXIMUM, 1)),
        kTfLiteOk);
  }
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  interpreter_->typed_input_tensor<int32_t>(0)[0] = 7;
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk) << Said();
  EXPECT_EQ(interpreter_->typed_output_tensor<int32_t>(0)[0], 7);
}

// The graphs of a loop are bound to the types of the loop's inputs.
TEST_P(OddModels, LoopWhoseGraphsDeclareOtherTypes) {
  for (const int graph : {1, 2}) {
    ModelT model = WhileModel();
    model.subgraphs[graph]->tensors[0]->type = TensorType_FLOAT64;
    warnings_.clear();
    ASSERT_EQ(Build(model), kTfLiteOk) << Said();
    ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
    interpreter_->typed_input_tensor<int32_t>(0)[0] = -2;
    ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk) << Said();
    EXPECT_EQ(interpreter_->typed_output_tensor<int32_t>(0)[0], 18);
    EXPECT_THAT(warnings_, HasSubstr("becomes INT32 like its argument"));
  }
}

// `length` times the loop's value, which only a run can tell.
ModelT LoopWithConditions(int32_t length) {
  ModelT model = WhileModel();
  SubGraphT& cond = *model.subgraphs[1];
  std::unique_ptr<OperatorT> less = std::move(cond.operators[0]);
  cond.operators.clear();
  const int count = AddConstant(&model, 1, "count", TensorType_INT32, {1},
                                BytesOf<int32_t>({length}));
  const int same = AddTensor(&model, 1, "same", TensorType_INT32, {1});
  const int tiled = AddTensor(&model, 1, "tiled", TensorType_INT32, {1});
  AddNode(&model, 1, BuiltinOperator_MAXIMUM, {count, count}, {same});
  AddNode(&model, 1, BuiltinOperator_TILE, {0, same}, {tiled});
  less->inputs[0] = tiled;
  cond.operators.push_back(std::move(less));
  return model;
}

// As in TensorFlow Lite, the first element decides.
TEST_P(OddModels, LoopWhoseConditionHasThreeElements) {
  ASSERT_EQ(Build(LoopWithConditions(3)), kTfLiteOk) << Said();
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  interpreter_->typed_input_tensor<int32_t>(0)[0] = -2;
  ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk) << Said();
  EXPECT_EQ(interpreter_->typed_output_tensor<int32_t>(0)[0], 18);
}

TEST_P(OddModels, LoopWhoseConditionIsEmpty) {
  ASSERT_EQ(Build(LoopWithConditions(0)), kTfLiteOk) << Said();
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  interpreter_->typed_input_tensor<int32_t>(0)[0] = -2;
  EXPECT_EQ(interpreter_->Invoke(), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("C2: the condition is"));
}

TEST_P(OddModels, LoopOverAConstant) {
  ModelT model = WhileModel();
  model.subgraphs[2]->inputs = {1};
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  EXPECT_EQ(Allocate(), kTfLiteError);
  EXPECT_THAT(Said(), HasSubstr("is a constant"));
}

TEST_P(OddModels, CastOfAShape) {
  ModelT model = LonelyInput();
  const int wide = AddConstant(&model, 0, "wide", TensorType_INT64, {2},
                               BytesOf<int64_t>({3, 2}));
  const int narrow = AddTensor(&model, 0, "narrow", TensorType_INT32, {2});
  AddNode(&model, 0, BuiltinOperator_CAST, {wide}, {narrow});
  AddNode(&model, 0, BuiltinOperator_RESHAPE, {0, narrow}, {2});
  ASSERT_EQ(Build(model), kTfLiteOk) << Said();
  ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
  // Computed before the run.
  EXPECT_EQ(interpreter_->tensor(narrow)->allocation_type, kTfLitePersistentRo);
  EXPECT_EQ(interpreter_->tensor(2)->dims->data[0], 3);
  ASSERT_EQ(Invoke(), kTfLiteOk);
  EXPECT_THAT(Result(), ElementsAre(10, 20, 30, 40, 50, 60));
}

// Bytes of BOOL inputs other than 0 and 1 are true, wherever they are.
TEST_P(OddModels, BytesOfBooleans) {
  for (const int count : {1, 15, 255, 256, 257, 800}) {
    ModelT model = LonelyInput();
    const int flags = AddTensor(&model, 0, "flags", TensorType_BOOL, {count});
    const int others = AddTensor(&model, 0, "others", TensorType_BOOL, {count});
    AddNode(&model, 0, BuiltinOperator_LOGICAL_NOT, {flags}, {others});
    Graph(model).inputs = {flags};
    Graph(model).outputs = {others};
    ASSERT_EQ(Build(model), kTfLiteOk) << Said();
    ASSERT_EQ(Allocate(), kTfLiteOk) << Said();
    for (int odd = 0; odd < count; odd += 1 + count / 50) {
      uint8_t* in = interpreter_->input_tensor(0)->data.uint8;
      for (int i = 0; i < count; ++i) in[i] = i % 3 == 0 ? 1 : 0;
      in[odd] = odd % 2 == 0 ? 2 : 0x80;
      ASSERT_EQ(interpreter_->Invoke(), kTfLiteOk) << Said();
      const uint8_t* out = interpreter_->output_tensor(0)->data.uint8;
      for (int i = 0; i < count; ++i) {
        const int want = i == odd || i % 3 == 0 ? 1 : 0;
        ASSERT_EQ(out[i], 1 - want) << i << " of " << count << ", odd " << odd;
      }
    }
  }
}

}  // namespace
}  // namespace tflite::fault
