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

// The ascending indices of `per_group` elements of each group, or of all if it
// has fewer; more if it has more kinds, so that each kind is included. The
// sample depends only on the seed and the names.
std::vector<size_t> SampleOf(const std::vector<SampleKey>& all, int per_group,
                             uint64_t seed);

// The lines of a text without empty lines and comments, which start with '#'.
std::set<std::string> LinesOf(const std::string& text);

}  // namespace tflite

#endif  // TESTING_SAMPLE_H_
