#ifndef KERNELS_REGISTER_SUM_NODES_TEST_FIXTURE_H_
#define KERNELS_REGISTER_SUM_NODES_TEST_FIXTURE_H_

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/adapter.h"
#include "kernels/testing/fake_graph.h"

namespace tflite::kernels {

// out = in + the first constant, which is "packed" before the first evaluation.
struct Sum : BoundOp {};

struct Packed : KernelState {
  size_t MemoryBytes() const override { return filled ? 1000 : 10; }
  bool filled = false;
  float value = 0;
};

inline std::atomic<int> works{0};          // calls of the deferred work
inline std::atomic<int> failures_left{0};  // of those, how many fail

inline StatusOr<Sum> BindSum(const NodeView& node) {
  Sum op;
  op.outputs.push_back(OutputSpec::Known(node.input(0).shape()));
  return op;
}

inline Status PrepareSum(const Sum&, PrepareContext& context) {
  if (context.state == nullptr) context.state = std::make_unique<Packed>();
  auto* state = static_cast<Packed*>(context.state.get());
  context.BeforeFirstEval([state](const NodeView& node) {
    ++works;
    if (failures_left.fetch_sub(1) > 0) {
      return Internal("not enough memory to pack ", node.input(1).ToString());
    }
    state->value = node.input(1).data<float>()[0];
    state->filled = true;
    return OkStatus();
  });
  return OkStatus();
}

inline Status EvalSum(const Sum&, EvalContext& context) {
  context.out<float>(0)[0] =
      context.in<float>(0)[0] + context.state<Packed>()->value;
  return OkStatus();
}

constexpr OpFunctions kSum = MakeOpFunctions<&BindSum, &EvalSum, &PrepareSum>();

// A node of these tensors of a graph, from init to free.
class NodeOf : public TfLiteNode {
 public:
  NodeOf(FakeGraph* graph, const std::vector<int>& in,
         const std::vector<int>& out)
      : TfLiteNode{}, graph_(graph) {
    inputs = ArrayOf(in);
    outputs = ArrayOf(out);
    user_data = InitOp(graph_->context(), nullptr, 0);
  }
  ~NodeOf() {
    FreeOp(graph_->context(), user_data);
    TfLiteIntArrayFree(inputs);
    TfLiteIntArrayFree(outputs);
    TfLiteIntArrayFree(temporaries);
  }
  NodeOf(const NodeOf&) = delete;
  NodeOf& operator=(const NodeOf&) = delete;

 private:
  static TfLiteIntArray* ArrayOf(const std::vector<int>& tensors) {
    TfLiteIntArray* array =
        TfLiteIntArrayCreate(static_cast<int>(tensors.size()));
    std::copy(tensors.begin(), tensors.end(), array->data);
    return array;
  }

  FakeGraph* const graph_;
};

// Nodes of an input and a constant, which begins with a given value.
class SumNodes : public FakeGraph {
 public:
  explicit SumNodes(int threads) : FakeGraph(threads) {
    works = 0;
    failures_left = 0;
  }

 protected:
  void AddNode(float value, int elements) {
    const int in = AddTensor(kTfLiteFloat32);
    const int constant = AddTensor(kTfLiteFloat32);
    const int out = AddTensor(kTfLiteFloat32);
    tensor(constant)->allocation_type = kTfLiteMmapRo;
    EXPECT_EQ(Resize(in, ToIntArray({1})), kTfLiteOk);
    EXPECT_EQ(Resize(constant, ToIntArray({elements})), kTfLiteOk);
    std::vector<uint8_t> bytes(static_cast<size_t>(elements) * sizeof(float));
    std::memcpy(bytes.data(), &value, sizeof(value));
    SetData(constant, bytes);
    nodes_.emplace_back(this, std::vector<int>{in, constant},
                        std::vector<int>{out});
  }

  std::deque<NodeOf> nodes_;
};

// One that adds 2 to its input, 1, and can be prepared more than once.
class OneNode : public SumNodes {
 public:
  explicit OneNode(const OpFunctions& functions)
      : SumNodes(1), functions_(functions) {
    AddNode(2, 1);
  }
  TfLiteStatus PrepareNode() {
    return PrepareOp(context(), &node(), functions_, "SUM");
  }
  TfLiteStatus InvokeNode() {
    tensor(node().inputs->data[0])->data.f[0] = 1;
    return InvokeOp(context(), &node(), functions_, "SUM");
  }
  // As after a constant's new value: the node is made anew.
  void StartAgain() {
    FreeOp(context(), node().user_data);
    node().user_data = InitOp(context(), nullptr, 0);
  }
  TfLiteNode& node() { return nodes_[0]; }
  TfLiteTensor& output() { return *tensor(node().outputs->data[0]); }
  float Result() { return output().data.f[0]; }

 private:
  const OpFunctions functions_;
};

}  // namespace tflite::kernels

#endif  // KERNELS_REGISTER_SUM_NODES_TEST_FIXTURE_H_
