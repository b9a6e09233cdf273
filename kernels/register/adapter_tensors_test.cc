// What the adapter makes of the tensors of a node: shapes, memory, sparsity.
#include <climits>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "kernels/register/adapter.h"
#include "kernels/register/sum_nodes_test_fixture.h"
#include "kernels/testing/state_memory.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::kernels {
namespace {

using testing::HasSubstr;

// What the operator says of its outputs.
std::vector<OutputSpec> specs;

StatusOr<Sum> BindSpecs(const NodeView&) {
  Sum op;
  op.outputs.assign(specs.begin(), specs.end());
  return op;
}
Status EvalNothing(const Sum&, EvalContext&) { return OkStatus(); }
constexpr OpFunctions kNothing = MakeOpFunctions<&BindSum, &EvalNothing>();
constexpr OpFunctions kSpecs = MakeOpFunctions<&BindSpecs, &EvalNothing>();

// Three tensors, of which a node has some as its outputs.
struct ThreeTensors : FakeGraph {
  ThreeTensors() : FakeGraph(1) {
    for (int i = 0; i < 3; ++i) AddTensor(kTfLiteFloat32);
  }
  // The error of preparing it, or nothing.
  std::string Prepare(const std::vector<int>& outputs) {
    NodeOf node(this, {}, outputs);
    const TfLiteStatus status = PrepareOp(context(), &node, kSpecs, "OP");
    const std::string error = TakeError();
    EXPECT_EQ(status == kTfLiteOk, error.empty());
    return error;
  }
};

TEST(Outputs, OfOneTensorHaveOneShape) {
  const OutputSpec one = OutputSpec::Known({1}), two = OutputSpec::Known({2});
  specs = {one, one};
  EXPECT_EQ(ThreeTensors().Prepare({2, 2}), "");
  specs = {one, two};
  EXPECT_EQ(ThreeTensors().Prepare({1, 2}), "");
  EXPECT_EQ(ThreeTensors().Prepare({2, 2}),
            "OP: outputs 0 and 1, of the shapes [1] and [2], are the same "
            "tensor");
  // Wherever they are among the others, and unless one is not known yet.
  specs = {one, one, two};
  EXPECT_THAT(ThreeTensors().Prepare({1, 2, 1}), HasSubstr("outputs 0 and 2"));
  EXPECT_EQ(ThreeTensors().Prepare({1, 1, 2}), "");
  specs = {one, one, OutputSpec::Dynamic()};
  EXPECT_EQ(ThreeTensors().Prepare({1, 2, 1}), "");
}

TEST(Outputs, ThatAreTooLargeAreReported) {
  specs = {OutputSpec::Known({INT_MAX, INT_MAX, INT_MAX})};
  EXPECT_EQ(ThreeTensors().Prepare({0}),
            "OP: shape [2147483647,2147483647,2147483647] has too many "
            "elements");
}

TEST(Outputs, ThatTheGraphCannotResizeAreReported) {
  specs = {OutputSpec::Known({5})};
  ThreeTensors graph;
  graph.context()->ResizeTensor = [](TfLiteContext*, TfLiteTensor*,
                                     TfLiteIntArray* dims) {
    TfLiteIntArrayFree(dims);
    return kTfLiteError;
  };
  EXPECT_EQ(graph.Prepare({0}), "OP: cannot resize FLOAT32[] '' to [5]");
}

Status PrepareScratch(const Sum&, PrepareContext& context) {
  context.RequestScratch(100);
  context.RequestScratch(200);
  return OkStatus();
}
constexpr OpFunctions kTwoScratch =
    MakeOpFunctions<&BindSum, &EvalNothing, &PrepareScratch>();

TEST(ScratchTensors, AreThoseOfTheNodeBefore) {
  OneNode graph(kTwoScratch);
  ASSERT_EQ(graph.PrepareNode(), kTfLiteOk);
  const size_t count = graph.context()->tensors_size;
  for (const bool made_anew : {false, true}) {
    if (made_anew) graph.StartAgain();
    ASSERT_EQ(graph.PrepareNode(), kTfLiteOk);
    EXPECT_EQ(graph.context()->tensors_size, count);
    ASSERT_EQ(graph.node().temporaries->size, 2);
    for (int i = 0; i < 2; ++i) {
      const int index = graph.node().temporaries->data[i];
      EXPECT_EQ(index, static_cast<int>(count) - 2 + i);
      EXPECT_EQ(graph.tensor(index)->bytes, i == 0 ? 100u : 200u);
    }
  }
}

TEST(ScratchTensors, TakeNoMoreMemoryWithEachPrepare) {
  OneNode graph(kTwoScratch);
  EXPECT_TRUE(
      GivesMemoryBack([&] { EXPECT_EQ(graph.PrepareNode(), kTfLiteOk); }));
}

// More inputs than a registration has bits for. The last one has something that
// only inputs with a bit may have.
class ManyInputs : public FakeGraph {
 public:
  ManyInputs() : FakeGraph(1) {
    std::vector<int> inputs(33);
    for (int& input : inputs) {
      input = AddTensor(kTfLiteFloat32);
      EXPECT_EQ(Resize(input, ToIntArray({1})), kTfLiteOk);
    }
    const std::vector<int> outputs = {AddTensor(kTfLiteFloat32)};
    node_ = std::make_unique<NodeOf>(this, inputs, outputs);
  }
  TfLiteNode* node() { return node_.get(); }

 private:
  std::unique_ptr<NodeOf> node_;
};

TEST(BitsOfInputs, AreThoseOfTheFirst32) {
  ManyInputs graph;
  TfLiteSparsity sparsity{};
  for (const int i : {0, 31, 32}) {
    TfLiteTensor* input = graph.tensor(i);
    input->allocation_type = kTfLiteMmapRo;
    input->sparsity = &sparsity;
    const uint32_t none = 0, all = ~none, others = i < 32 ? ~(1u << i) : all;
    for (const uint32_t decoded : {none, others}) {
      EXPECT_EQ(
          RefuseSparseInputs(graph.context(), graph.node(), "OP", decoded),
          kTfLiteError);
      EXPECT_EQ(graph.TakeError(),
                base::StrCat("OP: input ", i, " is sparse: FLOAT32[1] ''"));
    }
    if (i < 32) {
      EXPECT_EQ(RefuseSparseInputs(graph.context(), graph.node(), "OP", all),
                kTfLiteOk);
    }
    input->sparsity = nullptr;
    input->allocation_type = kTfLiteArenaRw;
  }
}

TEST(BitsOfInputs, SayWhichNeedNoMemory) {
  ManyInputs graph;
  ASSERT_EQ(PrepareOp(graph.context(), graph.node(), kNothing, "OP"),
            kTfLiteOk);
  graph.AllocateArena();
  const auto invoke = [&](uint32_t shapes_only) {
    const TfLiteStatus status =
        InvokeOp(graph.context(), graph.node(), kNothing, "OP", shapes_only);
    const std::string error = graph.TakeError();
    EXPECT_EQ(status == kTfLiteOk, error.empty());
    return error;
  };
  EXPECT_EQ(invoke(0), "");
  for (const int i : {0, 31, 32}) {
    void* const memory = graph.tensor(i)->data.data;
    graph.tensor(i)->data.data = nullptr;
    EXPECT_EQ(invoke(0), base::StrCat("OP: input ", i, ", tensor ", i,
                                      " FLOAT32[1] '', has no memory"));
    EXPECT_EQ(invoke(~uint32_t{0}).empty(), i < 32);
    graph.tensor(i)->data.data = memory;
  }
}

}  // namespace
}  // namespace tflite::kernels
