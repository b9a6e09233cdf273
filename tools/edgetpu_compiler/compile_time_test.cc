// The time of a compilation is linear in the operators.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "testing/fault/small_model.h"
#include "tools/edgetpu_compiler/compile_model.h"

namespace tflite::edgetpu_compiler {
namespace {

// relu6(relu(relu6(... x))): INT8 [1, 8, 8, 16].
std::string ChainOf(int operators) {
  ModelT model;
  model.version = 3;
  model.buffers.push_back(std::make_unique<BufferT>());
  model.subgraphs.push_back(std::make_unique<SubGraphT>());
  for (int i = 0; i <= operators; ++i) {
    const int t = fault::AddTensor(&model, 0, "t" + std::to_string(i),
                                   TensorType_INT8, {1, 8, 8, 16});
    auto quantization = std::make_unique<QuantizationParametersT>();
    quantization->scale = {0.1f};
    quantization->zero_point = {0};
    model.subgraphs[0]->tensors[static_cast<size_t>(t)]->quantization =
        std::move(quantization);
  }
  for (int i = 0; i < operators; ++i) {
    fault::AddNode(&model, 0,
                   i % 2 == 0 ? BuiltinOperator_RELU6 : BuiltinOperator_RELU,
                   {i}, {i + 1});
  }
  model.subgraphs[0]->inputs = {0};
  model.subgraphs[0]->outputs = {operators};
  return fault::Pack(model);
}

// Processor seconds of a compilation, the least of three.
double CompilationSeconds(int operators) {
  const std::string file = ChainOf(operators);
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  EXPECT_NE(model, nullptr);
  if (model == nullptr) return 0;
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t begin = std::clock();
    const auto compiled = CompileModel(*model, {});
    const std::clock_t end = std::clock();
    EXPECT_TRUE(compiled.ok()) << compiled.status();
    if (!compiled.ok()) return 0;
    EXPECT_EQ(compiled->subgraphs[0].nodes.size(),
              static_cast<size_t>(operators));
    least = std::min(least, static_cast<double>(end - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

TEST(CompileModel, TakesTimeLinearInTheOperators) {
  const double few = CompilationSeconds(250), many = CompilationSeconds(2000);
  std::printf("250 operators: %.3f s, 2000 operators: %.3f s\n", few, many);
  // Eight times as many; a quadratic compiler would need 64 times as long.
  EXPECT_LT(many, 16 * few);
}

}  // namespace
}  // namespace tflite::edgetpu_compiler
