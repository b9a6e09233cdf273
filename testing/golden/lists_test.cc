// The lists with which the runner compares its results.
#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/golden/case_list.h"
#include "testing/golden/node_counts.h"

namespace tflite {
namespace golden {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string FileWith(const std::string& text) {
  const std::string path = ::testing::TempDir() + "/list.txt";
  std::ofstream(path) << text;
  return path;
}

TEST(CaseList, KnowsRowsWithoutACase) {
  CaseList list;
  ASSERT_TRUE(
      list.Read(FileWith("# why\n\nADD/a: one: two\nADD/b: x\nSUB/c: y\n"))
          .ok());
  EXPECT_TRUE(list.Has("ADD/a"));
  EXPECT_FALSE(list.Has("ADD/d"));
  // No case of SUB was run.
  EXPECT_THAT(list.Stale(), ElementsAre("ADD/b"));
}

TEST(CaseList, EachRowHasAnArgument) {
  CaseList list;
  EXPECT_THAT(std::string(list.Read(FileWith("ADD/a: \n")).message()),
              HasSubstr("no argument for ADD/a"));
  EXPECT_THAT(std::string(list.Read("absent.txt").message()),
              HasSubstr("absent.txt"));
}

NodeCounts Counts(const std::string& text) {
  const auto counts = NodeCounts::Parse(text);
  EXPECT_TRUE(counts.ok()) << counts.status();
  return *counts;
}

TEST(NodeCounts, TextIsReadBack) {
  NodeCounts counts;
  counts.Add("ADD", {5, 4});
  counts.Add("ADD", {1, 0});
  counts.Add("SUB", {3, 0});
  EXPECT_EQ(counts.Format(), "ADD 4 of 6\n");
  EXPECT_EQ(Counts("# head\n" + counts.Format()).Format(), "ADD 4 of 6\n");
  EXPECT_EQ(counts.Sum().nodes, 9);
  EXPECT_EQ(counts.Sum().delegated, 4);
  for (const char* bad : {"ADD", "ADD 4 of", "ADD four of 6", "ADD 4 in 6"}) {
    EXPECT_FALSE(NodeCounts::Parse(bad).ok()) << bad;
  }
}

TEST(NodeCounts, WholeRunsAreTheListed) {
  const NodeCounts listed = Counts("ADD 4 of 6\nSUB 1 of 1\n");
  EXPECT_THAT(listed.Differences(listed, true, false), IsEmpty());
  EXPECT_THAT(
      Counts("ADD 3 of 6\nMUL 1 of 2\n").Differences(listed, true, false),
      ElementsAre("ADD: 3 of 6 nodes ran on the delegate, listed are 4 of 6",
                  "MUL: 1 of 2 nodes ran on the delegate, listed are 0 of 2",
                  "SUB is listed, but has no case"));
}

TEST(NodeCounts, SamplesAreWithinTheListed) {
  const NodeCounts listed = Counts("ADD 4 of 6\nSUB 2 of 2\n");
  for (const char* possible :
       {"ADD 2 of 2", "ADD 0 of 2", "ADD 2 of 4", "SUB 1 of 1"}) {
    EXPECT_THAT(Counts(possible).Differences(listed, false, false), IsEmpty())
        << possible;
  }
  for (const char* impossible :
       {"ADD 0 of 3", "ADD 5 of 5", "SUB 0 of 1", "MUL 1 of 1"}) {
    EXPECT_EQ(Counts(impossible).Differences(listed, false, false).size(), 1u)
        << impossible;
  }
}

TEST(NodeCounts, OtherReleasesLeaveNoMoreToTheCpu) {
  const NodeCounts listed = Counts("ADD 4 of 6\n");
  EXPECT_THAT(
      Counts("ADD 5 of 6\nSUB 1 of 1\n").Differences(listed, true, true),
      IsEmpty());
  EXPECT_THAT(Counts("ADD 4 of 4\n").Differences(listed, false, true),
              IsEmpty());
  for (const char* impossible : {"ADD 3 of 6", "ADD 4 of 5"}) {
    EXPECT_EQ(Counts(impossible).Differences(listed, true, true).size(), 1u)
        << impossible;
  }
}

}  // namespace
}  // namespace golden
}  // namespace tflite
