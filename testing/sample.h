#ifndef TESTING_SAMPLE_H_
#define TESTING_SAMPLE_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace tflite {

// The properties by which test cases are sampled.
struct SampleKey {
  std::string group;  // the operator
  std::string kind;   // the types
  std::string name;   // name of the case, unique in its group
};

// Returns the ascending indices of `per_group` elements of each group, or of
// all if it has fewer. If it has more kinds, returns one of each kind. The
// sample depends only on the seed and the names.
std::vector<size_t> SampleOf(const std::vector<SampleKey>& all, int per_group,
                             uint64_t seed);

// Returns the lines of a text without empty lines and comments, which start
// with '#'.
std::set<std::string> LinesOf(const std::string& text);

}  // namespace tflite

#endif  // TESTING_SAMPLE_H_
