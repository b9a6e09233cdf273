#include "testing/kernel_tests/acceleration_test_util.h"

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/kernel_tests/acceleration_test_util_internal.h"
#include "testing/kernel_tests/model/fatal.h"
#include "testing/kernel_tests/test_delegate_providers.h"

namespace tflite {

std::string GetCurrentTestId() {
  const ::testing::TestInfo* test =
      ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr
             ? ""
             : std::string(test->test_suite_name()) + "." + test->name();
}

void ReadAccelerationConfig(
    const char* config,
    const std::function<void(std::string, std::string, bool)>& consumer) {
  if (config == nullptr) return;
  std::istringstream lines(config);
  for (std::string text; std::getline(lines, text);) {
    const std::string line(base::StripWhitespace(text));
    if (line.empty() || line[0] == '#') continue;
    const bool excluded = line[0] == '-';
    const size_t comma = line.find(',');
    const size_t first = excluded ? 1 : 0;
    consumer(std::string(base::StripWhitespace(
                 std::string_view(line).substr(first, comma - first))),
             comma == std::string::npos ? "" : line.substr(comma + 1),
             excluded);
  }
}

namespace kernel_tests {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  if (!file) Fatal("cannot read %s", path.c_str());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::optional<std::string> FindTestLine(const char* config,
                                        const std::string& test_id) {
  const std::string path =
      KernelTestDelegateProviders::Get()->ConstParams().Get<std::string>(
          KernelTestDelegateProviders::kAccelerationTestConfigPath);
  std::vector<ConfigurationEntry<std::string>> entries;
  ReadAccelerationConfig(
      path.empty() ? config : ReadFile(path).c_str(),
      [&](const std::string& name, std::string parameters, bool excluded) {
        entries.emplace_back(name, std::move(parameters), excluded);
      });
  for (const auto& entry : entries) {
    if (!entry.Matches(test_id)) continue;
    if (entry.IsDenylistEntry()) return std::nullopt;
    return entry.TestConfig();
  }
  return std::nullopt;
}

}  // namespace kernel_tests
}  // namespace tflite
