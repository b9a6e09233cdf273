// Checks that every operator has cases.

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/case_run.h"

namespace tflite {
namespace conformance {
namespace {

// Each line starts with the name of an operator.
constexpr char kOperators[] = "kernels/register/op_list.txt";

TEST(Coverage, EveryOperatorHasCases) {
  std::map<std::string, int> cases;
  const CaseTable table = LinkedCases();
  for (const Case& c : table.cases()) ++cases[OperatorName(c)];
  std::ifstream in(kOperators);
  std::string line;
  int operators = 0;
  while (std::getline(in, line)) {
    std::string name;
    std::istringstream(line) >> name;
    ++operators;
    EXPECT_GT(cases[base::ToLower(name)], 0) << name;
  }
  EXPECT_GT(operators, 150);
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
