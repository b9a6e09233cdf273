// Nodes of more inputs than masks of them have bits, and of outputs that no
// memory holds.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "gmock/gmock.h"
#include "kernels/register/adapter.h"
#include "kernels/testing/fake_graph.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr int kInputs = 33;

struct Copy : BoundOp {};

StatusOr<Copy> BindCopy(const NodeView& node) {
  Copy op;
  op.outputs.push_back(OutputSpec::Known(node.input(0).shape()));
  return op;
}
Status EvalNothing(const Copy&, EvalContext&) { return OkStatus(); }
constexpr OpFunctions kCopy = MakeOpFunctions<&BindCopy, &EvalNothing>();

class ManyInputs : public testing::Test {
 protected:
  ManyInputs() : graph_(1) {
    Shape inputs;
    for (int i = 0; i < kInputs; ++i) {
      inputs.push_back(graph_.AddTensor(kTfLiteFloat32));
      EXPECT_EQ(graph_.Resize(inputs[i], ToIntArray({1})), kTfLiteOk);
    }
    node_.inputs = ToIntArray(inputs);
    node_.outputs = ToIntArray({graph_.AddTensor(kTfLiteFloat32)});
    node_.user_data = InitOp(graph_.context(), nullptr, 0);
    EXPECT_EQ(PrepareOp(graph_.context(), &node_, kCopy, "OP"), kTfLiteOk);
    graph_.AllocateArena();
  }
  ~ManyInputs() override {
    FreeOp(graph_.context(), node_.user_data);
    TfLiteIntArrayFree(node_.inputs);
    TfLiteIntArrayFree(node_.outputs);
    TfLiteIntArrayFree(node_.temporaries);
  }

  TfLiteTensor& input(int i) { return *graph_.tensor(node_.inputs->data[i]); }
  // What is reported: "" for nothing.
  std::string Invoke(uint32_t shapes_only) {
    const TfLiteStatus status =
        InvokeOp(graph_.context(), &node_, kCopy, "OP", shapes_only);
    const std::string error = graph_.TakeError();
    EXPECT_EQ(status == kTfLiteOk, error.empty());
    return error;
  }
  std::string RefuseSparse(uint32_t decoded) {
    const TfLiteStatus status =
        RefuseSparseInputs(graph_.context(), &node_, "OP", decoded);
    const std::string error = graph_.TakeError();
    EXPECT_EQ(status == kTfLiteOk, error.empty());
    return error;
  }

  FakeGraph graph_;
  TfLiteNode node_{};
};

TEST_F(ManyInputs, MayLackMemoryIfTheirBitIsSet) {
  EXPECT_EQ(Invoke(0), "");
  for (const int i : {0, 5, 31, 32}) {
    char* const memory = input(i).data.raw;
    input(i).data.raw = nullptr;
    const std::string which = "OP: input " + std::to_string(i) + ",";
    EXPECT_THAT(Invoke(0), testing::HasSubstr(which));
    if (i < 32) {
      EXPECT_EQ(Invoke(uint32_t{1} << i), "") << i;
      EXPECT_THAT(Invoke(~(uint32_t{1} << i)), testing::HasSubstr(which));
    } else {
      EXPECT_THAT(Invoke(~uint32_t{0}), testing::HasSubstr(which));
    }
    input(i).data.raw = memory;
  }
}

TEST_F(ManyInputs, MayBeSparseIfTheirBitIsSet) {
  EXPECT_EQ(RefuseSparse(0), "");
  for (const int i : {0, 5, 31, 32}) {
    input(i).sparsity =
        static_cast<TfLiteSparsity*>(std::calloc(1, sizeof(TfLiteSparsity)));
    EXPECT_EQ(RefuseSparse(0), "") << "no constant";
    input(i).allocation_type = kTfLiteMmapRo;
    const std::string which =
        "OP: input " + std::to_string(i) + " is sparse: FLOAT32[1]";
    EXPECT_THAT(RefuseSparse(0), testing::HasSubstr(which));
    if (i < 32) {
      EXPECT_EQ(RefuseSparse(uint32_t{1} << i), "") << i;
      EXPECT_THAT(RefuseSparse(~(uint32_t{1} << i)), testing::HasSubstr(which));
    } else {
      EXPECT_THAT(RefuseSparse(~uint32_t{0}), testing::HasSubstr(which));
    }
    input(i).allocation_type = kTfLiteArenaRw;
    TfLiteSparsityFree(input(i).sparsity);
    input(i).sparsity = nullptr;
  }
}

StatusOr<Copy> BindHuge(const NodeView&) {
  Copy op;
  op.outputs.push_back(OutputSpec::Known({1 << 30, 1 << 30, 1 << 30}));
  return op;
}

TEST(Outputs, OfTooManyElementsAreReported) {
  OpTest test;
  test.Input<float>({1}, {1}).Output<float>();
  const Status status =
      test.Prepare(MakeOpFunctions<&BindHuge, &EvalNothing>());
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("has too many elements"));
}

}  // namespace
}  // namespace tflite::kernels
