#include <string>

#include "gmock/gmock.h"
#include "kernels/register/adapter.h"
#include "kernels/testing/fake_graph.h"

namespace tflite::kernels {
namespace {

using testing::HasSubstr;

// Copies an INT32 number; its kernel has a state.
struct Copy : BoundOp {};

int states = 0;
struct State : KernelState {
  State() { ++states; }
  ~State() override { --states; }
};

StatusOr<Copy> BindCopy(const NodeView& node) {
  if (node.output(0).type() != kTfLiteInt32) {
    return Invalid("the output is ", node.output(0).ToString());
  }
  Copy op;
  op.outputs.push_back(OutputSpec::Known({1}));
  return op;
}
Status PrepareCopy(const Copy&, PrepareContext& context) {
  context.state = std::make_unique<State>();
  return OkStatus();
}
Status EvalCopy(const Copy&, EvalContext& context) {
  context.out<int32_t>(0)[0] = context.in<int32_t>(1)[0];
  return OkStatus();
}

struct CopyRow {
  static constexpr OpFunctions kFunctions =
      MakeOpFunctions<&BindCopy, &EvalCopy, &PrepareCopy>();
  static constexpr char kName[] = "COPY";
  static constexpr uint32_t kDecodesSparse = 1 << 1;
  static constexpr uint64_t kInPlace = kTfLiteInplaceOpInput1Shared;
  static constexpr output_types::Rule kOutputType = output_types::Int32;
  static constexpr uint32_t kShapesOnly = 1 << 0;
};

// Two inputs, of which the second is copied, and an output.
class CopyNode : public FakeGraph {
 public:
  CopyNode() : FakeGraph(1) {
    for (int i = 0; i < 3; ++i) {
      AddTensor(kTfLiteInt32);
      EXPECT_EQ(Resize(i, ToIntArray({1})), kTfLiteOk);
    }
    node_.inputs = ToIntArray({0, 1});
    node_.outputs = ToIntArray({2});
  }
  ~CopyNode() override {
    for (int i = 0; i < 2; ++i) tensor(i)->sparsity = nullptr;
    TfLiteIntArrayFree(node_.inputs);
    TfLiteIntArrayFree(node_.outputs);
    TfLiteIntArrayFree(node_.temporaries);
  }
  void MakeSparse(int input) {
    tensor(input)->allocation_type = kTfLiteMmapRo;
    tensor(input)->sparsity = &sparsity_;
  }
  TfLiteNode* node() { return &node_; }

 private:
  TfLiteNode node_{};
  TfLiteSparsity sparsity_{};
};

TEST(Registration, PreparesRunsAndFreesNodes) {
  const TfLiteRegistration r = MakeRegistration<CopyRow>();
  CopyNode graph;
  // The row's rule decides about the output's type.
  graph.tensor(2)->type = kTfLiteFloat32;
  TfLiteNode* const node = graph.node();
  node->user_data = r.init(graph.context(), nullptr, 0);
  ASSERT_EQ(r.prepare(graph.context(), node), kTfLiteOk) << graph.TakeError();
  EXPECT_EQ(states, 1);
  graph.AllocateArena();
  // Of the first input, a run needs no more than the shape.
  graph.tensor(0)->data.data = nullptr;
  graph.tensor(1)->data.i32[0] = 7;
  ASSERT_EQ(r.invoke(graph.context(), node), kTfLiteOk) << graph.TakeError();
  EXPECT_EQ(graph.tensor(2)->type, kTfLiteInt32);
  EXPECT_EQ(graph.tensor(2)->data.i32[0], 7);
  graph.tensor(1)->data.data = nullptr;
  EXPECT_EQ(r.invoke(graph.context(), node), kTfLiteError);
  EXPECT_THAT(graph.TakeError(), HasSubstr("COPY: input 1"));
  r.free(graph.context(), node->user_data);
  EXPECT_EQ(states, 0);
}

TEST(Registration, RefusesSparseInputsThatTheRowDoesNotDecode) {
  const TfLiteRegistration r = MakeRegistration<CopyRow>();
  for (const int input : {0, 1}) {
    CopyNode graph;
    graph.MakeSparse(input);
    TfLiteNode* const node = graph.node();
    node->user_data = r.init(graph.context(), nullptr, 0);
    EXPECT_EQ(r.prepare(graph.context(), node),
              input == 1 ? kTfLiteOk : kTfLiteError);
    EXPECT_EQ(graph.TakeError(),
              input == 1 ? "" : "COPY: input 0 is sparse: INT32[1] ''");
    r.free(graph.context(), node->user_data);
  }
}

TEST(Registration, SaysWhatResolversLookFor) {
  const TfLiteRegistration builtin = MakeBuiltinRegistration<CopyRow>(77);
  EXPECT_EQ(builtin.builtin_code, 77);
  EXPECT_EQ(builtin.version, 1);
  EXPECT_EQ(builtin.custom_name, nullptr);
  EXPECT_EQ(builtin.inplace_operator, CopyRow::kInPlace);
  const TfLiteRegistration custom = MakeCustomRegistration<CopyRow>();
  EXPECT_EQ(custom.builtin_code, kTfLiteBuiltinCustom);
  EXPECT_EQ(custom.version, 1);
  EXPECT_STREQ(custom.custom_name, "COPY");
  EXPECT_EQ(custom.inplace_operator, CopyRow::kInPlace);
}

}  // namespace
}  // namespace tflite::kernels
