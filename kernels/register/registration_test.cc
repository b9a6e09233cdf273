#include <memory>

#include "gtest/gtest.h"
#include "kernels/register/adapter.h"
#include "kernels/register/sum_nodes_test_fixture.h"

namespace tflite::kernels {
namespace {

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

// Two inputs, of which the second is a sparse constant, and an output.
class CopyNode : public FakeGraph {
 public:
  CopyNode() : FakeGraph(1) {
    for (int i = 0; i < 3; ++i) {
      AddTensor(kTfLiteInt32);
      EXPECT_EQ(Resize(i, ToIntArray({1})), kTfLiteOk);
    }
    SetData(1, {7, 0, 0, 0});
    tensor(1)->allocation_type = kTfLiteMmapRo;
    tensor(1)->sparsity = &sparsity_;
  }
  // The graph does not own it.
  ~CopyNode() override { tensor(1)->sparsity = nullptr; }

 private:
  TfLiteSparsity sparsity_{};
};

TEST(Registration, PreparesRunsAndFreesNodes) {
  const TfLiteRegistration r = MakeRegistration<CopyRow>();
  EXPECT_EQ(r.init, InitOp);
  EXPECT_EQ(r.free, FreeOp);
  CopyNode graph;
  // The row's rule decides about the output's type.
  graph.tensor(2)->type = kTfLiteFloat32;
  {
    NodeOf node(&graph, {0, 1}, {2});
    // The row's bits say that input 1 may be sparse, and that input 0 needs no
    // memory.
    ASSERT_EQ(r.prepare(graph.context(), &node), kTfLiteOk)
        << graph.TakeError();
    EXPECT_EQ(states, 1);
    graph.AllocateArena();
    graph.tensor(0)->data.data = nullptr;
    ASSERT_EQ(r.invoke(graph.context(), &node), kTfLiteOk) << graph.TakeError();
    EXPECT_EQ(graph.tensor(2)->type, kTfLiteInt32);
    EXPECT_EQ(graph.tensor(2)->data.i32[0], 7);
  }
  EXPECT_EQ(states, 0);
  NodeOf other(&graph, {1, 0}, {2});
  EXPECT_EQ(r.prepare(graph.context(), &other), kTfLiteError);
  EXPECT_EQ(graph.TakeError(), "COPY: input 0 is sparse: INT32[1] ''");
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
