// A compilation is linear in the operators: the memory that it allocates, and
// with it what it copies, grows as they do.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <new>
#include <string>

#include "gtest/gtest.h"
#include "testing/fault/small_model.h"
#include "tools/edgetpu_compiler/compile_model.h"

namespace {

size_t allocated = 0;  // bytes

}  // namespace

void* operator new(size_t bytes) {
  allocated += bytes;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

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

// Bytes that a compilation allocates.
double CompilationBytes(int operators) {
  const std::string file = ChainOf(operators);
  const auto model =
      FlatBufferModel::VerifyAndBuildFromBuffer(file.data(), file.size());
  EXPECT_NE(model, nullptr);
  if (model == nullptr) return 0;
  const size_t before = allocated;
  const std::clock_t begin = std::clock();
  const auto compiled = CompileModel(*model, {});
  const std::clock_t end = std::clock();
  const auto bytes = static_cast<double>(allocated - before);
  EXPECT_TRUE(compiled.ok()) << compiled.status();
  if (!compiled.ok()) return 0;
  EXPECT_EQ(compiled->subgraphs[0].nodes.size(),
            static_cast<size_t>(operators));
  std::printf("%d operators: %.0f bytes, %.3f s\n", operators, bytes,
              static_cast<double>(end - begin) / CLOCKS_PER_SEC);
  return bytes;
}

TEST(CompileModel, IsLinearInTheOperators) {
  CompilationBytes(4);  // what is allocated once
  const double few = CompilationBytes(250), many = CompilationBytes(2000);
  EXPECT_GT(many, 6 * few);
  EXPECT_LT(many, 9 * few);
}

}  // namespace
}  // namespace tflite::edgetpu_compiler
