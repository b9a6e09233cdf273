#ifndef TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_H_
#define TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_H_

#include <optional>
#include <string>

namespace tflite {

// "<suite>.<test>" of the running test, or "" if no test is running.
std::string GetCurrentTestId();

namespace kernel_tests {

// Finds the entry of a test in a list: returns the text after the comma of the
// first matching line, or nothing if no line matches or that line excludes the
// test. A line is "<regular expression>[,<parameters>]"; the expression must
// match the whole name, and a "-" before it excludes the test. Surrounding
// blanks are ignored; empty lines and lines that start with # are skipped.
// --acceleration_test_config_path names a file to read instead of `config`; if
// it cannot be read, the program ends. A null `config` has no lines.
std::optional<std::string> FindTestLine(const char* config,
                                        const std::string& test_id);

}  // namespace kernel_tests

// The entry for a test in T::AccelerationTestConfig(), a list as above, parsed
// by T::ParseConfigurationLine.
template <typename T>
std::optional<T> GetAccelerationTestParam(std::string test_id) {
  const std::optional<std::string> line =
      kernel_tests::FindTestLine(T::AccelerationTestConfig(), test_id);
  if (!line.has_value()) return std::nullopt;
  return T::ParseConfigurationLine(*line);
}

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_H_
