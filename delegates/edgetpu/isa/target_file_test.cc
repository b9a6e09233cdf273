#include "delegates/edgetpu/isa/target_file.h"

#include <fstream>
#include <set>
#include <string>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

std::string FileOf(const std::string& text) {
  const std::string path = ::testing::TempDir() + "/my.target";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string Problem(const std::string& choice) {
  const auto target = ReadTarget(choice);
  return target.ok() ? "" : std::string(target.status().message());
}

TEST(TargetFile, BuiltInTargetsHaveNames) {
  std::set<std::string> names;
  for (const Target& target : BuiltInTargets()) {
    EXPECT_TRUE(names.insert(target.name).second) << target.name;
    EXPECT_TRUE(CheckTarget(target).ok());
    const auto read = ReadTarget(target.name);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(TargetText(*read), TargetText(target));
  }
  const auto none = ReadTarget("");
  ASSERT_TRUE(none.ok()) << none.status();
  EXPECT_EQ(TargetText(*none), TargetText(DefaultTarget()));
  const auto plain = ReadTarget("plain_64x64_weight_stationary");
  ASSERT_TRUE(plain.ok()) << plain.status();
  EXPECT_EQ(plain->num_tiles(), 1);
  EXPECT_EQ(plain->array_rows, 64);
}

TEST(TargetFile, HoldsADescription) {
  Target mine = DefaultTarget();
  mine.name = "mine";
  mine.tile_rows = 3;
  const auto read = ReadTarget(FileOf("# mine\r\n" + TargetText(mine)));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(TargetText(*read), TargetText(mine));
  const auto example = ReadTarget("delegates/edgetpu/example_chip.target");
  ASSERT_TRUE(example.ok()) << example.status();
  EXPECT_EQ(example->name, "example_chip");
  EXPECT_EQ(example->lane_block(), 32);
}

TEST(TargetFile, ErrorsNameTheFileTheLineAndTheProperty) {
  std::string text = TargetText(DefaultTarget());
  const std::string good = "tile_rows = 4";
  const std::string path =
      FileOf(text.replace(text.find(good), good.size(), "tile_rows = 9"));
  EXPECT_EQ(Problem(path), "target file '" + path +
                               "': target, line 3: tile_rows is '9', not in "
                               "[1, 5]");
  EXPECT_EQ(Problem(FileOf("")),
            "target file '" + path + "': target: name is missing");
  std::string most = TargetText(DefaultTarget());
  most.resize(1 << 16, '#');
  EXPECT_EQ(Problem(FileOf(most)), "");
  EXPECT_EQ(Problem(FileOf(most + "#")),
            "target file '" + path + "' has more than 65536 bytes");
  for (const std::string& none :
       {std::string("plain_65x65"), ::testing::TempDir()}) {
    EXPECT_EQ(Problem(none),
              "target '" + none +
                  "' is no file that can be read, and none of tiles_4x4, "
                  "plain_64x64_weight_stationary, "
                  "plain_64x64_output_stationary, "
                  "plain_64x64_input_stationary");
  }
}

}  // namespace
}  // namespace tflite::edgetpu
