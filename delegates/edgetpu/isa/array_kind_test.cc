#include "delegates/edgetpu/isa/array_kind.h"

#include <string>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

int32_t Three(const Target&) { return 3; }
int32_t None(const Target&) { return 0; }
uint64_t Steps(const Target&, const ArrayWork& work) { return work.steps; }

std::string Renamed(const Target& target, const std::string& dataflow) {
  std::string text = TargetText(target);
  const std::string old = "dataflow = broadcast";
  return text.replace(text.find(old), old.size(), "dataflow = " + dataflow);
}

TEST(ArrayKinds, OfAFileAreInDescriptions) {
  const auto added = AddArrayKind({"threes", false, Three, Three, Steps});
  ASSERT_TRUE(added.ok()) << added.status();
  const std::string text = Renamed(DefaultTarget(), "threes");
  const auto target = ParseTarget(text);
  ASSERT_TRUE(target.ok()) << target.status();
  EXPECT_EQ(target->dataflow, *added);
  EXPECT_EQ(target->depth_block(), 3);
  EXPECT_EQ(target->lane_block(), 3);
  EXPECT_EQ(TargetText(*target), text);
  EXPECT_EQ(FindArrayKind(*added)->cycles(*target, {1, 7, 1, 1}), 7u);
}

TEST(ArrayKinds, TheExampleIsLinked) {
  EXPECT_TRUE(ParseTarget(Renamed(DefaultTarget(), "single_buffered")).ok());
  EXPECT_EQ(FindArrayKind(static_cast<Dataflow>(-1)), nullptr);
  EXPECT_EQ(FindArrayKind(static_cast<Dataflow>(1000)), nullptr);
}

TEST(ArrayKinds, AreChecked) {
  const auto problem = [](const ArrayKind& kind) {
    return std::string(AddArrayKind(kind).status().message());
  };
  EXPECT_EQ(problem({"broadcast", false, Three, Three, Steps}),
            "there is an array kind 'broadcast' already");
  EXPECT_EQ(problem({"half", false, Three, nullptr, Steps}),
            "array kind 'half' lacks a name or a function");
  EXPECT_EQ(problem({nullptr, false, Three, Three, Steps}),
            "array kind '' lacks a name or a function");
  ASSERT_TRUE(AddArrayKind({"empty", false, None, Three, Steps}).ok());
  const auto target = ParseTarget(Renamed(DefaultTarget(), "empty"));
  ASSERT_FALSE(target.ok());
  EXPECT_NE(target.status().message().find(
                "arrays of dataflow 'empty' have blocks of 0 channels"),
            std::string_view::npos)
      << target.status();
}

int32_t MostDeep(const Target&) { return 1024; }
int32_t TooDeep(const Target&) { return 1025; }
int32_t MostLanes(const Target&) { return 65536; }
int32_t TooManyLanes(const Target&) { return 65537; }

TEST(ArrayKinds, HaveBlocksOfLimitedSize) {
  const auto is_taken = [](const ArrayKind& kind) {
    EXPECT_TRUE(AddArrayKind(kind).ok());
    return ParseTarget(Renamed(DefaultTarget(), kind.name)).ok();
  };
  EXPECT_TRUE(is_taken({"large", false, MostDeep, MostLanes, Steps}));
  EXPECT_FALSE(is_taken({"deep", false, TooDeep, MostLanes, Steps}));
  EXPECT_FALSE(is_taken({"wide", false, MostDeep, TooManyLanes, Steps}));
}

TEST(ArrayKinds, AreNotManyMore) {
  static std::string names[40];
  int added = 0;
  for (std::string& name : names) {
    name = "kind" + std::to_string(&name - names);
    added +=
        AddArrayKind({name.c_str(), false, Three, Three, Steps}).ok() ? 1 : 0;
  }
  EXPECT_GT(added, 10);
  EXPECT_LT(added, 40);
  const auto full = AddArrayKind({"last", false, Three, Three, Steps});
  EXPECT_EQ(full.status().message(), "array kind 'last': there are too many");
}

}  // namespace
}  // namespace tflite::edgetpu
