#ifndef TOOLS_EDIT_DISTANCE_H_
#define TOOLS_EDIT_DISTANCE_H_

#include <cstddef>
#include <string>

namespace tflite {

// The number of characters to insert, remove or replace to get from `a` to `b`,
// for "did you mean".
size_t EditDistance(const std::string& a, const std::string& b);

}  // namespace tflite

#endif  // TOOLS_EDIT_DISTANCE_H_
