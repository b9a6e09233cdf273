#include "tensorflow_lite_lite/schema/allocation.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/util.h"

namespace tflite {
namespace {

using testing::HasSubstr;

// A file slightly longer than two pages, whose byte i is i % 251.
class AllocationTest : public testing::Test {
 protected:
  void SetUp() override {
    page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    for (size_t i = 0; i < 2 * page_ + 100; ++i) {
      contents_.push_back(static_cast<char>(i % 251));
    }
    path_ = testing::TempDir() + "/allocation_test.bin";
    Write(contents_);
  }
  void TearDown() override { std::remove(path_.c_str()); }

  void Write(const std::string& contents) {
    FILE* file = std::fopen(path_.c_str(), "wb");
    ASSERT_NE(file, nullptr);
    ASSERT_EQ(std::fwrite(contents.data(), 1, contents.size(), file),
              contents.size());
    std::fclose(file);
  }

  static std::string Bytes(const Allocation& a) {
    return std::string(static_cast<const char*>(a.base()), a.bytes());
  }

  size_t page_ = 0;
  std::string path_;
  std::string contents_;
  TestErrorReporter reporter_;
};

#if defined(__linux__)
// The kilobytes of the mapping at `address` that are in this process's memory.
int ResidentKilobytes(const void* address) {
  std::FILE* file = std::fopen("/proc/self/smaps", "r");
  if (file == nullptr) return -1;
  char line[512], start[32];
  std::snprintf(start, sizeof(start), "%lx-",
                reinterpret_cast<unsigned long>(address));
  bool found = false;
  int resident = -1;
  while (resident < 0 && std::fgets(line, sizeof(line), file) != nullptr) {
    if (std::strncmp(line, start, std::strlen(start)) == 0) found = true;
    if (found) std::sscanf(line, "Rss: %d kB", &resident);
  }
  std::fclose(file);
  return resident;
}

TEST_F(AllocationTest, DropsPagesThatAreReadAgain) {
  const MMAPAllocation mapped(path_.c_str(), &reporter_);
  ASSERT_TRUE(mapped.valid());
  EXPECT_EQ(Bytes(mapped), contents_);
  const int page_kb = static_cast<int>(page_ / 1024);
  ASSERT_EQ(ResidentKilobytes(mapped.base()), 3 * page_kb);
  const char* base = static_cast<const char*>(mapped.base());
  // Only whole pages: the first one is not.
  mapped.DropPages(base + 1, 2 * page_ - 1);
  EXPECT_EQ(ResidentKilobytes(base), 2 * page_kb);
  EXPECT_EQ(Bytes(mapped), contents_);
  // Not in the file.
  mapped.DropPages(base, 4 * page_);
  mapped.DropPages(&mapped, sizeof(mapped));
  EXPECT_EQ(ResidentKilobytes(base), 3 * page_kb);
}

TEST_F(AllocationTest, KeepsPagesThatMayHaveBeenModified) {
  const MMAPAllocation mapped(path_.c_str(), &reporter_, /*map_private=*/true);
  ASSERT_TRUE(mapped.valid());
  char* base = static_cast<char*>(const_cast<void*>(mapped.base()));
  base[0] = base[page_] = 'x';
  mapped.DropPages(base, contents_.size());
  EXPECT_EQ(base[0], 'x');
  EXPECT_EQ(base[page_], 'x');
}
#endif

TEST_F(AllocationTest, MapsWholeFile) {
  const MMAPAllocation mapped(path_.c_str(), &reporter_);
  ASSERT_TRUE(mapped.valid());
  EXPECT_EQ(Bytes(mapped), contents_);
  EXPECT_EQ(mapped.type(), Allocation::Type::kMMap);
  EXPECT_GE(mapped.fd(), 0);
  EXPECT_EQ(mapped.mmapped_buffer(), mapped.base());
  EXPECT_EQ(mapped.mmapped_buffer_size(), contents_.size());
  EXPECT_EQ(mapped.mmapped_buffer_offset_in_file(), 0u);
  EXPECT_EQ(reporter_.error_messages(), "");
}

TEST_F(AllocationTest, MapsPartOfFile) {
  const size_t offset = page_ + 24;
  const MMAPAllocation mapped(path_.c_str(), offset, 50, &reporter_);
  ASSERT_TRUE(mapped.valid());
  EXPECT_EQ(Bytes(mapped), contents_.substr(offset, 50));
  EXPECT_EQ(mapped.mmapped_buffer_offset_in_file(), page_);
  EXPECT_EQ(mapped.mmapped_buffer_size(), 74u);
  EXPECT_EQ(static_cast<const char*>(mapped.base()) -
                static_cast<const char*>(mapped.mmapped_buffer()),
            24);
}

TEST_F(AllocationTest, RejectsPartBeyondFile) {
  const size_t size = contents_.size();
  EXPECT_FALSE(MMAPAllocation(path_.c_str(), 1, size, &reporter_).valid());
  EXPECT_THAT(reporter_.error_messages(), HasSubstr("from offset 1"));
  EXPECT_FALSE(
      MMAPAllocation(path_.c_str(), 8, ~size_t{0} - 4, &reporter_).valid());
  EXPECT_FALSE(MMAPAllocation(path_.c_str(), size + 1, 0, &reporter_).valid());
  EXPECT_FALSE(MMAPAllocation(path_.c_str(), 0, 0, &reporter_).valid());
}

TEST_F(AllocationTest, DuplicatesDescriptor) {
  const int fd = open(path_.c_str(), O_RDONLY);
  ASSERT_GE(fd, 0);
  const MMAPAllocation whole(fd, &reporter_);
  const MMAPAllocation part(fd, 10, 20, &reporter_);
  close(fd);
  ASSERT_TRUE(whole.valid());
  ASSERT_TRUE(part.valid());
  EXPECT_NE(whole.fd(), fd);
  EXPECT_EQ(Bytes(whole), contents_);
  EXPECT_EQ(Bytes(part), contents_.substr(10, 20));
}

TEST_F(AllocationTest, ReportsBadDescriptor) {
  EXPECT_FALSE(MMAPAllocation(-1, &reporter_).valid());
  EXPECT_THAT(reporter_.error_messages(), HasSubstr("file descriptor -1"));
}

TEST_F(AllocationTest, PrivateMappingLeavesFileAlone) {
  {
    const MMAPAllocation mapped(path_.c_str(), &reporter_,
                                /*map_private=*/true);
    ASSERT_TRUE(mapped.valid());
    std::memset(const_cast<void*>(mapped.base()), 7, mapped.bytes());
    EXPECT_EQ(Bytes(mapped), std::string(contents_.size(), 7));
  }
  EXPECT_EQ(Bytes(MMAPAllocation(path_.c_str(), &reporter_)), contents_);
}

TEST_F(AllocationTest, ReportsMissingFile) {
  const MMAPAllocation mapped("no/such/file", &reporter_);
  EXPECT_FALSE(mapped.valid());
  EXPECT_EQ(mapped.base(), nullptr);
  EXPECT_EQ(mapped.bytes(), 0u);
  EXPECT_EQ(reporter_.error_messages(), "Could not open 'no/such/file'.");
}

TEST_F(AllocationTest, ReportsFolderAndEmptyFile) {
  EXPECT_FALSE(MMAPAllocation(testing::TempDir().c_str(), &reporter_).valid());
  EXPECT_THAT(reporter_.error_messages(), HasSubstr("Could not open"));
  Write("");
  EXPECT_FALSE(MMAPAllocation(path_.c_str(), &reporter_).valid());
  EXPECT_THAT(reporter_.error_messages(), HasSubstr("has no bytes to map"));
}

TEST_F(AllocationTest, CopiesFile) {
  const FileCopyAllocation copy(path_.c_str(), &reporter_);
  ASSERT_TRUE(copy.valid());
  EXPECT_EQ(Bytes(copy), contents_);
  EXPECT_EQ(copy.type(), Allocation::Type::kFileCopy);
  EXPECT_FALSE(FileCopyAllocation("no/such/file", &reporter_).valid());
  EXPECT_EQ(reporter_.error_messages(), "Could not open 'no/such/file'.");
}

TEST_F(AllocationTest, BorrowsMemory) {
  const MemoryAllocation memory(contents_.data(), contents_.size(), &reporter_);
  ASSERT_TRUE(memory.valid());
  EXPECT_EQ(memory.base(), contents_.data());
  EXPECT_EQ(memory.bytes(), contents_.size());
  const MemoryAllocation null(nullptr, 10, &reporter_);
  EXPECT_FALSE(null.valid());
  EXPECT_EQ(null.bytes(), 0u);
}

TEST_F(AllocationTest, GetAllocationFromFileMaps) {
  const auto allocation = GetAllocationFromFile(path_.c_str(), &reporter_);
  EXPECT_EQ(allocation->type(), Allocation::Type::kMMap);
  EXPECT_EQ(Bytes(*allocation), contents_);
  EXPECT_FALSE(GetAllocationFromFile("no/such/file", &reporter_)->valid());
}

}  // namespace
}  // namespace tflite
