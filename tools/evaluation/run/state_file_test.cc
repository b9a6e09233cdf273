#include "tools/evaluation/run/state_file.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "gtest/gtest.h"
#include "tools/evaluation/run/merge_shards.h"

namespace tflite {
namespace evaluation {
namespace {

// What has reached the disk, as far as fsync() has been told: the size of each
// file or folder by its inode, and how often that was.
struct Disk {
  std::map<ino_t, off_t> durable_size;
  int syncs = 0;
  int error = 0;  // of the next calls
};

Disk& TheDisk() {
  static Disk disk;
  return disk;
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite

// The library's calls come here.
extern "C" int fsync(int file) {
  auto& disk = tflite::evaluation::TheDisk();
  struct stat info {};
  if (fstat(file, &info) != 0) return -1;
  ++disk.syncs;
  if (disk.error != 0) {
    errno = disk.error;
    return -1;
  }
  disk.durable_size[info.st_ino] = info.st_size;
  return static_cast<int>(syscall(SYS_fsync, file));
}

namespace tflite {
namespace evaluation {
namespace {

StateHeader Header(int shard, int num_shards) {
  StateHeader header;
  header.mutable_run()->set_task("task");
  header.mutable_run()->add_configuration("model: 1");
  header.mutable_run()->set_num_images(4);
  header.set_shard_index(shard);
  header.set_num_shards(num_shards);
  return header;
}

ImageRecord Record(int index) {
  ImageRecord record;
  record.set_index(index);
  record.set_path("image " + std::to_string(index));
  return record;
}

class StateFileTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) {
    return ::testing::TempDir() + "/state_" + name + "_" +
           ::testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  static std::string Contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }
  static void Write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  // A state file with some records, and its contents.
  static std::string Create(const std::string& path, const StateHeader& header,
                            const std::vector<int>& indices) {
    std::remove(path.c_str());
    auto file = StateFile::Open(path, header);
    EXPECT_TRUE(file.ok()) << file.status();
    for (const int i : indices) EXPECT_TRUE((*file)->Append(Record(i)).ok());
    return Contents(path);
  }
};

TEST_F(StateFileTest, KeepsRecords) {
  const std::string path = Path("a");
  Create(path, Header(0, 1), {2, 0});
  auto file = StateFile::Open(path, Header(0, 1));
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_EQ((*file)->records().size(), 2u);
  EXPECT_EQ((*file)->records()[0].path(), "image 2");
  EXPECT_TRUE((*file)->Append(Record(1)).ok());
  const auto state = ReadStateFile(path);
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(state->records.size(), 3u);
  EXPECT_EQ(state->header.run().num_images(), 4);
}

// A process may be killed within a write.
TEST_F(StateFileTest, LosesNothingWhereverItEnds) {
  const std::string path = Path("a");
  const size_t header = Create(path, Header(0, 1), {}).size();
  const size_t one = Create(path, Header(0, 1), {0}).size();
  const std::string whole = Create(path, Header(0, 1), {0, 1});
  for (size_t length = 0; length <= whole.size(); ++length) {
    Write(path, whole.substr(0, length));
    const size_t expected = (length >= one) + (length >= whole.size());
    {
      auto file = StateFile::Open(path, Header(0, 1));
      ASSERT_TRUE(file.ok()) << length << ": " << file.status();
      ASSERT_EQ((*file)->records().size(), expected) << length;
      ASSERT_TRUE((*file)->Append(Record(3)).ok());
    }
    const auto state = ReadStateFile(path);
    ASSERT_TRUE(state.ok()) << length << ": " << state.status();
    ASSERT_EQ(state->records.size(), expected + 1) << length;
    EXPECT_EQ(state->records.back().index(), 3);
  }
  EXPECT_LT(header, one);
}

ino_t InodeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0) << path;
  return info.st_ino;
}

// What was synchronized stays; behind it, there are any part of the rest and,
// in place of what is missing, nothing or zeros.
TEST_F(StateFileTest, LosesOnlyTheLastSecondWithThePower) {
  const std::string path = Path("a");
  TheDisk() = {};
  const std::string start = Create(path, Header(0, 1), {});
  const auto& durable = TheDisk().durable_size;
  ASSERT_EQ(durable.count(InodeOf(path)), 1u);
  EXPECT_EQ(durable.at(InodeOf(path)), static_cast<off_t>(start.size()));
  // The name of the new file, too.
  EXPECT_EQ(durable.count(InodeOf(::testing::TempDir())), 1u);
  {
    auto file = StateFile::Open(path, Header(0, 1));
    ASSERT_TRUE(file.ok()) << file.status();
    ASSERT_TRUE((*file)->Append(Record(0)).ok());
    ASSERT_TRUE((*file)->Sync().ok());
    ASSERT_TRUE((*file)->Append(Record(1)).ok());
    ASSERT_TRUE((*file)->Append(Record(2)).ok());
  }
  const std::string whole = Contents(path);
  const auto safe = static_cast<size_t>(durable.at(InodeOf(path)));
  ASSERT_LT(safe, whole.size());
  ASSERT_GT(safe, start.size());
  for (size_t length = safe; length < whole.size(); ++length) {
    for (const bool zeros : {false, true}) {
      std::string left = whole.substr(0, length);
      if (zeros) left.resize(whole.size());
      Write(path, left);
      auto file = StateFile::Open(path, Header(0, 1));
      ASSERT_TRUE(file.ok()) << length << ": " << file.status();
      ASSERT_GE((*file)->records().size(), 1u) << length;
      ASSERT_TRUE((*file)->Append(Record(3)).ok());
      const auto state = ReadStateFile(path);
      ASSERT_TRUE(state.ok()) << length << ": " << state.status();
      EXPECT_EQ(state->records.back().index(), 3);
    }
  }
  // Before the first image.
  for (size_t length = 0; length < start.size(); ++length) {
    std::string left = start.substr(0, length);
    left.resize(start.size());
    Write(path, left);
    const auto file = StateFile::Open(path, Header(0, 1));
    ASSERT_TRUE(file.ok()) << length << ": " << file.status();
    EXPECT_EQ(Contents(path), start);
  }
}

TEST_F(StateFileTest, WaitsForTheDiskSeldomAndReportsIt) {
  const std::string path = Path("a");
  StateHeader header = Header(0, 1);
  header.mutable_run()->set_num_images(100000);
  Create(path, header, {});
  const auto start = std::chrono::steady_clock::now();
  auto file = StateFile::Open(path, header);
  ASSERT_TRUE(file.ok()) << file.status();
  TheDisk() = {};
  for (int records = 0; TheDisk().syncs < 2; ++records) {
    ASSERT_TRUE((*file)->Append(Record(records)).ok());
    ASSERT_LT(std::chrono::steady_clock::now() - start,
              std::chrono::minutes(5));
  }
  // Never twice within a second.
  EXPECT_LE(std::chrono::seconds(TheDisk().syncs),
            std::chrono::steady_clock::now() - start);
  TheDisk().error = EIO;
  const base::Status status = (*file)->Sync();
  EXPECT_NE(status.message().find(path), std::string::npos) << status;
  TheDisk().error = EINVAL;  // no file of a disk
  EXPECT_TRUE((*file)->Sync().ok());
  TheDisk() = {};
}

TEST_F(StateFileTest, RefusesOtherRunsAndFiles) {
  const std::string path = Path("a");
  Create(path, Header(0, 2), {0});
  StateHeader other = Header(0, 2);
  *other.mutable_run()->mutable_configuration(0) = "model: 2";
  auto file = StateFile::Open(path, other);
  ASSERT_FALSE(file.ok());
  EXPECT_NE(file.status().message().find("model: 1 instead of model: 2"),
            std::string::npos)
      << file.status();
  EXPECT_FALSE(StateFile::Open(path, Header(1, 2)).ok());
  Write(path, "my precious notes");
  EXPECT_FALSE(StateFile::Open(path, Header(0, 2)).ok());
  EXPECT_EQ(Contents(path), "my precious notes");
  EXPECT_FALSE(StateFile::Open("/none/state", Header(0, 2)).ok());
  // Would be read for ever.
  EXPECT_FALSE(StateFile::Open("/dev/zero", Header(0, 2)).ok());
  EXPECT_FALSE(ReadStateFile("/dev/zero").ok());
  EXPECT_FALSE(ReadStateFile(path).ok());
}

TEST_F(StateFileTest, TellsOfFilesOfAnotherVersion) {
  const std::string path = Path("a");
  const std::string whole = Create(path, Header(0, 1), {0});
  const std::string older = "TFLLEVAL1" + whole.substr(9);
  Write(path, older);
  const base::Status opened = StateFile::Open(path, Header(0, 1)).status();
  EXPECT_NE(opened.message().find("an older version"), std::string::npos)
      << opened;
  EXPECT_NE(opened.message().find(path), std::string::npos) << opened;
  const base::Status read = ReadStateFile(path).status();
  EXPECT_NE(read.message().find("an older version"), std::string::npos) << read;
  EXPECT_EQ(Contents(path), older);
  Write(path, "TFLLEVAL3" + whole.substr(9));
  const base::Status newer = ReadStateFile(path).status();
  EXPECT_NE(newer.message().find("a newer version"), std::string::npos)
      << newer;
}

// Here, a link to itself.
TEST_F(StateFileTest, TellsWhyAFileCannotBeOpened) {
  const std::string path = Path("a");
  std::remove(path.c_str());
  ASSERT_EQ(symlink(path.c_str(), path.c_str()), 0);
  const auto file = StateFile::Open(path, Header(0, 1));
  ASSERT_FALSE(file.ok());
  EXPECT_NE(file.status().message().find("cannot open"), std::string::npos)
      << file.status();
}

// Records that were written are neither dropped nor read as others.
TEST_F(StateFileTest, KeepsDamagedFilesAndNamesThem) {
  const std::string path = Path("a");
  const std::string whole = Create(path, Header(0, 1), {0, 1, 2});
  const size_t one = Create(Path("b"), Header(0, 1), {0}).size();
  for (size_t at = 0; at < one; ++at) {
    std::string damaged = whole;
    damaged[at] ^= 4;
    Write(path, damaged);
    const auto file = StateFile::Open(path, Header(0, 1));
    ASSERT_FALSE(file.ok()) << at;
    EXPECT_NE(file.status().message().find(path), std::string::npos);
    EXPECT_EQ(Contents(path), damaged) << at;
  }
  std::string damaged = whole;
  damaged[one - 1] ^= 1;
  Write(path, damaged);
  const auto state = ReadStateFile(path);
  ASSERT_FALSE(state.ok());
  EXPECT_NE(state.status().message().find("damaged at byte"), std::string::npos)
      << state.status();
}

TEST_F(StateFileTest, RefusesRecordsOfOtherImagesAndClasses) {
  const auto read = [&](const StateHeader& header,
                        const std::vector<ImageRecord>& records) {
    Create(Path("a"), header, {});
    {
      auto file = StateFile::Open(Path("a"), header);
      EXPECT_TRUE(file.ok()) << file.status();
      for (const ImageRecord& r : records) {
        EXPECT_TRUE((*file)->Append(r).ok());
      }
    }
    return ReadStateFile(Path("a")).status();
  };
  EXPECT_TRUE(read(Header(1, 2), {Record(1), Record(3)}).ok());
  EXPECT_FALSE(read(Header(1, 2), {Record(2)}).ok());
  EXPECT_FALSE(read(Header(0, 1), {Record(4)}).ok());
  EXPECT_FALSE(read(Header(0, 1), {Record(-1)}).ok());
  EXPECT_FALSE(read(Header(0, 1), {Record(1), Record(1)}).ok());
  StateHeader header = Header(0, 1);
  header.mutable_run()->add_labels("cat");
  ImageRecord record = Record(0);
  record.mutable_prediction()->add_top_classes(0);
  record.mutable_prediction()->add_top_scores(0.5f);
  EXPECT_TRUE(read(header, {record}).ok());
  record.mutable_prediction()->set_top_classes(0, 1);
  EXPECT_FALSE(read(header, {record}).ok());
  record.mutable_prediction()->set_top_classes(0, 0);
  record.mutable_prediction()->clear_top_scores();
  EXPECT_FALSE(read(header, {record}).ok());
}

TEST_F(StateFileTest, BelongsToOneProcessAtATime) {
  const std::string path = Path("a");
  std::remove(path.c_str());
  const auto first = StateFile::Open(path, Header(0, 1));
  ASSERT_TRUE(first.ok());
  const auto second = StateFile::Open(path, Header(0, 1));
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.status().message().find("in use"), std::string::npos);
}

TEST_F(StateFileTest, MergesInAnyOrder) {
  Create(Path("a"), Header(0, 2), {2, 0});
  Create(Path("b"), Header(1, 2), {1, 3});
  const auto run = MergeStateFiles({Path("b"), Path("a")}, false);
  ASSERT_TRUE(run.ok()) << run.status();
  ASSERT_EQ(run->records.size(), 4u);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(run->records[i].index(), i);
}

TEST_F(StateFileTest, MergesOnlyAllPartsOfOneRun) {
  Create(Path("a"), Header(0, 2), {0, 2});
  Create(Path("b"), Header(1, 2), {1});
  const auto incomplete = MergeStateFiles({Path("a"), Path("b")}, false);
  ASSERT_FALSE(incomplete.ok());
  EXPECT_NE(incomplete.status().message().find("1 of 4 images are missing, the "
                                               "first: 3"),
            std::string::npos)
      << incomplete.status();
  EXPECT_TRUE(MergeStateFiles({Path("a"), Path("b")}, true).ok());
  EXPECT_FALSE(MergeStateFiles({Path("a"), Path("a")}, true).ok());
  EXPECT_FALSE(MergeStateFiles({}, true).ok());
  StateHeader other = Header(1, 2);
  other.mutable_run()->set_num_images(5);
  Create(Path("b"), other, {1});
  EXPECT_FALSE(MergeStateFiles({Path("a"), Path("b")}, true).ok());
}

}  // namespace
}  // namespace evaluation
}  // namespace tflite
