#include "tensorflow_lite_lite/schema/graph_oddities.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"
#include "tensorflow_lite_lite/schema/verifier.h"
#include "testing/fault/small_model.h"

namespace tflite::schema {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The oddities of AddModel after a change to its graph, which VerifyModel must
// accept.
std::vector<std::string> Oddities(
    const std::function<void(ModelT* model, SubGraphT* graph)>& change) {
  ModelT model = fault::AddModel();
  change(&model, model.subgraphs[0].get());
  const std::string file = fault::Pack(model);
  const ModelFile packed = {
      GetModel(file.data()),
      absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(file.data()),
                          file.size())};
  EXPECT_EQ(VerifyModel(packed).message(), "");
  return GraphOddities(packed, 0);
}

std::unique_ptr<OperatorT> Node(std::vector<int32_t> inputs,
                                std::vector<int32_t> outputs) {
  auto node = std::make_unique<OperatorT>();
  node->inputs = std::move(inputs);
  node->outputs = std::move(outputs);
  return node;
}

TEST(GraphOddities, NoneInAPlainGraph) {
  EXPECT_THAT(Oddities([](ModelT*, SubGraphT*) {}), IsEmpty());
  // A variable, a tensor without elements, an omitted input.
  EXPECT_THAT(Oddities([](ModelT* model, SubGraphT* graph) {
                const int v =
                    fault::AddTensor(model, 0, "v", TensorType_FLOAT32, {2, 3});
                graph->tensors[v]->is_variable = true;
                const int none =
                    fault::AddTensor(model, 0, "e", TensorType_INT32, {0});
                graph->operators.push_back(Node({2, v, none, -1}, {v}));
              }),
              IsEmpty());
}

TEST(GraphOddities, ConstantsAsInputs) {
  EXPECT_THAT(Oddities([](ModelT*, SubGraphT* graph) {
                graph->inputs = {0, 1};
              }),
              ElementsAre("subgraph 0 'main': graph input 1, tensor 1 'c', is "
                          "constant and keeps its contents"));
}

TEST(GraphOddities, LongBuffers) {
  EXPECT_THAT(Oddities([](ModelT* model, SubGraphT*) {
                model->buffers[1]->data.resize(25);
              }),
              ElementsAre("subgraph 0 'main': tensor 1 'c': buffer 1 has 25 "
                          "bytes, but shape and type need only 24"));
}

TEST(GraphOddities, ValuesThatAreMissing) {
  EXPECT_THAT(
      Oddities([](ModelT* model, SubGraphT* graph) {
        model->buffers[1]->data.clear();
        graph->tensors[1]->external_buffer = 4;
        graph->outputs = {
            fault::AddTensor(model, 0, "z", TensorType_FLOAT32, {1})};
      }),
      ElementsAre(HasSubstr("node 0: input 1, tensor 1 'c', is in external "
                            "buffer 4"),
                  HasSubstr("graph output 0, tensor 3 'z', has no value")));
}

TEST(GraphOddities, ValuesThatComeTooLate) {
  EXPECT_THAT(
      Oddities([](ModelT* model, SubGraphT* graph) {
        const int z =
            fault::AddTensor(model, 0, "z", TensorType_FLOAT32, {2, 3});
        graph->operators.insert(graph->operators.begin(), Node({2, 1}, {z}));
      }),
      ElementsAre(HasSubstr("node 0: input 0, tensor 2 'y', has no "
                            "value")));
}

TEST(GraphOddities, TensorsWrittenTwice) {
  EXPECT_THAT(Oddities([](ModelT*, SubGraphT* graph) {
                graph->operators.push_back(Node({1, 1}, {2}));
                graph->operators.push_back(Node({1, 1}, {0}));
              }),
              ElementsAre(HasSubstr("node 1: output 0, tensor 2 'y', is "
                                    "already an output"),
                          HasSubstr("node 2: output 0, tensor 0 'x', is a "
                                    "graph input")));
}

}  // namespace
}  // namespace tflite::schema
