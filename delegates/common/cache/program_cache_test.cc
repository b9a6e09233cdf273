#include "delegates/common/cache/program_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "delegates/common/cache/stable_hash.h"

namespace tflite::delegates {
namespace {

namespace fs = std::filesystem;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A unique directory, which does not exist yet.
std::string NewDirectory() {
  std::string root = ::testing::TempDir() + "/program_cache_XXXXXX";
  return std::string(mkdtemp(&root[0])) + "/cache";
}

ProgramCache CacheIn(const std::string& directory,
                     const std::string& token = "") {
  ProgramCache::Options options;
  options.directory = directory;
  options.token = token;
  return ProgramCache(options);
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void WriteFile(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

std::vector<std::string> FilesIn(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(directory)) {
    files.push_back(entry.path().string());
  }
  return files;
}

const ProgramKey& Key() {
  static const auto* key = new ProgramKey(ProgramKey().Add("conv").Add(7));
  return *key;
}

constexpr uint8_t kContent[] = {3, 1, 4, 1, 5};

TEST(ProgramKey, TellsListsOfFieldsApart) {
  EXPECT_NE(ProgramKey().Add("ab").Add("c").bytes(),
            ProgramKey().Add("a").Add("bc").bytes());
  EXPECT_NE(ProgramKey().Add("a").bytes(),
            ProgramKey().Add("a").Add("").bytes());
  EXPECT_NE(ProgramKey().Add(1).Add(2).bytes(),
            ProgramKey().Add(2).Add(1).bytes());
}

TEST(StableHash, DependsOnEveryByteAndTheLength) {
  std::string bytes(21, 'x');
  const uint64_t before = StableHash(bytes.data(), bytes.size());
  EXPECT_EQ(before, StableHash(bytes.data(), bytes.size()));
  EXPECT_NE(before, StableHash(bytes.data(), bytes.size(), 1));
  for (char& byte : bytes) {
    byte ^= 1;
    EXPECT_NE(before, StableHash(bytes.data(), bytes.size()));
    byte ^= 1;
  }
  const char zeros[8] = {};
  EXPECT_NE(StableHash(zeros, 3), StableHash(zeros, 4));
}

// Keys of entries that were stored before.
TEST(StableHash, IsAsBefore) {
  const char bytes[] = "0123456789abcdefghijk";
  EXPECT_EQ(StableHash(bytes, 0, 1), 0x4b5bb78d0f34e9c4u);
  EXPECT_EQ(StableHash(bytes, 8, 1), 0xc5133e1a3ee6fdefu);
  EXPECT_EQ(StableHash(bytes, 21, 1), 0xb50a95b08a7454e7u);
}

TEST(ProgramCache, GivesBackWhatWasStored) {
  const std::string directory = NewDirectory();
  EXPECT_EQ(CacheIn(directory).Load(Key()), std::nullopt);
  ASSERT_TRUE(CacheIn(directory).Store(Key(), kContent, 5).ok());
  const auto content = CacheIn(directory).Load(Key());
  ASSERT_TRUE(content.has_value());
  EXPECT_THAT(*content, ElementsAre(3, 1, 4, 1, 5));
  EXPECT_EQ(CacheIn(directory).Load(ProgramKey().Add("conv").Add(8)),
            std::nullopt);
}

TEST(ProgramCache, ReplacesAnEntryAndLeavesNothingElseBehind) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  ASSERT_TRUE(cache.Store(Key(), kContent, 2).ok());
  EXPECT_THAT(*cache.Load(Key()), ElementsAre(3, 1));
  const fs::path file = cache.FileOf(Key());
  EXPECT_THAT(FilesIn(file.parent_path()), ElementsAre(file.string()));
}

// A process that ended while it wrote, in another container.
TEST(ProgramCache, DoesNotMindWhatProcessesOfTheSameNumberLeft) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), kContent, 2).ok());
  for (int i = 0; i < 1000; ++i) {
    WriteFile(cache.FileOf(Key()) + "." + std::to_string(getpid()) + "." +
                  std::to_string(i),
              "unfinished");
  }
  EXPECT_TRUE(cache.Store(Key(), kContent, 5).ok());
  EXPECT_THAT(*cache.Load(Key()), ElementsAre(3, 1, 4, 1, 5));
}

TEST(ProgramCache, HoldsEmptyEntries) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), nullptr, 0).ok());
  const auto content = cache.Load(Key());
  ASSERT_TRUE(content.has_value());
  EXPECT_THAT(*content, IsEmpty());
}

TEST(ProgramCache, KeepsTokensApart) {
  const std::string directory = NewDirectory();
  ASSERT_TRUE(CacheIn(directory, "one").Store(Key(), kContent, 5).ok());
  EXPECT_EQ(CacheIn(directory, "two").Load(Key()), std::nullopt);
  EXPECT_TRUE(CacheIn(directory, "one").Load(Key()).has_value());
}

TEST(ProgramCache, CreatesADirectoryForItsUserAlone) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  const fs::path file = cache.FileOf(Key());
  struct stat s;
  ASSERT_EQ(stat(file.parent_path().c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777, 0700u);
  ASSERT_EQ(stat(file.c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777, 0600u);
}

// A damaged file must be treated as absent.
TEST(ProgramCache, DoesNotTrustAFileWithAnyByteChanged) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  const std::string file = cache.FileOf(Key());
  const std::string whole = ReadFile(file);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string corrupt = whole;
    corrupt[i] ^= 0x40;
    WriteFile(file, corrupt);
    EXPECT_EQ(cache.Load(Key()), std::nullopt) << "byte " << i;
  }
  WriteFile(file, whole);
  EXPECT_TRUE(cache.Load(Key()).has_value());
}

TEST(ProgramCache, DoesNotTrustAFileOfAnotherLength) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  const std::string file = cache.FileOf(Key());
  const std::string whole = ReadFile(file);
  for (size_t size = 0; size < whole.size(); ++size) {
    WriteFile(file, whole.substr(0, size));
    EXPECT_EQ(cache.Load(Key()), std::nullopt) << size << " bytes";
  }
  WriteFile(file, whole + '\0');
  EXPECT_EQ(cache.Load(Key()), std::nullopt);
  // Storing replaces it as if it did not exist.
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  EXPECT_TRUE(cache.Load(Key()).has_value());
}

TEST(ProgramCache, DoesNotTrustAnotherKeysEntry) {
  const ProgramCache cache = CacheIn(NewDirectory());
  const ProgramKey other = ProgramKey().Add("conv").Add(8);
  ASSERT_TRUE(cache.Store(other, kContent, 5).ok());
  fs::copy(cache.FileOf(other), cache.FileOf(Key()));
  EXPECT_EQ(cache.Load(Key()), std::nullopt);
}

TEST(ProgramCache, DoesNotFollowLinksOrReadFolders) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  const fs::path file = cache.FileOf(Key());
  const fs::path moved = file.parent_path() / "moved";
  fs::rename(file, moved);
  fs::create_symlink(moved, file);
  EXPECT_EQ(cache.Load(Key()), std::nullopt);
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_EQ(cache.Load(Key()), std::nullopt);
}

TEST(ProgramCache, SurvivesADirectoryThatCannotBeMade) {
  const std::string blocked = NewDirectory();
  WriteFile(blocked, "a file");
  const ProgramCache cache = CacheIn(blocked + "/below");
  EXPECT_EQ(cache.Store(Key(), kContent, 5).message(),
            "program cache " + blocked + "/below: Not a directory");
  EXPECT_EQ(cache.Load(Key()), std::nullopt);
}

TEST(ProgramCache, CreatesTheDirectoriesAbove) {
  const ProgramCache cache = CacheIn(NewDirectory() + "/below/twice");
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  EXPECT_TRUE(cache.Load(Key()).has_value());
}

TEST(ProgramCache, LeavesNothingOfAnEntryThatCannotTakeItsName) {
  const ProgramCache cache = CacheIn(NewDirectory());
  const std::string file = cache.FileOf(Key());
  fs::create_directories(file + "/taken");
  const base::Status status = cache.Store(Key(), kContent, 5);
  EXPECT_EQ(status.message().find("program cache " + file + ": "), 0u)
      << status;
  EXPECT_THAT(FilesIn(fs::path(file).parent_path()), ElementsAre(file));
}

// As on a full disk.
TEST(ProgramCache, LeavesNothingOfAnEntryThatIsNotWrittenWhole) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  const std::string large(200000, 'x');
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit limited = before;
  limited.rlim_cur = 100000;
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limited), 0);
  const base::Status status = cache.Store(Key(), large.data(), large.size());
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, handler);
  EXPECT_NE(status.message().find("File too large"), std::string::npos)
      << status;
  const fs::path file = cache.FileOf(Key());
  EXPECT_THAT(FilesIn(file.parent_path()), ElementsAre(file.string()));
  EXPECT_THAT(*cache.Load(Key()), ElementsAre(3, 1, 4, 1, 5));
}

TEST(ProgramCache, HoldsNothingWhenDisabled) {
  ProgramCache::Options options;
  options.enabled = false;
  options.directory = NewDirectory();
  const ProgramCache cache(options);
  EXPECT_TRUE(cache.Store(Key(), kContent, 5).ok());
  EXPECT_EQ(cache.Load(Key()), std::nullopt);
  EXPECT_FALSE(fs::exists(options.directory));
}

TEST(ProgramCache, RemovesTheOldestEntriesBeyondItsSize) {
  ProgramCache::Options options;
  options.directory = NewDirectory();
  const ProgramCache unlimited(options);
  const std::string content(1000, 'x');
  for (uint64_t i = 0; i < 4; ++i) {
    const ProgramKey key = ProgramKey().Add(i);
    ASSERT_TRUE(unlimited.Store(key, content.data(), content.size()).ok());
    fs::last_write_time(
        unlimited.FileOf(key),
        fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
  }
  options.most_bytes = 3500;
  const ProgramCache limited(options);
  ASSERT_TRUE(limited.Store(Key(), content.data(), content.size()).ok());
  EXPECT_THAT(FilesIn(options.directory), SizeIs(3));
  EXPECT_EQ(limited.Load(ProgramKey().Add(uint64_t{1})), std::nullopt);
  EXPECT_TRUE(limited.Load(ProgramKey().Add(uint64_t{2})).has_value());
  EXPECT_TRUE(limited.Load(Key()).has_value());
}

TEST(ProgramCache, IsAsLargeAsItMayBe) {
  const auto key = [](uint64_t i) { return ProgramKey().Add(i); };
  ProgramCache::Options options;
  options.directory = NewDirectory();
  ASSERT_TRUE(ProgramCache(options).Store(key(0), kContent, 5).ok());
  const uint64_t bytes = fs::file_size(ProgramCache(options).FileOf(key(0)));
  struct Limit {
    uint64_t most_bytes;
    size_t files;
  };
  for (const Limit& limit :
       {Limit{3 * bytes, 3}, {3 * bytes - 1, 2}, {2 * bytes, 2}, {bytes, 1}}) {
    SCOPED_TRACE(limit.most_bytes);
    options.directory = NewDirectory();
    options.most_bytes = uint64_t{1} << 30;
    for (const uint64_t i : {1, 2}) {
      ASSERT_TRUE(ProgramCache(options).Store(key(i), kContent, 5).ok());
    }
    options.most_bytes = limit.most_bytes;
    ASSERT_TRUE(ProgramCache(options).Store(key(3), kContent, 5).ok());
    EXPECT_THAT(FilesIn(options.directory), SizeIs(limit.files));
  }
  // An entry has a header of 32 bytes.
  options.most_bytes = bytes - 1;
  EXPECT_EQ(ProgramCache(options).Store(key(4), kContent, 5).message(),
            "program cache " + options.directory + ": an entry of " +
                std::to_string(bytes - 32) + " bytes has no room");
}

// Other names would leave files behind that nothing reads any more.
TEST(ProgramCache, NamesFilesAsBefore) {
  ProgramCache::Options options;
  options.directory = "/folder";
  EXPECT_EQ(ProgramCache(options).FileOf(ProgramKey().Add("a").Add("b")),
            "/folder/69030a8e18fa122f9fc372a8dc4a8572.program");
}

// Others would not be read by programs that are in use.
TEST(ProgramCache, WritesFilesAsBefore) {
  const ProgramCache cache = CacheIn(NewDirectory());
  ASSERT_TRUE(cache.Store(Key(), kContent, 5).ok());
  const auto bytes = [](auto number) {
    return std::string(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  const std::string key = bytes(uint64_t{0}) +  // of the token
                          bytes(uint64_t{4}) + "conv" + bytes(uint64_t{8}) +
                          bytes(uint64_t{7});
  const uint64_t checksum =
      StableHash(kContent, 5, StableHash(key.data(), key.size(), 1));
  EXPECT_EQ(ReadFile(cache.FileOf(Key())),
            "TFLLPROG" + bytes(uint32_t{1}) + bytes(uint32_t{36}) +
                bytes(uint64_t{5}) + bytes(checksum) + key +
                std::string(std::begin(kContent), std::end(kContent)));
}

TEST(ProgramCache, AnEntryWithoutRoomRemovesNoOther) {
  ProgramCache::Options options;
  options.directory = NewDirectory();
  options.most_bytes = 3500;
  const ProgramCache cache(options);
  ASSERT_TRUE(cache.Store(Key(), kContent, sizeof(kContent)).ok());
  const std::string large(4000, 'x');
  const ProgramKey other = ProgramKey().Add("large");
  EXPECT_EQ(cache.Store(other, large.data(), large.size()).code(),
            base::StatusCode::kResourceExhausted);
  EXPECT_EQ(cache.Load(other), std::nullopt);
  EXPECT_TRUE(cache.Load(Key()).has_value());
}

TEST(ProgramCache, IsBelowTheUsersCacheDirectoryByDefault) {
  setenv("HOME", "/home/user", 1);
  setenv("XDG_CACHE_HOME", "/caches", 1);
  EXPECT_EQ(ProgramCache::DefaultDirectory("gpu"),
            "/caches/tensorflow_lite_lite/gpu");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(ProgramCache::DefaultDirectory("gpu"),
            "/home/user/.cache/tensorflow_lite_lite/gpu");
  EXPECT_EQ(ProgramCache::DefaultDirectory("edgetpu"),
            "/home/user/.cache/tensorflow_lite_lite/edgetpu");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  EXPECT_EQ(ProgramCache::DefaultDirectory("gpu"), "");
}

TEST(ProgramCache, HoldsNothingWithoutADirectory) {
  const ProgramCache cache{ProgramCache::Options()};
  EXPECT_TRUE(cache.Store(Key(), kContent, 5).ok());
  EXPECT_EQ(cache.Load(Key()), std::nullopt);
}

// Readers see an old entry or a new one, never a mixture of both.
TEST(ProgramCache, MayBeSharedByThreads) {
  const ProgramCache cache = CacheIn(NewDirectory());
  std::vector<std::thread> threads;
  std::vector<int> mixtures(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, &mixtures, t] {
      const std::vector<uint8_t> content(1000 + t, static_cast<uint8_t>(t));
      for (int i = 0; i < 50; ++i) {
        if (!cache.Store(Key(), content.data(), content.size()).ok()) {
          ++mixtures[t];
        }
        const auto read = cache.Load(Key());
        if (!read ||
            *read != std::vector<uint8_t>(read->size(), read->size() - 1000)) {
          ++mixtures[t];
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(mixtures, Each(0));
}

}  // namespace
}  // namespace tflite::delegates
