#include "tools/evaluation/mlperf/settings.h"

#include <google/protobuf/text_format.h>

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "tools/evaluation/mlperf/settings.pb.h"

namespace tflite {
namespace mlperf {
namespace {

// A driver takes nothing that does not parse, and uses the choice that the
// benchmark selects.
TEST(BackendSettings, AreWhatDriversRead) {
  ::mlperf::mobile::BackendSetting settings;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(BackendSettings(),
                                                            &settings));
  ASSERT_EQ(settings.common_setting_size(), 1);
  EXPECT_EQ(settings.common_setting(0).id(), "num_threads");
  EXPECT_GE(std::stoi(settings.common_setting(0).value().value()), 1);
  std::set<std::string> benchmarks;
  for (const auto& benchmark : settings.benchmark_setting()) {
    EXPECT_TRUE(benchmarks.insert(benchmark.benchmark_id()).second)
        << benchmark.benchmark_id();
    std::set<std::string> choices;
    for (const auto& choice : benchmark.delegate_choice()) {
      EXPECT_TRUE(choices.insert(choice.delegate_name()).second)
          << choice.delegate_name();
      EXPECT_EQ(choice.batch_size(), 1);
    }
    EXPECT_EQ(choices.count(benchmark.delegate_selected()), 1u);
    EXPECT_EQ(choices.count("EDGETPU"), 1u);
  }
  EXPECT_EQ(benchmarks.count("image_classification"), 1u);
  EXPECT_EQ(benchmarks.count("object_detection"), 1u);
}

}  // namespace
}  // namespace mlperf
}  // namespace tflite
