#ifndef TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_INTERNAL_H_
#define TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_INTERNAL_H_

#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "testing/kernel_tests/acceleration_test_util.h"

namespace tflite {

// Passes the lines of a list of tests to `consumer`, in order: the regular
// expression, the text after the first comma, and whether a "-" before the
// expression excludes what it matches. Skips blank lines and comments (#), and
// blanks around the expression and at the end of a line. A null list has no
// lines.
void ReadAccelerationConfig(
    const char* config,
    const std::function<void(std::string, std::string, bool)>& consumer);

// A parsed line.
template <typename T>
class ConfigurationEntry {
 public:
  ConfigurationEntry(const std::string& test_id_rex, T test_config,
                     bool is_denylist)
      : test_id_rex_(test_id_rex),
        test_config_(std::move(test_config)),
        is_denylist_(is_denylist) {}

  // An invalid expression matches nothing.
  bool Matches(const std::string& test_id) const {
    try {
      return std::regex_match(test_id, std::regex(test_id_rex_));
    } catch (const std::regex_error&) {
      return false;
    }
  }
  bool IsDenylistEntry() const { return is_denylist_; }
  const T& TestConfig() const { return test_config_; }
  const std::string& TestIdRegex() const { return test_id_rex_; }

 private:
  std::string test_id_rex_;
  T test_config_;
  bool is_denylist_;
};

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_INTERNAL_H_
