#include "testing/kernel_tests/subgraphs/subgraph_draft.h"

#include <cstring>

#include "gtest/gtest.h"
#include "kernels/register/builtin_registrations.h"

namespace tflite {
namespace kernel_tests {

using namespace ops::builtin;  // NOLINT: Register_*

int SubgraphDraft::Tensor(TfLiteType type) {
  int index = 0;
  EXPECT_EQ(graph_->AddTensors(1, &index), kTfLiteOk);
  EXPECT_EQ(graph_->SetTensorParametersReadWrite(index, type, "", 0, nullptr,
                                                 TfLiteQuantization{}),
            kTfLiteOk);
  return index;
}

std::vector<int> SubgraphDraft::Tensors(int count, TfLiteType type) {
  std::vector<int> tensors;
  for (int i = 0; i < count; ++i) tensors.push_back(Tensor(type));
  return tensors;
}

int SubgraphDraft::Constant(const std::vector<int32_t>& values,
                            const std::vector<int>& shape) {
  constants_->push_back(std::make_unique<std::vector<int32_t>>(values));
  const std::vector<int32_t>& kept = *constants_->back();
  int index = 0;
  EXPECT_EQ(graph_->AddTensors(1, &index), kTfLiteOk);
  EXPECT_EQ(graph_->SetTensorParametersReadOnly(
                index, kTfLiteInt32, "", shape, TfLiteQuantization{},
                reinterpret_cast<const char*>(kept.data()),
                kept.size() * sizeof(int32_t)),
            kTfLiteOk);
  return index;
}

int SubgraphDraft::FloatConstant(float value) {
  int32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  constants_->push_back(std::make_unique<std::vector<int32_t>>(1, bits));
  int index = 0;
  EXPECT_EQ(graph_->AddTensors(1, &index), kTfLiteOk);
  EXPECT_EQ(
      graph_->SetTensorParametersReadOnly(
          index, kTfLiteFloat32, "", std::vector<int>(), TfLiteQuantization{},
          reinterpret_cast<const char*>(constants_->back()->data()),
          sizeof(float)),
      kTfLiteOk);
  return index;
}

void SubgraphDraft::Inputs(const std::vector<int>& tensors) {
  EXPECT_EQ(graph_->SetInputs(tensors), kTfLiteOk);
}

void SubgraphDraft::Outputs(const std::vector<int>& tensors) {
  EXPECT_EQ(graph_->SetOutputs(tensors), kTfLiteOk);
}

void SubgraphDraft::Node(TfLiteRegistration* registration,
                         TfLiteBuiltinOperator code,
                         const std::vector<int>& inputs,
                         const std::vector<int>& outputs, void* params) {
  TfLiteRegistration own = *registration;
  own.builtin_code = code;
  EXPECT_EQ(graph_->AddNodeWithParameters(inputs, outputs, {}, nullptr, 0,
                                          params, &own),
            kTfLiteOk);
}

int SubgraphDraft::Add(int a, int b, TfLiteType type) {
  const int out = Tensor(type);
  Node(Register_ADD(), kTfLiteBuiltinAdd, {a, b}, {out},
       NewParams(TfLiteAddParams{}));
  return out;
}

int SubgraphDraft::Mul(int a, int b, TfLiteType type) {
  const int out = Tensor(type);
  Node(Register_MUL(), kTfLiteBuiltinMul, {a, b}, {out},
       NewParams(TfLiteMulParams{}));
  return out;
}

int SubgraphDraft::Pad(int value, int paddings, TfLiteType type) {
  const int out = Tensor(type);
  Node(Register_PAD(), kTfLiteBuiltinPad, {value, paddings}, {out},
       NewParams(TfLitePadParams{}));
  return out;
}

int SubgraphDraft::LessEqual(int a, int b) {
  const int out = Tensor(kTfLiteBool);
  Node(Register_LESS_EQUAL(), kTfLiteBuiltinLessEqual, {a, b}, {out});
  return out;
}

int SubgraphDraft::Less(int a, int b) {
  const int out = Tensor(kTfLiteBool);
  Node(Register_LESS(), kTfLiteBuiltinLess, {a, b}, {out});
  return out;
}

int SubgraphDraft::Fill(int dims, int value, TfLiteType type) {
  const int out = Tensor(type);
  Node(Register_FILL(), kTfLiteBuiltinFill, {dims, value}, {out});
  return out;
}

int SubgraphDraft::ReshapeToSelf(int value) {
  const int out = Tensor();
  TfLiteReshapeParams params{};
  params.num_dimensions = 1;
  params.shape[0] = -1;
  Node(Register_RESHAPE(), kTfLiteBuiltinReshape, {value}, {out},
       NewParams(params));
  return out;
}

void SubgraphDraft::If(const std::vector<int>& inputs,
                       const std::vector<int>& outputs) {
  Node(Register_IF(), kTfLiteBuiltinIf, inputs, outputs,
       NewParams(TfLiteIfParams{1, 2}));
}

void SubgraphDraft::While(const std::vector<int>& inputs,
                          const std::vector<int>& outputs) {
  Node(Register_WHILE(), kTfLiteBuiltinWhile, inputs, outputs,
       NewParams(TfLiteWhileParams{1, 2}));
}

}  // namespace kernel_tests
}  // namespace tflite
