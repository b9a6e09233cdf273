#include "delegates/dummy/dummy_delegate.h"
#include "gtest/gtest.h"
#include "testing/add_sub_add.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {
namespace tools {
namespace {

using ::tflite::testing::AddSubAdd;

class DummyProviderTest : public ::testing::Test {
 protected:
  DummyProviderTest() : list_(&params_) { list_.AddAllDelegateParams(); }

  // Creates the delegates requested by a command line.
  std::vector<ProvidedDelegateList::ProvidedDelegate> Parse(
      std::vector<const char*> args) {
    args.insert(args.begin(), "program");
    std::vector<Flag> flags;
    list_.AppendCmdlineFlags(flags);
    int argc = static_cast<int>(args.size());
    EXPECT_TRUE(Flags::Parse(&argc, args.data(), flags));
    EXPECT_EQ(argc, 1) << args[1];
    return list_.CreateAllRankedDelegates();
  }

  void ExpectFailure(const char* flag, const char* text) {
    const auto delegates = Parse(
        {"--use_dummy_delegate=true", "--dummy_allowed_builtin_code=0", flag});
    ASSERT_EQ(delegates.size(), 1u);
    AddSubAdd graph;
    EXPECT_EQ(graph.interpreter().ModifyGraphWithDelegate(
                  delegates[0].delegate.get()),
              kTfLiteDelegateError);
    EXPECT_TRUE(graph.Reported(text));
  }

  ToolParams params_;
  ProvidedDelegateList list_;
};

TEST_F(DummyProviderTest, MakesNoneUnlessAsked) {
  EXPECT_TRUE(Parse({"--dummy_allowed_builtin_code=0"}).empty());
}

TEST_F(DummyProviderTest, FlagsReachTheDelegate) {
  const auto delegates =
      Parse({"--num_threads=2", "--use_dummy_delegate=true",
             "--dummy_allowed_builtin_code=0", "--delegate_deny_nodes=#2"});
  ASSERT_EQ(delegates.size(), 1u);
  EXPECT_EQ(delegates[0].provider->GetName(), "DummyDelegate");
  EXPECT_EQ(delegates[0].rank, 2);
  AddSubAdd graph;
  ASSERT_EQ(
      graph.interpreter().ModifyGraphWithDelegate(delegates[0].delegate.get()),
      kTfLiteOk);
  EXPECT_EQ(graph.Run(), (std::vector<float>{2, 2}));
}

TEST_F(DummyProviderTest, FailsInInitOnRequest) {
  ExpectFailure("--dummy_error_during_init=true", "fails in Init");
}

TEST_F(DummyProviderTest, FailsOnRequest) {
  ExpectFailure("--dummy_error_during_prepare=true", "fails in Prepare");
}

}  // namespace
}  // namespace tools
}  // namespace tflite
