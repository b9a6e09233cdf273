#include "testing/kernel_tests/acceleration_test_util.h"

#include <fstream>
#include <regex>
#include <sstream>

#include "gtest/gtest.h"
#include "testing/kernel_tests/fatal.h"
#include "testing/kernel_tests/test_delegate_providers.h"

namespace tflite {

std::string GetCurrentTestId() {
  const ::testing::TestInfo* test =
      ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr
             ? ""
             : std::string(test->test_suite_name()) + "." + test->name();
}

namespace kernel_tests {

std::optional<std::string> FindTestLine(const std::string& config,
                                        const std::string& test_id) {
  std::stringstream lines(config);
  const std::string path =
      KernelTestDelegateProviders::Get()->ConstParams().Get<std::string>(
          KernelTestDelegateProviders::kAccelerationTestConfigPath);
  if (!path.empty()) {
    std::ifstream file(path);
    if (!file) Fatal("cannot read %s", path.c_str());
    lines.str("");
    lines << file.rdbuf();
  }
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const bool excluded = line[0] == '-';
    const size_t comma = line.find(',');
    const std::string name =
        line.substr(excluded ? 1 : 0, comma - (excluded ? 1 : 0));
    if (!std::regex_match(test_id, std::regex(name))) continue;
    if (excluded) return std::nullopt;
    return comma == std::string::npos ? "" : line.substr(comma + 1);
  }
  return std::nullopt;
}

}  // namespace kernel_tests
}  // namespace tflite
