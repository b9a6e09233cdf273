#include "tensorflow_lite_lite/delegate/simple_opaque_delegate.h"

#include <vector>

#include "gtest/gtest.h"
#include "testing/add_sub_add.h"

namespace tflite {
namespace testing {
namespace {

// Takes operators of one kind and writes a fixed value to their outputs.
struct Wishes {
  int code = kTfLiteBuiltinSub;
  SimpleOpaqueDelegateInterface::Options options;
  bool fail_init = false;
  bool fail_invoke = false;
  bool no_kernel = false;
  int delegates = 0;
};

class Kernel : public SimpleOpaqueDelegateKernelInterface {
 public:
  explicit Kernel(const Wishes& wishes) : wishes_(wishes) {}
  TfLiteStatus Init(TfLiteOpaqueContext*,
                    const TfLiteOpaqueDelegateParams* params) override {
    nodes_ = params->nodes_to_replace->size;
    return wishes_.fail_init ? kTfLiteError : kTfLiteOk;
  }
  TfLiteStatus Prepare(TfLiteOpaqueContext*, TfLiteOpaqueNode*) override {
    return kTfLiteOk;
  }
  TfLiteStatus Eval(TfLiteOpaqueContext* context,
                    TfLiteOpaqueNode* node) override {
    if (wishes_.fail_invoke) {
      TfLiteOpaqueContextReportError(context, "no %s today", "eval");
      return kTfLiteError;
    }
    TfLiteOpaqueTensor* out = TfLiteOpaqueNodeGetOutput(context, node, 0);
    const std::vector<float> values(2, 100.0f * nodes_);
    return TfLiteOpaqueTensorCopyFromBuffer(out, values.data(),
                                            2 * sizeof(float));
  }

 private:
  const Wishes& wishes_;
  int nodes_ = 0;
};

class SubDelegate : public SimpleOpaqueDelegateInterface {
 public:
  explicit SubDelegate(Wishes* wishes) : wishes_(wishes) {
    ++wishes_->delegates;
  }
  ~SubDelegate() override { --wishes_->delegates; }
  bool IsNodeSupportedByDelegate(const TfLiteOperator* op,
                                 const TfLiteOpaqueNode*,
                                 TfLiteOpaqueContext*) const override {
    return TfLiteOperatorGetBuiltInCode(op) == wishes_->code;
  }
  TfLiteStatus Initialize(TfLiteOpaqueContext*) override { return kTfLiteOk; }
  const char* Name() const override { return "SubDelegate"; }
  std::unique_ptr<SimpleOpaqueDelegateKernelInterface>
  CreateDelegateKernelInterface() override {
    if (wishes_->no_kernel) return nullptr;
    return std::make_unique<Kernel>(*wishes_);
  }
  Options DelegateOptions() const override { return wishes_->options; }

 private:
  Wishes* const wishes_;
};

class SimpleOpaqueDelegateTest : public ::testing::Test {
 protected:
  SimpleOpaqueDelegateTest()
      : delegate_(TfLiteOpaqueDelegateFactory::Create(
            std::make_unique<SubDelegate>(&wishes_))) {}
  TfLiteStatus Apply() {
    return graph_.interpreter().ModifyGraphWithDelegate(delegate_.get());
  }

  Wishes wishes_;
  TfLiteOpaqueDelegateUniquePtr delegate_;
  AddSubAdd graph_;
};

TEST_F(SimpleOpaqueDelegateTest, TakesWhatItSupports) {
  ASSERT_EQ(Apply(), kTfLiteOk);
  EXPECT_EQ(graph_.DelegateNodes(), 1);
  EXPECT_EQ(graph_.Run(), (std::vector<float>{101, 101}));
}

TEST_F(SimpleOpaqueDelegateTest, UserListsApply) {
  wishes_.options.deny = "SUB";
  ASSERT_EQ(Apply(), kTfLiteOk);
  EXPECT_EQ(graph_.DelegateNodes(), 0);
  EXPECT_EQ(graph_.Run(), kAllOnCpu);
}

// The reason why the delegate did not take a node.
std::string Refusal(const Interpreter& interpreter, int node) {
  const DelegationReport report = interpreter.GetDelegationReport();
  const auto& refusals = report.graphs[0].nodes[node].refusals;
  return refusals.empty() ? "" : refusals[0].reason;
}

TEST_F(SimpleOpaqueDelegateTest, SmallPartitionsStay) {
  wishes_.options.min_nodes_per_partition = 2;
  ASSERT_EQ(Apply(), kTfLiteOk);
  EXPECT_EQ(graph_.DelegateNodes(), 0);
  EXPECT_EQ(graph_.Run(), kAllOnCpu);
  EXPECT_EQ(Refusal(graph_.interpreter(), 1),
            "its partition has 1 nodes, fewer than the minimum of 2");
}

TEST_F(SimpleOpaqueDelegateTest, TakesNoMorePartitionsThanItMay) {
  wishes_.code = kTfLiteBuiltinAdd;
  wishes_.options.max_delegated_partitions = 1;
  ASSERT_EQ(Apply(), kTfLiteOk);
  EXPECT_EQ(graph_.DelegateNodes(), 1);
  // The delegate runs the first ADD, which gives 100; the CPU runs two nodes.
  EXPECT_EQ(graph_.Run(), (std::vector<float>{102, 102}));
  EXPECT_NE(Refusal(graph_.interpreter(), 2).find("not among the best 1"),
            std::string::npos);
  wishes_.options.max_delegated_partitions = 2;
  ASSERT_EQ(graph_.interpreter().RemoveAllDelegates(), kTfLiteOk);
  ASSERT_EQ(Apply(), kTfLiteOk);
  EXPECT_EQ(graph_.DelegateNodes(), 2);
}

TEST_F(SimpleOpaqueDelegateTest, LimitsOfIndicesApply) {
  wishes_.options.last_delegate_node_index = 0;
  ASSERT_EQ(Apply(), kTfLiteOk);
  EXPECT_EQ(graph_.DelegateNodes(), 0);
}

TEST_F(SimpleOpaqueDelegateTest, ListThatCannotBeReadIsAnError) {
  wishes_.options.allow = "name:";
  EXPECT_EQ(Apply(), kTfLiteDelegateError);
  EXPECT_TRUE(graph_.Reported("'name:'")) << graph_.reported();
  EXPECT_EQ(graph_.Run(), kAllOnCpu);
}

TEST_F(SimpleOpaqueDelegateTest, FailuresLeaveTheNodesToTheCpu) {
  wishes_.fail_init = true;
  EXPECT_EQ(Apply(), kTfLiteDelegateError);
  EXPECT_EQ(graph_.Run(), kAllOnCpu);
  wishes_.fail_init = false;
  wishes_.no_kernel = true;
  EXPECT_EQ(Apply(), kTfLiteDelegateError);
  EXPECT_TRUE(graph_.Reported("SubDelegate did not create a kernel"));
  wishes_.no_kernel = false;
  wishes_.fail_invoke = true;
  ASSERT_EQ(Apply(), kTfLiteOk);
  EXPECT_EQ(graph_.Run(), kAllOnCpu);
  EXPECT_TRUE(graph_.Reported("no eval today"));
}

TEST_F(SimpleOpaqueDelegateTest, LastsAsLongAsItsInterpreter) {
  ASSERT_EQ(Apply(), kTfLiteOk);
  delegate_.reset();
  EXPECT_EQ(graph_.Run(), (std::vector<float>{101, 101}));
  EXPECT_EQ(wishes_.delegates, 1);
  graph_.Destroy();
  EXPECT_EQ(wishes_.delegates, 0);
}

TEST(TfLiteOpaqueDelegateFactory, NullIsAllowed) {
  EXPECT_EQ(TfLiteOpaqueDelegateFactory::CreateSimpleDelegate(nullptr),
            nullptr);
  TfLiteOpaqueDelegateFactory::DeleteSimpleDelegate(nullptr);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
