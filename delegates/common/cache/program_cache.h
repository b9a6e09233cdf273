#ifndef DELEGATES_COMMON_CACHE_PROGRAM_CACHE_H_
#define DELEGATES_COMMON_CACHE_PROGRAM_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::delegates {

// Everything an entry depends on, as a list of fields. Different lists are
// different keys, even if the concatenations of their fields are equal.
class ProgramKey {
 public:
  ProgramKey& Add(std::string_view field);
  ProgramKey& Add(uint64_t number);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// What a back-end has compiled, on disk, shared between processes. One file per
// entry.
//
// Files are not trusted: an entry is used only if it is a regular file of this
// user, has the right checksum and format, and contains exactly the requested
// key. Anything else counts as absent and is replaced by the next Store.
// Entries are written to a temporary file and renamed, so readers never see
// partial entries, and processes and threads may share a directory.
//
// Thread-safe.
class ProgramCache {
 public:
  struct Options {
    bool enabled = true;
    // Created with mode 0700 when the first entry is stored.
    std::string directory;
    // Distinguishes entries of callers that share a directory.
    std::string token;
    // If the total size exceeds this, the oldest entries are removed. A larger
    // entry, with its key, is not stored.
    uint64_t most_bytes = uint64_t{256} << 20;
  };

  // For a back-end such as "gpu": $XDG_CACHE_HOME/tensorflow_lite_lite/gpu, or
  // ~/.cache/tensorflow_lite_lite/gpu; empty if neither variable is set.
  static std::string DefaultDirectory(const std::string& back_end);

  // If disabled or without a directory, the cache stores nothing.
  explicit ProgramCache(const Options& options);

  std::optional<std::vector<uint8_t>> Load(const ProgramKey& key) const;

  // Failures, such as an unwritable directory, need at most a log message,
  // since programs can be compiled again. OK if disabled.
  base::Status Store(const ProgramKey& key, const void* data,
                     size_t bytes) const;

  // The path of the entry, whether or not it exists.
  std::string FileOf(const ProgramKey& key) const;

 private:
  std::string FullKey(const ProgramKey& key) const;
  void RemoveOldest() const;

  const std::string directory_;  // empty: disabled
  const std::string token_;
  const uint64_t most_bytes_;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_CACHE_PROGRAM_CACHE_H_
