#ifndef TOOLS_EVALUATION_RUN_HASH_H_
#define TOOLS_EVALUATION_RUN_HASH_H_

#include <cstdint>
#include <string>

namespace tflite {
namespace evaluation {

// FNV-1a, to recognize contents; not against deliberate changes.
inline uint32_t Fnv32(const std::string& bytes) {
  uint32_t hash = 2166136261u;
  for (const unsigned char c : bytes) hash = (hash ^ c) * 16777619u;
  return hash;
}
inline uint64_t Fnv64(const std::string& bytes) {
  uint64_t hash = 14695981039346656037u;
  for (const unsigned char c : bytes) hash = (hash ^ c) * 1099511628211u;
  return hash;
}

// A line of a run's configuration that changes with the contents.
inline std::string ContentsLine(const std::string& name,
                                const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  const uint64_t value = Fnv64(bytes);
  std::string hash;
  for (int shift = 60; shift >= 0; shift -= 4) {
    hash += kDigits[value >> shift & 15];
  }
  return name + ": " + std::to_string(bytes.size()) + " bytes " + hash;
}

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_HASH_H_
