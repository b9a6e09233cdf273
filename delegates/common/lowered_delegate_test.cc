// Delegates built from the parts of this folder, in the runtime: plans that
// look at a node's neighbours, and reviews of partitions.
#include "delegates/common/lowered_delegate.h"

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/common/value_builder.h"
#include "gtest/gtest.h"
#include "kernels/unary/unary.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/delegate/fake_host.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::delegates {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::kFloat32;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;

struct Caps : GraphFacts {
  // Supports only nodes whose result is read by a node of this operator.
  int wanted_reader = -1;
};

struct Call : PartitionCall {
  int64_t elements;
};

StatusOr<int64_t> PlanAbs(const Unary& op, const NodeView& node,
                          const Caps& caps) {
  if (caps.wanted_reader >= 0) {
    const auto& readers =
        caps.neighbours.ReadersOf(node.raw()->outputs->data[0]);
    if (readers.empty() || readers[0].builtin_code != caps.wanted_reader) {
      return Unsupported("another node reads it");
    }
  }
  return op.count;
}

void EmitAbs(int64_t elements, const NodeView& node,
             CallBuilder<Call>& builder) {
  Call call;
  call.operands = {{builder.Input(node, 0)}, {builder.Output(node, 0), true}};
  call.elements = elements;
  builder.Add(std::move(call));
}

using Table = LoweringTable<Caps, CallBuilder<Call>>;
constexpr Table::Row kRows[] = {TFLL_LOWER(Table, Abs, PlanAbs, EmitAbs)};
constexpr Table kTable(kRows);

class Program : public PartitionProgram {
 public:
  explicit Program(ValueGraph<Call> graph) : graph_(std::move(graph)) {}
  Status Run(TfLiteContext* context) override {
    for (const Call& call : graph_.calls) {
      const float* in = Memory(context, call.operands[0].value);
      float* out = Memory(context, call.operands[1].value);
      for (int64_t i = 0; i < call.elements; ++i) out[i] = std::fabs(in[i]);
    }
    return OkStatus();
  }

 private:
  float* Memory(TfLiteContext* context, ValueId id) {
    const PartitionValue& value = graph_.values[id];
    if (value.tensor >= 0) return context->tensors[value.tensor].data.f;
    inner_[id].resize(value.bytes / sizeof(float));
    return inner_[id].data();
  }

  const ValueGraph<Call> graph_;
  std::map<ValueId, std::vector<float>> inner_;
};

using ReviewFunction = std::function<Status(
    TfLiteContext*, const DelegatedPartition&, const Caps&, PartitionReview*)>;

class TestDelegate : public LoweredDelegate<Caps, CallBuilder<Call>> {
 public:
  TestDelegate(Caps caps, ReviewFunction review)
      : LoweredDelegate("TestDelegate", {}, kTable, std::move(caps)),
        review_(std::move(review)) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const Caps& caps) override {
    CallBuilder<Call> builder(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(kTable, context, partition, caps, builder));
    return std::unique_ptr<PartitionProgram>(new Program(builder.Take()));
  }
  const PartitionPolicy* GetPartitionPolicy() const override {
    return review_ ? this : nullptr;
  }

 private:
  Status ReviewPartition(TfLiteContext* context,
                         const DelegatedPartition& partition, const Caps& caps,
                         PartitionReview* review) const override {
    return review_(context, partition, caps, review);
  }

  const ReviewFunction review_;
};

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

DelegatePtr MakeDelegate(Caps caps, ReviewFunction review = nullptr) {
  return {TfLiteDelegateFactory::CreateSimpleDelegate(
              std::make_unique<TestDelegate>(caps, std::move(review))),
          TfLiteDelegateFactory::DeleteSimpleDelegate};
}

// A chain: node i reads tensor i and writes tensor i + 1.
Case ChainOf(const std::vector<int>& operators) {
  Case c("Chain", "float32");
  for (size_t i = 0; i < operators.size(); ++i) {
    c.Op(operators[i]);
    i == 0 ? c.In(kFloat32, {3, 5}) : c.Same(static_cast<int>(i));
    i + 1 == operators.size() ? c.Out(kFloat32) : c.Inner(kFloat32);
  }
  return c;
}

constexpr int kAbs = kTfLiteBuiltinAbs;
constexpr int kNeg = kTfLiteBuiltinNeg;

// Runs the chain and compares its results with the CPU's. Returns the number of
// nodes left to the CPU and the number of steps, including partitions.
std::pair<int, int> LeftAndSteps(const Case& c, TfLiteDelegate* delegate,
                                 std::string* refusals = nullptr) {
  const auto run = Prepared(c, delegate);
  ExpectSame(c, *run);
  Interpreter& interpreter = run->interpreter();
  if (refusals != nullptr) *refusals = Refusals(interpreter);
  return {NodesLeft(interpreter),
          static_cast<int>(interpreter.execution_plan().size())};
}

TEST(LoweredDelegate, RunsWhatItsTableTakes) {
  const DelegatePtr delegate = MakeDelegate({});
  EXPECT_EQ(LeftAndSteps(ChainOf({kAbs, kAbs, kNeg, kAbs}), delegate.get()),
            std::make_pair(1, 3));
}

TEST(LoweredDelegate, PlansKnowTheNeighbours) {
  Caps caps;
  caps.wanted_reader = kNeg;
  const DelegatePtr delegate = MakeDelegate(caps);
  std::string refusals;
  EXPECT_EQ(LeftAndSteps(ChainOf({kAbs, kNeg, kAbs, kAbs}), delegate.get(),
                         &refusals),
            std::make_pair(3, 4));
  EXPECT_TRUE(StrContains(refusals, "another node reads it")) << refusals;
}

TEST(LoweredDelegate, PlansKnowThemWhenShapesChangeToo) {
  Caps caps;
  caps.wanted_reader = kNeg;
  const DelegatePtr delegate = MakeDelegate(caps);
  const Case c = ChainOf({kAbs, kNeg});
  const auto run = Prepared(c, delegate.get());
  Interpreter& interpreter = run->interpreter();
  ASSERT_EQ(interpreter.ResizeInputTensor(interpreter.inputs()[0], {7}),
            kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  float* in = interpreter.typed_input_tensor<float>(0);
  std::fill(in, in + 7, -3.0f);
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter.typed_output_tensor<float>(0)[6], -3.0f);
  EXPECT_EQ(NodesLeft(interpreter), 1);
}

TEST(LoweredDelegate, ReportsAHostThatDoesNotShowItsGraph) {
  ::tflite::testing::FakeHost host({kAbs});
  TestDelegate delegate({}, nullptr);
  EXPECT_EQ(delegate.Initialize(&host), kTfLiteOk);
  EXPECT_EQ(host.errors, "");
  host.GetExecutionPlan = [](TfLiteContext*, TfLiteIntArray**) {
    return kTfLiteError;
  };
  EXPECT_EQ(delegate.Initialize(&host), kTfLiteDelegateError);
  EXPECT_EQ(host.errors,
            "TestDelegate: the host does not return its execution plan\n");
}

TEST(PartitionPolicy, RefusedNodesGoToTheCpuAndTheRestIsPartitionedAgain) {
  std::vector<size_t> reviewed;
  const DelegatePtr delegate =
      MakeDelegate({}, [&](TfLiteContext*, const DelegatedPartition& partition,
                           const Caps&, PartitionReview* review) {
        reviewed.push_back(partition.nodes.size());
        for (const auto& node : partition.nodes) {
          if (node->get().index == 2) review->Refuse(2, "its kernel is wrong");
        }
        return OkStatus();
      });
  std::string refusals;
  EXPECT_EQ(LeftAndSteps(ChainOf({kAbs, kAbs, kAbs, kAbs, kAbs}),
                         delegate.get(), &refusals),
            std::make_pair(1, 3));
  EXPECT_EQ(reviewed, (std::vector<size_t>{5, 2, 2}));
  EXPECT_EQ(refusals, "its kernel is wrong\n");
}

TEST(PartitionPolicy, SplitsUntilEachPartitionFits) {
  const DelegatePtr delegate =
      MakeDelegate({}, [](TfLiteContext*, const DelegatedPartition& partition,
                          const Caps&, PartitionReview* review) {
        std::vector<int> rest;
        for (size_t i = 2; i < partition.nodes.size(); ++i) {
          rest.push_back(partition.nodes[i]->get().index);
        }
        review->SplitOff(rest);
        return OkStatus();
      });
  EXPECT_EQ(
      LeftAndSteps(ChainOf({kAbs, kAbs, kAbs, kAbs, kAbs}), delegate.get()),
      std::make_pair(0, 3));
}

// For compilers that accept only a prefix of the model.
TEST(PartitionPolicy, TakesTheLongestPrefixAlone) {
  const DelegatePtr delegate = MakeDelegate(
      {},
      [](TfLiteContext* context, const DelegatedPartition& partition,
         const Caps& caps, PartitionReview* review) -> Status {
        std::vector<int> nodes;
        for (const auto& node : partition.nodes) {
          nodes.push_back(node->get().index);
        }
        TFLL_ASSIGN_OR_RETURN(const std::vector<int> prefix,
                              LongestPrefix(context, caps.neighbours, nodes));
        for (size_t i = prefix.size(); i < nodes.size(); ++i) {
          review->Refuse(nodes[i], "it depends on a node on the CPU");
        }
        return OkStatus();
      });
  std::string refusals;
  EXPECT_EQ(LeftAndSteps(ChainOf({kAbs, kAbs, kNeg, kAbs}), delegate.get(),
                         &refusals),
            std::make_pair(2, 3));
  EXPECT_TRUE(StrContains(refusals, "depends on a node on the CPU"))
      << refusals;
}

TEST(PartitionPolicy, AnErrorLeavesTheGraphToTheCpu) {
  const DelegatePtr delegate = MakeDelegate(
      {}, [](TfLiteContext*, const DelegatedPartition&, const Caps&,
             PartitionReview*) { return Internal("the compiler is gone"); });
  const Case c = ChainOf({kAbs, kAbs});
  const auto run = Prepared(c, delegate.get(), 1, kTfLiteDelegateError);
  ExpectSame(c, *run);
  EXPECT_EQ(NodesLeft(run->interpreter()), 2);
}

}  // namespace
}  // namespace tflite::delegates
