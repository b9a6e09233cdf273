#ifndef TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_H_
#define TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_H_

#include <optional>
#include <string>

namespace tflite {

// "<suite>.<test>" of the test that runs, or "" outside of tests.
std::string GetCurrentTestId();

namespace kernel_tests {

// What a list of tests says about one of them: the text after the comma of the
// first line that matches, or nothing where no line does or that line excludes
// it. A line is "<regular expression>[,<parameters>]", and "-" before the
// expression, which is to match the whole name, excludes; blanks at its ends do
// not count, and empty lines and those that begin with # are skipped.
// --acceleration_test_config_path names a file to read instead of `config`; one
// that cannot be read ends the program. `config` may be null: no lines.
std::optional<std::string> FindTestLine(const char* config,
                                        const std::string& test_id);

}  // namespace kernel_tests

// What T::AccelerationTestConfig(), a list as above, says of a test, as
// T::ParseConfigurationLine reads it.
template <typename T>
std::optional<T> GetAccelerationTestParam(std::string test_id) {
  const std::optional<std::string> line =
      kernel_tests::FindTestLine(T::AccelerationTestConfig(), test_id);
  if (!line.has_value()) return std::nullopt;
  return T::ParseConfigurationLine(*line);
}

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_ACCELERATION_TEST_UTIL_H_
