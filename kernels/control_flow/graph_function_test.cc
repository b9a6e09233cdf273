#include "kernels/math/graph_function.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace tflite::kernels {
namespace {

struct Node {
  std::vector<int> inputs, outputs;
  TfLiteFusedActivation activation = kTfLiteActNone;
};

// A graph that an operator of graph 0 could name.
struct Body {
  int code = kTfLiteBuiltinAdd;
  std::vector<int> inputs = {0, 1}, outputs = {2};
  std::vector<Node> nodes = {{{0, 1}, {2}}};
};

template <typename Params>
void* WithActivation(TfLiteFusedActivation activation) {
  auto* params = static_cast<Params*>(std::calloc(1, sizeof(Params)));
  params->activation = activation;
  return params;
}

StatusOr<GraphFunction> FunctionOf(const Body& body) {
  Interpreter interpreter;
  interpreter.AddSubgraphs(1);
  Subgraph& graph = *interpreter.subgraph(1);
  graph.AddTensors(4, nullptr);
  for (int i = 0; i < 4; ++i) {
    graph.SetTensorParametersReadWrite(
        i, kTfLiteFloat32, "t", std::vector<int>{}, TfLiteQuantization{});
  }
  graph.SetInputs(body.inputs);
  graph.SetOutputs(body.outputs);
  TfLiteRegistration op{};
  op.builtin_code = body.code;
  for (const Node& node : body.nodes) {
    void* params = body.code == kTfLiteBuiltinAdd
                       ? WithActivation<TfLiteAddParams>(node.activation)
                       : WithActivation<TfLiteMulParams>(node.activation);
    graph.AddNodeWithParameters(node.inputs, node.outputs, {}, nullptr, 0,
                                params, &op);
  }
  return FunctionOfGraph(interpreter.primary_subgraph().context(), 1);
}

bool Refused(const Body& body, const std::string& text) {
  const Status status = FunctionOf(body).status();
  EXPECT_NE(status.message().find(text), std::string::npos) << status;
  return !status.ok();
}

TEST(GraphFunction, IsThatOfTheOnlyNode) {
  for (const auto& [code, function] :
       {std::pair(kTfLiteBuiltinAdd, GraphFunction::kAdd),
        {kTfLiteBuiltinMul, GraphFunction::kMultiply}}) {
    Body body;
    body.code = code;
    for (const std::vector<int>& inputs : {std::vector<int>{0, 1}, {1, 0}}) {
      body.nodes = {{inputs, {2}}};
      const auto found = FunctionOf(body);
      ASSERT_TRUE(found.ok()) << found.status();
      EXPECT_EQ(*found, function);
    }
  }
}

TEST(GraphFunction, RefusesActivations) {
  for (const int code : {kTfLiteBuiltinAdd, kTfLiteBuiltinMul}) {
    Body body;
    body.code = code;
    body.nodes[0].activation = kTfLiteActRelu;
    EXPECT_TRUE(Refused(body, "has an activation")) << code;
  }
}

TEST(GraphFunction, RefusesOtherNumbersOfInputsAndOutputs) {
  Body body;
  body.inputs = {0, 1, 3};
  EXPECT_TRUE(Refused(body, "3 inputs and 1 outputs"));
  body.inputs = {0, 1};
  body.outputs = {2, 2};
  EXPECT_TRUE(Refused(body, "2 inputs and 2 outputs"));
}

TEST(GraphFunction, RefusesOtherNodes) {
  Body body;
  // The first node alone would do.
  body.nodes = {{{0, 1}, {2}}, {{0, 1}, {3}}};
  EXPECT_TRUE(Refused(body, "not one operator"));
  for (const Node& node : std::vector<Node>{
           {{0, 0}, {2}}, {{0}, {2}}, {{0, 1}, {3}}, {{0, 1}, {2, 3}}}) {
    body.nodes = {node};
    EXPECT_TRUE(Refused(body, "not one operator"));
  }
  body.nodes.clear();
  EXPECT_TRUE(Refused(body, "not one operator"));
}

}  // namespace
}  // namespace tflite::kernels
