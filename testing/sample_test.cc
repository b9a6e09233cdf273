#include "testing/sample.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite {
namespace {

std::vector<SampleKey> Keys() {
  std::vector<SampleKey> keys;
  for (int i = 0; i < 40; ++i) {
    keys.push_back({"many", "float32", "case" + std::to_string(i)});
  }
  keys.push_back({"many", "int8", "rare"});
  for (int i = 0; i < 5; ++i) {
    keys.push_back({"kinds", "type" + std::to_string(i), "case"});
  }
  keys.push_back({"few", "float32", "only"});
  return keys;
}

TEST(Sample, HasEachGroupAndEachKind) {
  const std::vector<SampleKey> keys = Keys();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    std::map<std::string, int> groups;
    std::set<std::string> kinds;
    for (const size_t i : SampleOf(keys, 3, seed)) {
      ++groups[keys[i].group];
      kinds.insert(keys[i].group + "/" + keys[i].kind);
    }
    EXPECT_EQ(groups, (std::map<std::string, int>{
                          {"few", 1}, {"kinds", 5}, {"many", 3}}));
    EXPECT_EQ(kinds.count("many/int8"), 1u);
    EXPECT_EQ(kinds.size(), 8u);
  }
}

TEST(Sample, FollowsTheSeed) {
  const std::vector<SampleKey> keys = Keys();
  EXPECT_EQ(SampleOf(keys, 3, 7), SampleOf(keys, 3, 7));
  std::set<std::vector<size_t>> choices;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    choices.insert(SampleOf(keys, 3, seed));
  }
  EXPECT_GT(choices.size(), 10u);
}

TEST(Sample, OtherCasesDoNotChangeAChoiceWithinTheirGroup) {
  std::vector<SampleKey> keys = Keys();
  std::set<std::string> before, after;
  for (const size_t i : SampleOf(keys, 3, 5)) before.insert(keys[i].name);
  keys.insert(keys.begin(), {"another", "float32", "another"});
  for (const size_t i : SampleOf(keys, 3, 5)) after.insert(keys[i].name);
  before.insert("another");
  EXPECT_EQ(after, before);
}

TEST(Sample, TakesAllWhereThereAreFew) {
  EXPECT_EQ(SampleOf(Keys(), 1000, 1).size(), Keys().size());
  EXPECT_TRUE(SampleOf({}, 3, 1).empty());
}

TEST(Sample, LinesHaveNoComments) {
  EXPECT_EQ(LinesOf("# why\nb/c\n\na\n"), (std::set<std::string>{"a", "b/c"}));
}

}  // namespace
}  // namespace tflite
