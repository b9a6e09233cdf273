#include "tensorflow_lite_lite/schema/verify_subgraph.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/verifier.h"
#include "testing/fault/small_model.h"

namespace tflite::schema {
namespace {

using testing::HasSubstr;

// The error in AddModel after a change to its graph; "" if none.
std::string Problem(
    const std::function<void(ModelT* model, SubGraphT* graph)>& change) {
  ModelT model = fault::AddModel();
  change(&model, model.subgraphs[0].get());
  const std::string file = fault::Pack(model);
  const auto bytes = absl::MakeConstSpan(
      reinterpret_cast<const uint8_t*>(file.data()), file.size());
  return std::string(VerifyModel({GetModel(file.data()), bytes}).message());
}

std::unique_ptr<OperatorT> Node(std::vector<int32_t> inputs,
                                std::vector<int32_t> outputs) {
  auto node = std::make_unique<OperatorT>();
  node->inputs = std::move(inputs);
  node->outputs = std::move(outputs);
  return node;
}

TEST(VerifySubgraph, ChecksOperatorCode) {
  EXPECT_EQ(Problem([](ModelT*, SubGraphT* graph) {
              graph->operators[0]->opcode_index = 1;
            }),
            "subgraph 0 'main': node 0 (no operator): opcode_index is 1: the "
            "model has 1 operator codes");
}

TEST(VerifySubgraph, ChecksGraphInputs) {
  EXPECT_EQ(Problem([](ModelT*, SubGraphT* graph) {
              graph->inputs = {0, 3};
            }),
            "subgraph 0 'main': graph input 1 is tensor 3: the subgraph has 3");
  EXPECT_THAT(Problem([](ModelT*, SubGraphT* graph) { graph->inputs = {-1}; }),
              HasSubstr("graph input 0 is tensor -1"));
}

TEST(VerifySubgraph, ChecksGraphOutputs) {
  EXPECT_THAT(Problem([](ModelT*, SubGraphT* graph) { graph->outputs = {5}; }),
              HasSubstr("graph output 0 is tensor 5"));
}

TEST(VerifySubgraph, AcceptsInputsAndConstantsAsOutputs) {
  EXPECT_EQ(Problem([](ModelT*, SubGraphT* graph) {
              graph->outputs = {0, 1, 2};
            }),
            "");
}

TEST(VerifySubgraph, ChecksNodeInputs) {
  EXPECT_EQ(Problem([](ModelT*, SubGraphT* graph) {
              graph->operators[0]->inputs = {0, 3};
            }),
            "subgraph 0 'main': node 0 (ADD): input 1 is tensor 3: the "
            "subgraph has 3");
  EXPECT_THAT(Problem([](ModelT*, SubGraphT* graph) {
                graph->operators[0]->inputs = {0, -2};
              }),
              HasSubstr("input 1 is tensor -2"));
  // Omitted; whether ADD allows that is checked by the operator.
  EXPECT_EQ(Problem([](ModelT*, SubGraphT* graph) {
              graph->operators[0]->inputs = {0, -1};
            }),
            "");
}

TEST(VerifySubgraph, ChecksNodeOutputs) {
  EXPECT_THAT(Problem([](ModelT*, SubGraphT* graph) {
                graph->operators[0]->outputs = {3};
              }),
              HasSubstr("node 0 (ADD): output 0 is tensor 3"));
  EXPECT_THAT(Problem([](ModelT*, SubGraphT* graph) {
                graph->operators[0]->outputs = {-2};
              }),
              HasSubstr("node 0 (ADD): output 0 is tensor -2"));
  // Omitted; whether ADD allows that is checked by the operator.
  EXPECT_EQ(Problem([](ModelT*, SubGraphT* graph) {
              graph->operators[0]->outputs = {-1};
            }),
            "");
  EXPECT_THAT(Problem([](ModelT*, SubGraphT* graph) {
                graph->operators[0]->outputs = {1};
              }),
              HasSubstr("output 0, tensor 1 'c', has constant contents"));
}

TEST(VerifySubgraph, ChecksIntermediates) {
  EXPECT_EQ(Problem([](ModelT*, SubGraphT* graph) {
              graph->operators[0]->intermediates = {-1, 2};
            }),
            "");
  EXPECT_THAT(Problem([](ModelT*, SubGraphT* graph) {
                graph->operators[0]->intermediates = {3};
              }),
              HasSubstr("node 0 (ADD): intermediate 0 is tensor 3"));
}

TEST(VerifySubgraph, AcceptsTensorsWithoutElements) {
  EXPECT_EQ(Problem([](ModelT* model, SubGraphT* graph) {
              model->buffers[1]->data.clear();
              graph->tensors[1]->shape = {0};
            }),
            "");
}

TEST(VerifySubgraph, LetsNodesReadAndWriteVariables) {
  EXPECT_EQ(Problem([](ModelT* model, SubGraphT* graph) {
              const int v =
                  fault::AddTensor(model, 0, "v", TensorType_FLOAT32, {2, 3});
              graph->tensors[v]->is_variable = true;
              graph->operators.push_back(Node({2, v}, {v}));
            }),
            "");
  EXPECT_THAT(Problem([](ModelT*, SubGraphT* graph) {
                graph->tensors[1]->is_variable = true;
              }),
              HasSubstr("tensor 1 'c' is a variable but has constant "
                        "contents"));
}

TEST(VerifySubgraph, NamesCustomOperators) {
  EXPECT_THAT(Problem([](ModelT* model, SubGraphT* graph) {
                model->operator_codes[0]->builtin_code = BuiltinOperator_CUSTOM;
                model->operator_codes[0]->deprecated_builtin_code = 32;
                model->operator_codes[0]->custom_code = "Atan";
                graph->operators[0]->inputs = {9};
              }),
              HasSubstr("node 0 (CUSTOM 'Atan'): input 0 is tensor 9"));
}

}  // namespace
}  // namespace tflite::schema
