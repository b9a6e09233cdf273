#include "delegates/common/cache/program_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "delegates/common/cache/stable_hash.h"

namespace tflite::delegates {
namespace {

namespace fs = std::filesystem;

constexpr char kMagic[8] = {'T', 'F', 'L', 'L', 'P', 'R', 'O', 'G'};
constexpr uint32_t kFormat = 1;
constexpr char kExtension[] = ".program";
constexpr uint64_t kMostEntryBytes = uint64_t{1} << 30;

// A file contains this header, the key and the content. Fields have the
// machine's byte order; the format number reveals a different one.
struct Header {
  char magic[8];
  uint32_t format;
  uint32_t key_bytes;
  uint64_t content_bytes;
  uint64_t checksum;  // of key and content
};
static_assert(sizeof(Header) == 32, "no padding, as it is written whole");

class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return fd_ >= 0; }
  int fd() const { return fd_; }

  bool Read(void* to, size_t bytes) const {
    return Transfer(read, static_cast<char*>(to), bytes);
  }
  bool Write(const void* from, size_t bytes) const {
    return Transfer(write, static_cast<const char*>(from), bytes);
  }

  // The size, if this is a regular file of the user.
  std::optional<uint64_t> Size() const {
    struct stat s;
    if (fstat(fd_, &s) != 0 || !S_ISREG(s.st_mode) || s.st_uid != geteuid()) {
      return std::nullopt;
    }
    return static_cast<uint64_t>(s.st_size);
  }

 private:
  // Calls read or write until all bytes are through.
  template <typename Call, typename Byte>
  bool Transfer(Call call, Byte* at, size_t bytes) const {
    while (bytes > 0) {
      const ssize_t n = call(fd_, at, bytes);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      at += n;
      bytes -= n;
    }
    return true;
  }

  const int fd_;
};

uint64_t Checksum(std::string_view key, const void* content, size_t bytes) {
  return StableHash(content, bytes, StableHash(key.data(), key.size(), 1));
}

base::Status Failure(const std::string& path) {
  return base::Internal("program cache ", path, ": ", std::strerror(errno));
}

// Writes to an open file; `path` is for messages.
base::Status WriteEntry(const File& file, const std::string& path,
                        std::string_view key, const void* data, size_t bytes) {
  Header header;
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.format = kFormat;
  header.key_bytes = static_cast<uint32_t>(key.size());
  header.content_bytes = bytes;
  header.checksum = Checksum(key, data, bytes);
  if (!file.is_open() || !file.Write(&header, sizeof(header)) ||
      !file.Write(key.data(), key.size()) || !file.Write(data, bytes)) {
    return Failure(path);
  }
  return base::OkStatus();
}

}  // namespace

ProgramKey& ProgramKey::Add(std::string_view field) {
  const uint64_t size = field.size();
  bytes_.append(reinterpret_cast<const char*>(&size), sizeof(size));
  bytes_.append(field);
  return *this;
}

ProgramKey& ProgramKey::Add(uint64_t number) {
  return Add(
      std::string_view(reinterpret_cast<const char*>(&number), sizeof(number)));
}

std::string ProgramCache::DefaultDirectory(const std::string& back_end) {
  const auto below = [&](const char* variable, const char* folder) {
    const char* root = std::getenv(variable);
    // The specification of $XDG_CACHE_HOME says to ignore relative paths.
    if (root == nullptr || root[0] != '/') return std::string();
    return std::string(root) + folder + "/tensorflow_lite_lite/" + back_end;
  };
  std::string directory = below("XDG_CACHE_HOME", "");
  return directory.empty() ? below("HOME", "/.cache") : directory;
}

ProgramCache::ProgramCache(const Options& options)
    : directory_(options.enabled ? options.directory : ""),
      token_(options.token),
      most_bytes_(options.most_bytes) {}

std::string ProgramCache::FullKey(const ProgramKey& key) const {
  return ProgramKey().Add(token_).bytes() + key.bytes();
}

std::string ProgramCache::FileOf(const ProgramKey& key) const {
  const std::string full = FullKey(key);
  char name[40];
  std::snprintf(
      name, sizeof(name), "/%016llx%016llx",
      static_cast<unsigned long long>(StableHash(full.data(), full.size(), 2)),
      static_cast<unsigned long long>(StableHash(full.data(), full.size(), 3)));
  return directory_ + name + kExtension;
}

std::optional<std::vector<uint8_t>> ProgramCache::Load(
    const ProgramKey& key) const {
  if (directory_.empty()) return std::nullopt;
  const File file(open(FileOf(key).c_str(),
                       O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file.is_open()) return std::nullopt;
  const std::optional<uint64_t> size = file.Size();
  const std::string full = FullKey(key);
  const uint64_t before = sizeof(Header) + full.size();
  if (!size || *size < before || *size - before > kMostEntryBytes) {
    return std::nullopt;
  }
  Header header;
  std::string stored_key(full.size(), '\0');
  std::vector<uint8_t> content(*size - before);
  if (!file.Read(&header, sizeof(header)) ||
      std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      header.format != kFormat || header.key_bytes != full.size() ||
      header.content_bytes != content.size() ||
      !file.Read(&stored_key[0], stored_key.size()) || stored_key != full ||
      !file.Read(content.data(), content.size()) ||
      header.checksum != Checksum(full, content.data(), content.size())) {
    return std::nullopt;
  }
  return content;
}

base::Status ProgramCache::Store(const ProgramKey& key, const void* data,
                                 size_t bytes) const {
  if (directory_.empty()) return base::OkStatus();
  const std::string full = FullKey(key);
  if (sizeof(Header) + full.size() + bytes > most_bytes_) {
    return base::ResourceExhausted("program cache ", directory_,
                                   ": an entry of ", full.size() + bytes,
                                   " bytes has no room");
  }
  const fs::path directory(directory_);
  std::error_code error;
  if (!fs::is_directory(directory, error)) {
    fs::create_directories(directory.parent_path(), error);
    if (mkdir(directory_.c_str(), 0700) != 0 && errno != EEXIST) {
      return Failure(directory_);
    }
  }
  const std::string path = FileOf(key);
  // A name of its own, among all processes: containers that share the folder
  // have processes of equal numbers.
  std::string partial = path + ".XXXXXX";
  const File file(mkostemp(&partial[0], O_CLOEXEC));
  base::Status status = WriteEntry(file, partial, full, data, bytes);
  if (status.ok() && std::rename(partial.c_str(), path.c_str()) != 0) {
    status = Failure(path);
  }
  if (!status.ok()) {
    std::remove(partial.c_str());
    return status;
  }
  RemoveOldest();
  return base::OkStatus();
}

void ProgramCache::RemoveOldest() const {
  struct Entry {
    fs::file_time_type written;
    fs::path path;
    uint64_t bytes;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator it(directory_, error), end; !error && it != end;
       it.increment(error)) {
    // Includes partial files of processes that ended while writing.
    if (it->path().filename().string().find(kExtension) == std::string::npos) {
      continue;
    }
    // Errors if the file is gone.
    std::error_code no_time, no_size;
    Entry entry{it->last_write_time(no_time), it->path(),
                it->file_size(no_size)};
    if (no_time || no_size) continue;
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.written < b.written;
  });
  for (const Entry& entry : entries) {
    if (total <= most_bytes_) break;
    if (fs::remove(entry.path, error)) total -= entry.bytes;
  }
}

}  // namespace tflite::delegates
