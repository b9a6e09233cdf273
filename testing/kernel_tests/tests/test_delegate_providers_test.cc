#include "tflite/kernels/test_delegate_providers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "tflite/kernels/acceleration_test_util.h"
#include "tflite/kernels/acceleration_test_util_internal.h"
#include "tflite/tools/tool_params.h"

namespace tflite {
namespace {

TEST(KernelTestDelegateProvidersTest, TakesItsFlagsOutOfTheCommandLine) {
  KernelTestDelegateProviders providers;
  const tools::ToolParams& params = providers.ConstParams();
  EXPECT_TRUE(params.HasParam("use_xnnpack"));
  EXPECT_TRUE(params.HasParam("external_delegate_path"));
  EXPECT_FALSE(params.Get<bool>("use_nnapi"));
  int argc = 4;
  const char* argv[] = {"program", "--use_nnapi=true", "--unknown=1",
                        "--dump_tflite_model_dir=models", nullptr};
  EXPECT_TRUE(providers.InitFromCmdlineArgs(&argc, argv));
  EXPECT_TRUE(params.Get<bool>("use_nnapi"));
  EXPECT_EQ(params.Get<std::string>("dump_tflite_model_dir"), "models");
  ASSERT_EQ(argc, 2);
  EXPECT_STREQ(argv[1], "--unknown=1");
}

TEST(KernelTestDelegateProvidersTest, RefusesBadFlagsAndPrintsHelp) {
  KernelTestDelegateProviders bad;
  int argc = 2;
  const char* number[] = {"program", "--num_threads=many", nullptr};
  EXPECT_FALSE(bad.InitFromCmdlineArgs(&argc, number));
  KernelTestDelegateProviders help;
  argc = 2;
  const char* asks[] = {"program", "--help", nullptr};
  EXPECT_FALSE(help.InitFromCmdlineArgs(&argc, asks));
}

TEST(KernelTestDelegateProvidersTest, CreatesTheDelegatesOfItsParams) {
  KernelTestDelegateProviders providers;
  EXPECT_TRUE(providers.CreateAllDelegates().empty());
  providers.MutableParams()->Set<bool>("use_xnnpack", true);
  EXPECT_EQ(providers.CreateAllDelegates().size(), 1u);
  tools::ToolParams local;
  local.Merge(providers.ConstParams());
  local.Set<bool>("use_xnnpack", false);
  EXPECT_TRUE(providers.CreateAllDelegates(local).empty());
}

struct Tolerance {
  static const char* AccelerationTestConfig() {
    return "# name,value\n"
           "-Suite\\.Excluded\n"
           "Suite\\.Named,7\n"
           "\n"
           "Other.*\n"
           "Suite.*,1\n";
  }
  static Tolerance ParseConfigurationLine(const std::string& line) {
    return Tolerance{line.empty() ? 0 : std::stoi(line)};
  }
  int value = 0;
};

TEST(AccelerationTestUtilTest, FindsTheFirstLineThatMatches) {
  const auto value = [](const char* id) {
    const auto found = GetAccelerationTestParam<Tolerance>(id);
    return found.has_value() ? found->value : -1;
  };
  EXPECT_EQ(value("Suite.Named"), 7);
  EXPECT_EQ(value("Suite.Named2"), 1);
  EXPECT_EQ(value("Other.Any"), 0);
  EXPECT_EQ(value("Suite.Excluded"), -1);
  EXPECT_EQ(value("Elsewhere.Suite"), -1);
}

TEST(AccelerationTestUtilTest, ReadsLines) {
  using Line = std::tuple<std::string, std::string, bool>;
  std::vector<Line> lines;
  ReadAccelerationConfig("# a comment\nkey\n\n-A/.*,1,two\nkey,\n",
                         [&](std::string name, std::string value, bool deny) {
                           lines.emplace_back(name, value, deny);
                         });
  EXPECT_THAT(lines, ::testing::ElementsAre(Line("key", "", false),
                                            Line("A/.*", "1,two", true),
                                            Line("key", "", false)));
  const ConfigurationEntry<int> entry("A/.*", 3, true);
  EXPECT_TRUE(entry.Matches("A/b"));
  EXPECT_FALSE(entry.Matches("xA/b"));
  EXPECT_TRUE(entry.IsDenylistEntry());
  EXPECT_EQ(entry.TestConfig(), 3);
}

TEST(AccelerationTestUtilTest, NamesTheRunningTest) {
  EXPECT_EQ(GetCurrentTestId(), "AccelerationTestUtilTest.NamesTheRunningTest");
}

}  // namespace
}  // namespace tflite
