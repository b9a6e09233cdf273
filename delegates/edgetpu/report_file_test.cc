#include "delegates/edgetpu/report_file.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

RunReport Named(const std::string& name) {
  RunReport report;
  report.name = name;
  report.layers.resize(3);
  return report;
}

std::string NewFolder() {
  std::string folder = ::testing::TempDir() + "/reports_XXXXXX";
  return mkdtemp(&folder[0]);
}

TEST(ReportFile, IsCompleteAfterEachReport) {
  const std::string path = NewFolder() + "/r.json";
  std::ofstream(path) << std::string(10000, 'x');
  const auto file = ReportFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(ReadFile(path), ReportJson({}));
  std::vector<RunReport> reports;
  for (const char* name : {"a", "b", "c"}) {
    reports.push_back(Named(name));
    ASSERT_TRUE((*file)->Add(reports.back()).ok());
    EXPECT_EQ(ReadFile(path), ReportJson(reports));
  }
}

TEST(ReportFile, AllPathsOfAFileAreOne) {
  const std::string folder = NewFolder(), path = folder + "/r.json";
  const auto file = ReportFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_TRUE((*file)->Add(Named("a")).ok());
  fs::create_symlink(path, folder + "/link.json");
  for (const char* name : {"/./r.json", "//r.json", "/link.json"}) {
    const auto other = ReportFile::Open(folder + name);
    ASSERT_TRUE(other.ok()) << other.status();
    EXPECT_EQ(*other, *file) << name;
  }
  ASSERT_TRUE((*file)->Add(Named("b")).ok());
  EXPECT_EQ(ReadFile(path), ReportJson({Named("a"), Named("b")}));
}

TEST(ReportFile, BeginsAnewIfItIsRemovedOrCut) {
  const std::string path = NewFolder() + "/r.json";
  const auto file = ReportFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_TRUE((*file)->Add(Named("a")).ok());
  fs::remove(path);
  ASSERT_TRUE((*file)->Add(Named("b")).ok());
  EXPECT_EQ(ReadFile(path), ReportJson({Named("b")}));
  fs::resize_file(path, 5);
  ASSERT_TRUE((*file)->Add(Named("c")).ok());
  EXPECT_EQ(ReadFile(path), ReportJson({Named("c")}));
  // The reports are complete without the end of the file, but no byte less.
  fs::resize_file(path, fs::file_size(path) - std::strlen(kReportEnd));
  ASSERT_TRUE((*file)->Add(Named("d")).ok());
  EXPECT_EQ(ReadFile(path), ReportJson({Named("c"), Named("d")}));
  fs::resize_file(path, fs::file_size(path) - std::strlen(kReportEnd) - 1);
  ASSERT_TRUE((*file)->Add(Named("e")).ok());
  EXPECT_EQ(ReadFile(path), ReportJson({Named("e")}));
}

TEST(ReportFile, OthersAreErrorsThatNameThem) {
  for (const char* path : {"/nowhere/r.json", "/dev/null"}) {
    const auto file = ReportFile::Open(path);
    ASSERT_FALSE(file.ok()) << path;
    EXPECT_NE(file.status().message().find(path), std::string_view::npos)
        << file.status();
  }
}

}  // namespace
}  // namespace tflite::edgetpu
