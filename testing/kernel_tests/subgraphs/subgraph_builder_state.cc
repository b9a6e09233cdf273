// Graphs that update slices and variables.
#include <random>

#include "kernels/register/builtin_registrations.h"
#include "testing/kernel_tests/subgraph_test_util.h"

namespace tflite {
namespace subgraph_test_util {

using kernel_tests::NewParams;
using kernel_tests::SubgraphDraft;
using namespace ops::builtin;  // NOLINT: Register_*

namespace {

constexpr char kVariableName[] = "test_variable";

int VariableHandle(SubgraphDraft* draft) {
  const int handle = draft->Tensor(kTfLiteResource);
  TfLiteVarHandleParams params{};
  params.container = "";
  params.shared_name = kVariableName;
  draft->Node(Register_VAR_HANDLE(), kTfLiteBuiltinVarHandle, {}, {handle},
              NewParams(params));
  return handle;
}

// A custom operator without inputs; each run returns another random number of
// at least 1, of shape [1].
TfLiteRegistration* RandomInt() {
  static TfLiteRegistration registration = [] {
    TfLiteRegistration r{};
    r.prepare = [](TfLiteContext* context, TfLiteNode* node) {
      TfLiteTensor* out = &context->tensors[node->outputs->data[0]];
      TfLiteIntArray* shape = TfLiteIntArrayCreate(1);
      shape->data[0] = 1;
      return context->ResizeTensor(context, out, shape);
    };
    r.invoke = [](TfLiteContext* context, TfLiteNode* node) {
      static auto* const generator = new std::mt19937(20210501);
      std::uniform_int_distribution<int32_t> numbers(1, 1 << 30);
      context->tensors[node->outputs->data[0]].data.i32[0] =
          numbers(*generator);
      return kTfLiteOk;
    };
    r.custom_name = "RandomInt";
    return r;
  }();
  return &registration;
}

}  // namespace

void SubgraphBuilder::BuildInputDynamicUpdateSliceSubgraph(Subgraph& subgraph) {
  SubgraphDraft draft = Draft(&subgraph);
  const std::vector<int> in = draft.Tensors(3);
  const int out = draft.Tensor();
  draft.Inputs(in);
  draft.Outputs({out});
  draft.Node(Register_DYNAMIC_UPDATE_SLICE(), kTfLiteBuiltinDynamicUpdateSlice,
             in, {out});
}

void SubgraphBuilder::BuildInplaceDynamicUpdateSliceSubgraph(
    Subgraph& subgraph, bool multiple_consumers) {
  SubgraphDraft draft = Draft(&subgraph);
  const std::vector<int> in = draft.Tensors(3);
  draft.Inputs(in);
  const int operand = draft.Plus(in[0], 1);
  const int out = draft.Tensor();
  draft.Node(Register_DYNAMIC_UPDATE_SLICE(), kTfLiteBuiltinDynamicUpdateSlice,
             {operand, in[1], in[2]}, {out});
  draft.Outputs({multiple_consumers ? draft.Add(operand, out) : out});
}

void SubgraphBuilder::BuildAssignRandomValueToVariableSubgraph(
    Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const int value = draft.Tensor();
  draft.Inputs({});
  draft.Outputs({});
  draft.Node(RandomInt(), kTfLiteBuiltinCustom, {}, {value});
  draft.Node(Register_ASSIGN_VARIABLE(), kTfLiteBuiltinAssignVariable,
             {VariableHandle(&draft), value}, {});
}

int SubgraphBuilder::ReadOnce(SubgraphDraft* draft) {
  draft->Inputs({});
  const int value = draft->Tensor();
  draft->Node(Register_CALL_ONCE(), kTfLiteBuiltinCallOnce, {}, {},
              NewParams(TfLiteCallOnceParams{1}));
  draft->Node(Register_READ_VARIABLE(), kTfLiteBuiltinReadVariable,
              {VariableHandle(draft)}, {value});
  return value;
}

void SubgraphBuilder::BuildCallOnceAndReadVariableSubgraph(Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  draft.Outputs({ReadOnce(&draft)});
}

void SubgraphBuilder::BuildCallOnceAndReadVariablePlusOneSubgraph(
    Subgraph* subgraph) {
  SubgraphDraft draft = Draft(subgraph);
  const int value = ReadOnce(&draft);
  draft.Outputs({draft.Plus(value, 1)});
}

}  // namespace subgraph_test_util
}  // namespace tflite
