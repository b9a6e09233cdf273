#ifndef TESTING_CONFORMANCE_CUSTOM_OPTIONS_H_
#define TESTING_CONFORMANCE_CUSTOM_OPTIONS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tflite {
namespace conformance {

// Returns the options of a custom operator: a flexbuffer map from names to
// numbers; whole numbers are stored as integers.
std::vector<uint8_t> OptionMap(
    const std::vector<std::pair<std::string, double>>& options);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_CUSTOM_OPTIONS_H_
