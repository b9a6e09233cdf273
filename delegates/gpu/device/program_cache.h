#ifndef DELEGATES_GPU_DEVICE_PROGRAM_CACHE_H_
#define DELEGATES_GPU_DEVICE_PROGRAM_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::gpu {

using namespace delegates;

// What an entry depends on: a list of fields. Two different lists are two
// different keys, however their fields concatenate.
class ProgramKey {
 public:
  ProgramKey& Add(std::string_view field);
  ProgramKey& Add(uint64_t number);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Compiled programs, pipelines and results of self-checks, kept on disk from
// one process to the next; one file an entry.
//
// Nothing read is trusted: an entry is used only if it is a regular file of
// this user, whole by its checksum, of this format, and carries the very key
// that is asked for. Anything else counts as absent and is replaced by the next
// Store. Entries appear whole or not at all (a file of another name is written
// and renamed), so processes and threads may share a directory.
//
// Thread-safe.
class ProgramCache {
 public:
  struct Options {
    bool enabled = true;
    // Created with mode 0700 when the first entry is stored; empty: the user's
    // cache directory.
    std::string directory;
    // Distinguishes entries of callers that share a directory.
    std::string token;
    // The oldest entries are removed when all of them take more.
    uint64_t most_bytes = uint64_t{256} << 20;
  };

  // $XDG_CACHE_HOME/tensorflow_lite_lite/gpu, else the same below ~/.cache;
  // empty where neither is set.
  static std::string DefaultDirectory();

  // Without a directory to use, or disabled, the cache holds nothing.
  explicit ProgramCache(const Options& options);

  std::optional<std::vector<uint8_t>> Load(const ProgramKey& key) const;

  // A failure, such as a directory that cannot be written, is worth a log line
  // at most: programs are then compiled again. OK when disabled.
  Status Store(const ProgramKey& key, const void* data, size_t bytes) const;

  // Where the entry is or would be.
  std::string FileOf(const ProgramKey& key) const;

 private:
  std::string FullKey(const ProgramKey& key) const;
  void RemoveOldest() const;

  const std::string directory_;  // empty: disabled
  const std::string token_;
  const uint64_t most_bytes_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_PROGRAM_CACHE_H_
