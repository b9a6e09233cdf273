// Graphs with single operators, IF and conditions.
#include "kernels/register/builtin_registrations.h"
#include "testing/kernel_tests/subgraph_test_util.h"

namespace tflite {
namespace subgraph_test_util {

using kernel_tests::NewParams;
using kernel_tests::SubgraphDraft;
using namespace ops::builtin;  // NOLINT: Register_*

void SubgraphBuilder::BuildBinaryOpSubgraph(
    Subgraph* subgraph, TfLiteRegistration* (*Register_OP)(),
    TfLiteBuiltinOperator builtin_code, void* params, TfLiteType input1_type,
    TfLiteType input2_type, TfLiteType output_type) {
  SubgraphDraft draft = Draft(subgraph);
  const int a = draft.Tensor(input1_type);
  const int b = draft.Tensor(input2_type);
  const int out = draft.Tensor(output_type);
  draft.Inputs({a, b});
  draft.Outputs({out});
  draft.Node(Register_OP(), builtin_code, {a, b}, {out}, params);
}

void SubgraphBuilder::BuildAddSubgraph(Subgraph* subgraph, TfLiteType type) {
  BuildBinaryOpSubgraph(subgraph, Register_ADD, kTfLiteBuiltinAdd,
                        NewParams(TfLiteAddParams{}), type, type, type);
}

void SubgraphBuilder::BuildStablehloAddSubgraph(Subgraph* subgraph,
                                                TfLiteType type) {
  BuildBinaryOpSubgraph(subgraph, Register_STABLEHLO_ADD,
                        kTfLiteBuiltinStablehloAdd, nullptr, type, type, type);
}

void SubgraphBuilder::BuildMaximumSubgraph(Subgraph* subgraph,
                                           TfLiteType type) {
  BuildBinaryOpSubgraph(subgraph, Register_MAXIMUM, kTfLiteBuiltinMaximum,
                        nullptr, type, type, type);
}

void SubgraphBuilder::BuildStablehloMaximumSubgraph(Subgraph* subgraph,
                                                    TfLiteType type) {
  BuildBinaryOpSubgraph(subgraph, Register_STABLEHLO_MAXIMUM,
                        kTfLiteBuiltinStablehloMaximum, nullptr, type, type,
                        type);
}

void SubgraphBuilder::BuildMinimumSubgraph(Subgraph* subgraph,
                                           TfLiteType type) {
  BuildBinaryOpSubgraph(subgraph, Register_MINIMUM, kTfLiteBuiltinMinimum,
                        nullptr, type, type, type);
}

void SubgraphBuilder::BuildStablehloMinimumSubgraph(Subgraph* subgraph,
                                                    TfLiteType type) {
  BuildBinaryOpSubgraph(subgraph, Register_STABLEHLO_MINIMUM,
                        kTfLiteBuiltinStablehloMinimum, nullptr, type, type,
                        type);
}

void SubgraphBuilder::BuildMulSubgraph(Subgraph* subgraph, TfLiteType type) {
  BuildBinaryOpSubgraph(subgraph, Register_MUL, kTfLiteBuiltinMul,
                        NewParams(TfLiteMulParams{}), type, type, type);
}

void SubgraphBuilder::BuildStablehloMulSubgraph(Subgraph* subgraph,
                                                TfLiteType type) {
  BuildBinaryOpSubgraph(subgraph, Register_STABLEHLO_MULTIPLY,
                        kTfLiteBuiltinStablehloMultiply, nullptr, type, type,
                        type);
}

void SubgraphBuilder::BuildLogicalOrSubgraph(Subgraph* subgraph) {
  BuildBinaryOpSubgraph(subgraph, Register_LOGICAL_OR, kTfLiteBuiltinLogicalOr,
                        nullptr, kTfLiteBool, kTfLiteBool, kTfLiteBool);
}

void SubgraphBuilder::BuildLogicalAndSubgraph(Subgraph* subgraph) {
  BuildBinaryOpSubgraph(subgraph, Register_LOGICAL_AND,
                        kTfLiteBuiltinLogicalAnd, nullptr, kTfLiteBool,
                        kTfLiteBool, kTfLiteBool);
}

void SubgraphBuilder::BuildOutputIsSecondInputSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  draft.Outputs({in[1]});
}

void SubgraphBuilder::BuildPadSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  draft.Outputs({draft.Pad(in[0], in[1])});
}

namespace {

// Adds an IF node with a condition and `values` inputs.
void DraftIf(SubgraphDraft* draft, int values, TfLiteType type, size_t kept) {
  std::vector<int> inputs = {draft->Tensor(kTfLiteBool)};
  for (int i = 0; i < values; ++i) inputs.push_back(draft->Tensor(type));
  const std::vector<int> outputs = draft->Tensors(values, type);
  draft->Inputs(inputs);
  draft->Outputs(std::vector<int>(outputs.begin(), outputs.begin() + kept));
  draft->If(inputs, outputs);
}

}  // namespace

void SubgraphBuilder::BuildIfSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = {draft.Tensor(kTfLiteBool), draft.Tensor(),
                               draft.Tensor()};
  const int out = draft.Tensor();
  draft.Inputs(in);
  draft.Outputs({out});
  draft.If(in, {out});
}

void SubgraphBuilder::BuildIfSubgraphWithDynamicTensor(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = {draft.Tensor(kTfLiteBool),
                               draft.Tensor(kTfLiteString),
                               draft.Tensor(kTfLiteString), draft.Tensor()};
  const std::vector<int> out = {draft.Tensor(kTfLiteString),
                                draft.Tensor(kTfLiteString), draft.Tensor()};
  draft.Inputs(in);
  draft.Outputs(out);
  draft.If(in, out);
}

void SubgraphBuilder::BuildFloatIfSubgraph(Subgraph* subgraph, int num_inputs) {
  SubgraphDraft draft = Draft(subgraph);
  DraftIf(&draft, num_inputs - 1, kTfLiteFloat32, num_inputs - 1);
}

void SubgraphBuilder::BuildMultiInputIfSubgraph(Subgraph* subgraph,
                                                int num_inputs) {
  SubgraphDraft draft = Draft(subgraph);
  DraftIf(&draft, num_inputs - 1, kTfLiteInt32, num_inputs - 1);
}

void SubgraphBuilder::BuildMultiInputIfSubgraphWithUnconsumedOutput(
    Subgraph* subgraph, int num_inputs) {
  SubgraphDraft draft = Draft(subgraph);
  DraftIf(&draft, num_inputs - 1, kTfLiteInt32, 1);
}

void SubgraphBuilder::BuildOutputNotConsumedIfSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  std::vector<int> in = {draft.Tensor(kTfLiteBool)};
  for (const int t : draft.Tensors(3)) in.push_back(t);
  const std::vector<int> out = draft.Tensors(2);
  draft.Inputs(in);
  draft.Outputs({out[0]});
  draft.If(in, out);
}

void SubgraphBuilder::BuildCompositeSubgraph(Subgraph* subgraph,
                                             const Subgraph* decomposition) {
  SubgraphDraft draft = Draft(subgraph);
  const auto of_types = [&](const std::vector<int>& tensors) {
    std::vector<int> made;
    for (const int t : tensors) {
      made.push_back(draft.Tensor(decomposition->tensor(t)->type));
    }
    return made;
  };
  const std::vector<int> in = of_types(decomposition->inputs());
  const std::vector<int> out = of_types(decomposition->outputs());
  draft.Inputs(in);
  draft.Outputs(out);
  TfLiteStablehloCompositeParams params{};
  params.name = "test_composite";
  params.subgraph_index = decomposition->GetSubgraphIndex();
  draft.Node(Register_STABLEHLO_COMPOSITE(), kTfLiteBuiltinStablehloComposite,
             in, out, NewParams(params));
}

void SubgraphBuilder::BuildLessEqualCondSubgraph(Subgraph* subgraph, int rhs) {
  BuildLargeLessEqualCondSubgraph(subgraph, rhs, 2);
}

void SubgraphBuilder::BuildLargeLessEqualCondSubgraph(Subgraph* subgraph,
                                                      int rhs, int num_inputs) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(num_inputs);
  draft.Inputs(in);
  draft.Outputs({draft.LessEqual(in[0], draft.IntConstant(rhs))});
}

void SubgraphBuilder::BuildFloatLessCondSubgraph(Subgraph* subgraph,
                                                 float rhs) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2, kTfLiteFloat32);
  draft.Inputs(in);
  draft.Outputs({draft.Less(in[0], draft.FloatConstant(rhs))});
}

void SubgraphBuilder::BuildLessEqualCondSubgraphWithDynamicTensor(
    Subgraph* subgraph, int rhs) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = {draft.Tensor(kTfLiteString),
                               draft.Tensor(kTfLiteString), draft.Tensor()};
  draft.Inputs(in);
  draft.Outputs({draft.LessEqual(in[2], draft.IntConstant(rhs))});
}

}  // namespace subgraph_test_util
}  // namespace tflite
