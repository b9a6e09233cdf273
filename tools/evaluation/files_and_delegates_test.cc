#include "tools/evaluation/files_and_delegates.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite {
namespace evaluation {
namespace {

using ::testing::ElementsAre;

class FilesTest : public ::testing::Test {
 protected:
  FilesTest() {
    std::string path = ::testing::TempDir() + "/files_XXXXXX";
    folder_ = mkdtemp(&path[0]);
  }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::string folder_;
};

TEST_F(FilesTest, StripsSlashes) {
  EXPECT_EQ(StripTrailingSlashes("/a/b//"), "/a/b");
  EXPECT_EQ(StripTrailingSlashes("a"), "a");
  EXPECT_EQ(StripTrailingSlashes("/"), "");
}

TEST_F(FilesTest, ReadsLines) {
  Write("lines", "one\r\n\nthree");
  std::vector<std::string> lines;
  EXPECT_TRUE(ReadFileLines(folder_ + "/lines", &lines));
  EXPECT_THAT(lines, ElementsAre("one", "", "three"));
  EXPECT_FALSE(ReadFileLines(folder_ + "/none", &lines));
}

TEST_F(FilesTest, ListsFiles) {
  Write("b.JPG", "");
  Write("a.txt", "");
  Write("c.jpg", "");
  std::filesystem::create_directory(folder_ + "/d.jpg");
  std::filesystem::create_symlink("/none", folder_ + "/e.jpg");
  std::vector<std::string> names;
  EXPECT_EQ(GetSortedFileNames(folder_ + "/", &names, {"jpg"}), kTfLiteOk);
  EXPECT_THAT(names, ElementsAre(folder_ + "/b.JPG", folder_ + "/c.jpg",
                                 folder_ + "/e.jpg"));
  EXPECT_EQ(GetSortedFileNames(folder_, &names), kTfLiteOk);
  EXPECT_EQ(names.size(), 4u);
  EXPECT_EQ(GetSortedFileNames(folder_ + "/none", &names), kTfLiteError);
}

TEST(DelegatesTest, MakesThoseThatThereAre) {
  EXPECT_NE(CreateXNNPACKDelegate(), nullptr);
  const TfLiteDelegatePtr two = CreateXNNPACKDelegate(2, false);
  ASSERT_NE(two, nullptr);
  EXPECT_EQ(TfLiteXNNPackDelegateGetOptions(two.get())->num_threads, 2);
  EXPECT_NE(CreateHexagonDelegate("", false), nullptr);
  EXPECT_NE(CreateHexagonDelegate("/none", true), nullptr);
  EXPECT_EQ(CreateNNAPIDelegate(), nullptr);
  EXPECT_EQ(CreateCoreMlDelegate(), nullptr);
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite
