#include "tools/edgetpu_compiler/model_editing.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "testing/fault/small_model.h"

namespace tflite::edgetpu_compiler {
namespace {

// Of the tensor with this index; TensorType_MAX if there is none.
TensorType TypeOf(int index, const SubGraphT& graph) {
  return index < 0 || index >= static_cast<int>(graph.tensors.size())
             ? TensorType_MAX
             : graph.tensors[static_cast<size_t>(index)]->type;
}

// No operator refers to the tensors with the scales and zero points of others.
template <typename Quantization>
void KeepsScales() {
  ModelT model = fault::AddModel();
  fault::AddTensor(&model, 0, "unused", TensorType_FLOAT32, {1});
  Quantization quantization;
  quantization.scales =
      fault::AddConstant(&model, 0, "scales", TensorType_FLOAT16, {2, 1},
                         fault::BytesOf<uint16_t>({0x3c00, 0x4000}));
  quantization.zero_points =
      fault::AddConstant(&model, 0, "points", TensorType_INT8, {2, 1},
                         fault::BytesOf<int8_t>({1, 2}));
  quantization.block_size = 3;
  const int weights = fault::AddConstant(&model, 0, "w", TensorType_INT8,
                                         {2, 3}, std::vector<uint8_t>(6, 7));
  const int z = fault::AddTensor(&model, 0, "z", TensorType_FLOAT32, {2, 2});
  SubGraphT& graph = *model.subgraphs[0];
  graph.tensors[static_cast<size_t>(weights)]->quantization =
      std::make_unique<QuantizationParametersT>();
  graph.tensors[static_cast<size_t>(weights)]->quantization->details.Set(
      std::move(quantization));
  fault::AddNode(&model, 0, BuiltinOperator_FULLY_CONNECTED, {0, weights, -1},
                 {z});
  graph.outputs = {z};
  // Without the first node and its constant.
  KeepOnly({{1}, {0}, {z}}, &model);
  EXPECT_EQ(graph.tensors.size(), 5u);
  const int new_weights = graph.operators[0]->inputs[1];
  const auto& details =
      graph.tensors[static_cast<size_t>(new_weights)]->quantization->details;
  const auto* kept = static_cast<const Quantization*>(details.value);
  EXPECT_EQ(TypeOf(kept->scales, graph), TensorType_FLOAT16);
  EXPECT_EQ(TypeOf(kept->zero_points, graph), TensorType_INT8);
  EXPECT_NE(kept->zero_points, new_weights);
}

TEST(KeepOnly, KeepsScalesOfBlocks) { KeepsScales<BlockwiseQuantizationT>(); }

TEST(KeepOnly, KeepsScalesOfSeveralDimensions) {
  KeepsScales<MultiAxisQuantizationT>();
}

}  // namespace
}  // namespace tflite::edgetpu_compiler
