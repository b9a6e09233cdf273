// WHILE and loop bodies.
#include "kernels/register/builtin_registrations.h"
#include "testing/kernel_tests/subgraph_test_util.h"

namespace tflite {
namespace subgraph_test_util {

using kernel_tests::NewParams;
using kernel_tests::SubgraphDraft;

namespace {

void DraftWhile(SubgraphDraft* draft, const std::vector<int>& in,
                const std::vector<int>& out, size_t kept) {
  draft->Inputs(in);
  draft->Outputs(std::vector<int>(out.begin(), out.begin() + kept));
  draft->While(in, out);
}

// [before, after] of one dimension.
int Paddings(SubgraphDraft* draft, const std::vector<int>& padding) {
  return draft->Constant(padding, {static_cast<int>(padding.size()) / 2, 2});
}

}  // namespace

void SubgraphBuilder::BuildWhileSubgraph(Subgraph* subgraph) {
  BuildMultiInputWhileSubgraph(subgraph, 2);
}

void SubgraphBuilder::BuildWhileSubgraphWithDynamicTensor(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = {draft.Tensor(kTfLiteString),
                               draft.Tensor(kTfLiteString), draft.Tensor()};
  const std::vector<int> out = {draft.Tensor(kTfLiteString),
                                draft.Tensor(kTfLiteString), draft.Tensor()};
  DraftWhile(&draft, in, out, 3);
}

void SubgraphBuilder::BuildFloatWhileSubgraph(Subgraph* subgraph,
                                              int num_inputs) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(num_inputs, kTfLiteFloat32);
  DraftWhile(&draft, in, draft.Tensors(num_inputs, kTfLiteFloat32), num_inputs);
}

void SubgraphBuilder::BuildMultiInputWhileSubgraph(Subgraph* subgraph,
                                                   int num_inputs) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(num_inputs);
  DraftWhile(&draft, in, draft.Tensors(num_inputs), num_inputs);
}

void SubgraphBuilder::BuildMultiInputWhileSubgraphWithUnconsumedOutput(
    Subgraph* subgraph, int num_inputs) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(num_inputs);
  DraftWhile(&draft, in, draft.Tensors(num_inputs), 1);
}

void SubgraphBuilder::BuildOutputNotConsumedWhileSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(3);
  DraftWhile(&draft, in, draft.Tensors(3), 2);
}

void SubgraphBuilder::BuildAccumulateLoopBodySubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  draft.Outputs({counter, draft.Add(counter, in[1])});
}

void SubgraphBuilder::BuildPadLoopBodySubgraph(
    Subgraph* subgraph, const std::vector<int>& padding) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  draft.Outputs({counter, draft.Pad(in[1], Paddings(&draft, padding))});
}

void SubgraphBuilder::BuildInplaceOpSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  const int copy = draft.ReshapeToSelf(in[1]);
  draft.Outputs({counter, draft.ReshapeToSelf(draft.Add(copy, copy))});
}

void SubgraphBuilder::BuildBroadcastingSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  const int column = draft.Constant({1, 2}, {2, 1});
  draft.Outputs({counter, draft.Add(in[1], column)});
}

void SubgraphBuilder::BuildOffsetAddSharing(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  int value = in[1];
  for (int i = 0; i < 3; ++i) value = draft.Plus(value, 1);
  draft.Outputs({counter, value});
}

void SubgraphBuilder::BuildInputIsDifferentOutputSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  draft.Outputs({in[1], draft.Add(in[0], in[1])});
}

void SubgraphBuilder::BuildInputIsOutputSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(3);
  draft.Inputs(in);
  draft.Outputs({draft.Plus(in[0], 1), draft.Add(in[1], in[2]), in[2]});
}

void SubgraphBuilder::BuildFlexOutputSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  // FILL needs a scalar. The maximum of the value is simpler to get than its
  // first element, and equal to it if all elements are the same.
  const int first = draft.Tensor();
  TfLiteReducerParams params{};
  draft.Node(ops::builtin::Register_REDUCE_MAX(), kTfLiteBuiltinReduceMax,
             {in[1], draft.Constant({0}, {1})}, {first}, NewParams(params));
  draft.Outputs({counter, draft.Fill(in[0], first, kTfLiteInt32)});
}

void SubgraphBuilder::BuildDynamicIncreasingSizeSubgraph(Subgraph* subgraph) {
  BuildPadLoopBodySubgraph(subgraph, {0, 1});
}

void SubgraphBuilder::BuildDeepBodySubgraph(Subgraph* subgraph) {
  constexpr int kDepth = 16;
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  int value = in[1];
  for (int i = 0; i < kDepth; ++i) value = draft.Add(value, in[0]);
  draft.Outputs({counter, value});
}

void SubgraphBuilder::BuildCounterOnlySubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const int in = draft.Tensor();
  draft.Inputs({in});
  draft.Outputs({draft.Plus(in, 1)});
}

void SubgraphBuilder::BuildLargeBodySubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(3);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  draft.Outputs({counter, draft.Add(in[1], in[2]), draft.Mul(in[1], in[2])});
}

void SubgraphBuilder::BuildLargePadSubgraph(Subgraph* subgraph,
                                            std::vector<int> padding) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(3);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  draft.Outputs({counter, in[1], draft.Pad(in[2], Paddings(&draft, padding))});
}

void SubgraphBuilder::BuildDynamicBodySubgraphWithAliases(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(3);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  const int padded = draft.Pad(in[1], Paddings(&draft, {0, 1}));
  draft.Outputs({counter, padded, padded});
}

void SubgraphBuilder::BuildDynamicOpTriggersAllocationOfUnsedInputSubgraph(
    Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(3);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  draft.Outputs({counter, in[1], draft.Pad(in[1], Paddings(&draft, {1, 0}))});
}

void SubgraphBuilder::BuildAllInplaceScenariosSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(3);
  draft.Inputs(in);
  const int counter = draft.Plus(in[0], 1);
  draft.Outputs({counter, in[2], draft.ReshapeToSelf(in[1])});
}

void SubgraphBuilder::BuildOutputNotConsumedSubgraph(Subgraph& subgraph) {
  SubgraphDraft draft = Draft(&subgraph);
  const std::vector<int> in = draft.Tensors(3);
  draft.Inputs(in);
  draft.Outputs({draft.Plus(in[0], 1), draft.Plus(in[1], 1)});
}

void SubgraphBuilder::BuildXNNPACKSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = draft.Tensors(2, kTfLiteFloat32);
  draft.Inputs(in);
  const int a = draft.Add(in[0], in[1], kTfLiteFloat32);
  const int b = draft.Add(in[0], in[1], kTfLiteFloat32);
  draft.Outputs(
      {draft.Add(a, b, kTfLiteFloat32), draft.Add(a, b, kTfLiteFloat32)});
}

void SubgraphBuilder::BuildBodySubgraphWithDynamicTensor(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const std::vector<int> in = {draft.Tensor(kTfLiteString),
                               draft.Tensor(kTfLiteString), draft.Tensor()};
  draft.Inputs(in);
  const int counter = draft.Plus(in[2], 1);
  draft.Outputs({in[0], draft.Fill(counter, in[0], kTfLiteString), counter});
}

}  // namespace subgraph_test_util
}  // namespace tflite
