#ifndef TESTING_SAMPLE_H_
#define TESTING_SAMPLE_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace tflite {

// What a choice among test cases goes by.
struct SampleKey {
  std::string group;  // the operator
  std::string kind;   // the types
  std::string name;   // of the case, unique in its group
};

// The indices, ascending, of `per_group` elements of each group, or of as many
// as it has; more where it has more kinds, so that each has one. The choice
// depends on the seed and on the names alone.
std::vector<size_t> SampleOf(const std::vector<SampleKey>& all, int per_group,
                             uint64_t seed);

// The lines of a text, but for empty ones and comments, which start with '#'.
std::set<std::string> LinesOf(const std::string& text);

}  // namespace tflite

#endif  // TESTING_SAMPLE_H_
