#ifndef TESTING_DIGEST_H_
#define TESTING_DIGEST_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "delegates/common/cache/stable_hash.h"
#include "testing/sample.h"

namespace tflite {

// A digest of values, for tests that notice when anything changes.
class Digest {
 public:
  template <typename T>
  Digest& Add(const T& value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    hash_ = delegates::StableHash(&value, sizeof(value), hash_);
    return *this;
  }
  template <typename T>
  Digest& AddAll(const std::vector<T>& values) {
    Add(values.size());
    for (const T& value : values) Add(value);
    return *this;
  }
  Digest& Add(const std::string& text) {
    hash_ = delegates::StableHash(text.data(), text.size(), hash_);
    return *this;
  }
  std::string text() const {
    char text[17];
    std::snprintf(text, sizeof(text), "%016llx",
                  static_cast<unsigned long long>(hash_));
    return text;
  }

 private:
  uint64_t hash_ = 0;
};

// Reads a file of lines "name : digest"; digests by name.
inline std::map<std::string, std::string> ReadDigests(const char* path) {
  std::ifstream in(path);
  std::map<std::string, std::string> digests;
  for (const std::string& line :
       LinesOf({std::istreambuf_iterator<char>(in), {}})) {
    const size_t at = line.find(" : ");
    digests[line.substr(0, at)] = line.substr(at + 3);
  }
  return digests;
}

// Expects each of the `kept` digests among those of `now`.
inline void ExpectSameDigests(const std::map<std::string, std::string>& now,
                              const std::map<std::string, std::string>& kept) {
  for (const auto& [name, digest] : kept) {
    const auto at = now.find(name);
    EXPECT_EQ(at == now.end() ? "no such case" : at->second, digest) << name;
  }
}

// Writes such a file, with a comment `about` it. Returns an exit status.
inline int WriteDigests(const std::string& path, const char* about,
                        const std::map<std::string, std::string>& digests) {
  std::ofstream out(path);
  out << "# " << about << '\n';
  for (const auto& [name, digest] : digests) {
    out << name << " : " << digest << '\n';
  }
  return out.good() ? 0 : 1;
}

// main() of a test of such a file: runs the tests or, with --update_golden
// under `bazel run`, calls `update` with the root of the checkout; with
// --list=TEXT, calls `list`, if there is one, with the text.
inline int TestOrUpdateDigests(int argc, char** argv,
                               int (*update)(const std::string& root),
                               void (*list)(const char* text) = nullptr) {
  constexpr char kList[] = "--list=";
  constexpr size_t kLength = sizeof(kList) - 1;
  if (list != nullptr && argc > 1 &&
      std::strncmp(argv[1], kList, kLength) == 0) {
    list(argv[1] + kLength);
    return 0;
  }
  if (argc > 1 && std::strcmp(argv[1], "--update_golden") == 0) {
    const char* root = std::getenv("BUILD_WORKSPACE_DIRECTORY");
    return root != nullptr ? update(root) : 1;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

}  // namespace tflite

#endif  // TESTING_DIGEST_H_
