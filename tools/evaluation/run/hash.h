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

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_RUN_HASH_H_
