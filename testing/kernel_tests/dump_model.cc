#include "testing/kernel_tests/dump_model.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "testing/kernel_tests/test_delegate_providers.h"

namespace tflite {
namespace kernel_tests {

void DumpModelOfCurrentTest(const uint8_t* model, size_t bytes) {
  static auto* const written = new std::map<std::string, int>;
  const std::string folder =
      KernelTestDelegateProviders::Get()->ConstParams().Get<std::string>(
          KernelTestDelegateProviders::kDumpTFLiteModelDir);
  const ::testing::TestInfo* test =
      ::testing::UnitTest::GetInstance()->current_test_info();
  if (folder.empty() || test == nullptr) return;
  std::string name =
      std::string("DTS-") + test->test_suite_name() + "-" + test->name();
  // Names of parametrized tests contain slashes.
  std::replace(name.begin(), name.end(), '/', '-');
  const int n = (*written)[name]++;
  const std::string path =
      folder + "/" + name + "-" + std::to_string(n) + ".tflite";
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(model),
             static_cast<std::streamsize>(bytes));
  file.close();
  EXPECT_TRUE(file.good()) << "cannot write " << path;
}

}  // namespace kernel_tests
}  // namespace tflite
