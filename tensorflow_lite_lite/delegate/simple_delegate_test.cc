#include "tensorflow_lite_lite/delegate/simple_delegate.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/delegate/fake_host.h"
#include "tensorflow_lite_lite/delegate/partition_policy.h"

namespace tflite {
namespace testing {
namespace {

constexpr int kAdd = kTfLiteBuiltinAdd;
constexpr int kSub = kTfLiteBuiltinSub;
constexpr int kMul = kTfLiteBuiltinMul;

// Configures the delegate in a test, and counts calls.
struct Wishes {
  SimpleDelegateInterface::Options options;
  TfLiteStatus initialize = kTfLiteOk;
  TfLiteStatus init = kTfLiteOk;
  bool no_kernel = false;
  const delegates::PartitionPolicy* policy = nullptr;
  int delegates = 0;
  int kernels = 0;
  int evals = 0;
};

class Kernel : public SimpleDelegateKernelInterface {
 public:
  explicit Kernel(Wishes* wishes) : wishes_(wishes) { ++wishes_->kernels; }
  ~Kernel() override { --wishes_->kernels; }
  TfLiteStatus Init(TfLiteContext*, const TfLiteDelegateParams*) override {
    return wishes_->init;
  }
  TfLiteStatus Prepare(TfLiteContext*, TfLiteNode*) override {
    return kTfLiteOk;
  }
  TfLiteStatus Eval(TfLiteContext*, TfLiteNode*) override {
    ++wishes_->evals;
    return kTfLiteOk;
  }

 private:
  Wishes* const wishes_;
};

// Takes additions, through IsNodeSupportedByDelegate.
class AddDelegate : public SimpleDelegateInterface {
 public:
  explicit AddDelegate(Wishes* wishes) : wishes_(wishes) {
    ++wishes_->delegates;
  }
  ~AddDelegate() override { --wishes_->delegates; }
  bool IsNodeSupportedByDelegate(const TfLiteRegistration* registration,
                                 const TfLiteNode*,
                                 TfLiteContext*) const override {
    return registration->builtin_code == kAdd;
  }
  TfLiteStatus Initialize(TfLiteContext*) override {
    return wishes_->initialize;
  }
  const char* Name() const override { return "AddDelegate"; }
  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    if (wishes_->no_kernel) return nullptr;
    return std::make_unique<Kernel>(wishes_);
  }
  Options DelegateOptions() const override { return wishes_->options; }
  const delegates::PartitionPolicy* GetPartitionPolicy() const override {
    return wishes_->policy;
  }

 private:
  Wishes* const wishes_;
};

// At most two nodes per partition, and never the node with index 1.
class PairPolicy : public delegates::PartitionPolicy {
 public:
  explicit PairPolicy(const FakeHost* host = nullptr) : host_(host) {}
  base::Status Review(TfLiteContext*, const TfLiteDelegateParams& partition,
                      delegates::PartitionReview* review) const override {
    const TfLiteIntArray& nodes = *partition.nodes_to_replace;
    for (int i = 0; i < nodes.size; ++i) {
      if (nodes.data[i] == 1) review->Refuse(1, "it is number one");
    }
    review->Refuse(99, "not in the partition");
    if (nodes.size > 2) {
      review->SplitOff({nodes.data + 2, nodes.data + nodes.size});
    }
    return base::OkStatus();
  }
  void FinishReviews(TfLiteContext*) const override {
    finished.push_back(host_ != nullptr ? host_->replacements : -1);
  }

  // The number of requests to create kernels before each end of the reviews.
  mutable std::vector<int> finished;

 private:
  const FakeHost* const host_;
};

class SimpleDelegateTest : public ::testing::Test {
 protected:
  SimpleDelegateTest()
      : delegate_(TfLiteDelegateFactory::Create(
            std::make_unique<AddDelegate>(&wishes_))) {}
  TfLiteStatus Prepare(FakeHost* host) {
    return delegate_->Prepare(host, delegate_.get());
  }
  // Creates the kernel of a partition as a host does.
  void* InitKernel(FakeHost* host) {
    TfLiteDelegateParams params{delegate_.get(), host->Array({0}),
                                host->Array({0}), host->Array({1})};
    return host->kernel.init(host, reinterpret_cast<const char*>(&params),
                             sizeof(params));
  }

  Wishes wishes_;
  TfLiteDelegateUniquePtr delegate_;
};

TEST_F(SimpleDelegateTest, TakesWhatItSupportsAndSaysWhy) {
  FakeHost host({kAdd, kSub, kAdd});
  host.Listen();
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{0, 2}));
  EXPECT_EQ(host.kernel.builtin_code, kTfLiteBuiltinDelegate);
  EXPECT_STREQ(host.kernel.custom_name, "AddDelegate");
  EXPECT_EQ(host.said[0], "claimed");
  EXPECT_EQ(host.said[1], "not supported by AddDelegate");
  EXPECT_EQ(host.said[2], "claimed");
}

TEST_F(SimpleDelegateTest, ThePolicyRefusesAndSplits) {
  const PairPolicy policy;
  wishes_.policy = &policy;
  FakeHost host({kAdd, kAdd, kAdd, kAdd, kAdd, kSub});
  host.Listen();
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.said[1], "it is number one");
  EXPECT_EQ(host.said.count(99), 0u);
  EXPECT_EQ(host.said[4], "claimed");
  // {0}, {2, 3}, and {4} apart.
  EXPECT_EQ(host.replacements, 2);
  EXPECT_EQ(host.replaced, std::vector<int>{4});
}

TEST_F(SimpleDelegateTest, LimitsCountPartitionsOfAllGroups) {
  const PairPolicy policy;
  wishes_.policy = &policy;
  wishes_.options.min_nodes_per_partition = 2;
  FakeHost host({kAdd, kAdd, kAdd, kAdd, kAdd});
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replacements, 1);
  EXPECT_EQ(host.replaced, (std::vector<int>{2, 3}));
}

TEST_F(SimpleDelegateTest, ReviewsEndAfterKernelsAreCreated) {
  FakeHost host({kAdd, kAdd, kAdd, kAdd, kAdd, kSub});
  const PairPolicy policy(&host);
  wishes_.policy = &policy;
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(policy.finished, std::vector<int>{2});
}

TEST_F(SimpleDelegateTest, ReviewsEndIfOneFails) {
  FakeHost host({kAdd, kAdd});
  host.PreviewDelegatePartitioning = [](TfLiteContext*, const TfLiteIntArray*,
                                        TfLiteDelegateParams**,
                                        int*) { return kTfLiteError; };
  const PairPolicy policy(&host);
  wishes_.policy = &policy;
  EXPECT_NE(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(policy.finished, std::vector<int>{0});
}

TEST_F(SimpleDelegateTest, ThePolicyIsLeftOutWithoutAPreview) {
  const PairPolicy policy;
  wishes_.policy = &policy;
  FakeHost host({kAdd, kAdd});
  host.PreviewDelegatePartitioning = nullptr;
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{0, 1}));
}

TEST_F(SimpleDelegateTest, NeedsNoLog) {
  FakeHost host({kAdd, kSub});
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{0}));
  FakeHost other({kAdd});
  other.Listen();
  other.log.magic = 1;  // another object in the slot
  ASSERT_EQ(Prepare(&other), kTfLiteOk);
  EXPECT_TRUE(other.said.empty());
}

TEST_F(SimpleDelegateTest, ReplacesNothingWhereItTakesNothing) {
  FakeHost host({kSub, kMul});
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replacements, 0);
}

TEST_F(SimpleDelegateTest, LeavesPartitionsOfOtherDelegatesAlone) {
  FakeHost host({kAdd, kAdd});
  host.Listen();
  TfLiteDelegate other = TfLiteDelegateCreate();
  host.nodes[0].delegate = &other;
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{1}));
  EXPECT_EQ(host.said.count(0), 0u);
}

TEST_F(SimpleDelegateTest, FailedInitializeLeavesTheGraphAlone) {
  wishes_.initialize = kTfLiteDelegateError;
  FakeHost host({kAdd});
  EXPECT_EQ(Prepare(&host), kTfLiteDelegateError);
  EXPECT_EQ(host.replacements, 0);
}

TEST_F(SimpleDelegateTest, UserDeniesNodes) {
  wishes_.options.deny = "#0, name:t3";
  FakeHost host({kAdd, kAdd, kAdd});
  host.Listen();
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{1}));
  EXPECT_EQ(host.said[0], "the user denied '#0'");
  EXPECT_EQ(host.said[2], "the user denied 'name:t3'");
}

TEST_F(SimpleDelegateTest, UserAllowsOperators) {
  wishes_.options.allow = "SUB,#1";
  FakeHost host({kAdd, kAdd, kSub});
  host.Listen();
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{1}));
  EXPECT_EQ(host.said[0], "it is not among the nodes that the user allowed");
  EXPECT_EQ(host.said[2], "not supported by AddDelegate");
}

TEST_F(SimpleDelegateTest, ListThatCannotBeReadIsAnError) {
  wishes_.options.deny = "ADD,#one";
  FakeHost host({kAdd});
  EXPECT_EQ(Prepare(&host), kTfLiteDelegateError);
  EXPECT_NE(host.errors.find("'#one'"), std::string::npos) << host.errors;
  EXPECT_EQ(host.replacements, 0);
}

TEST_F(SimpleDelegateTest, TakesNodesBetweenFirstAndLast) {
  wishes_.options.first_delegate_node_index = 1;
  wishes_.options.last_delegate_node_index = 2;
  FakeHost host({kAdd, kAdd, kAdd, kAdd});
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{1, 2}));
}

TEST_F(SimpleDelegateTest, SmallPartitionsStay) {
  wishes_.options.min_nodes_per_partition = 2;
  FakeHost host({kAdd, kSub, kAdd, kAdd});
  host.Listen();
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{2, 3}));
  EXPECT_EQ(host.said[0],
            "its partition has 1 nodes, fewer than the minimum of 2");
}

// Two nodes that transfer far more than they compute, then a small one: the
// pair is better by size, the small one by gain.
TEST_F(SimpleDelegateTest, KeepsTheBestPartitionsInEitherOrder) {
  FakeHost host({kAdd, kAdd, kSub, kAdd}, {1000});
  host.SetDims(3, {1});
  host.SetDims(4, {1});
  host.Listen();
  wishes_.options.max_delegated_partitions = 1;
  wishes_.options.partition_order =
      SimpleDelegateInterface::PartitionOrder::kBySize;
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{0, 1}));
  EXPECT_NE(host.said[3].find("not among the best 1 by size"),
            std::string::npos)
      << host.said[3];

  wishes_.options.partition_order =
      SimpleDelegateInterface::PartitionOrder::kByGain;
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  EXPECT_EQ(host.replaced, (std::vector<int>{3}));
  EXPECT_NE(host.said[0].find("not among the best 1"), std::string::npos);
}

TEST_F(SimpleDelegateTest, LimitsNeedAPreview) {
  wishes_.options.max_delegated_partitions = 1;
  FakeHost host({kAdd});
  host.PreviewDelegatePartitioning = nullptr;
  EXPECT_EQ(Prepare(&host), kTfLiteError);
  EXPECT_FALSE(host.errors.empty());
}

TEST_F(SimpleDelegateTest, KernelRuns) {
  FakeHost host({kAdd});
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  TfLiteNode node{};
  node.user_data = InitKernel(&host);
  ASSERT_NE(node.user_data, TfLiteKernelInitFailed());
  EXPECT_EQ(wishes_.kernels, 1);
  EXPECT_EQ(host.kernel.prepare(&host, &node), kTfLiteOk);
  EXPECT_EQ(host.kernel.invoke(&host, &node), kTfLiteOk);
  EXPECT_EQ(wishes_.evals, 1);
  host.kernel.free(&host, node.user_data);
  EXPECT_EQ(wishes_.kernels, 0);
}

TEST_F(SimpleDelegateTest, FailedInitIsToldToNewAndOldHosts) {
  FakeHost host({kAdd});
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  wishes_.init = kTfLiteError;
  void* failed = InitKernel(&host);
  EXPECT_EQ(failed, TfLiteKernelInitFailed());
  EXPECT_EQ(wishes_.kernels, 0);
  for (void* user_data : {failed, static_cast<void*>(nullptr)}) {
    TfLiteNode node{};
    node.user_data = user_data;
    EXPECT_EQ(host.kernel.prepare(&host, &node), kTfLiteDelegateError);
    host.kernel.free(&host, user_data);
  }
  wishes_.no_kernel = true;
  EXPECT_EQ(InitKernel(&host), TfLiteKernelInitFailed());
  EXPECT_NE(host.errors.find("AddDelegate did not create a kernel"),
            std::string::npos);
}

TEST_F(SimpleDelegateTest, DeletedTooEarlyItsKernelsFail) {
  FakeHost host({kAdd});
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  TfLiteNode node{};
  node.user_data = InitKernel(&host);
  TfLiteDelegate* dangling = delegate_.get();
  delegate_.reset();
  EXPECT_EQ(host.kernel.prepare(&host, &node), kTfLiteDelegateError);
  EXPECT_EQ(host.kernel.invoke(&host, &node), kTfLiteDelegateError);
  EXPECT_EQ(dangling->Prepare(&host, dangling), kTfLiteDelegateError);
  TfLiteBufferHandle handle = 3;
  dangling->FreeBufferHandle(&host, dangling, &handle);
  EXPECT_EQ(handle, kTfLiteNullBufferHandle);
  EXPECT_EQ(wishes_.delegates, 1);  // shared by the kernel
  host.kernel.free(&host, node.user_data);
  EXPECT_EQ(wishes_.delegates, 0);
}

TEST_F(SimpleDelegateTest, HostThatTakesAShareMayOutliveTheOwner) {
  struct Share {
    void* object = nullptr;
    void (*release)(void*) = nullptr;
  };
  static Share share;
  FakeHost host({kAdd});
  host.Listen();
  host.log.hold = [](TfllDelegationLog*, TfLiteContext*, TfLiteDelegate*,
                     void* object, void (*release)(void*)) {
    share = {object, release};
  };
  ASSERT_EQ(Prepare(&host), kTfLiteOk);
  ASSERT_NE(share.object, nullptr);
  TfLiteNode node{};
  node.user_data = InitKernel(&host);
  delegate_.reset();
  EXPECT_EQ(host.kernel.prepare(&host, &node), kTfLiteOk);
  EXPECT_EQ(host.kernel.invoke(&host, &node), kTfLiteOk);
  host.kernel.free(&host, node.user_data);
  EXPECT_EQ(wishes_.delegates, 1);
  share.release(share.object);
  EXPECT_EQ(wishes_.delegates, 0);
}

TEST(TfLiteDelegateFactory, NullIsAllowed) {
  EXPECT_EQ(TfLiteDelegateFactory::CreateSimpleDelegate(nullptr), nullptr);
  TfLiteDelegateFactory::DeleteSimpleDelegate(nullptr);
}

TEST(TfLiteDelegateFactory, SetsFlags) {
  Wishes wishes;
  TfLiteDelegate* delegate = TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<AddDelegate>(&wishes),
      kTfLiteDelegateFlagsAllowDynamicTensors);
  EXPECT_EQ(delegate->flags, kTfLiteDelegateFlagsAllowDynamicTensors);
  TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
  EXPECT_EQ(wishes.delegates, 0);
}

}  // namespace
}  // namespace testing
}  // namespace tflite
